internal import ContractModel
internal import Diagnostics
internal import JSONText
internal import Scenarios
internal import Transport
internal import Verification
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

  /// Runs every step that can run: one that fails keeps only those from running that need its answer.
  ///
  /// - Throws: What ends the run: a refusal, a variable that is not set.
  func run() async throws(RecordingError) -> ScenarioOutcome {
    var outcome = ScenarioOutcome(stepCount: scenarios.reduce(0) { $0 + $1.steps.count })
    for scenario in scenarios {
      var stage = Stage(
        context: ExpansionContext(variables: [:], environment: EnvironmentVariables.current),
        sessions: PersonaSessions(access: access, transport: transport))
      outcome.begin()
      for step in scenario.steps where outcome.begin(step, of: scenario) {
        do throws(RecordingError) {
          outcome.end(try await exchange(step, of: scenario, &stage))
        } catch {
          guard let failure = StepFailure(error, of: step, at: access.audiences.first) else { throw error }
          outcome.end(step, of: scenario, with: failure, isAnswered: stage.context.hasAnswer(of: step.name))
        }
        if outcome.isOver { return outcome }
        if step.method != "GET", step.method != "HEAD" { await sleep(Self.pause) }
      }
    }
    return outcome
  }

  /// What the steps of one scenario hand on to later ones.
  private struct Stage {
    var context: ExpansionContext
    var sessions: PersonaSessions
  }

  private func exchange(
    _ step: ScenarioStep, of scenario: Scenario, _ stage: inout Stage
  ) async throws(RecordingError) -> RecordedExchange {
    stage.context.variables = access.variables.merging(step.persona.flatMap { personas[$0] } ?? [:]) { $1 }
    let rendered = try render(step, of: scenario, stage.context)
    try checkRoute(step, rendered.request)
    let exchange = try await answer(step, rendered, stage.sessions.sender(of: step, rendered))
    AnswerSecrets.register(exchange, of: step, in: scenario)
    report(.stepAnswered(name: step.name, line: rendered.request.line.description, status: exchange.status))
    let planning = planning(step, of: scenario)
    // A success other than the expected one still has what later steps take from it.
    if planning == nil, (200..<400).contains(exchange.status) { stage.context.record(exchange, for: step.name) }
    try check(exchange, of: step, in: scenario)
    if let objection = AnswerSoundness(contract: contract).objection(to: exchange, of: step) {
      throw .unusableAnswer(objection)
    }
    if let planning { try await open(planning, step, rendered, exchange, for: &stage.sessions) }
    stage.context.record(exchange, for: step.name)
    return recorded(step, rendered, exchange)
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
    // What is no URL is refused when it is sent.
    guard let path = ParsedURL(request.url).map(access.baseURL.path(of:)) else { return }
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
        RecordingRules.notReady, .error, "step '\(step.name)' waited \((step.until?.seconds ?? 0).inSeconds) in vain",
        help: "allow more time, or look at why the server does not come to it", at: Place(span: step.until?.span))
    ])
  }

  private func check(
    _ exchange: HTTPExchange, of step: ScenarioStep, in scenario: Scenario
  ) throws(RecordingError) {
    guard !step.expects(exchange.status) || exchange.status >= 500 else { return }
    let place = Place(span: step.span, route: step.record?.routeID)
    let notes = FindingNote.start(of: exchange.body)
    let fact = "step '\(step.name)' was answered \(exchange.status)"
    if exchange.status >= 500 {
      throw .unusableAnswer(
        Finding(RecordingRules.serverFailed, .error, fact, help: "look at the server's log", at: place, notes: notes))
    }
    if step.signIn != nil {
      let error = TransportError(.signInFailed("the server answered \(exchange.status)"), for: exchange.request.line)
      var finding = error.finding
      finding.place = place
      finding.notes += notes
      throw .unusableAnswer(finding)
    }
    // A persona that has a credential of its own was refused with it.
    let isWithout = step.persona.flatMap { access.credentials[$0] } == nil
    let missing = isWithout ? MissingCredentials(contract: contract).help(exchange, of: step, in: scenario) : nil
    throw .findings([
      Finding(
        RecordingRules.unexpectedStatus, .error, fact + Self.expectation(of: step),
        help: missing
          ?? "mend the request or the server, or write '# @expect \(exchange.status)'", at: place, notes: notes)
    ])
  }

  private static func expectation(of step: ScenarioStep) -> String {
    let statuses = step.expectedStatuses.map(String.init)
    return statuses.isEmpty ? "" : ", and the scenario expects \(statuses.joined(separator: " or "))"
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

  private func recorded(
    _ step: ScenarioStep, _ rendered: RequestRenderer.Rendered, _ exchange: HTTPExchange
  ) -> RecordedExchange {
    let url = ParsedURL(rendered.request.url)
    let query = FormFields(url?.query ?? "").fields.map { (name: $0.name, value: $0.value) }
    return RecordedExchange(
      step: step.name, record: step.record.map { ($0.routeID, $0.caseName ?? step.name) }, persona: step.persona,
      span: step.span, method: step.method, path: url.map(access.baseURL.path(of:)) ?? "", query: query,
      request: KeptRequest(
        rendered.request.body, contentType: rendered.request.headers.first(named: "Content-Type")),
      status: exchange.status, headers: exchange.headers, body: exchange.body,
      uses: rendered.uses.compactMap { use in
        use.pointer.map { RecordedExchange.Use(step: use.step, pointer: $0) }
      })
  }

  /// A cancelled recording does not wait: its next request fails as cancelled.
  private func sleep(_ milliseconds: Int) async { try? await clock.sleep(.milliseconds(milliseconds)) }
}
