/// SHA-256 (FIPS 180-4) over bytes.
public struct SHA256: Sendable {
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]

  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]
  private var pending: [UInt8] = []
  private var byteCount = 0
  /// The message schedule, kept so that a block allocates nothing.
  private var schedule = [UInt32](repeating: 0, count: 64)

  /// Starts a digest.
  public init() {}

  /// Adds bytes.
  public mutating func update(_ bytes: [UInt8]) {
    byteCount += bytes.count
    var start = 0
    if !pending.isEmpty {
      start = min(64 - pending.count, bytes.count)
      pending.append(contentsOf: bytes[..<start])
      guard pending.count == 64 else { return }
      compress(pending[...])
      pending.removeAll(keepingCapacity: true)
    }
    while bytes.count - start >= 64 {
      compress(bytes[start..<(start + 64)])
      start += 64
    }
    pending.append(contentsOf: bytes[start...])
  }

  /// The 32 bytes of the digest; nothing may be added afterwards.
  public mutating func finalize() -> [UInt8] {
    let bitCount = UInt64(byteCount) * 8
    let padding = (byteCount % 64 < 56 ? 56 : 120) - byteCount % 64
    update([0x80] + [UInt8](repeating: 0, count: padding - 1))
    update((0..<8).map { UInt8(truncatingIfNeeded: bitCount >> UInt64(56 - 8 * $0)) })
    return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(24 - 8 * $0)) } }
  }

  /// The digest of bytes as 64 lower-case hexadecimal digits.
  public static func hexDigest(_ bytes: [UInt8]) -> String {
    var hash = SHA256()
    hash.update(bytes)
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: hash.finalize().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  private mutating func compress(_ block: ArraySlice<UInt8>) {
    for word in 0..<16 {
      let place = block.startIndex + word * 4
      schedule[word] =
        UInt32(block[place]) << 24 | UInt32(block[place + 1]) << 16 | UInt32(block[place + 2]) << 8
        | UInt32(block[place + 3])
    }
    func rotated(_ value: UInt32, _ count: UInt32) -> UInt32 { value >> count | value << (32 - count) }
    for word in 16..<64 {
      let early = schedule[word - 15]
      let late = schedule[word - 2]
      let small0 = rotated(early, 7) ^ rotated(early, 18) ^ early >> 3
      let small1 = rotated(late, 17) ^ rotated(late, 19) ^ late >> 10
      schedule[word] = schedule[word - 16] &+ small0 &+ schedule[word - 7] &+ small1
    }
    var (a, b, c, d, e, f, g, h) = (state[0], state[1], state[2], state[3], state[4], state[5], state[6], state[7])
    for round in 0..<64 {
      let big1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
      let choice = e & f ^ ~e & g
      let first = h &+ big1 &+ choice &+ Self.constants[round] &+ schedule[round]
      let big0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
      let majority = a & b ^ a & c ^ b & c
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ big0 &+ majority)
    }
    for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] = state[index] &+ value }
  }
}

/// HMAC with SHA-256 (RFC 2104).
public enum HMACSHA256 {
  /// The 32 bytes of the code.
  public static func authenticate(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    var block = key
    if block.count > 64 { block = digest(block) }
    block += [UInt8](repeating: 0, count: 64 - block.count)
    let inner = digest(block.map { $0 ^ 0x36 } + message)
    return digest(block.map { $0 ^ 0x5C } + inner)
  }

  private static func digest(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finalize()
  }
}
