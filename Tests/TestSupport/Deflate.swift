/// Makes gzip bodies without a compressor: RFC 1951 blocks by hand, RFC 1952 around them.
package enum Gzip {
  private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]

  /// The bytes in one stored block.
  package static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let count = UInt16(bytes.count)
    return header + [1] + little(UInt32(count), 2) + little(UInt32(~count), 2) + bytes + little(crc32(bytes), 4)
      + little(UInt32(bytes.count), 4)
  }

  /// A stream that unpacks to `258 × repetitions + 1` zero bytes and takes 13 bits for each repetition; no trailer.
  package static func bomb(repetitions: Int) -> [UInt8] {
    var writer = BitWriter()
    writer.write([1, 1, 0])  // last block, fixed codes
    writer.write([0, 0, 1, 1, 0, 0, 0, 0])  // literal 0
    for _ in 0..<repetitions { writer.write([1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0]) }  // length 258, distance 1
    writer.write([0, 0, 0, 0, 0, 0, 0])  // end of block
    return header + writer.bytes
  }

  private struct BitWriter {
    var bytes: [UInt8] = []
    var bit = 0

    mutating func write(_ bits: [UInt8]) {
      for value in bits {
        if bit == 0 { bytes.append(0) }
        bytes[bytes.count - 1] |= value << UInt8(bit)
        bit = (bit + 1) % 8
      }
    }
  }

  private static func little(_ value: UInt32, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) }
  }

  private static func crc32(_ bytes: [UInt8]) -> UInt32 {
    var crc = ~UInt32(0)
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return ~crc
  }
}
