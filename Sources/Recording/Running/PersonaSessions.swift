internal import Scenarios
internal import Transport

/// Who the steps of one scenario act as: each persona's cookies, and the sessions that sign-ins have opened.
struct PersonaSessions {
  let access: EnvironmentAccess
  let transport: any HTTPTransport
  private var jars: [String: CookieJar] = [:]
  /// Sessions by the step that opened them.
  private var sessions: [String: SignInSession] = [:]
  /// Personas whose last sign-in gave a cookie, with its session.
  private var cookieSessions: [String: SignInSession] = [:]

  init(access: EnvironmentAccess, transport: any HTTPTransport) {
    self.access = access
    self.transport = transport
  }

  /// What sends a step's request.
  ///
  /// A step that wants its 401 gets it: a session would renew itself and ask again.
  mutating func sender(of step: ScenarioStep, _ rendered: RequestRenderer.Rendered) -> any HTTPTransport {
    let wantsRefusal = step.expectedStatuses.contains(401)
    if !wantsRefusal, let session = rendered.authorizedBy.flatMap({ sessions[$0] }) { return session }
    guard let persona = step.persona else { return transport }
    let isOwn = ["Authorization", "Cookie"].contains { rendered.request.headers.first(named: $0) != nil }
    if !wantsRefusal, !isOwn, step.usesCookieJar, step.signIn == nil, let session = cookieSessions[persona] {
      return session
    }
    let base = access.transport(as: persona, over: transport) ?? transport
    return CookieTransport(base, jar: jar(of: persona), audiences: access.audiences)
  }

  /// Opens the session of a sign-in that has been answered.
  mutating func open(
    _ plan: SignInPlan, step: ScenarioStep, answer: HTTPExchange, csrfToken: String?
  ) async throws(TransportError) {
    let session = SignInSession(plan, transport: transport, cookies: jar(of: plan.persona), now: nil)
    try await session.adopt(answer, csrfToken: csrfToken)
    sessions[step.name] = session
    if case .cookie = plan.credential {
      cookieSessions[plan.persona] = session
    } else {
      cookieSessions[plan.persona] = nil
    }
  }

  private mutating func jar(of persona: String) -> CookieJar {
    if let jar = jars[persona] { return jar }
    let jar = CookieJar(owner: persona)
    jars[persona] = jar
    return jar
  }
}
