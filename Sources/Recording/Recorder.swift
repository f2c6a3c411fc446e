public import ContractModel
public import Diagnostics
internal import JSONText
public import Scenarios
internal import Transport
internal import Verification
public import Workspace

/// Records fixtures: runs the scenarios on fresh servers, finds what is volatile, and puts the set in place as a whole.
public struct Recorder: Sendable {
  /// What is recorded, and how.
  public struct Plan: Sendable {
    /// The configuration.
    public var configuration: Configuration
    /// The environment whose server is recorded.
    public var environment: Configuration.Environment
    /// The contract, for routes and types.
    public var contract: Contract
    /// The scenarios, in the order in which they run.
    public var scenarios: [Scenario]
    /// Folder in which the server's command runs.
    public var workingDirectory: String
    /// How often the scenarios run; at least 2, since one run proves nothing.
    public var runs = 2
    /// Whether the set is compared instead of written.
    public var onlyChecks = false
    /// Whether what former recordings found to be volatile is forgotten.
    public var forgets = false

    /// Creates a plan.
    public init(
      configuration: Configuration, environment: Configuration.Environment, contract: Contract, scenarios: [Scenario],
      workingDirectory: String
    ) {
      self.configuration = configuration
      self.environment = environment
      self.contract = contract
      self.scenarios = scenarios
      self.workingDirectory = workingDirectory
    }
  }

  /// What a recording came to.
  public struct Result: Sendable {
    /// Findings that did not keep the set from being written.
    public let findings: [Finding]
    /// Files of the set that are new, other or gone, sorted.
    public let changedFiles: [String]
    /// Number of answers in the set.
    public let fixtureCount: Int
    /// Number of runs that were compared.
    public let runCount: Int
    /// Whether the set was exchanged.
    public let wasWritten: Bool
  }

  private let plan: Plan
  private let report: @Sendable (RecordingEvent) -> Void

  /// Creates a recorder.
  ///
  /// - Parameter report: Called for each thing that happens, for progress and `--verbose`.
  public init(_ plan: Plan, report: @escaping @Sendable (RecordingEvent) -> Void = { _ in }) {
    self.plan = plan
    self.report = report
  }

  /// Records.
  ///
  /// - Throws: ``RecordingError``; nothing has then been written.
  public func record() async throws(RecordingError) -> Result {
    if plan.environment.readOnly {
      throw .refused(
        fact: "the environment '\(plan.environment.name)' is read-only", help: "record against a local environment")
    }
    try checkScenarios()
    let folder = plan.configuration.fixtures
    let lock = try attempt { () throws(WorkspaceError) in try FolderLock.acquire(for: folder) }
    defer { lock.release() }
    try attempt { () throws(WorkspaceError) in try FolderExchange.recover(folder) }
    let memory = try volatilityRecord(folder)
    var runs: [RecordedRun] = []
    for number in 0..<max(2, plan.runs) {
      report(.runStarted(number: number + 1, of: max(2, plan.runs)))
      runs.append(try await run(number))
    }
    let assembly = FixtureAssembly(contract: plan.contract, runs: runs, record: memory, registry: .shared)
    let set = assembly.assemble()
    guard !set.findings.contains(where: { $0.severity == .error }) else { throw .findings(set.findings) }
    return try put(set, in: folder, runCount: runs.count)
  }

  /// Tries the way in: starts the server, asks the guard, and runs the steps that sign in, with what those need.
  ///
  /// - Returns: The personas that signed in, in order.
  public func rehearse() async throws(RecordingError) -> [String] {
    var plan = plan
    plan.scenarios = plan.scenarios.map { scenario in scenario.keeping { $0.signIn != nil } }
    _ = try await Recorder(plan, report: report).run(0)
    var personas: [String] = []
    for step in plan.scenarios.flatMap(\.steps) where step.signIn != nil {
      if let persona = step.persona, !personas.contains(persona) { personas.append(persona) }
    }
    return personas
  }

  // MARK: Before

  private func checkScenarios() throws(RecordingError) {
    var findings = FindingList()
    var cases: [String: SourceSpan] = [:]
    for step in plan.scenarios.flatMap(\.steps) {
      guard let record = step.record else { continue }
      if plan.contract.route(id: record.routeID) == nil {
        let near = Suggestion.nearest(to: record.routeID, among: plan.contract.routes.map(\.id))
        findings.report(
          Finding(
            RecordingRules.unknownRoute, .error,
            "the contract has no route '\(record.routeID)'\(near.map { ", did you mean '\($0)'?" } ?? "")",
            help: "correct the id, or declare the route", at: Place(span: record.span)))
      }
      let title = "\(record.routeID)/\(record.caseName ?? step.name)"
      if let first = cases.updateValue(record.span, forKey: title.lowercased()) {
        findings.report(
          Finding(
            RecordingRules.duplicateCase, .error, "'\(title)' is recorded twice",
            help: "give one a case name of its own",
            at: Place(span: record.span), notes: [FindingNote("the other one is here", at: Place(span: first))]))
      }
    }
    if cases.isEmpty {
      findings.report(
        Finding(
          RecordingRules.invalidScenario, .error, "no step of the scenarios is recorded",
          help: "write `# @record ROUTE` above the steps whose answers are to be saved"))
    }
    if findings.hasErrors { throw .findings(findings.merged) }
  }

