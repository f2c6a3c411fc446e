import CCrypt

/// Hashes of passwords and tokens, through crypt(3).
///
/// On macOS, whose crypt(3) knows DES alone, `CCrypt` hashes by PBKDF2 with HMAC-SHA-256 from CommonCrypto instead.
enum Passwords {
  /// The hash of a password under a fresh salt; nil when the system cannot hash it, as when it is very long.
  static func hash(_ password: String) -> String? {
    guard let salt = assay_crypt_salt() else { return nil }
    return crypt(password, String(cString: salt))
  }

  /// Whether a password has a hash.
  static func matches(_ password: String, hash: String) -> Bool {
    guard let found = crypt(password, hash) else { return false }
    let left = Array(found.utf8)
    let right = Array(hash.utf8)
    // Compared to the end, so that the time says nothing about the place of a difference.
    return left.count == right.count && zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// The stored form of a token. Tokens are 256 random bits, so one salt for all and the least number of rounds do.
  static func tokenHash(_ token: String) -> String? {
    crypt(token, "$5$rounds=1000$tokens")
  }

  /// Nil for a phrase that C would cut short, and where the library answers with its mark of failure, an asterisk.
  private static func crypt(_ phrase: String, _ setting: String) -> String? {
    guard !phrase.utf8.contains(0), let found = assay_crypt(phrase, setting) else { return nil }
    let hash = String(cString: found)
    return hash.hasPrefix("*") ? nil : hash
  }
}

/// Random values from the system's source.
enum Random {
  private static let letters = Array("ABCDEFGHJKMNPQRSTUVWXYZ23456789")
  private static let digits = Array("0123456789abcdef")

  /// A version 4 UUID in lower case.
  static func uuid() -> String {
    var generator = SystemRandomNumberGenerator()
    var text = ""
    for place in 0..<32 {
      if [8, 12, 16, 20].contains(place) { text.append("-") }
      let value = Int.random(in: 0..<16, using: &generator)
      text.append(place == 12 ? "4" : digits[place == 16 ? 8 + value % 4 : value])
    }
    return text
  }

  /// A token of 64 hexadecimal digits.
  static func token() -> String {
    var generator = SystemRandomNumberGenerator()
    return String((0..<64).map { _ in digits[Int.random(in: 0..<16, using: &generator)] })
  }

  /// An invite code of eight letters and digits.
  static func inviteCode() -> String {
    var generator = SystemRandomNumberGenerator()
    return String((0..<8).map { _ in letters[Int.random(in: 0..<letters.count, using: &generator)] })
  }
}
