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
    /// How often the scenarios run, at least 2, since one run proves nothing; nil for 2, and more where the order of a
    /// list in an answer that is new or changed needs proof.
    public var runs: Int?
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
    /// Where the set was compared: the steps without an answer, which left their fixtures out of the comparison.
    public let failures: [StepFailure]
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
    try check()
    let selection = try RecordingSelection(plan.only, scenarios: plan.scenarios, contract: plan.contract)
    let scenarios = selection.steps(of: plan.scenarios)
    try ScenarioCheck(plan).checkVariables(of: scenarios)
    let folder = plan.configuration.fixtures
    let lock = try attempt { () throws(WorkspaceError) in try open(folder) }
    defer { lock?.release() }
    TemporaryFolders.removeStale(prefix: ServerUnderTest.folderPrefix)
    let former = try attempt { () throws(WorkspaceError) in try FormerSet.read(folder) }
    let isForgotten = plan.forgets && selection.isEverything
    let memory = isForgotten ? VolatilityRecord() : try former.volatility(shownAs: folder)
    var series = RunSeries()
    var set: AssembledSet
    let least = max(2, plan.runs ?? 2)
    var count = least
    repeat {
      repeat {
        series.add(try await run(series.runs.count, of: count, scenarios), of: count, isCompared: plan.onlyChecks)
        // A set that is compared is compared as far as it can be, while somebody answers.
        let isOver = series.runs.last?.isCutShort ?? false
        if isOver || !series.failures.isEmpty && !plan.onlyChecks { throw .steps(series.failures) }
      } while series.runs.count < least
      set = try assemble(series, selection, memory, over: former)
      count = max(least, runsNeeded(by: set, over: former, after: series))
    } while series.runs.count < count
    if let note = orderNote(set, over: former) { set.findings.append(note) }
    if series.runs.contains(where: \.sharesState) { set.findings.append(sharedState) }
    guard !set.findings.contains(where: { $0.severity == .error }) else { throw .findings(set.findings) }
    return try put(set, in: folder, over: former, runCount: series.runs.count, failures: series.failures)
  }

  /// Holds the scenarios against the contract; nothing is started.
  public func check() throws(RecordingError) { try ScenarioCheck(plan).check() }

  /// Tries the way in: starts the server, asks the guard, and runs the steps that sign in, with what those need, and a
  /// read of each persona that has a credential of its own.
  ///
  /// - Returns: The personas that were let in, in order.
  public func rehearse() async throws(RecordingError) -> [String] {
    var plan = plan
    let own = Set(plan.environment.access.credentials.keys)
    plan.scenarios = plan.scenarios.map { $0.signingIn(reading: own) }
    try ScenarioCheck(plan).checkVariables(of: plan.scenarios)
    let run = try await Recorder(plan, report: report).run(0, of: plan.scenarios, resets: false)
    guard run.failures.isEmpty else { throw .steps(run.failures) }
    var personas: [String] = []
    for step in plan.scenarios.flatMap(\.steps) where step.signIn != nil || own.contains(step.persona ?? "") {
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

  private func run(
    _ number: Int, of count: Int, _ scenarios: [Scenario]
  ) async throws(RecordingError) -> RecordedRun {
    report(.runStarted(number: number + 1, of: count, steps: scenarios.reduce(0) { $0 + $1.steps.count }))
    return try await run(number, of: scenarios, resets: true)
  }

  /// The runs that prove the order of lists in answers that differ from those that stand; what a former recording showed
  /// in the same order needs no further proof, and what is not to be written none at all.
  private func runsNeeded(by set: AssembledSet, over former: FormerSet, after series: RunSeries) -> Int {
    guard plan.runs == nil, series.failures.isEmpty, !series.runs.contains(where: \.sharesState),
      !set.findings.contains(where: { $0.severity == .error })
    else { return 0 }
    let changed = changedAnswers(set, over: former)
    return set.order.runsNeeded { changed.contains($0) }
  }

  private func orderNote(_ set: AssembledSet, over former: FormerSet) -> Finding? {
    guard plan.runs == nil else { return set.order.note() }
    let changed = changedAnswers(set, over: former)
    return set.order.note { changed.contains($0) }
  }

  /// `route/case` of every answer whose body is new or other than it stood.
  private func changedAnswers(_ set: AssembledSet, over former: FormerSet) -> Set<String> {
    let paths = set.files.keys.filter { former.files[$0] != set.files[$0] }
    return Set(paths.map { path in path.lastIndex(of: ".").map { String(path[..<$0]) } ?? path })
  }

  /// The set that the runs so far give, with what stays of the former one where only a part is recorded or answered.
  private func assemble(
    _ series: RunSeries, _ selection: RecordingSelection, _ memory: VolatilityRecord, over former: FormerSet
  ) throws(RecordingError) -> AssembledSet {
    let runs = series.answeredRuns
    var (selection, memory) = (selection, memory)
    if !series.failures.isEmpty {
      guard runs[0].exchanges.contains(where: { $0.record != nil }) else { throw .steps(series.failures) }
      selection = selection.keepingUnanswered(of: plan.scenarios, in: runs[0])
    }
    let partial = selection.isEverything ? nil : try partialSet(former, &memory, selection)
    let assembly = FixtureAssembly(
      contract: plan.contract, runs: runs, record: memory, registry: .shared,
      configurationPath: plan.configuration.path, partial: partial)
    let set = assembly.assemble()
    guard let partial else { return set }
    return partial.merging(set, unnamed: unnamed(runs[0], selection), secrets: { assembly.secrets(in: $0) })
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
