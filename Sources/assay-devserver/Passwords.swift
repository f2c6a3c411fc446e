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
    return Digest.areEqual(found, hash)
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
