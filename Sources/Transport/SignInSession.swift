internal import Diagnostics

/// A persona's session: signs in on first use, refreshes before expiry and once after a 401.
///
/// However many requests need fresh credentials at one time, one refresh is sent and all of them wait for it. A refresh
/// that the server refuses ends the session: every waiter, and every later request, gets the same error. A refresh whose
/// fate is unknown is not repeated, since a token used twice is a stolen one to servers that rotate them: the session
/// signs in anew. Every token is a registered secret before anything else sees it.
public actor SignInSession: HTTPTransport {
  private let transport: any HTTPTransport
  private let plan: SignInPlan
  private let reader: SignInAnswerReader
  private let cookies: CookieJar?
  private let audiences: [HTTPOrigin]
  private let now: @Sendable () -> Duration
  private var credentials: SessionCredentials?
  /// How many credentials there have been; a request that is refused with old ones takes the new ones.
  private var generation = 0
  private var terminalError: TransportError?
  private var renewal: Task<Result<SessionCredentials, TransportError>, Never>?

  /// Creates a session that has not signed in yet.
  ///
  /// - Parameters:
  ///   - plan: How to sign in and refresh.
  ///   - transport: Sends sign-in, refresh and the requests.
  ///   - cookies: The persona's cookies; nil for a session without any. A plan that signs in by cookie needs them.
  ///   - now: Time on a clock that never goes back; the default also counts the machine's sleep.
  public init(
    _ plan: SignInPlan, transport: any HTTPTransport, cookies: CookieJar? = nil,
    now: (@Sendable () -> Duration)? = nil
  ) {
    self.plan = plan
    let audiences =
      plan.audiences.isEmpty ? [HTTPOrigin(url: plan.signIn.url)].compactMap(\.self) : plan.audiences
    self.audiences = audiences
    let now = now ?? TransportClock.system.now
    self.now = now
    self.cookies = cookies
    self.transport = cookies.map { CookieTransport(transport, jar: $0, audiences: audiences) } ?? transport
    reader = SignInAnswerReader(plan: plan, cookies: cookies, now: now)
    if let password = plan.password {
      SecretRegistry.shared.register(password, name: "\(plan.persona)'s password")
    }
  }

  /// Name of the persona.
  public nonisolated var persona: String { plan.persona }

  /// The access token that the next request would carry; nil before the sign-in, after a refused refresh, and where
  /// cookies stand for one.
  public var accessToken: String? { credentials?.accessToken }

  /// Signs in and keeps the credentials of the answer.
  ///
  /// - Returns: The exchange, for the recorder; its body holds secrets.
  @discardableResult
  public func signIn() async throws(TransportError) -> HTTPExchange {
    let attempt = try await attempt()
    let exchange = try await transport.send(attempt.request)
    try adopt(exchange, csrfToken: attempt.csrfToken)
    return exchange
  }

  /// Keeps the credentials of a sign-in answer that somebody else asked for.
  ///
  /// - Parameter csrfToken: What an earlier answer held, where the plan says so.
  public func adopt(_ exchange: HTTPExchange, csrfToken: String? = nil) throws(TransportError) {
    keep(try reader.credentials(of: exchange, csrfToken: csrfToken))
    terminalError = nil
  }

  /// Sends a request with fresh credentials, and once more with newer ones when the answer is 401.
  public func send(_ request: HTTPRequestSpec) async throws(TransportError) -> HTTPExchange {
    guard isAudience(request) else { return try await transport.send(request) }
    let used = try await credentials(replacing: nil)
    let exchange = try await follow(authorized(request, used))
    learn(from: exchange)
    guard exchange.status == 401 else { return exchange }
    let newer = try await credentials(replacing: used.generation)
    let second = try await follow(authorized(request, newer))
    learn(from: second)
    return second
  }

  /// Sends a request and follows its redirects; to other origins the CSRF token does not go along.
  private func follow(_ request: HTTPRequestSpec) async throws(TransportError) -> HTTPExchange {
    guard let csrf = plan.csrf else { return try await transport.send(request) }
    let transport = transport
    return try await RedirectLoop(credentialHeaders: [csrf.header]).send(request) {
      hop async throws(TransportError) in try await transport.send(hop)
    }
  }

  private func isAudience(_ request: HTTPRequestSpec) -> Bool {
    HTTPOrigin(url: request.url).map(audiences.contains) ?? false
  }

  private func authorized(_ request: HTTPRequestSpec, _ credentials: SessionCredentials) -> HTTPRequestSpec {
    var request = request
    if let token = credentials.accessToken { request = request.bearing(token) }
    let isSafe = ["GET", "HEAD", "OPTIONS", "TRACE"].contains(request.method)
    if !isSafe, let csrf = plan.csrf, request.headers.first(named: csrf.header) == nil,
      let token = reader.csrfToken(for: request.url) ?? credentials.csrfToken
    {
      request.headers.append(HTTPHeader(csrf.header, token))
    }
    return request
  }

  /// A token against forged writes that the server has replaced.
  private func learn(from exchange: HTTPExchange) {
    guard case .header(let name) = plan.csrf?.source, let token = exchange.headers.first(named: name), !token.isEmpty
    else { return }
    SecretRegistry.shared.register(token, name: "\(plan.persona)'s CSRF token")
    credentials?.csrfToken = token
  }

  private func keep(_ fresh: SessionCredentials) {
    generation += 1
    credentials = fresh
    credentials?.generation = generation
  }

  /// Credentials to use now.
  ///
  /// - Parameter stale: The generation that the server has refused; one that came since is used as it is.
  private func credentials(replacing stale: Int?) async throws(TransportError) -> SessionCredentials {
    if let terminalError { throw terminalError }
    if let renewal { return try await renewal.value.get() }
    if let credentials, credentials.generation != stale, stale != nil || !isDue(credentials) { return credentials }
    // Not a child of the caller: its cancellation must not fail those who wait for the same credentials.
    let task = Task { await self.renew() }
    renewal = task
    return try await task.value.get()
  }

  private func isDue(_ credentials: SessionCredentials) -> Bool {
    if case .cookie(let name) = plan.credential { return cookies?.contains(name) != true }
    return credentials.refreshAt.map { now() >= $0 } ?? false
  }

  private func renew() async -> Result<SessionCredentials, TransportError> {
    defer { renewal = nil }
    switch await attemptRenewal() {
    case .success(let fresh):
      keep(fresh)
      return credentials.map { .success($0) } ?? .success(fresh)
    case .failure(let error):
      if error.endsSession {
        credentials = nil
        terminalError = error
      }
      return .failure(error)
    }
  }

  private func attemptRenewal() async -> Result<SessionCredentials, TransportError> {
    do throws(TransportError) {
      guard let known = credentials, let refreshToken = known.refreshToken, let refresh = plan.refresh else {
        let attempt = try await attempt()
        return .success(
          try reader.credentials(of: try await transport.send(attempt.request), csrfToken: attempt.csrfToken))
      }
      let request = refresh(refreshToken)
      return .success(try reader.credentials(of: try await exchange(spending: request), refreshing: known))
    } catch {
      return .failure(error)
    }
  }

  /// Sends a refresh; when nobody knows whether the server took the token, it is not used again.
  private func exchange(spending request: HTTPRequestSpec) async throws(TransportError) -> HTTPExchange {
    var request = request
    request.mayRepeat = false
    let exchange: HTTPExchange
    do throws(TransportError) {
      exchange = try await transport.send(request)
    } catch {
      if !error.isBeforeConnection { credentials?.refreshToken = nil }
      throw error
    }
    guard !(200..<300).contains(exchange.status) else { return exchange }
    throw TransportError(
      SignInAnswerReader.isNotReady(exchange.status)
        ? .serverNotReady(status: exchange.status) : .refreshRefused(status: exchange.status), for: request.line)
  }

  private func attempt() async throws(TransportError) -> SignInAttempt {
    guard let prepare = plan.prepare else { return SignInAttempt(plan.signIn) }
    return try await prepare(transport)
  }
}

extension TransportError {
  /// Whether no later attempt with the same credentials can succeed.
  fileprivate var endsSession: Bool {
    switch reason {
    case .refreshRefused, .signInFailed, .refusedByPolicy, .linkRefused: true
    default: false
    }
  }
}

extension HTTPRequestSpec {
  /// The request with a bearer token (RFC 6750) in place of any `Authorization` that it has.
  public func bearing(_ token: String) -> HTTPRequestSpec {
    var request = self
    request.headers.set("Authorization", to: "Bearer \(token)")
    return request
  }
}
