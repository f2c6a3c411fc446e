public import Diagnostics

/// How a persona signs in, and how the session that this opens is kept.
public struct SignInPlan: Sendable {
  /// Where the answers to sign-in and refresh hold a bearer token.
  public struct AnswerPaths: Hashable, Sendable {
    /// Place of the access token, a string.
    public var accessToken: JSONPointer
    /// Place of the refresh token, a string; nil when there is none.
    public var refreshToken: JSONPointer?
    /// Place of the access token's life in seconds, a number; nil when it is not told.
    public var expiresIn: JSONPointer?
    /// Whether the answer is one of OAuth 2.0 (RFC 6749 section 5.1): refresh token and life may be missing, and the
    /// token's type must be `bearer`.
    public var isOAuth: Bool

    /// Creates the places.
    public init(
      accessToken: JSONPointer, refreshToken: JSONPointer? = nil, expiresIn: JSONPointer? = nil, isOAuth: Bool = false
    ) {
      self.accessToken = accessToken
      self.refreshToken = refreshToken
      self.expiresIn = expiresIn
      self.isOAuth = isOAuth
    }
  }

  /// What the answer to the sign-in gives.
  public enum Credential: Hashable, Sendable {
    /// A bearer token in a JSON body.
    case bearer(AnswerPaths)
    /// A cookie with this name.
    case cookie(String)
  }

  /// Where the token comes from that proves a write to be the client's own, and the header that carries it.
  public struct CSRF: Hashable, Sendable {
    /// Where the token comes from.
    public enum Source: Hashable, Sendable {
      /// The cookie with this name, decoded.
      case cookie(String)
      /// This header of the sign-in's answer, and of any later one that has it.
      case header(String)
      /// This place of the sign-in's JSON answer.
      case body(JSONPointer)
      /// An earlier step's answer: ``SignInAttempt/csrfToken``.
      case attempt
    }
    /// Where the token comes from.
    public var source: Source
    /// Header field of requests other than GET, HEAD, OPTIONS and TRACE.
    public var header: String

    /// Creates a source.
    public init(_ source: Source, header: String = "X-CSRF-Token") {
      self.source = source
      self.header = header
    }
  }

  /// Name of the persona, as in `assay.json`.
  public var persona: String
  /// The sign-in request, or where it will be sent when an attempt is prepared anew.
  public var signIn: HTTPRequestSpec
  /// What its answer gives.
  public var credential: Credential
  /// How writes are proved to be the client's own; nil when they need not be.
  public var csrf: CSRF?
  /// Makes the request of each sign-in, with whatever must be asked first; nil to send ``signIn`` as it is.
  public var prepare: (@Sendable (any HTTPTransport) async throws(TransportError) -> SignInAttempt)?
  /// Makes the refresh request from the current refresh token; nil to sign in again instead.
  public var refresh: (@Sendable (_ refreshToken: String) -> HTTPRequestSpec)?
  /// The password or other secret that the sign-in sends; it is registered as a secret.
  public var password: String?
  /// The origins that get the credential; empty for that of the sign-in alone.
  public var audiences: [HTTPOrigin]
  /// Seconds before its expiry at which a token is refreshed; at most a quarter of its life.
  public var margin: Double

  /// Creates a plan.
  public init(
    persona: String, signIn: HTTPRequestSpec, credential: Credential, csrf: CSRF? = nil,
    refresh: (@Sendable (_ refreshToken: String) -> HTTPRequestSpec)? = nil, password: String? = nil,
    audiences: [HTTPOrigin] = [], margin: Double = 10
  ) {
    self.persona = persona
    self.signIn = signIn
    self.credential = credential
    self.csrf = csrf
    self.refresh = refresh
    self.password = password
    self.audiences = audiences
    self.margin = margin
  }
}

/// A sign-in that is about to be sent.
public struct SignInAttempt: Sendable {
  /// The request.
  public var request: HTTPRequestSpec
  /// The token against forged writes that an earlier answer held; nil when none did.
  public var csrfToken: String?

  /// Creates an attempt.
  public init(_ request: HTTPRequestSpec, csrfToken: String? = nil) {
    self.request = request
    self.csrfToken = csrfToken
  }
}
