public import Diagnostics

/// How a persona signs in, and how the session that this opens is kept.
public struct SignInPlan: Sendable {
  /// Where the answers to sign-in and refresh hold the credentials.
  public struct AnswerPaths: Hashable, Sendable {
    /// Place of the access token, a string.
    public var accessToken: JSONPointer
    /// Place of the refresh token, a string; nil when there is none.
    public var refreshToken: JSONPointer?
    /// Place of the access token's life in seconds, a number; nil when it is not told.
    public var expiresIn: JSONPointer?

    /// Creates the places.
    public init(accessToken: JSONPointer, refreshToken: JSONPointer? = nil, expiresIn: JSONPointer? = nil) {
      self.accessToken = accessToken
      self.refreshToken = refreshToken
      self.expiresIn = expiresIn
    }
  }

  /// Name of the persona, as in `assay.json`.
  public var persona: String
  /// The sign-in request.
  public var signIn: HTTPRequestSpec
  /// Where its answer, and that of a refresh, hold the credentials.
  public var paths: AnswerPaths
  /// Makes the refresh request from the current refresh token; nil to sign in again instead.
  public var refresh: (@Sendable (_ refreshToken: String) -> HTTPRequestSpec)?
  /// The password or other secret that the sign-in sends; it is registered as a secret.
  public var password: String?
  /// The origins that get the token; empty for that of the sign-in alone.
  public var audiences: [HTTPOrigin]
  /// Seconds before its expiry at which a token is refreshed; at most a quarter of its life.
  public var margin: Double

  /// Creates a plan.
  public init(
    persona: String, signIn: HTTPRequestSpec, paths: AnswerPaths,
    refresh: (@Sendable (_ refreshToken: String) -> HTTPRequestSpec)? = nil, password: String? = nil,
    audiences: [HTTPOrigin] = [], margin: Double = 10
  ) {
    self.persona = persona
    self.signIn = signIn
    self.paths = paths
    self.refresh = refresh
    self.password = password
    self.audiences = audiences
    self.margin = margin
  }
}
