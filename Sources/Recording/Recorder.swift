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
    /// Patterns over route ids and `route/case`: what is recorded again, while the rest stays; empty for everything.
    public var only: [String] = []
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
    /// Where the set was compared instead of written: what a recording would change, a finding for each difference.
    public let differences: [Finding]
    /// Number of answers that were recorded.
    public let fixtureCount: Int
    /// Number of answers that a recording of a part left as they were.
    public let keptCount: Int
    /// Number of runs that were compared.
    public let runCount: Int
    /// Whether the set was exchanged.
    public let wasWritten: Bool
  }

  let plan: Plan
  let report: @Sendable (RecordingEvent) -> Void

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
    try ScenarioCheck(plan).check()
    let selection = try RecordingSelection(plan.only, scenarios: plan.scenarios, contract: plan.contract)
    let folder = plan.configuration.fixtures
    let lock = try attempt { () throws(WorkspaceError) in try open(folder) }
    defer { lock?.release() }
    TemporaryFolders.removeStale(prefix: ServerUnderTest.folderPrefix)
    let former = try attempt { () throws(WorkspaceError) in try FormerSet.read(folder) }
    let isForgotten = plan.forgets && selection.isEverything
    var memory = isForgotten ? VolatilityRecord() : try former.volatility(shownAs: folder)
    let partial = selection.isEverything ? nil : try partialSet(former, &memory, selection)
    let runs = try await runs(of: selection.steps(of: plan.scenarios))
    let assembly = FixtureAssembly(
      contract: plan.contract, runs: runs, record: memory, registry: .shared,
      configurationPath: plan.configuration.path, partial: partial)
    var set = assembly.assemble()
    if let partial {
      set = partial.merging(set, unnamed: unnamed(runs[0], selection), secrets: { assembly.secrets(in: $0) })
    }
    if runs.contains(where: \.sharesState) { set.findings.append(sharedState) }
    guard !set.findings.contains(where: { $0.severity == .error }) else { throw .findings(set.findings) }
    return try put(set, in: folder, over: former, runCount: runs.count)
  }

  /// Tries the way in: starts the server, asks the guard, and runs the steps that sign in, with what those need.
  ///
  /// - Returns: The personas that signed in, in order.
  public func rehearse() async throws(RecordingError) -> [String] {
    var plan = plan
    plan.scenarios = plan.scenarios.map { scenario in scenario.keeping { $0.signIn != nil } }
    _ = try await Recorder(plan, report: report).run(0, of: plan.scenarios, resets: false)
    var personas: [String] = []
    for step in plan.scenarios.flatMap(\.steps) where step.signIn != nil {
      if let persona = step.persona, !personas.contains(persona) { personas.append(persona) }
    }
    return personas
  }

  /// Makes the folder ready: only a writer needs its lock, so that a folder that is only read can be compared.
  private func open(_ folder: String) throws(WorkspaceError) -> FolderLock? {
    if plan.onlyChecks {
      try FolderExchange.settle(folder)
      return nil
    }
    let lock = try FolderLock.acquire(for: folder)
    do throws(WorkspaceError) {
      try FolderExchange.recover(folder)
    } catch {
      lock.release()
      throw error
    }
    return lock
  }

  private func runs(of scenarios: [Scenario]) async throws(RecordingError) -> [RecordedRun] {
    var runs: [RecordedRun] = []
    let count = max(2, plan.runs)
    for number in 0..<count {
      report(.runStarted(number: number + 1, of: count, steps: scenarios.reduce(0) { $0 + $1.steps.count }))
      runs.append(try await run(number, of: scenarios, resets: true))
    }
    return runs
  }

  /// Two runs on one state do not prove what is volatile: what the first one made is there in the second.
  private var sharedState: Finding {
    Finding(
      RecordingRules.sharedState, .warning,
      "the server stays up between the runs and nothing resets it: that a value agrees in all of them proves little",
      help: "name a request or command in webServer.reset, or let Assay start the server on a fresh {dataFolder}",
      at: Place(file: plan.configuration.path), member: "webServer")
  }

  private func partialSet(
    _ former: FormerSet, _ record: inout VolatilityRecord, _ selection: RecordingSelection
  ) throws(RecordingError) -> PartialSet {
    let entries = try former.entries(shownAs: plan.configuration.fixtures)
    let formerRecord = record
    if plan.forgets {
      for entry in entries where selection.names(route: entry.routeID, case: entry.caseName) {
        record.slots[entry.title] = nil
      }
    }
    return PartialSet(
      former: former, entries: entries, record: formerRecord, selection: selection, scenarios: plan.scenarios)
  }

  /// The request lines of the steps that only ran because others need them.
  private func unnamed(_ run: RecordedRun, _ selection: RecordingSelection) -> Set<SourceSpan> {
    Set(
      run.exchanges.filter { exchange in
        exchange.record.map { !selection.names(route: $0.routeID, case: $0.caseName) } ?? true
      }.map(\.span))
  }

  func attempt<T>(_ body: () throws(WorkspaceError) -> T) throws(RecordingError) -> T {
    do throws(WorkspaceError) {
      return try body()
    } catch {
      throw .workspace(error)
    }
  }
}
