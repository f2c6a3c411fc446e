internal import Workspace

/// Makes the stable value that stands in a fixture in place of a volatile one.
enum Placeholder {
  /// The first instant that placeholders use: 2030-01-01T00:00:00Z, in seconds since 1970; a Tuesday.
  static let firstInstant = 1_893_456_000
  /// Seconds between placeholders of instants that follow one another.
  static let instantStep = 60
  /// What stands in place of a secret.
  static let secret = "redacted"
  /// What stands in place of the dev server's host and port.
  static let authority = "server.test"

  private static let lowercase = Array("abcdefghijkmnopqrstuvwxyz".utf8)
  private static let uppercase = Array("ABCDEFGHJKLMNPQRSTUVWXYZ".utf8)

  /// The placeholder of an identity: derived from its name alone, in its written form.
  ///
  /// Integers have nine digits, so that two names practically never meet. Codes are of letters alone, of the cases that
  /// the runs showed: whether a code has a digit is chance.
  static func identity(_ name: String, format: ValueFormat) -> String {
    let digest = SHA256.hexDigest(Array(name.utf8))
    switch format {
    case .uuid(let isUppercase): return uuid(digest, isUppercase: isUppercase)
    case .ulid(let isUppercase):
      let text = "0" + stream(name, length: 25, alphabet: ValueFormat.crockford)
      return isUppercase ? text : text.lowercased()
    case .hexadecimal(let length, let isUppercase):
      let text = stream(name, length: length, alphabet: Array("0123456789abcdef".utf8))
      return isUppercase ? text.uppercased() : text
    case .hexGroups(let count, let width, let isUppercase):
      let digits = stream(name, length: count * width, alphabet: Array("0123456789abcdef".utf8))
      let text = stride(from: 0, to: count * width, by: width).map { digits.dropFirst($0).prefix(width) }
        .joined(separator: ":")
      return isUppercase ? text.uppercased() : text
    case .digits(let length):
      return stream(name, length: 1, alphabet: Array("123456789".utf8))
        + stream(name + " ", length: length - 1, alphabet: Array("0123456789".utf8))
    case .opaque(let shape): return code(name, shape)
    case .integer, .epoch: return String(integer(digest))
    case .text: return "volatile-" + stream(name, length: 8, alphabet: lowercase)
    default: return value(of: format)
    }
  }

  /// What stands for a value that names nothing.
  static func value(of format: ValueFormat) -> String {
    switch format {
    case .integer, .digits, .epoch: "1"
    case .decimal: "1.5"
    case .instant(let style): Instant.text(seconds: firstInstant, style: style)
    case .mailDate(let style): MailDate.text(seconds: firstInstant, style: style)
    case .day: CalendarDay(days: firstInstant / 86_400).text
    case .month: "2030-01"
    case .weekday(let style): weekday(style)
    case .clock(let groups): groups == 2 ? "00:00" : "00:00:00"
    case .duration: "PT1S"
    case .elapsed: "1s"
    case .ago: "1 second ago"
    case .amount(let unit): "1 \(unit)"
    case .address(let hasPort): hasPort ? "127.0.0.1:1" : "127.0.0.1"
    case .composite(let groups): Array(repeating: "0", count: groups).joined(separator: ".")
    case .text: "volatile text"
    case .uuid, .ulid, .hexadecimal, .hexGroups, .opaque: identity("", format: format)
    }
  }

  private static func uuid(_ digest: String, isUppercase: Bool) -> String {
    var digits = Array(digest.utf8.prefix(32))
    digits[12] = UInt8(ascii: "4")
    digits[16] = Array("89ab".utf8)[Int(digits[16]) % 4]
    let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(decoding: digits[$0], as: UTF8.self) }
    let uuid = parts.joined(separator: "-")
    return isUppercase ? uuid.uppercased() : uuid
  }

  /// Letters that base64 decodes, whether or not the code was base64: no bit of the last group is left over.
  private static func code(_ name: String, _ shape: ValueFormat.OpaqueShape) -> String {
    let cases = (shape.hasLowercase || !shape.hasUppercase ? lowercase : []) + (shape.hasUppercase ? uppercase : [])
    let length = shape.length - shape.padding
    let text = stream(name, length: length, alphabet: cases)
    let last: [UInt8] =
      switch length % 4 {
      case 2: Array("Qgw".utf8)
      case 3: Array("EIMQUYcgkosw".utf8)
      default: cases
      }
    guard shape.hasLowercase, shape.hasUppercase, length % 4 > 1 else {
      return text + String(repeating: "=", count: shape.padding)
    }
    return text.dropLast() + stream(name + " ", length: 1, alphabet: last)
      + String(repeating: "=", count: shape.padding)
  }

  private static func weekday(_ style: WeekdayStyle) -> String {
    let name = style.isShort ? "Tue" : "Tuesday"
    return switch style.letters {
    case .capitalized: name
    case .lowercase: name.lowercased()
    case .uppercase: name.uppercased()
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
