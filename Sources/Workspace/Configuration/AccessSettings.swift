internal import Diagnostics

/// How an environment is asked: what each request carries, how fast requests follow each other, and who its personas are.
public struct AccessSettings: Hashable, Sendable {
  /// A header that proves which app asks.
  public struct AppKey: Hashable, Sendable {
    /// Name of the header.
    public var header: String
    /// The key, as `$NAME`.
    public var value: SettingText
  }

  /// What a persona's requests carry without a sign-in.
  public enum Credential: Hashable, Sendable {
    /// A bearer token.
    case bearer(token: SettingText)
    /// A key in a header.
    case apiKey(header: String, value: SettingText)
    /// User name and password.
    case basic(user: SettingText, password: SettingText)
    /// A signature of each request.
    case hmac(Signature)

    /// The settings that it is made of.
    public var settings: [SettingText] {
      switch self {
      case .bearer(let token): [token]
      case .apiKey(_, let value): [value]
      case .basic(let user, let password): [user, password]
      case .hmac(let signature): [signature.keyID, signature.key]
      }
    }
  }

  /// How requests are signed; what is nil is as the transport has it.
  public struct Signature: Hashable, Sendable {
    /// What names the key to the server.
    public var keyID: SettingText
    /// The key, as `$NAME`.
    public var key: SettingText
    /// The text that is signed, with placeholders in braces.
    public var canonical: String?
    /// Header of the signature.
    public var header: String?
    /// Value of that header, with placeholders in braces.
    public var value: String?
    /// Header of the time; empty for none.
    public var timestampHeader: String?
    /// `seconds` or `milliseconds`.
    public var timestamp: String?
    /// `system` or `server`.
    public var clock: String?
  }

  /// Further origins that may be asked, and get no credentials.
  public var origins: [SettingText] = []
  /// Header fields of every request, by name.
  public var headers: [String: SettingText] = [:]
  /// The app's key; without its variable no write is sent.
  public var appKey: AppKey?
  /// Writes that a sign-in needs before its own request, each `METHOD /path`.
  public var credentialExchanges: [String] = []
  /// Most requests of one second; nil for no limit.
  public var requestsPerSecond: Double?
  /// Personas that need no sign-in, by name.
  public var credentials: [String: Credential] = [:]

  /// Nothing set.
  public init() {}

  /// Settings that must have a value before anything is asked, in a fixed order.
  public var neededSettings: [SettingText] {
    func sorted<Value>(_ map: [String: Value]) -> [Value] {
      map.sorted { $0.key.precedesByBytes($1.key) }.map(\.value)
    }
    return origins + sorted(headers) + sorted(credentials).flatMap(\.settings)
  }
}
