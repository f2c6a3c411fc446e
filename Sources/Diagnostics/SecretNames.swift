/// Which names say that their value is a secret: of members of answers, of settings, of URL parameters.
public enum SecretNames {
  private static let words: Set<String> = [
    "token", "password", "passwd", "passphrase", "secret", "apikey", "authorization", "cookie", "privatekey",
    "secretkey",
    "credential", "signature", "otp",
  ]
  /// What may follow: `otpCode` is one, `tokenType` and `passwordHint` are none.
  private static let tails: Set<String> = ["value", "hash", "text", "string", "code", "header", "base", "raw"]
  /// Pages' cursors are called tokens by some, and are none.
  private static let harmless: Set<String> = ["page", "next", "previous", "prev", "cursor", "continuation", "sync"]

  /// Whether a name says so: `accessToken`, `X-API-Key`, `refresh_tokens`, and not `footprint` or `nextPageToken`.
  public static func isSecret(_ name: String) -> Bool {
    var parts = words(of: name)
    guard !parts.contains(where: harmless.contains) else { return false }
    while parts.count > 1, tails.contains(parts[parts.count - 1]) { parts.removeLast() }
    return [parts.suffix(1).joined(), parts.suffix(2).joined()].contains {
      words.contains($0) || $0.hasSuffix("s") && words.contains(String($0.dropLast()))
    }
  }

  private static let faultHolders: Set<String> = [
    "errors", "fields", "fielderrors", "violations", "validationerrors", "invalidparams",
  ]

  /// Whether a value under these keys is what a server says is wrong with a field, which is no secret though the field
  /// is: `errors.password`, `error.fields.password`.
  public static func isFault(under keys: some BidirectionalCollection<String>) -> Bool {
    keys.dropLast().contains { faultHolders.contains($0.lowercased().filter { $0 != "_" && $0 != "-" }) }
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
