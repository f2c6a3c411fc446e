public import ContractModel
internal import Diagnostics
internal import JSONText
public import Transport
public import Verification

/// Asks an environment, by reads alone, for what was recorded, and compares.
///
/// Requests are sent one after the other, each distinct one once, in the manifest's order. No body is kept.
public struct DriftRun: Sendable {
  private let contract: Contract
  private let fixtures: FixtureSet
  private let target: DriftTarget
  private let live: LiveAnswers

  /// Creates a run.
  ///
  /// - Parameters:
  ///   - contract: The declared types.
  ///   - fixtures: The recorded answers.
  ///   - target: The environment.
  ///   - transport: What requests without a persona are sent over; hand in one whose policy allows reads alone.
  ///   - authorizer: Signs personas in.
  public init(
    contract: Contract, fixtures: FixtureSet, target: DriftTarget, transport: any HTTPTransport,
    authorizer: any PersonaAuthorizer = Anonymous()
  ) {
    self.contract = contract
    self.fixtures = fixtures
    self.target = target
    live = LiveAnswers(fixtures: fixtures, target: target, transport: transport, authorizer: authorizer)
  }

  /// Asks and compares.
  ///
  /// - Throws: ``DriftError`` when a policy refused a request or the task was cancelled; everything else is in the report.
  public func run() async throws(DriftError) -> DriftReport {
    let entries = fixtures.manifest.entries
    let reads = entries.filter { ($0.method == "GET" || $0.method == "HEAD") && (200..<300).contains($0.status) }
    var state = RunState(skippedCount: entries.count - reads.count)
    for entry in reads {
      switch try await live.answer(for: entry) {
      case .answered(let exchange): state.answers.append((entry, exchange))
      case .failed(let error): state.failures.append((entry, error))
      case .notAsked(let reason):
        state.notExercised.append(.init(route: entry.routeID, caseName: entry.caseName, reason: reason))
      }
    }
    return try await judge(state)
  }

  private struct RunState {
    var answers: [(entry: FixtureEntry, exchange: HTTPExchange)] = []
    var failures: [(entry: FixtureEntry, error: TransportError)] = []
    var notExercised: [DriftReport.NotExercised] = []
    var skippedCount: Int
  }

  private func judge(_ state: RunState) async throws(DriftError) -> DriftReport {
    var obstacles: [Finding] = []
    if let stop = await live.stop { obstacles.append(stop) }
    let answers = state.answers.filter { $0.exchange.status != 429 }
    let failedSignIns = await live.failedSignIns
    let told = Set(failedSignIns.map { LiveAnswers.reason(notSignedIn: $0.persona, target) })
    // Where personas cannot sign in and no route answers either, a lost base path is the one reason for both.
    if !failedSignIns.isEmpty, answers.allSatisfy({ $0.exchange.status == 404 }),
      let lost = try await BasePathProbe(target: target, live: live)
        .findingForRefusedSignIn(fixtures.manifest.entries, isNowhere: !answers.isEmpty)
    {
      return report(state, [], obstacles + [lost], told: told)
    }
    obstacles += Obstacles.signIns(failedSignIns, target)
    var comparable = answers
    if let common = Obstacles.common(
      answers, target, needsSignIn: { contract.route(id: $0)?.authentication == .bearer })
    {
      obstacles.append(common)
      comparable = []
    } else if answers.allSatisfy({ $0.exchange.status == 404 }), !answers.isEmpty, isBaseSuspect(answers) {
      obstacles.append(try await BasePathProbe(target: target, live: live).finding(answers.map(\.entry)))
      comparable = []
    } else if answers.isEmpty, obstacles.isEmpty {
      obstacles.append(
        state.failures.first.map { Obstacles.noAnswer($0.error, target) }
          ?? Obstacles.nothingToAsk(target, state.notExercised))
    } else {
      let refused = refusedPersonas(answers)
      obstacles += refused.map { persona, count in
        Obstacles.couldNotCheck(
          "all \(count) answers to '\(persona)' are 401: its credentials are not accepted at \(target.name)",
          help: "check the persona's credentials for \(target.name)")
      }
      comparable.removeAll { answer in refused.contains { $0.persona == answer.entry.persona } }
    }
    return report(state, comparable, obstacles, told: told)
  }

  private func report(
    _ state: RunState, _ comparable: [(entry: FixtureEntry, exchange: HTTPExchange)], _ obstacles: [Finding],
    told: Set<String>
  ) -> DriftReport {
    var collector = DriftCollector()
    let comparison = AnswerComparison(contract: contract, fixtures: fixtures, target: target)
    var compared: Set<String> = []
    for (entry, exchange) in comparable {
      // Several cases may be one request: it was sent once, and it is compared once.
      guard compared.insert("\(entry.routeID) \(exchange.url) \(entry.persona ?? "")").inserted else { continue }
      comparison.compare(exchange, entry, into: &collector)
    }
    // With nobody there, one obstacle says it all.
    if !comparable.isEmpty {
      for (entry, error) in state.failures { collector.report(comparison.noAnswer(entry, error)) }
    }
    if obstacles.isEmpty || !comparable.isEmpty {
      // What an obstacle says already is not said again for each route.
      for finding in notExercised(state.notExercised.filter { !told.contains($0.reason) }) { collector.report(finding) }
    }
    return DriftReport(
      outcome: obstacles.isEmpty ? .checked : .couldNotCheck, findings: collector.findings, obstacles: obstacles,
      exercisedRoutes: Set(comparable.map(\.entry.routeID)).sorted { $0.precedesByBytes($1) },
      exercisedCount: comparable.count, notExercised: state.notExercised, skippedCount: state.skippedCount)
  }

  /// One finding for each reason.
  private func notExercised(_ gaps: [DriftReport.NotExercised]) -> [Finding] {
    var findings: [Finding] = []
    var indices: [String: Int] = [:]
    for gap in gaps {
      let entry = fixtures.manifest.entry(route: gap.route, case: gap.caseName)
      let place = entry.map { fixtures.place(of: $0) } ?? Place(route: gap.route)
      if let index = indices[gap.reason] {
        findings[index].morePlaces.append(place)
        continue
      }
      indices[gap.reason] = findings.count
      findings.append(
        Finding(
          DriftRules.notExercised, .warning, "not asked at \(target.name): \(gap.reason)",
          help: gap.reason.contains("signed in")
            ? "give the persona credentials for \(target.name)"
            : "put the value under \"values\" of '\(target.name)' in assay.json, or record a GET answer that shows it",
          at: place))
    }
    return findings
  }

  /// One 404 of an API that answers in JSON is a missing route; several, or a page, are a lost base path.
  private func isBaseSuspect(_ answers: [(entry: FixtureEntry, exchange: HTTPExchange)]) -> Bool {
    Set(answers.map(\.entry.routeID)).count > 1 || answers.contains { AnswerMedia($0.exchange).isHTML }
  }

  private func refusedPersonas(
    _ answers: [(entry: FixtureEntry, exchange: HTTPExchange)]
  ) -> [(persona: String, count: Int)] {
    Set(answers.compactMap(\.entry.persona)).sorted { $0.precedesByBytes($1) }.compactMap { persona in
      let own = answers.filter { $0.entry.persona == persona }
      return own.count > 1 && own.allSatisfy { $0.exchange.status == 401 } ? (persona, own.count) : nil
    }
  }
}
