internal import Diagnostics
internal import JSONText

/// What a session goes on with.
struct SessionCredentials: Sendable {
  /// Set by the session that keeps them.
  var generation = 0
  /// Nil where a cookie stands for it.
  var accessToken: String?
  var refreshToken: String?
  /// On the session's clock; nil when the life is not known.
  var refreshAt: Duration?
  var csrfToken: String?
}

/// Reads credentials off the answers to sign-in and refresh; each is registered as a secret first.
struct SignInAnswerReader: Sendable {
  let plan: SignInPlan
  let cookies: CookieJar?
  let now: @Sendable () -> Duration

  /// Whether a status says that the server is not ready, rather than that it refuses.
  static func isNotReady(_ status: Int) -> Bool { status >= 500 || status == 429 || status == 408 }

  /// The credentials of an answer.
  ///
  /// - Parameters:
  ///   - csrfToken: What an earlier answer held.
  ///   - known: The credentials that were refreshed; nil after a sign-in.
  func credentials(
    of exchange: HTTPExchange, csrfToken: String? = nil, refreshing known: SessionCredentials? = nil
  ) throws(TransportError) -> SessionCredentials {
    registerCookies(exchange)
    var isDone = (200..<300).contains(exchange.status)
    // A form answers with the page to go to next.
    if case .cookie = plan.credential { isDone = (200..<400).contains(exchange.status) }
    guard isDone else { throw refusal(exchange) }
    var credentials: SessionCredentials
    switch plan.credential {
    case .cookie(let name):
      guard cookies?.contains(name) == true else { throw failure("no answer set the cookie '\(name)'") }
      credentials = SessionCredentials()
    case .bearer(let paths): credentials = try bearer(paths, exchange, known)
    }
    credentials.csrfToken = try csrf(exchange, csrfToken) ?? known?.csrfToken
    return credentials
  }

  /// The token against forged writes as it stands in a cookie; nil where it comes from elsewhere.
  func csrfToken(for url: String) -> String? {
    guard case .cookie(let name) = plan.csrf?.source else { return nil }
    return cookies?.value(name, for: url).map { PercentEncoding.decode($0) }
  }

  private func bearer(
    _ paths: SignInPlan.AnswerPaths, _ exchange: HTTPExchange, _ known: SessionCredentials?
  ) throws(TransportError) -> SessionCredentials {
    guard let document = try? JSONDocument(parsing: exchange.body) else { throw failure("the answer is not JSON") }
    let refreshToken = paths.refreshToken.flatMap { secret($0, "refresh token", in: document) }
    guard let accessToken = secret(paths.accessToken, "access token", in: document) else {
      throw failure(
        "the answer has no text at \(paths.accessToken)" + AnswerMembers.listed(document, besides: paths.accessToken))
    }
    guard accessToken.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw failure("the access token holds characters that a header cannot carry")
    }
    if paths.isOAuth, let type = document.root["token_type"]?.string, !type.equalsIgnoringASCIICase("bearer") {
      throw failure("the answer's token_type is '\(SecretRegistry.shared.excerpt(type, characters: 20))', not bearer")
    }
    if let pointer = paths.refreshToken, refreshToken == nil, known == nil, !paths.isOAuth {
      throw failure("the answer has no text at \(pointer)" + AnswerMembers.listed(document, besides: pointer))
    }
    return SessionCredentials(
      accessToken: accessToken, refreshToken: refreshToken ?? known?.refreshToken,
      refreshAt: try refreshTime(paths, in: document))
  }

  private func secret(_ pointer: JSONPointer, _ name: String, in document: JSONDocument) -> String? {
    guard let text = document.root.resolve(pointer)?.string, !text.isEmpty else { return nil }
    SecretRegistry.shared.register(text, name: "\(plan.persona)'s \(name)")
    return text
  }

  private func refreshTime(_ paths: SignInPlan.AnswerPaths, in document: JSONDocument) throws(TransportError)
    -> Duration?
  {
    guard let pointer = paths.expiresIn else { return nil }
    let node = document.root.resolve(pointer)
    if paths.isOAuth, node == nil { return nil }
    guard let life = node?.number?.double, life.isFinite, life >= 0 else {
      throw failure(
        "the answer has no number of seconds at \(pointer)" + AnswerMembers.listed(document, besides: pointer))
    }
    let seconds = min(life, 1e9)
    return now() + .seconds(seconds - min(plan.margin, seconds / 4))
  }

  private func csrf(_ exchange: HTTPExchange, _ attempted: String?) throws(TransportError) -> String? {
    let token: String?
    switch plan.csrf?.source {
    case nil: return nil
    case .cookie(let name):
      guard cookies?.contains(name) == true else { throw failure("no answer set the cookie '\(name)'") }
      return nil
    case .header(let name): token = exchange.headers.first(named: name)
    case .body(let pointer): token = (try? JSONDocument(parsing: exchange.body))?.root.resolve(pointer)?.string
    case .attempt: token = attempted
    }
    guard let token, !token.isEmpty, token.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw failure("the answer has no CSRF token that a header can carry")
    }
    SecretRegistry.shared.register(token, name: "\(plan.persona)'s CSRF token")
    return token
  }

  private func registerCookies(_ exchange: HTTPExchange) {
    for cookie in exchange.setCookies { SecretRegistry.shared.register(cookie.value, name: "\(plan.persona)'s cookie") }
  }

  /// Why the server did not sign in, with its own word for it where it gives one.
  private func refusal(_ exchange: HTTPExchange) -> TransportError {
    if Self.isNotReady(exchange.status) {
      return TransportError(.serverNotReady(status: exchange.status), for: plan.signIn.line)
    }
    return failure("the server answered \(exchange.status)" + (Self.errorCode(exchange).map { " (\($0))" } ?? ""))
  }

  /// `error` of OAuth 2.0 (RFC 6749 section 5.2), or `error.code`; nil for anything that is not one plain word.
  static func errorCode(_ exchange: HTTPExchange) -> String? {
    guard let error = (try? JSONDocument(parsing: exchange.body))?.root["error"],
      let code = error.string ?? error["code"]?.string, (1...40).contains(code.utf8.count),
      code.utf8.allSatisfy({ $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 || "_-.".utf8.contains($0) })
    else { return nil }
    return code
  }

  private func failure(_ why: String) -> TransportError {
    TransportError(.signInFailed(why), for: plan.signIn.line)
  }
}

extension HTTPExchange {
  /// The cookies that the answer, and each redirect before it, sets: name and value as they are written.
  public var setCookies: [(name: String, value: String)] {
    (hops.flatMap(\.headers) + headers).filter { $0.isNamed("Set-Cookie") }.compactMap { field in
      let pair = field.value.prefix { $0 != ";" }
      guard let equals = pair.firstIndex(of: "=") else { return nil }
      return (String(pair[..<equals]), String(pair[pair.index(after: equals)...]))
    }
  }
}
