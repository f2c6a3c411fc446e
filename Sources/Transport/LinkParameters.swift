internal import Diagnostics

/// The parameters of a link, those of its fragment included, and which of them are secrets.
public struct LinkParameters: Sendable {
  /// Names and values in order, decoded.
  public let items: [(name: String, value: String)]
  private let link: String
  /// Values as they are written.
  private let encoded: [String]

  /// Names that, beside those that say so themselves, hold what a person signs in or uploads with.
  private static let credentialNames: Set<String> = [
    "code", "t", "key", "ticket", "nonce", "sig", "hmac", "hash", "jwt", "otp", "pin", "link", "url", "challenge",
  ]

  /// Reads a link.
  public init(_ link: String) {
    self.link = link
    let pieces = link.drop { $0 != "?" && $0 != "#" }.split { "?&#;".contains($0) }
    let pairs = pieces.map { $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false) }
      .filter { $0.count == 2 }
    items = pairs.map { (PercentEncoding.decode($0[0]), PercentEncoding.decode($0[1])) }
    encoded = pairs.map { String($0[1]) }
  }

  /// The first value with a name; nil when there is none.
  public func value(_ name: String) -> String? { items.first { $0.name == name }?.value }

  /// Registers the whole link, and the parameters that are credentials by their name; of a link where no name says so,
  /// the longest one.
  public func register(name: String = "a sign-in link") {
    guard !link.isEmpty else { return }
    SecretRegistry.shared.register(link, name: name)
    var secret = items.indices.filter { Self.isCredential(items[$0].name) }
    if secret.isEmpty, let longest = items.indices.max(by: { encoded[$0].utf8.count < encoded[$1].utf8.count }) {
      secret = [longest]
    }
    // A token may stand in the path, where no name tells it.
    if let segment = link.prefix(while: { $0 != "?" && $0 != "#" }).split(separator: "/").dropFirst(2).last,
      segment.utf8.count >= 16, segment.utf8.contains(where: { $0 &- 0x30 < 10 })
    {
      SecretRegistry.shared.register(String(segment), name: "the path of \(name)")
    }
    for index in secret { register(index, "\(items[index].name) of \(name)") }
  }

  /// Registers the parameters whose names say that they are secrets, such as the signature of a pre-signed URL.
  func registerSecrets(name: String) {
    for index in items.indices where Self.isSecret(items[index].name) {
      register(index, "\(items[index].name) of \(name)", isGuess: true)
    }
  }

  /// Registers what a redirect hands over: an authorization code (RFC 6749 section 4.1.2), a ticket, anything random
  /// under the name of a credential. Elsewhere a `code` may be anything.
  func registerHandover(name: String) {
    for index in items.indices {
      let (parameter, value) = items[index]
      let isHandedOver =
        parameter.lowercased() == "code" || Self.isSecret(parameter)
        || Self.isCredential(parameter) && SecretLook.isRandom(Array(value.utf8))
      if isHandedOver { register(index, "\(parameter) of \(name)", isGuess: true) }
    }
  }

  /// A link as it may be kept: another text stands for each parameter whose name says that it is a secret, so that the
  /// rest still says where the link leads. Text that is no link stays as it is.
  public static func replacingSecrets(of text: String, with replacement: String) -> String {
    guard let start = text.firstIndex(where: { $0 == "?" || $0 == "#" }), !text.contains(" ") else { return text }
    var result = String(text[..<start])
    var pair = ""
    func kept() -> String {
      guard let equals = pair.firstIndex(of: "="), isSecret(PercentEncoding.decode(pair[..<equals])) else {
        return pair
      }
      return pair[...equals] + replacement
    }
    for character in text[start...] {
      if "?&#;".contains(character) {
        result += kept()
        result.append(character)
        pair = ""
      } else {
        pair.append(character)
      }
    }
    return result + kept()
  }

  private static func isSecret(_ name: String) -> Bool { SecretNames.isSecret(name) || name.lowercased() == "sig" }

  private func register(_ index: Int, _ name: String, isGuess: Bool = false) {
    SecretRegistry.shared.register(items[index].value, name: name, isGuess: isGuess)
    SecretRegistry.shared.register(encoded[index], name: name, isGuess: isGuess)
  }

  /// Whether a name is that of something to sign in with.
  public static func isCredential(_ name: String) -> Bool {
    SecretNames.isSecret(name) || credentialNames.contains(name.lowercased())
  }
}
