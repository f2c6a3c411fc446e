import Diagnostics
import JSONText

/// A persona's session: signs in on first use, refreshes before expiry and once after a 401.
///
/// However many requests need a fresh token at one time, one refresh is sent and all of them wait for it. A refresh
/// that the server refuses ends the session: every waiter, and every later request, gets the same error.
/// Every token is a registered secret before anything else sees it.
public actor SignInSession: HTTPTransport {
  private struct Credentials {
    var accessToken: String
    var refreshToken: String?
    /// On the session's clock; nil when the life is not known.
    var refreshAt: Duration?
  }

  private let transport: any HTTPTransport
  private let plan: SignInPlan
  private let audiences: [HTTPOrigin]
  private let now: @Sendable () -> Duration
  private var credentials: Credentials?
  private var terminalError: TransportError?
  private var renewal: Task<Result<String, TransportError>, Never>?

  /// Creates a session that has not signed in yet.
  ///
  /// - Parameters:
  ///   - plan: How to sign in and refresh.
  ///   - transport: Sends sign-in, refresh and the requests.
  ///   - now: Time on a clock that never goes back; the default also counts the machine's sleep.
  public init(_ plan: SignInPlan, transport: any HTTPTransport, now: (@Sendable () -> Duration)? = nil) {
    self.plan = plan
    self.transport = transport
    audiences = plan.audiences.isEmpty ? [HTTPOrigin(url: plan.signIn.url)].compactMap(\.self) : plan.audiences
    let start = ContinuousClock.now
    self.now = now ?? { start.duration(to: .now) }
    if let password = plan.password {
      SecretRegistry.shared.register(password, name: "\(plan.persona)'s password")
    }
  }

  /// Name of the persona.
  public nonisolated var persona: String { plan.persona }

  /// The access token that the next request would carry; nil before the sign-in and after a refused refresh.
  public var accessToken: String? { credentials?.accessToken }

  /// Signs in and keeps the credentials of the answer.
  ///
  /// - Returns: The exchange, for the recorder; its body holds secrets.
  @discardableResult
  public func signIn() async throws(TransportError) -> HTTPExchange {
    let exchange = try await transport.send(plan.signIn)
    try adopt(exchange)
    return exchange
  }

  /// Keeps the credentials of a sign-in answer that somebody else asked for.
  public func adopt(_ exchange: HTTPExchange) throws(TransportError) {
    guard (200..<300).contains(exchange.status) else { throw signInRefused(exchange) }
    credentials = try read(exchange, previous: nil)
    terminalError = nil
  }

  /// The request with a fresh access token as its `Authorization`; unchanged when its origin is not an audience.
  public func authorize(_ request: HTTPRequestSpec) async throws(TransportError) -> HTTPRequestSpec {
    guard isAudience(request) else { return request }
    return request.bearing(try await token(replacing: nil))
  }

  /// Sends a request with a fresh access token, and once more with a newer one when the answer is 401.
  public func send(_ request: HTTPRequestSpec) async throws(TransportError) -> HTTPExchange {
    guard isAudience(request) else { return try await transport.send(request) }
    let token = try await token(replacing: nil)
    let exchange = try await transport.send(request.bearing(token))
    guard exchange.status == 401 else { return exchange }
    let newer = try await self.token(replacing: token)
    return try await transport.send(request.bearing(newer))
  }

  private func isAudience(_ request: HTTPRequestSpec) -> Bool {
    HTTPOrigin(url: request.url).map(audiences.contains) ?? false
  }

  /// A token to use now.
  ///
  /// - Parameter stale: A token that the server has refused; one that came since is used as it is.
  private func token(replacing stale: String?) async throws(TransportError) -> String {
    if let terminalError { throw terminalError }
    if let renewal { return try await renewal.value.get() }
    if let credentials, credentials.accessToken != stale, stale != nil || !isDue(credentials) {
      return credentials.accessToken
    }
    // Not a child of the caller: its cancellation must not fail those who wait for the same token.
    let task = Task { await self.renew() }
    renewal = task
    return try await task.value.get()
  }

  private func isDue(_ credentials: Credentials) -> Bool {
    credentials.refreshAt.map { now() >= $0 } ?? false
  }

  private func renew() async -> Result<String, TransportError> {
    let result = await attemptRenewal()
    switch result {
    case .success(let fresh): credentials = fresh
    case .failure(let error) where error.endsSession:
      credentials = nil
      terminalError = error
    case .failure: break
    }
    renewal = nil
    return result.map(\.accessToken)
  }

  private func attemptRenewal() async -> Result<Credentials, TransportError> {
    do throws(TransportError) {
      guard let known = credentials, let refreshToken = known.refreshToken, let refresh = plan.refresh else {
        let exchange = try await transport.send(plan.signIn)
        guard (200..<300).contains(exchange.status) else { return .failure(signInRefused(exchange)) }
        return .success(try read(exchange, previous: nil))
      }
      let request = refresh(refreshToken)
      let exchange = try await transport.send(request)
      guard (200..<300).contains(exchange.status) else {
        let isRefused = !Self.isNotReady(exchange.status)
        return .failure(
          TransportError(
            isRefused ? .refreshRefused(status: exchange.status) : .serverNotReady(status: exchange.status),
            for: request.line))
      }
      return .success(try read(exchange, previous: known))
    } catch {
      return .failure(error)
    }
  }

  /// Reads the credentials of an answer, registered as secrets first.
  private func read(_ exchange: HTTPExchange, previous: Credentials?) throws(TransportError) -> Credentials {
    registerCookies(exchange)
    guard let document = try? JSONDocument(parsing: exchange.body) else {
      throw failure("the answer is not JSON")
    }
    func secret(_ pointer: JSONPointer, _ name: String) -> String? {
      guard let text = document.root.resolve(pointer)?.string, !text.isEmpty else { return nil }
      SecretRegistry.shared.register(text, name: "\(plan.persona)'s \(name)")
      return text
    }
    let refreshToken = plan.paths.refreshToken.flatMap { secret($0, "refresh token") }
    guard let accessToken = secret(plan.paths.accessToken, "access token") else {
      throw failure("the answer has no text at \(plan.paths.accessToken)")
    }
    guard accessToken.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw failure("the access token holds characters that a header cannot carry")
    }
    if let pointer = plan.paths.refreshToken, refreshToken == nil, previous == nil {
      throw failure("the answer has no text at \(pointer)")
    }
    return Credentials(
      accessToken: accessToken, refreshToken: refreshToken ?? previous?.refreshToken,
      refreshAt: try refreshTime(in: document))
  }

  private func refreshTime(in document: JSONDocument) throws(TransportError) -> Duration? {
    guard let pointer = plan.paths.expiresIn else { return nil }
    guard let life = document.root.resolve(pointer)?.number?.double, life.isFinite, life >= 0 else {
      throw failure("the answer has no number of seconds at \(pointer)")
    }
    let seconds = min(life, 1e9)
    return now() + .seconds(seconds - min(plan.margin, seconds / 4))
  }

  private func registerCookies(_ exchange: HTTPExchange) {
    for cookie in exchange.headers.all(named: "Set-Cookie") {
      let pair = cookie.prefix { $0 != ";" }
      guard let equals = pair.firstIndex(of: "=") else { continue }
      SecretRegistry.shared.register(
        String(pair[pair.index(after: equals)...]), name: "\(plan.persona)'s cookie")
    }
  }

  private func signInRefused(_ exchange: HTTPExchange) -> TransportError {
    Self.isNotReady(exchange.status)
      ? TransportError(.serverNotReady(status: exchange.status), for: plan.signIn.line)
      : failure("the server answered \(exchange.status)")
  }

  private static func isNotReady(_ status: Int) -> Bool { status >= 500 || status == 429 || status == 408 }

  private func failure(_ why: String) -> TransportError {
    TransportError(.signInFailed(why), for: plan.signIn.line)
  }
}

extension TransportError {
  /// Whether no later attempt with the same credentials can succeed.
  fileprivate var endsSession: Bool {
    switch reason {
    case .refreshRefused, .signInFailed, .refusedByPolicy: true
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
