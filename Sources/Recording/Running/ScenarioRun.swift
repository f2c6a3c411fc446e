internal import ContractModel
internal import Diagnostics
internal import JSONText
internal import Scenarios
internal import Transport
internal import Workspace

/// Runs scenarios against one server, step by step.
struct ScenarioRun: Sendable {
  /// Milliseconds between two writes: more than the time line of a document blurs, so that instants of two requests
  /// are apart in every run.
  private static let pause = 25

  let scenarios: [Scenario]
  let contract: Contract
  /// Variables of each persona, by name.
  let personas: [String: [String: String]]
  let access: EnvironmentAccess
  let transport: any HTTPTransport
  let report: @Sendable (RecordingEvent) -> Void
  var clock = TransportClock.system

  private var baseURL: String { access.baseURL }

  /// The exchanges in the order in which they ran.
  func run() async throws(RecordingError) -> [RecordedExchange] {
    var exchanges: [RecordedExchange] = []
    for scenario in scenarios {
      let variables = access.variables
      var context = ExpansionContext(variables: variables, environment: EnvironmentVariables.current)
      var personas = PersonaSessions(access: access, transport: transport)
      for step in scenario.steps {
        context.variables = variables.merging(step.persona.flatMap { self.personas[$0] } ?? [:]) { $1 }
        let rendered = try render(step, of: scenario, context)
        try checkRoute(step, rendered.request)
        let exchange = try await answer(step, rendered, personas.sender(of: step, rendered))
        AnswerSecrets.register(exchange, of: step, in: scenario)
        report(.stepAnswered(name: step.name, line: rendered.request.line.description, status: exchange.status))
        try check(exchange, of: step, in: scenario)
        if let objection = AnswerSoundness(contract: contract).objection(to: exchange, of: step) {
          throw .unusableAnswer(objection)
        }
        if let planning = planning(step, of: scenario) {
          try await open(planning, step, rendered, exchange, for: &personas)
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
      var rendered = try RequestRenderer(scenario).render(step, in: context)
      // What a step wants to see is not asked for again.
      if step.expectedStatuses.contains(429) || step.expectedStatuses.contains(503) {
        rendered.request.mayRepeat = false
      } else if planning(step, of: scenario)?.isRepeatable == true {
        rendered.request.mayRepeat = true
      }
      return rendered
    } catch {
      throw .findings([error.finding])
    }
  }

  /// Refuses to save the answer of one route as another's.
  private func checkRoute(_ step: ScenarioStep, _ request: HTTPRequestSpec) throws(RecordingError) {
    guard let record = step.record, let route = contract.route(id: record.routeID) else { return }
    let path = String(target(of: request.url).prefix { $0 != "?" && $0 != "#" })
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
    _ step: ScenarioStep, _ rendered: RequestRenderer.Rendered, _ sender: any HTTPTransport
  ) async throws(RecordingError) -> HTTPExchange {
    let exchange: HTTPExchange?
    do throws(TransportError) {
      if let link = rendered.link { try access.linkPolicy.check(link, for: rendered.request.line) }
      exchange = try await StepSender(step: step, clock: clock).send(rendered.request, over: sender)
    } catch {
      throw .transport(error, step: step.name, at: Place(span: step.span, route: step.record?.routeID))
    }
    if let exchange { return exchange }
    throw .findings([
      Finding(
        RecordingRules.notReady, .error, "step '\(step.name)' waited \(step.until?.seconds ?? 0) seconds in vain",
        help: "allow more time, or look at why the server does not come to it", at: Place(span: step.until?.span))
    ])
  }

  private func check(
    _ exchange: HTTPExchange, of step: ScenarioStep, in scenario: Scenario
  ) throws(RecordingError) {
    guard !step.expects(exchange.status) || exchange.status >= 500 else { return }
    let isFailure = exchange.status >= 500
    if step.signIn != nil, !isFailure {
      let error = TransportError(.signInFailed("the server answered \(exchange.status)"), for: exchange.request.line)
      var finding = error.finding
      finding.place = Place(span: step.span, route: step.record?.routeID)
      finding.notes += FindingNote.start(of: exchange.body)
      throw .unusableAnswer(finding)
    }
    throw .findings([
      Finding(
        isFailure ? RecordingRules.serverFailed : RecordingRules.unexpectedStatus, .error,
        "step '\(step.name)' was answered \(exchange.status)",
        help: isFailure
          ? "look at the server's log"
          : MissingCredentials(contract: contract).help(exchange, of: step, in: scenario)
            ?? "mend the request or the server, or write '# @expect \(exchange.status)'",
        at: Place(span: step.span, route: step.record?.routeID),
        notes: FindingNote.start(of: exchange.body))
    ])
  }

  private func planning(_ step: ScenarioStep, of scenario: Scenario) -> SignInPlanning? {
    SignInPlanning(step, of: scenario, access: access, personas: personas, isLoopbackOnly: true, clock: clock)
  }

  /// Opens the session of a sign-in that has been answered; its tokens are registered as secrets at once.
  private func open(
    _ planning: SignInPlanning, _ step: ScenarioStep, _ rendered: RequestRenderer.Rendered, _ exchange: HTTPExchange,
    for personas: inout PersonaSessions
  ) async throws(RecordingError) {
    do throws(TransportError) {
      try await personas.open(
        planning.plan(rendered.request), step: step, answer: exchange, csrfToken: rendered.csrfToken)
    } catch {
      throw .transport(error, step: step.name, at: Place(span: step.span, route: step.record?.routeID))
    }
  }

  /// The part of a URL behind the base URL; of one elsewhere, such as an upload's, its own path and query.
  private func target(of url: String) -> Substring {
    let rest = url.dropFirst(baseURL.count)
    if url.hasPrefix(baseURL), rest.isEmpty || "/?#".contains(rest[rest.startIndex]) { return rest }
    guard let scheme = url.firstRange(of: "://") else { return rest }
    return url[scheme.upperBound...].drop { !"/?#".contains($0) }
  }

  private func recorded(
    _ step: ScenarioStep, _ rendered: RequestRenderer.Rendered, _ exchange: HTTPExchange
  ) -> RecordedExchange {
    let target = target(of: rendered.request.url)
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
  private func sleep(_ milliseconds: Int) async { try? await clock.sleep(.milliseconds(milliseconds)) }
}
