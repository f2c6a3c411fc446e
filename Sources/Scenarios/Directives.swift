public import Diagnostics
public import JSONText

/// `# @record ROUTE [CASE]`.
public struct RecordDirective: Hashable, Sendable {
  /// Route id, such as `guilds.show`.
  public let routeID: String
  /// Case name; nil for the step's name.
  public let caseName: String?
  /// Where it is written.
  public let span: SourceSpan
}

/// `# @until $.status == "ready" within 30s`.
public struct UntilDirective: Hashable, Sendable {
  /// Place in the answer's body.
  public let path: JSONPath
  /// Whether the value there must be equal (`==`) or different (`!=`).
  public let isEqual: Bool
  /// The value: a string, number, boolean or null.
  public let value: JSONValue
  /// Seconds until the wait is given up.
  public let seconds: Double
  /// Where it is written.
  public let span: SourceSpan

  /// Whether an answer ends the wait; an answer without a value at the path does not.
  public func isSatisfied(by document: JSONDocument) -> Bool {
    guard let node = path.resolve(in: document.root) else { return false }
    return (node.value == value) == isEqual
  }
}

/// `# @sign-in token=$.accessToken refreshToken=$.refreshToken expiresIn=$.expiresIn refresh=POST /api/auth/refresh`.
///
/// `token` is required. `refresh` is a method and a path below the base URL; without it the sign-in is repeated when
/// the token is due. `refreshBody` is the rest of the line, JSON in which `{{refreshToken}}` stands for the token.
public struct SignInDirective: Hashable, Sendable {
  /// Method and path of the refresh.
  public struct Refresh: Hashable, Sendable {
    /// Method, such as `POST`.
    public let method: String
    /// Path, from `/`, below the base URL.
    public let path: String
    /// JSON text with `{{refreshToken}}`.
    public let body: String
  }

  /// The body of a refresh when the directive names none.
  public static let defaultRefreshBody = #"{"refreshToken":"{{refreshToken}}"}"#

  /// Place of the access token in the answer.
  public let token: JSONPath
  /// Place of the refresh token; nil when there is none.
  public let refreshToken: JSONPath?
  /// Place of the access token's life in seconds; nil when it is not told.
  public let expiresIn: JSONPath?
  /// How the session is refreshed; nil to sign in again.
  public let refresh: Refresh?
  /// Where it is written.
  public let span: SourceSpan
}
