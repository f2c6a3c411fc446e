/// What secrets look like, whatever they are called.
public enum SecretLook {
  /// Beginnings of the tokens of well-known services, with the least length of the whole.
  private static let prefixes: [(prefix: [UInt8], length: Int, name: String)] = [
    ("AKIA", 20, "an AWS access key"), ("ASIA", 20, "an AWS access key"), ("ghp_", 36, "a GitHub token"),
    ("gho_", 36, "a GitHub token"), ("ghu_", 36, "a GitHub token"), ("ghs_", 36, "a GitHub token"),
    ("ghr_", 36, "a GitHub token"), ("github_pat_", 36, "a GitHub token"), ("glpat-", 20, "a GitLab token"),
    ("sk_live_", 24, "a Stripe key"), ("rk_live_", 24, "a Stripe key"), ("sk_test_", 24, "a Stripe key"),
    ("rk_test_", 24, "a Stripe key"), ("whsec_", 20, "a webhook's secret"), ("sk-", 32, "an API key"),
    ("xoxa-", 20, "a Slack token"), ("xoxb-", 20, "a Slack token"), ("xoxp-", 20, "a Slack token"),
    ("xoxr-", 20, "a Slack token"), ("xoxs-", 20, "a Slack token"), ("xapp-", 20, "a Slack token"),
    ("AIza", 39, "a Google API key"), ("ya29.", 30, "a Google token"), ("GOCSPX-", 30, "a Google client secret"),
    ("SG.", 60, "a SendGrid key"), ("npm_", 36, "an npm token"), ("pypi-", 40, "a PyPI token"),
    ("dop_v1_", 40, "a DigitalOcean token"), ("shpat_", 36, "a Shopify token"), ("hf_", 36, "a Hugging Face token"),
  ].map { (Array($0.0.utf8), $0.1, $0.2) }

  private static let shortestToken = prefixes.map(\.length).min() ?? 0

  /// What a token looks like: that of a well-known service, or a JSON Web Token; nil when it looks like neither.
  static func kind(ofToken bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.count >= shortestToken else { return nil }
    if isWebToken(bytes) { return "a JSON Web Token" }
    return prefixes.first { bytes.count >= $0.length && bytes.starts(with: $0.prefix) && isMixed(bytes) }?.name
  }

  /// `sk-` starts many a name, and no name has digits, or capitals, among its letters.
  private static func isMixed(_ bytes: ArraySlice<UInt8>) -> Bool { classes(bytes).count(where: \.self) >= 2 }

  /// Whether a byte is one that tokens consist of.
  static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
    default: false
    }
  }

  /// Three base64url parts of which the first is a JSON object (RFC 7519): it starts with `eyJ`.
  private static func isWebToken(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count >= 30, bytes.starts(with: "eyJ".utf8) else { return false }
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 3 && parts[0].count >= 10 && parts[1].count >= 10
  }

  private static func classes(_ bytes: some Collection<UInt8>) -> [Bool] {
    [
      bytes.contains { $0 &- 0x30 < 10 }, bytes.contains { $0 &- 0x61 < 26 }, bytes.contains { $0 &- 0x41 < 26 },
    ]
  }

  /// Whether a text is one word of six bytes or more that no sentence has: digits are in it, or it is as random as a
  /// token. Addresses and instants are none.
  public static func isOpaque(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= SecretRegistry.minimumLength, !bytes.contains(where: { $0 <= 0x20 || $0 == 0x40 }),
      bytes.contains(where: { $0 &- 0x30 < 10 }) || isRandom(bytes)
    else { return false }
    let isInstant =
      bytes.count >= 10 && bytes[4] == 0x2D && bytes[7] == 0x2D && bytes[..<4].allSatisfy { $0 &- 0x30 < 10 }
    return !isInstant && !String(decoding: bytes, as: UTF8.self).contains("://")
  }

  /// Whether a text is as random as a token: 16 bytes or more without a space, of two classes of characters or more, and
  /// 3.2 bits or more for each.
  public static func isRandom(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 16, !bytes.contains(0x20) else { return false }
    guard classes(bytes).count(where: \.self) >= 2 else { return false }
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
