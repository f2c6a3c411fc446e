import ContractModel
import Diagnostics
import Drift
import Recording
import Scenarios
import Transport
import Verification
import Workspace

/// `assay doctor`: what stands, what is missing, and the command to type next.
enum DoctorCommand {
  static let spec = CommandSpec(
    name: "doctor", summary: "check machine, configuration, contract, fixtures and server",
    projectOptions: ["config", "env"],
    discussion: "With --env it tries that environment's guard and sign-ins too; without, it uses no network.",
    examples: ["assay doctor", "assay doctor --env local"],
    run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws(CommandFailure) -> Outcome {
    var outcome = Outcome()
    checkTools(invocation, into: &outcome)
    let project = try Project.load(invocation)
    outcome.facts.append("configuration \(project.configuration?.path ?? "none")")
    let contract = try await ContractLoading.load(project, invocation, findings: &outcome.findings)
    outcome.facts.append("\(counted(contract.types.count, "type")) and \(counted(contract.routes.count, "route"))")
    let readiness = try RecordingReadiness(project, invocation, findings: &outcome.findings)
    try checkNames(project, contract, invocation, into: &outcome)
    if outcome.findings.all.contains(where: { $0.rule == CommandRules.badBaseURL }) { outcome.exitCode = .cannotStart }
    outcome.nextStep = try nextStep(project, contract, readiness, invocation, outcome)
    if let name = invocation.options.environment, outcome.exitCode == .clean {
      try await checkServer(name, project, contract, invocation, into: &outcome)
      if outcome.exitCode != .clean { outcome.nextStep = "mend what is shown, then: assay doctor --env \(name)" }
    }
    return outcome
  }

  /// Holds what the scenarios record, and what environments have values for, against the contract.
  private static func checkNames(
    _ project: Project, _ contract: Contract, _ invocation: Invocation, into outcome: inout Outcome
  ) throws(CommandFailure) {
    guard let configuration = project.configuration, !outcome.findings.hasErrors else { return }
    let fixtures = try? FixtureSet.load(folder: project.fixtures)
    for environment in configuration.environments {
      outcome.findings.report(NamedValues.unknown(in: environment, configuration, contract, fixtures))
    }
    guard let environment = configuration.environments.first(where: { !$0.readOnly }), !configuration.scenarios.isEmpty
    else { return }
    var ignored = FindingList()
    let plan = Recorder.Plan(
      configuration: configuration, environment: environment, contract: contract,
      scenarios: try ScenarioLoading.load(configuration, invocation, findings: &ignored), workingDirectory: "")
    do throws(RecordingError) {
      try Recorder(plan).check()
    } catch {
      outcome.findings.report(error.findings)
    }
  }

  private static func checkTools(_ invocation: Invocation, into outcome: inout Outcome) {
    for name in ["assay-serve", "assay-yaml"] {
      do throws(CommandFailure) {
        _ = try SiblingExecutable.path(name)
      } catch {
        for finding in error.findings {
          outcome.findings.report(
            Finding(CommandRules.missingTool, .note, finding.message, help: finding.help, member: name))
        }
      }
    }
    if !RecordingReadiness.isOnPath("git", invocation.environment) {
      outcome.findings.report(
        Finding(
          CommandRules.missingTool, .note, "git is not on PATH", help: "install it to review `git diff fixtures/`",
          member: "git"))
    }
  }

  private static func nextStep(
    _ project: Project, _ contract: Contract, _ readiness: RecordingReadiness, _ invocation: Invocation,
    _ outcome: Outcome
  ) throws(CommandFailure) -> String? {
    if outcome.findings.hasErrors { return "mend what is shown, then: assay doctor" }
    var ignored = FindingList()
    if let swift = project.swift,
      let output = try GeneratedOutput(contract, of: project, output: swift, findings: &ignored)
    {
      if let path = output.foreign.first { return "move \(path) out of \(swift.output), then: assay generate" }
      if !output.changes.isEmpty { return "assay generate" }
    }
    if FileSystem.exists(project.fixtures + "/" + FixtureManifest.fileName) { return "assay gate" }
    let environment = invocation.options.environment.map { " --env \($0)" } ?? ""
    return (readiness.firstStep.map { "\($0), then: " } ?? "") + "assay record" + environment
  }

  /// Tries what a recording, or a comparison, does before it asks its first question.
  private static func checkServer(
    _ name: String, _ project: Project, _ contract: Contract, _ invocation: Invocation, into outcome: inout Outcome
  ) async throws(CommandFailure) {
    guard let configuration = project.configuration else { return }
    let settings = try ScenarioLoading.environment(configuration, invocation)
    let isRecorded = !settings.readOnly && (settings.guardSettings != nil || settings.baseURL.text.contains("{port"))
    if isRecorded {
      try await rehearse(configuration, settings, project, contract, invocation, into: &outcome)
    } else {
      try await tryReads(name, project, contract, invocation, into: &outcome)
      if outcome.nextStep == "assay gate" { outcome.nextStep = "assay diff --env \(name)" }
    }
  }

  private static func rehearse(
    _ configuration: Configuration, _ environment: Configuration.Environment, _ project: Project, _ contract: Contract,
    _ invocation: Invocation, into outcome: inout Outcome
  ) async throws(CommandFailure) {
    var scenarios = try ScenarioLoading.load(configuration, invocation, findings: &outcome.findings)
    scenarios += probes(scenarios, environment, probe(project, contract))
    let plan = Recorder.Plan(
      configuration: configuration, environment: environment, contract: contract, scenarios: scenarios,
      workingDirectory: FileSystem.resolve(project.root, relativeTo: FileSystem.currentDirectory))
    ChildProcess.terminateAllOnSignal()
    do throws(RecordingError) {
      let observer = RecordingObserver(
        display: invocation.options.isVerbose ? .verbose : .none, keepsExchanges: false
      ) { invocation.console.writeError($0) }
      defer { observer.finish() }
      let personas = try await Recorder(plan, report: { observer.handle($0) }).rehearse()
      outcome.facts.append("the guard lets '\(environment.name)' be recorded")
      outcome.facts += personas.map {
        environment.access.credentials[$0] == nil ? "\($0) signs in" : "the credential of '\($0)' is accepted"
      }
    } catch {
      outcome.exitCode = RecordCommand.exitCode(error)
      outcome.obstacles += error.findings
    }
  }

  /// A read for each persona with a credential of its own that no scenario reads as.
  private static func probes(
    _ scenarios: [Scenario], _ environment: Configuration.Environment, _ probe: ReadProbe
  ) -> [Scenario] {
    environment.access.credentials.keys.sorted { $0.precedesByBytes($1) }.compactMap { persona in
      let reads = scenarios.flatMap(\.steps).contains { $0.persona == persona && $0.method == "GET" && $0.expects(200) }
      guard !reads, let target = probe.target(for: persona) else { return nil }
      let text = "### assay doctor\n# @name try-\(persona)\n# @persona \(persona)\nGET {{baseURL}}\(target)\n"
      var ignored = FindingList()
      let scenario = ScenarioParser.parse(
        SourceFile(path: "(assay doctor)", text: text), personas: [persona: []], findings: &ignored)
      return ignored.hasErrors ? nil : scenario
    }
  }

  private static func probe(_ project: Project, _ contract: Contract) -> ReadProbe {
    ReadProbe(contract: contract, fixtures: try? FixtureSet.load(folder: project.fixtures))
  }

  private static func tryReads(
    _ name: String, _ project: Project, _ contract: Contract, _ invocation: Invocation, into outcome: inout Outcome
  ) async throws(CommandFailure) {
    let environment = try LiveEnvironment(name, project, invocation)
    let exchanges = ExchangeLog(invocation)
    defer { exchanges.finish() }
    let access = try environment.access(project, invocation, exchanges, findings: &outcome.findings)
    let rehearsal = AccessRehearsal(
      environment: environment, access: access, probe: probe(project, contract), path: project.configuration?.path)
    await rehearsal.run(into: &outcome)
  }
}
