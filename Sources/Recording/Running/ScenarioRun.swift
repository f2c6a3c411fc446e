internal import ContractModel
internal import Diagnostics
internal import JSONText
public import Scenarios
public import Transport
internal import Workspace

/// Runs scenarios against one server, step by step.
struct ScenarioRun: Sendable {
  /// Milliseconds between two writes: more than the time line of a document blurs, so that instants of two requests
  /// are apart in every run.
  private static let pause = 25
  /// Milliseconds between two tries of a step with `# @until`.
  private static let untilPause = 100

  let scenarios: [Scenario]
  let contract: Contract
  /// Variables of each persona, by name.
  let personas: [String: [String: String]]
  let baseURL: String
  /// URLs of further servers, by the names of their variables.
  let serverURLs: [String: String]
  let audiences: [HTTPOrigin]
  let transport: any HTTPTransport
  let report: @Sendable (RecordingEvent) -> Void

  /// The exchanges in the order in which they ran.
  func run() async throws(RecordingError) -> [RecordedExchange] {
    var exchanges: [RecordedExchange] = []
    for scenario in scenarios {
      let variables = serverURLs.merging(["baseURL": baseURL]) { $1 }
      var context = ExpansionContext(variables: variables, environment: EnvironmentVariables.current)
      var sessions: [String: SignInSession] = [:]
      for step in scenario.steps {
        context.variables = variables.merging(step.persona.flatMap { personas[$0] } ?? [:]) { $1 }
        let rendered = try render(step, of: scenario, context)
        try checkRoute(step, rendered.request)
        let session = rendered.authorizedBy.flatMap { sessions[$0] }
        let exchange = try await answer(step, rendered.request, session)
        AnswerSecrets.register(exchange, step: step.name)
        report(.stepAnswered(name: step.name, line: rendered.request.line.description, status: exchange.status))
        try check(exchange, of: step)
        if let signIn = step.signIn {
          sessions[step.name] = try await open(signIn, step, rendered.request, exchange)
        }
        context.record(exchange, for: step.name)
        exchanges.append(recorded(step, rendered, exchange))
        if step.method != "GET", step.method != "HEAD" { await sleep(Self.pause) }
      }
    }
    return exchanges
  }

  private func render(
    _ step: ScenarioStep, of scenario: Scenario, _ context: ExpansionContext
  ) throws(RecordingError) -> RequestRenderer.Rendered {
    do throws(ScenarioError) {
      return try RequestRenderer(scenario).render(step, in: context)
    } catch {
      throw .findings([error.finding])
    }
  }

  /// Refuses to save the answer of one route as another's.
  private func checkRoute(_ step: ScenarioStep, _ request: HTTPRequestSpec) throws(RecordingError) {
    guard let record = step.record, let route = contract.route(id: record.routeID) else { return }
    let path = String(request.url.dropFirst(baseURL.utf8.count).prefix { $0 != "?" && $0 != "#" })
    guard route.method != step.method || route.path.match(path) == nil else { return }
    throw .findings([
      Finding(
        RecordingRules.otherRoute, .error,
        "step '\(step.name)' sends \(step.method) \(path), and '\(record.routeID)' is \(route.method) \(route.path.text)",
        help: "correct '# @record', or the request", at: Place(span: record.span, route: record.routeID),
        notes: [FindingNote("the route is declared here", at: Place(span: route.span))])
    ])
  }

  /// Sends a step's request, repeatedly where it waits for something.
  private func answer(
    _ step: ScenarioStep, _ request: HTTPRequestSpec, _ session: SignInSession?
  ) async throws(RecordingError) -> HTTPExchange {
    // A step that wants its 401 gets it: a session would refresh and ask again.
    let sender: any HTTPTransport = step.expectedStatuses.contains(401) ? transport : session ?? transport
    let deadline = ContinuousClock.now + .seconds(step.until?.seconds ?? 0)
    while true {
      let exchange: HTTPExchange
      do throws(TransportError) {
        exchange = try await sender.send(request)
      } catch {
        throw .transport(error, step: step.name)
      }
      guard let until = step.until, step.expects(exchange.status) else { return exchange }
      if let document = try? JSONDocument(parsing: exchange.body), until.isSatisfied(by: document) { return exchange }
      guard ContinuousClock.now < deadline else {
        throw .findings([
          Finding(
            RecordingRules.notReady, .error, "step '\(step.name)' waited \(until.seconds) seconds in vain",
            help: "allow more time, or look at why the server does not come to it", at: Place(span: until.span))
        ])
      }
      await sleep(Self.untilPause)
    }
  }

