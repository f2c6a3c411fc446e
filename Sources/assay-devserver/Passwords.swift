import CCrypt

/// Hashes of passwords and tokens, through crypt(3).
enum Passwords {
  /// The hash of a password under a fresh salt; nil where crypt(3) offers nothing better than DES.
  static func hash(_ password: String) -> String? {
    guard let salt = assay_crypt_salt() else { return nil }
    let setting = String(cString: salt)
    return assay_crypt(password, setting).map { String(cString: $0) }
  }

  /// Whether a password has a hash.
  static func matches(_ password: String, hash: String) -> Bool {
    guard !password.utf8.contains(0), let found = assay_crypt(password, hash) else { return false }
    let left = Array(String(cString: found).utf8)
    let right = Array(hash.utf8)
    // Compared to the end, so that the time says nothing about the place of a difference.
    return left.count == right.count && zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// The stored form of a token. Tokens are 256 random bits, so one salt for all and the least number of rounds do.
  static func tokenHash(_ token: String) -> String? {
    guard !token.utf8.contains(0) else { return nil }
    return assay_crypt(token, "$5$rounds=1000$tokens").map { String(cString: $0) }
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
