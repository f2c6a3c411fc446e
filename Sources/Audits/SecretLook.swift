internal import Diagnostics

/// What texts look like that must not stand in a repository.
enum SecretLook {
  /// What a text looks like; nil when it looks like no secret.
  ///
  /// - Parameter key: The key that it is the value of.
  static func kind(of text: String, under key: String) -> String? {
    let bytes = Array(text.utf8)
    if text.contains("-----BEGIN ") && text.contains("PRIVATE KEY-----") { return "a private key" }
    if containsToken(bytes) { return "a JSON Web Token" }
    if let service = prefixes.first(where: { starts($0.prefix, $0.length, in: bytes) }) { return service.name }
    let words = bearerWords(text)
    if let credentials = words, isRandom(credentials) { return "a bearer token" }
    if SecretNames.isSecret(key), isRandom(bytes) { return "a secret under '\(key)'" }
    if let name = secretParameter(in: text) { return "a secret in the URL parameter '\(name)'" }
    return nil
  }

  /// Beginnings of the tokens of well-known services, with the least length of the whole.
  private static let prefixes: [(prefix: [UInt8], length: Int, name: String)] = [
    (Array("AKIA".utf8), 20, "an AWS access key"), (Array("ASIA".utf8), 20, "an AWS access key"),
    (Array("ghp_".utf8), 36, "a GitHub token"), (Array("github_pat_".utf8), 36, "a GitHub token"),
    (Array("glpat-".utf8), 20, "a GitLab token"), (Array("sk_live_".utf8), 24, "a Stripe key"),
    (Array("rk_live_".utf8), 24, "a Stripe key"), (Array("xoxb-".utf8), 20, "a Slack token"),
    (Array("xoxp-".utf8), 20, "a Slack token"), (Array("AIza".utf8), 39, "a Google API key"),
    (Array("SG.".utf8), 60, "a SendGrid key"),
  ]

  private static func starts(_ prefix: [UInt8], _ length: Int, in bytes: [UInt8]) -> Bool {
    bytes.count >= length && bytes.starts(with: prefix) && bytes.allSatisfy(isTokenByte)
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
    default: false
    }
  }

  /// Whether a text holds three base64url parts of which the first is a JSON object (RFC 7519): it starts with `eyJ`.
  private static func containsToken(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 30 else { return false }
    for index in 0..<(bytes.count - 2)
    where bytes[index] == 0x65 && bytes[index + 1] == 0x79 && bytes[index + 2] == 0x4A
      && (index == 0 || !isTokenByte(bytes[index - 1]))
    {
      let parts = bytes[index...].prefix(while: isTokenByte).split(
        separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      if parts.count == 3, parts[0].count >= 10, parts[1].count >= 10 { return true }
    }
    return false
  }

  private static func bearerWords(_ text: String) -> [UInt8]? {
    let words = text.split(separator: " ")
    guard words.count == 2, ["bearer", "basic", "token"].contains(words[0].lowercased()) else { return nil }
    return Array(words[1].utf8)
  }

  private static func secretParameter(in text: String) -> String? {
    guard let query = text.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return nil }
    for pair in text[text.index(after: query)...].split(whereSeparator: { $0 == "&" || $0 == "#" }) {
      let halves = pair.split(separator: "=", maxSplits: 1)
      guard halves.count == 2 else { continue }
      let name = String(halves[0])
      let isNamed = SecretNames.isSecret(name) || ["code", "signature", "sig"].contains(name.lowercased())
      if isNamed, isRandom(Array(halves[1].utf8)) { return name }
    }
    return nil
  }

  /// Whether a text is as random as a token: 16 bytes or more without a space, of two classes of characters or more, and
  /// 3.2 bits or more for each.
  static func isRandom(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 16, !bytes.contains(0x20) else { return false }
    let isDigit = bytes.contains { $0 &- 0x30 < 10 }
    let isLower = bytes.contains { $0 &- 0x61 < 26 }
    let isUpper = bytes.contains { $0 &- 0x41 < 26 }
    guard [isDigit, isLower, isUpper].count(where: \.self) >= 2 else { return false }
    return bitsPerByte(bytes) >= 3.2
  }

  /// Shannon entropy, by logarithms of counts from a table-free integer approximation that is the same everywhere.
  private static func bitsPerByte(_ bytes: [UInt8]) -> Double {
    var counts = [Int](repeating: 0, count: 256)
    for byte in bytes { counts[Int(byte)] += 1 }
    let total = Double(bytes.count)
    return counts.reduce(0) { sum, count in
      count == 0 ? sum : sum + Double(count) / total * (binaryLogarithm(total) - binaryLogarithm(Double(count)))
    }
  }

  /// log₂ by repeated squaring, to 2^-20; no C library is asked.
  private static func binaryLogarithm(_ value: Double) -> Double {
    var result = Double(value.exponent)
    var mantissa = value.significand
    var bit = 0.5
    for _ in 0..<20 {
      mantissa *= mantissa
      if mantissa >= 2 {
        mantissa /= 2
        result += bit
      }
      bit /= 2
    }
    return result
  }
}