  private func volatilityRecord(_ folder: String) throws(RecordingError) -> VolatilityRecord {
    if plan.forgets { return VolatilityRecord() }
    let path = folder + "/" + VolatilityRecord.fileName
    guard let bytes = try attempt({ () throws(WorkspaceError) in try FileSystem.readIfPresent(path) }) else {
      return VolatilityRecord()
    }
    do {
      return try VolatilityRecord(parsing: try JSONDocument(parsing: bytes))
    } catch let error as JSONSyntaxError {
      throw .unreadableVolatility("\(error.message), line \(error.position.line)")
    } catch {
      throw .unreadableVolatility("it is not a volatility record of version 1")
    }
  }

  // MARK: One run

  private func run(_ number: Int) async throws(RecordingError) -> RecordedRun {
    let transport = CurlTransport()
    let server = try await self.server(number, transport)
    let outcome: Swift.Result<RecordedRun, RecordingError>
    do throws(RecordingError) {
      outcome = .success(try await run(number, on: server, transport))
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
    _ number: Int, on server: ServerUnderTest, _ transport: CurlTransport
  ) async throws(RecordingError) -> RecordedRun {
    let proof = plan.environment.guardSettings
    let recordingGuard = RecordingGuard(
      allowedHosts: proof?.hosts ?? [], allowedDatabases: proof?.databases ?? [], statusPath: proof?.statusPath,
      isOwnServer: server.isOwn)
    try await recordingGuard.check(baseURL: server.baseURL, transport: transport)
    report(.guardPassed(baseURL: server.baseURL))
    let access = try attempt { () throws(WorkspaceError) in
      try EnvironmentAccess(plan.environment, of: plan.configuration, baseURL: server.baseURL)
    }
    let scenarioRun = ScenarioRun(
      scenarios: plan.scenarios, contract: plan.contract, personas: try personaVariables(), access: access,
      transport: access.transport(over: transport) { $0.loopbackOnly = true }, report: report)
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

  // MARK: After

  private func put(_ set: AssembledSet, in folder: String, runCount: Int) throws(RecordingError) -> Result {
    let changed = try attempt { () throws(WorkspaceError) in try changes(set, folder) }
    var wasWritten = false
    if !plan.onlyChecks {
      var staged: FolderExchange?
      try attempt { () throws(WorkspaceError) in
        let exchange = FolderExchange(folder: folder)
        try exchange.begin()
        for (path, bytes) in set.files.sorted(by: { $0.key.precedesByBytes($1.key) }) {
          try FileSystem.write(bytes, to: exchange.stagingPath + "/" + path)
        }
        for path in try foreignFiles(folder) {
          try FileSystem.write(FileSystem.read(folder + "/" + path), to: exchange.stagingPath + "/" + path)
        }
        staged = exchange
      }
      if let staged {
        try check(staged.stagingPath, set)
        wasWritten = try attempt { () throws(WorkspaceError) in try staged.commit() }
      }
    }
    return Result(
      findings: set.findings, changedFiles: changed, fixtureCount: set.fixtureCount, runCount: runCount,
      wasWritten: wasWritten)
  }

  /// Reads the staged files again: what readers will get is what was meant, and JSON.
  private func check(_ folder: String, _ set: AssembledSet) throws(RecordingError) {
    for (path, bytes) in set.files.sorted(by: { $0.key.precedesByBytes($1.key) }) {
      let written = try attempt { () throws(WorkspaceError) in try FileSystem.read(folder + "/" + path) }
      let isSound = written == bytes && (!path.hasSuffix(".json") || (try? JSONDocument(parsing: written)) != nil)
      guard isSound else {
        throw .findings([
          Finding(
            RecordingRules.invalidJSON, .error, "\(path) was not staged as it was meant",
            help: "check the disk; nothing was exchanged", at: Place(file: path))
        ])
      }
    }
  }

  private func changes(_ set: AssembledSet, _ folder: String) throws(WorkspaceError) -> [String] {
    var changed: Set<String> = []
    for (path, bytes) in set.files where try FileSystem.readIfPresent(folder + "/" + path) != bytes {
      changed.insert(path)
    }
    if FileSystem.isDirectory(folder) {
      let foreign = Set(try foreignFiles(folder))
      for path in try FileSystem.list(folder, recursive: true) where set.files[path] == nil && !foreign.contains(path) {
        changed.insert(path)
      }
    }
    return changed.sorted { $0.precedesByBytes($1) }
  }

  /// Files at the top of the set that recording does not make: approvals, notes.
  private func foreignFiles(_ folder: String) throws(WorkspaceError) -> [String] {
    guard FileSystem.isDirectory(folder) else { return [] }
    let own = [FixtureManifest.fileName, VolatilityRecord.fileName]
    return try FileSystem.list(folder, recursive: false).filter { !own.contains($0) }
  }

  private func attempt<T>(_ body: () throws(WorkspaceError) -> T) throws(RecordingError) -> T {
    do throws(WorkspaceError) {
      return try body()
    } catch {
      throw .workspace(error)
    }
  }
}

/// Something that happened during a recording, for progress and `--verbose`.
public enum RecordingEvent: Sendable {
  /// A run begins.
  case runStarted(number: Int, of: Int)
  /// The guard found the server to be a disposable local one.
  case guardPassed(baseURL: String)
  /// A step was answered; `line` is method and path without query, every secret masked.
  case stepAnswered(name: String, line: String, status: Int)
}