  private func check(_ exchange: HTTPExchange, of step: ScenarioStep) throws(RecordingError) {
    guard !step.expects(exchange.status) || exchange.status >= 500 else { return }
    let isFailure = exchange.status >= 500
    // Masked before it is cut: half a secret would not be known as one.
    let start = SecretRegistry.shared.mask(String(decoding: exchange.body, as: UTF8.self)).prefix(300)
    throw .findings([
      Finding(
        isFailure ? RecordingRules.serverFailed : RecordingRules.unexpectedStatus, .error,
        "step '\(step.name)' was answered \(exchange.status)",
        help: isFailure
          ? "look at the server's log" : "mend the request or the server, or write '# @expect \(exchange.status)'",
        at: Place(span: step.span, route: step.record?.routeID),
        notes: start.isEmpty ? [] : [FindingNote("the answer starts: \(start)")])
    ])
  }

  /// Opens the session of a sign-in that has been answered; its tokens are registered as secrets at once.
  private func open(
    _ directive: SignInDirective, _ step: ScenarioStep, _ request: HTTPRequestSpec, _ exchange: HTTPExchange
  ) async throws(RecordingError) -> SignInSession {
    let plan = SignInPlanning.plan(
      directive, persona: step.persona ?? step.name, request: request, baseURL: baseURL, audiences: audiences)
    let session = SignInSession(plan, transport: transport)
    do throws(TransportError) {
      try await session.adopt(exchange)
    } catch {
      throw .transport(error, step: step.name)
    }
    return session
  }

  private func recorded(
    _ step: ScenarioStep, _ rendered: RequestRenderer.Rendered, _ exchange: HTTPExchange
  ) -> RecordedExchange {
    let target = rendered.request.url.dropFirst(baseURL.utf8.count)
    let parts = target.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let items = parts.count > 1 ? parts[1].split(separator: "&") : []
    let query = items.map { item -> (name: String, value: String) in
      let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (PercentEncoding.decode(pair[0]), pair.count > 1 ? PercentEncoding.decode(pair[1]) : "")
    }
    return RecordedExchange(
      step: step.name, record: step.record.map { ($0.routeID, $0.caseName ?? step.name) }, persona: step.persona,
      span: step.span, method: step.method, path: String(parts.first ?? ""), query: query,
      requestBody: rendered.request.body, status: exchange.status, headers: exchange.headers, body: exchange.body,
      uses: rendered.uses.compactMap { use in
        use.pointer.map { RecordedExchange.Use(step: use.step, pointer: $0) }
      })
  }

  /// A cancelled recording does not wait: its next request fails as cancelled.
  private func sleep(_ milliseconds: Int) async { try? await Task.sleep(for: .milliseconds(milliseconds)) }
}

/// Makes the plan of a session out of a scenario's `# @sign-in`.
public enum SignInPlanning {
  /// The plan of a persona that signs in with a request.
  public static func plan(
    _ directive: SignInDirective, persona: String, request: HTTPRequestSpec, baseURL: String, audiences: [HTTPOrigin]
  ) -> SignInPlan {
    let refresh = directive.refresh.map { refresh in
      { @Sendable (token: String) -> HTTPRequestSpec in
        let escaped = JSONValue.string(token).canonicalText(indent: 0).dropFirst().dropLast()
        let body = refresh.body.replacing("{{refreshToken}}", with: String(decoding: escaped, as: UTF8.self))
        return HTTPRequestSpec(
          method: refresh.method, url: baseURL + refresh.path,
          headers: [HTTPHeader("Content-Type", "application/json")],
          body: Array(body.utf8), followRedirects: false, loopbackOnly: request.loopbackOnly)
      }
    }
    return SignInPlan(
      persona: persona, signIn: request,
      paths: SignInPlan.AnswerPaths(
        accessToken: directive.token.pointer, refreshToken: directive.refreshToken?.pointer,
        expiresIn: directive.expiresIn?.pointer), refresh: refresh, audiences: audiences)
  }
}
