import Workspace

/// Digests and codes over bytes, as 64 lower-case hexadecimal digits.
enum Digest {
  static func hex(_ bytes: [UInt8]) -> String { SHA256.hexDigest(bytes) }

  /// The code of a message under a key, by HMAC with SHA-256.
  static func code(_ message: String, key: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let code = HMACSHA256.authenticate(Array(message.utf8), key: key)
    return String(decoding: code.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Compares to the end, so that the time says nothing about the place of a difference.
  static func areEqual(_ left: String, _ right: String) -> Bool {
    let left = Array(left.utf8)
    let right = Array(right.utf8)
    return left.count == right.count && zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
