internal import Workspace

/// Makes the stable value that stands in a fixture in place of a volatile one.
enum Placeholder {
  /// The first instant that placeholders use: 2030-01-01T00:00:00Z, in seconds since 1970.
  static let firstInstant = 1_893_456_000
  /// Seconds between placeholders of instants that follow one another.
  static let instantStep = 60
  /// What stands in place of a secret.
  static let secret = "redacted"
  /// What stands in place of the dev server's host and port.
  static let authority = "server.test"

  /// The placeholder of an identity: derived from its name alone, in its written form.
  ///
  /// Integers have nine digits, so that two names practically never meet; where they do, the second in byte order of
  /// names takes the next free number (``PlaceholderTable``).
  static func identity(_ name: String, format: ValueFormat) -> String {
    let digest = SHA256.hexDigest(Array(name.utf8))
    switch format {
    case .uuid(let isUppercase):
      var digits = Array(digest.utf8.prefix(32))
      digits[12] = UInt8(ascii: "4")
      digits[16] = Array("89ab".utf8)[Int(digits[16]) % 4]
      let text = String(decoding: digits, as: UTF8.self)
      let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { range in
        String(text.dropFirst(range.lowerBound).prefix(range.count))
      }
      let uuid = parts.joined(separator: "-")
      return isUppercase ? uuid.uppercased() : uuid
    case .ulid: return "0" + stream(name, length: 25, alphabet: ValueFormat.crockford)
    case .hexadecimal(let length, let isUppercase):
      let text = stream(name, length: length, alphabet: Array("0123456789abcdef".utf8))
      return isUppercase ? text.uppercased() : text
    case .integer, .epochSeconds, .epochMilliseconds: return String(integer(digest))
    case .opaque(let length):
      return stream(
        name, length: length, alphabet: Array("ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789".utf8))
    case .decimal: return "1.5"
    case .instant(let digits, let zone, let separator):
      return Instant.text(seconds: firstInstant, fractionDigits: digits, zone: zone, separator: separator)
    case .day: return CalendarDay(days: firstInstant / 86_400).text
    case .text: return "volatile text"
    }
  }

  /// A number of nine digits.
  private static func integer(_ digest: String) -> Int {
    100_000_000 + (Int(digest.prefix(12), radix: 16) ?? 0) % 900_000_000
  }

  /// Characters of an alphabet drawn from SHA-256 over the name and a counter.
  private static func stream(_ name: String, length: Int, alphabet: [UInt8]) -> String {
    var text: [UInt8] = []
    var block = 0
    while text.count < length {
      var hash = SHA256()
      hash.update(Array("\(name)#\(block)".utf8))
      for byte in hash.finalize() where text.count < length { text.append(alphabet[Int(byte) % alphabet.count]) }
      block += 1
    }
    return String(decoding: text, as: UTF8.self)
  }
}
