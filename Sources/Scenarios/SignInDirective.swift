public import Diagnostics
internal import JSONText

/// `# @sign-in …`: the answer opens a session for the step's persona.
///
/// ```
/// # @sign-in token=$.accessToken refreshToken=$.refreshToken expiresIn=$.expiresIn refresh=POST /api/auth/refresh
/// # @sign-in oauth
/// # @sign-in cookie=session csrf=cookie:csrf csrfHeader=X-CSRF-Token
/// # @sign-in token=$.accessToken after=askForLink
/// ```
public struct SignInDirective: Hashable, Sendable {
  /// What the answer gives.
  public enum Credential: Hashable, Sendable {
    /// A bearer token at this place of the JSON body.
    case token(JSONPath)
    /// A cookie with this name.
    case cookie(String)
  }

  /// How a session is refreshed.
  public enum Refresh: Hashable, Sendable {
    /// A method, a path from `/` below the base URL, and a body, JSON or a form, with `{{refreshToken}}`.
    case request(method: String, path: String, body: String)
    /// `grant_type=refresh_token` at the sign-in's own URL, with its client's identity (RFC 6749 section 6).
    case oauth
  }

  /// Where the token comes from that proves a write to be the client's own.
  public struct CSRF: Hashable, Sendable {
    /// Where the token comes from.
    public enum Source: Hashable, Sendable {
      /// `cookie:NAME`.
      case cookie(String)
      /// `header:NAME`, of the sign-in's answer and later ones.
      case header(String)
      /// `$.path`, of the sign-in's answer.
      case body(JSONPath)
      /// `{{step.response.body.$.path}}`, of an earlier answer.
      case earlier(Template)
    }
    /// Where the token comes from.
    public let source: Source
    /// The header that carries it.
    public let header: String
  }

  /// The body of a refresh when the directive names none.
  public static let defaultRefreshBody = #"{"refreshToken":"{{refreshToken}}"}"#
  /// The header of a CSRF token when the directive names none.
  public static let defaultCSRFHeader = "X-CSRF-Token"

  /// What the answer gives.
  public let credential: Credential
  /// Place of the refresh token; nil when there is none.
  public let refreshToken: JSONPath?
  /// Place of the access token's life in seconds; nil when it is not told.
  public let expiresIn: JSONPath?
  /// Whether the answer is one of OAuth 2.0: refresh token and life may be missing.
  public let isOAuth: Bool
  /// How the session is refreshed; nil to sign in again.
  public let refresh: Refresh?
  /// Where writes get their CSRF token; nil where they need none.
  public let csrf: CSRF?
  /// Earlier steps that each sign-in needs though it captures nothing from them, such as the one that has a link mailed.
  public let after: [String]
  /// Where it is written.
  public let span: SourceSpan

  /// Place of the bearer token; nil where a cookie stands for it.
  public var token: JSONPath? {
    if case .token(let path) = credential { path } else { nil }
  }
}

/// `# @link {{mailbox.response.body.$.messages[0].link}}`: a sign-in link that the step uses.
///
/// It is held against the policy of sign-in links before the step is sent; `{{$link NAME}}` in the step is the decoded
/// value of its parameter NAME, `{{$link}}` the link itself.
public struct LinkDirective: Hashable, Sendable {
  /// The link.
  public let template: Template
  /// Where it is written.
  public let span: SourceSpan
}
