internal import Diagnostics
internal import Scenarios
internal import Transport
internal import Workspace

/// One run: a server, the guard, and the scenarios' steps.
extension Recorder {
  /// Runs scenarios on a server of their own.
  ///
  /// - Parameter number: From 0; every run but the first is perturbed.
  func run(_ number: Int, of scenarios: [Scenario]) async throws(RecordingError) -> RecordedRun {
    let transport = CurlTransport()
    let server = try await self.server(number, transport)
    let outcome: Swift.Result<RecordedRun, RecordingError>
    do throws(RecordingError) {
      outcome = .success(try await run(scenarios, on: server, transport))
    } catch {
      outcome = .failure(error)
    }
    await server.stop()
    return try outcome.get()
  }

  private func server(_ number: Int, _ transport: any HTTPTransport) async throws(RecordingError) -> ServerUnderTest {
    let baseURL = plan.environment.baseURL
    let usesPort = baseURL.text.contains("{port}")
    // A port of our own choosing stands for `{port}`: only the host is judged here.
    let url = try attempt { () throws(WorkspaceError) in try baseURL.value(port: usesPort ? 1 : nil) }
    try RecordingGuard.checkBaseURL(url, setting: baseURL.text, environment: plan.environment.name)
    guard let settings = plan.configuration.webServer else { return ServerUnderTest(runningAt: url) }
    if !usesPort {
      if await ServerUnderTest.isRunning(settings.url, transport: transport) {
        guard settings.reuse else {
          throw .serverNotStarted(
            reason: "a server answers at \(settings.url) already, and webServer.reuse is not set", output: "")
        }
        return ServerUnderTest(runningAt: url)
      }
      if HTTPOrigin(url: settings.url) != HTTPOrigin(url: url) { return ServerUnderTest(runningAt: url) }
    }
    return try await .start(
      settings, baseURL: baseURL, run: number, workingDirectory: plan.workingDirectory, transport: transport)
  }

  private func run(
    _ scenarios: [Scenario], on server: ServerUnderTest, _ transport: CurlTransport
  ) async throws(RecordingError) -> RecordedRun {
    let proof = plan.environment.guardSettings
    let recordingGuard = RecordingGuard(
      allowedHosts: proof?.hosts ?? [], allowedDatabases: proof?.databases ?? [], statusPath: proof?.statusPath,
      isOwnServer: server.isOwn)
    try await recordingGuard.check(baseURL: server.baseURL, transport: transport)
    report(.guardPassed(baseURL: server.baseURL))
    let origins = ([server.baseURL] + plan.environment.audiences).compactMap { HTTPOrigin(url: $0) }
    let policy = RequestPolicy(allowedOrigins: origins, loopbackOnly: true)
    let scenarioRun = ScenarioRun(
      scenarios: scenarios, contract: plan.contract, personas: try personaVariables(), baseURL: server.baseURL,
      audiences: origins, transport: PolicyTransport(transport, policy: policy), report: report)
    let start = Self.milliseconds()
    let exchanges = try await scenarioRun.run()
    return RecordedRun(
      exchanges: exchanges, window: start...max(start, Self.milliseconds()), knownTexts: server.knownTexts)
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
