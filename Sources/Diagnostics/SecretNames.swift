/// Which names say that their value is a secret: of members of answers, of settings, of URL parameters.
public enum SecretNames {
  /// What a name ends with, its words joined.
  private static let ends: Set<String> = [
    "token", "password", "passwd", "pwd", "passcode", "passphrase", "secret", "authorization", "cookie", "credential",
    "signature", "otp", "totp", "pin", "jwt", "bearer", "csrf", "xsrf", "mnemonic", "seedphrase", "recoveryphrase",
    "clientassertion", "samlassertion", "samlresponse", "codeverifier", "userpass", "dbpass", "smtppass",
    // Keys, and codes, of which most are none.
    "apikey", "privatekey", "secretkey", "signingkey", "encryptionkey", "accesskey", "authkey", "masterkey",
    "sharedkey",
    "accountkey", "licensekey", "sessionkey", "hmackey", "deploykey", "appkey", "verificationcode", "recoverycode",
    "backupcode", "authorizationcode", "authcode", "magiccode", "logincode", "signincode", "accesscode",
    "securitycode", "yourcode", "resetcode", "devicecode", "scratchcode", "mfacode", "smscode", "onetimecode",
  ]
  /// What a single word ends with where its words are not told apart: `csrfmiddlewaretoken`.
  private static let joinedEnds = ["token", "password", "passwd", "secret", "apikey"]
  /// What may follow: `otpCode` is one, `tokenType` and `passwordHint` are none.
  private static let tails: Set<String> = [
    "value", "hash", "text", "string", "code", "header", "base", "raw", "pem", "plain", "plaintext",
  ]
  /// Pages' cursors are called tokens by some, and are none.
  private static let harmless = ["page", "next", "previous", "prev", "cursor", "continuation", "sync"]

  /// Whether a name says so: `accessToken`, `X-API-Key`, `refresh_tokens`, and not `footprint` or `nextPageToken`.
  public static func isSecret(_ name: String) -> Bool {
    var parts = words(of: name)
    guard !parts.contains(where: harmless.contains) else { return false }
    while let last = parts.last {
      for count in 1...3 where isEnd(parts.suffix(count).joined()) { return true }
      if joinedEnds.contains(where: { singular(last).hasSuffix($0) }) {
        return !harmless.contains { last.hasPrefix($0) }
      }
      guard parts.count > 1, tails.contains(last) else { return false }
      parts.removeLast()
    }
    return false
  }

  private static func isEnd(_ word: String) -> Bool { ends.contains(word) || ends.contains(singular(word)) }

  private static func singular(_ word: String) -> String { word.hasSuffix("s") ? String(word.dropLast()) : word }

  /// Names whose numbers are secrets too. A number of tokens, or under `tokens`, is how many there are.
  private static let numberEnds: Set<String> = ["otp", "totp", "pin", "passcode", "password", "passwd", "pwd"]

  /// Whether a number under a name is a secret: `pin`, `otpCode`, `verification_code`.
  static func isSecretNumber(_ name: String) -> Bool {
    guard isSecret(name) else { return false }
    var parts = words(of: name)
    if parts.last == "code" { return true }
    while parts.count > 1, tails.contains(parts[parts.count - 1]) { parts.removeLast() }
    return parts.last.map(numberEnds.contains) ?? false
  }

  private static let linkKinds: Set<String> = [
    "magic", "login", "signin", "reset", "activation", "verification", "webhook",
  ]

  /// Whether a name is that of a link that lets in whoever has it: `magicLink`, `password_reset_url`.
  static func isLink(_ name: String) -> Bool {
    let parts = words(of: name)
    guard let last = parts.last, ["link", "url", "uri"].contains(last) else { return false }
    return parts.contains(where: linkKinds.contains)
  }

  /// What holds the credentials of a session, and much else.
  private static let sessions: Set<String> = ["auth", "authentication", "session", "oauth", "oidc", "sso", "login"]

  /// Whether what is random in an object of this name is a credential: `session.value`.
  static func isSession(_ name: String) -> Bool { words(of: name).last.map(sessions.contains) ?? false }

  /// The last words of names that say something about a thing and are no part of it.
  private static let descriptions: Set<String> = [
    "id", "ids", "uuid", "name", "type", "kind", "label", "title", "description", "comment", "note", "scope", "scopes",
    "status", "state", "email", "user", "username", "owner", "url", "uri", "href", "provider", "issuer", "iss", "aud",
    "audience", "client", "algorithm", "alg", "kid", "at", "on", "date", "time", "expires", "expiry", "exp", "iat",
    "nbf",
    "role", "roles", "version", "locale", "device", "platform", "agent", "ip", "address", "host", "path", "method",
    "format", "prefix", "fingerprint", "hint", "policy", "sub", "subject", "count", "size", "color", "colour", "slug",
  ]

  /// Whether a name says what a thing is called, of what kind it is, or when it was: `createdAt` among `tokens`.
  static func isDescription(_ name: String) -> Bool {
    let parts = words(of: name)
    return parts.last.map(descriptions.contains) ?? false || parts.first == "public"
  }

  private static let faultHolders: Set<String> = [
    "errors", "fields", "fielderrors", "violations", "validationerrors", "invalidparams",
  ]

  /// Whether values under a name are what a server says is wrong with fields, which is no secret though a field is.
  static func isFaultHolder(_ name: String) -> Bool {
    faultHolders.contains(name.lowercased().filter { $0 != "_" && $0 != "-" })
  }

  /// The words of a name in lower case, split where punctuation stands or a capital starts another.
  private static func words(of name: String) -> [String] {
    var found: [String] = []
    var word: [UInt8] = []
    func isUpper(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }
    func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
    let bytes = Array(name.utf8)
    for (index, byte) in bytes.enumerated() {
      let previous = index > 0 ? bytes[index - 1] : 0
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      // `apiKey` splits before K; `APIKey` before the capital that a small letter follows.
      let startsWord = isUpper(byte) && (!isUpper(previous) || isLetter(next) && !isUpper(next))
      if !isLetter(byte) || startsWord, !word.isEmpty {
        found.append(String(decoding: word, as: UTF8.self))
        word = []
      }
      if isLetter(byte) { word.append(byte | 0x20) }
    }
    if !word.isEmpty { found.append(String(decoding: word, as: UTF8.self)) }
    return found
  }
}
