/// A place in a document, and what its names say of the values there: `accessToken`, and what stands in
/// `{"tokens": {"primary": …}}`. The elements of a list stand at the place of the list.
public struct SecretPlace: Sendable {
  private enum Name {
    case plain
    /// Says that its value is a secret.
    case secret
    /// Says that its value is a link by which one signs in.
    case link
    /// Says something about its neighbours.
    case description
  }

  private enum Holder: Int {
    case none
    /// Holds credentials and much else.
    case session
    /// Holds secrets, and what describes them.
    case secrets
  }

  private var name = Name.plain
  private var holder = Holder.none
  private var isFault = false
  private var hasNumbers = false

  /// The root of a document.
  public init() {}

  /// The place that names lead to, outer ones first; list indices are none.
  public init(names: some Sequence<String>) { self = names.reduce(SecretPlace()) { $0.member($1) } }

  /// The place of a member of the object that stands here.
  public func member(_ key: String) -> SecretPlace {
    var place = self
    if name == .secret { place.holder = .secrets }
    let isSecret = SecretNames.isSecret(key)
    place.name =
      isSecret ? .secret : SecretNames.isLink(key) ? .link : SecretNames.isDescription(key) ? .description : .plain
    if !isSecret, place.holder == .none, SecretNames.isSession(key) { place.holder = .session }
    place.isFault = isFault || SecretNames.isFaultHolder(key)
    place.hasNumbers = isSecret && SecretNames.isSecretNumber(key)
    return place
  }

  /// Whether a text here is a secret, however short.
  public func hides(_ text: String) -> Bool {
    guard !text.isEmpty else { return false }
    // What is wrong with a password is said of other fields too.
    if isFault { return name == .secret && SecretLook.isOpaque(Array(text.utf8)) }
    switch (name, holder) {
    case (.secret, _): return true
    case (.link, _): return !Self.randomParts(of: text).isEmpty
    case (.plain, .secrets): return SecretLook.isOpaque(Array(text.utf8))
    case (.plain, .session): return SecretLook.isRandom(Array(text.utf8))
    default: return false
    }
  }

  /// The secrets that a text here is, or holds: of a link itself, and what is random in it.
  public func secrets(of text: String) -> [String] {
    guard hides(text) else { return [] }
    if case .link = name { return [text] + Self.randomParts(of: text) }
    return [text]
  }

  private static func randomParts(of link: String) -> [String] {
    guard let start = link.firstRange(of: "://")?.upperBound else { return [] }
    return link[start...].split { "/?&#=".contains($0) }.dropFirst().map(String.init)
      .filter { SecretLook.isRandom(Array($0.utf8)) }
  }

  /// Whether a number here is a secret.
  public var hidesNumbers: Bool { hasNumbers && !isFault }

  /// Whether a key of the object that stands here is a secret itself: `{"tokens": {"c29tZX…": …}}`.
  public func hidesKey(_ key: String) -> Bool {
    name == .secret && !isFault && SecretLook.isRandom(Array(key.utf8))
  }
}
