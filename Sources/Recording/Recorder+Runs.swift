internal import Diagnostics
internal import Scenarios
internal import Transport
internal import Workspace

/// One run: its servers, the guard, and the scenarios' steps.
extension Recorder {
  /// Runs scenarios on servers of their own.
  ///
  /// - Parameters:
  ///   - number: From 0; every run but the first is perturbed.
  ///   - resets: Whether servers that stay up are brought to a clean state first.
  func run(_ number: Int, of scenarios: [Scenario], resets: Bool) async throws(RecordingError) -> RecordedRun {
    let transport = ObservedTransport(try curl(), report: report)
    let servers = try await TestServers.start(plan, run: number, transport: transport.base)
    let outcome: Swift.Result<RecordedRun, RecordingError>
    do throws(RecordingError) {
      outcome = .success(try await run(scenarios, on: servers, transport, resets: resets))
    } catch {
      outcome = .failure(error)
    }
    var ends: [String] = []
    if outcome.isUnanswered {
      for server in servers.all { if let end = await server.end() { ends.append(end) } }
    }
    await servers.stop()
    let output = servers.all.map(\.output).filter { !$0.isEmpty }.joined(separator: "\n")
    do throws(RecordingError) {
      var run = try outcome.get()
      if let first = run.failures.firstIndex(where: \.isServersFault) {
        run.failures[first].tell(ends: ends, output: output)
      }
      return run
    } catch {
      guard case .transport(let failure, _, _) = error, !failure.isRefusal, !output.isEmpty || !ends.isEmpty else {
        throw error
      }
      throw .serverFailed(error, ends: ends, output: output)
    }
  }

  private func run(
    _ scenarios: [Scenario], on servers: TestServers, _ transport: ObservedTransport, resets: Bool
  ) async throws(RecordingError) -> RecordedRun {
    let recordingGuard = RecordingGuard(
      settings: plan.environment.guardSettings, server: servers.recorded, nonce: servers.start.nonce)
    try await recordingGuard.check(
      baseURL: servers.baseURL, transport: TimedTransport(transport, seconds: plan.environment.timeout))
    for server in servers.all { try RecordingGuard.checkOwner(of: server, isOnlyProof: false) }
    report(.guardPassed(baseURL: servers.baseURL))
    var access = try attempt { () throws(WorkspaceError) in
      try EnvironmentAccess(
        plan.environment, of: plan.configuration, baseURL: servers.baseURL, ports: servers.start.ports)
    }
    access.serverURLs = servers.variables
    let serverOrigins = servers.all.compactMap { HTTPOrigin(url: $0.url) }
    let allowed = TimedTransport(
      access.transport(over: transport) { policy in
        policy.loopbackOnly = true
        policy.allowedOrigins += serverOrigins
      }, seconds: plan.environment.timeout)
    // Only what the guard has let pass is emptied.
    if resets { try await servers.reset(over: allowed) }
    let scenarioRun = ScenarioRun(
      scenarios: scenarios, contract: plan.contract, personas: try personaVariables(), access: access,
      transport: allowed, report: report)
    let start = Self.milliseconds()
    let outcome = try await scenarioRun.run()
    return RecordedRun(
      exchanges: outcome.exchanges, failures: outcome.failures, isCutShort: outcome.isOver,
      window: start...max(start, Self.milliseconds()),
      knownTexts: servers.knownTexts, sharesState: servers.all.contains(where: \.sharesState))
  }

  private func curl() throws(RecordingError) -> CurlTransport {
    var options = CurlTransport.Options()
    options.certificateAuthorityFile = try attempt { () throws(WorkspaceError) in
      try plan.configuration.authorityFile(for: plan.environment)
    }
    return CurlTransport(options: options)
  }

  private func personaVariables() throws(RecordingError) -> [String: [String: String]] {
    try attempt { () throws(WorkspaceError) in
      var variables: [String: [String: String]] = [:]
      for persona in plan.configuration.personas { variables[persona.name] = try persona.values() }
      return variables
    }
  }

  /// Milliseconds since 1970: the window in which a run's instants lie; it never reaches an output.
  private static func milliseconds() -> Int { Int(WallClock.system.now() * 1000) }
}

extension Swift.Result<RecordedRun, RecordingError> {
  /// Whether a request got no answer, so that its server may have ended.
  fileprivate var isUnanswered: Bool {
    switch self {
    case .success(let run): run.failures.contains(where: \.isUnanswered)
    case .failure(.transport(let error, _, _)): !error.isRefusal
    case .failure: false
    }
  }
}
