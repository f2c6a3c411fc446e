import ContractModel
import Diagnostics
import Recording
import Scenarios
import Transport
import Workspace

/// `assay record`: scenarios against the dev server to fixtures.
enum RecordCommand {
  static let spec = CommandSpec(
    name: "record", summary: "run the scenarios against the dev server and save the answers",
    arguments: .none, projectOptions: ["config", "env"],
    options: [
      OptionSpec("check", help: "write nothing; say what would change, and fail"),
      OptionSpec(
        "only", value: .text("PATTERN"), repeats: true,
        help: "record these routes or cases alone, with the steps that they need"),
      OptionSpec(
        "runs", value: .text("N"),
        help: "how often the scenarios run (2, and more where the order of a list in a new answer needs proof)"),
      OptionSpec("har", value: .file("FILE"), help: "write what went over the wire as HAR 1.2, secrets masked"),
      OptionSpec("forget", help: "forget what former recordings found to be volatile"),
    ],
    discussion:
      "A pattern of --only is a route id or route/case, * for any characters: 'guilds.*', 'guilds.show/full'.\n"
      + "Reads that nothing named depends on are not sent, and files of other routes stay as they are.\n"
      + "A step that fails keeps only those from running that need its answer. Then nothing is written, and --check\n"
      + "compares the rest. A status that no step expects is a finding; a server that fails (5xx) or is silent ends with 3.",
    examples: ["assay record", "assay record --only 'guilds.*'", "assay record --check"],
    run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws(CommandFailure) -> Outcome {
    let project = try Project.load(invocation)
    guard let configuration = project.configuration else {
      throw .usage("record needs a configuration", help: "name one with --config FILE")
    }
    var outcome = Outcome()
    outcome.exercisedFamilies = ["record", "scenario"]
    let contract = try await ContractLoading.load(project, invocation, findings: &outcome.findings)
    let scenarios = try ScenarioLoading.load(configuration, invocation, findings: &outcome.findings)
    if scenarios.isEmpty { throw .cannotStart(ScenarioLoading.none(configuration)) }
    guard !outcome.findings.hasErrors else { return outcome }
    let environment = try ScenarioLoading.environment(configuration, invocation)
    var plan = Recorder.Plan(
      configuration: configuration, environment: environment, contract: contract, scenarios: scenarios,
      workingDirectory: FileSystem.resolve(project.root, relativeTo: FileSystem.currentDirectory))
    plan.onlyChecks = invocation.arguments.has("check")
    plan.only = invocation.arguments.values("only")
    plan.forgets = invocation.arguments.has("forget")
    if let text = invocation.arguments.value("runs") {
      guard let runs = Int(text), (2...20).contains(runs) else {
        throw .usage("--runs '\(text)' is no number from 2 to 20", help: "leave it out for as many as it takes")
      }
      plan.runs = runs
    }
    // Ctrl-C ends the dev server too, and removes its data.
    ChildProcess.terminateAllOnSignal()
    let archive = try archivePath(invocation, configuration)
    let observer = RecordingObserver(invocation, keepsExchanges: archive != nil)
    do throws(RecordingError) {
      let result = try await Recorder(plan, report: { observer.handle($0) }).record()
      summarize(result, plan, into: &outcome)
    } catch {
      outcome.exitCode = exitCode(error)
      // Why nothing could be recorded is no finding about what was recorded: the exit code says it.
      if case .steps(let failures) = error {
        report(failures, into: &outcome)
      } else if outcome.exitCode == .findings {
        outcome.findings.report(error.findings)
      } else {
        outcome.obstacles = error.findings
      }
    }
    observer.finish()
    if let archive { try write(observer.harLog, to: archive) }
    return outcome
  }

  /// Where `--har` writes; the fixtures folder is exchanged as a whole and holds fixtures alone.
  private static func archivePath(
    _ invocation: Invocation, _ configuration: Configuration
  ) throws(CommandFailure) -> String? {
    guard let path = invocation.arguments.value("har") else { return nil }
    let folder = FileSystem.resolve(configuration.fixtures, relativeTo: FileSystem.currentDirectory)
    guard !FileSystem.resolve(path, relativeTo: FileSystem.currentDirectory).hasPrefix(folder + "/") else {
      throw .usage(
        "--har '\(path)' lies in the fixtures folder", help: "name a file outside of \(configuration.fixtures)")
    }
    return path
  }

  private static func write(_ log: HARLog, to path: String) throws(CommandFailure) {
    do throws(WorkspaceError) {
      try FileSystem.write(log.text(version: CommandLineTool.version), to: path)
    } catch {
      throw .cannotStart(error.finding)
    }
  }

  /// A step that nothing was learned from is an obstacle, and one that was answered otherwise than expected a finding.
  private static func report(_ failures: [StepFailure], into outcome: inout Outcome) {
    outcome.findings.report(failures.filter { !$0.isObstacle }.map(\.finding))
    outcome.obstacles += failures.filter(\.isObstacle).map(\.finding)
    if failures.contains(where: \.isObstacle) { outcome.exitCode = .couldNotCheck }
  }

  private static func summarize(_ result: Recorder.Result, _ plan: Recorder.Plan, into outcome: inout Outcome) {
    outcome.findings.report(result.findings)
    outcome.facts = [
      counted(result.fixtureCount, "fixture")
        + (result.keptCount > 0 ? " of \(result.fixtureCount + result.keptCount)" : ""),
      counted(result.runCount, "run"), "\(counted(result.changedFiles.count, "file")) changed",
    ]
    if !result.failures.isEmpty { outcome.facts.append("\(counted(result.failures.count, "step")) failed") }
    report(result.failures, into: &outcome)
    if plan.onlyChecks {
      outcome.findings.report(result.differences)
    } else if result.wasWritten {
      outcome.nextStep = "git diff \(plan.configuration.fixtures)"
    }
  }

  static func exitCode(_ error: RecordingError) -> ExitCode {
    switch error {
    case .refused: .refused
    case .transport(let error, _, _): error.isRefusal ? .refused : .couldNotCheck
    case .serverNotStarted, .resetFailed, .unusableAnswer: .couldNotCheck
    case .serverFailed(let error, _, _): exitCode(error)
    case .steps(let failures): failures.contains(where: \.isObstacle) ? .couldNotCheck : .findings
    case .workspace, .unreadableVolatility: .cannotStart
    // A request that cannot be made for want of a variable was never sent.
    case .findings(let findings):
      findings.contains { [ScenarioRules.missingVariable, RecordingRules.emptySelection].contains($0.rule) }
        ? .cannotStart : .findings
    }
  }
}
