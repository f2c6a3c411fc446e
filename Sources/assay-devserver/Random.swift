/// Random values from the system's source.
enum Random {
  private static let capitals = Array("ABCDEFGHJKMNPQRSTUVWXYZ23456789")
  private static let hexadecimal = Array("0123456789abcdef")
  private static let crockford = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
  private static let lowercase = Array("0123456789abcdefghijklmnopqrstuvwxyz")
  private static let urlSafe = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")

  /// A version 4 UUID in lower case.
  static func uuid() -> String {
    var generator = SystemRandomNumberGenerator()
    var text = ""
    for place in 0..<32 {
      if [8, 12, 16, 20].contains(place) { text.append("-") }
      let value = Int.random(in: 0..<16, using: &generator)
      text.append(place == 12 ? "4" : hexadecimal[place == 16 ? 8 + value % 4 : value])
    }
    return text
  }

  /// A token of 64 hexadecimal digits.
  static func token() -> String { hex(64) }

  static func hex(_ count: Int) -> String { text(count, of: hexadecimal) }

  /// An invite code of eight letters and digits.
  static func inviteCode() -> String { text(8, of: capitals) }

  /// A nanoid: 21 characters that may stand in a URL.
  static func nanoid() -> String { text(21, of: urlSafe) }

  /// An id in the form of a cuid: a `c` and 24 small letters and digits.
  static func cuid() -> String { "c" + text(24, of: lowercase) }

  /// A code of six digits.
  static func digits() -> String { text(6, of: Array("0123456789")) }

  /// A ULID: ten characters that say the instant, in milliseconds since 1970, and sixteen random ones.
  static func ulid(at instant: Int) -> String {
    var time = ""
    for shift in stride(from: 45, through: 0, by: -5) { time.append(crockford[(instant >> shift) & 31]) }
    return time + text(16, of: crockford)
  }

  /// 32 bytes.
  static func key() -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  private static func text(_ count: Int, of alphabet: [Character]) -> String {
    var generator = SystemRandomNumberGenerator()
    return String((0..<count).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] })
  }
}
