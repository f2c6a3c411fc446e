import ContractModel
import Diagnostics
import Drift
import JSONText
import Reporting
import Transport
import Verification
import Workspace

/// `assay diff`: live answers against the fixtures, or two saved answers.
enum DiffCommand {
  static let spec = CommandSpec(
    name: "diff", summary: "compare what an environment answers with the fixtures, read-only",
    arguments: ArgumentSpec(.file("EXPECTED ACTUAL"), count: 0...2),
    secondUsage: "assay diff --env NAME [options]", projectOptions: ["config", "env"],
    options: [
      OptionSpec("type", value: .text("NAME"), help: "type, or route id, of two saved answers"),
      OptionSpec("require-live", help: "routes that are not released yet must answer too"),
    ] + Project.sourceOptions,
    discussion: """
      With --env it sends GET and HEAD alone, beside the declared sign-in, and compares each answer with its declared
      type and with the shape that the fixtures show. With two files it compares those; without --type, by shape.
      """,
    examples: [
      "assay diff --env production", "assay diff fixtures/guilds.show/showGuild.json answer.json --type GuildDetail",
    ],
    run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws(CommandFailure) -> Outcome {
    let files = invocation.arguments.positionals
    switch (invocation.options.environment, files.count) {
    case (let name?, 0): return try await live(name, invocation)
    case (nil, 2): return try await saved(files[0], files[1], invocation)
    case (nil, 0): throw .usage("diff needs --env NAME or two files", help: proposal(invocation))
    default: throw .usage("diff takes --env NAME or two files", help: "usage: \(spec.usage)")
    }
  }

  /// The line to type for an environment that may only be read, where there is one.
  private static func proposal(_ invocation: Invocation) -> String {
    let environments = (try? Project.load(invocation))?.configuration?.environments ?? []
    guard let name = environments.first(where: \.readOnly)?.name else { return "usage: \(spec.usage)" }
    return "assay diff --env \(name), or assay diff EXPECTED.json ACTUAL.json"
  }

  private static func saved(
    _ expectedPath: String, _ actualPath: String, _ invocation: Invocation
  ) async throws(CommandFailure) -> Outcome {
    try invocation.refuse(["fixtures", "require-live"], because: "two files are compared")
    if !invocation.arguments.has("type") {
      try invocation.refuse(
        ["config"] + Project.contractOptions.map(\.name), because: "two files are compared by shape, without --type")
    }
    var outcome = Outcome()
    var contract = Contract()
    var type: TypeExpression?
    if let name = invocation.arguments.value("type") {
      contract = try await ContractLoading.load(Project.load(invocation), invocation, findings: &outcome.findings)
      if outcome.findings.hasErrors, !ContractLoading.names(in: contract).contains(name) { return outcome }
      type = try ContractLoading.type(named: name, in: contract)
    }
    outcome.facts = [type == nil ? "shapes compared, values not" : "types compared, values not"]
    let expected = try InputFile.examined(expectedPath, findings: &outcome.findings)
    let actual = try InputFile.examined(actualPath, findings: &outcome.findings)
    guard let expected, let actual else { return outcome }
    outcome.findings.report(
      DriftComparator(contract: contract).compare(
        expected: expected, actual: actual, type: type, expectedFile: expectedPath, actualFile: actualPath))
    return outcome
  }

  private static func live(_ name: String, _ invocation: Invocation) async throws(CommandFailure) -> Outcome {
    try invocation.refuse(["type"], because: "an environment is compared: the contract says each answer's type")
    let project = try Project.load(invocation)
    var outcome = Outcome()
    let environment = try LiveEnvironment(name, project, invocation)
    let contract = try await ContractLoading.load(project, invocation, findings: &outcome.findings)
    outcome.approvals = try Verifying.approvals(project, findings: &outcome.findings)
    guard let fixtures = try Verifying.fixtures(project, findings: &outcome.findings) else { return outcome }
    let exchanges = ExchangeLog(invocation)
    defer { exchanges.finish() }
    let access = try environment.access(project, invocation, exchanges, findings: &outcome.findings)
    if let configuration = project.configuration {
      outcome.findings.report(NamedValues.unknown(in: environment.settings, configuration, contract, fixtures))
    }
    let target = DriftTarget(
      name: name, baseURL: environment.baseURL, values: try environment.values(invocation),
      today: CalendarDay.today.text,
      requiresLive: invocation.arguments.has("require-live"))
    let run = DriftRun(
      contract: contract, fixtures: fixtures, target: target, transport: access.transport,
      authorizer: access.authorizer)
    do throws(DriftError) {
      add(try await run.run(), to: &outcome)
    } catch {
      let isRefusal = if case .refused = error { true } else { false }
      throw CommandFailure(exitCode: isRefusal ? .refused : .couldNotCheck, findings: error.findings)
    }
    return outcome
  }

  private static func add(_ report: DriftReport, to outcome: inout Outcome) {
    outcome.findings.report(report.findings)
    outcome.obstacles = report.obstacles
    if report.outcome == .couldNotCheck { outcome.exitCode = .couldNotCheck }
    outcome.facts = [
      "\(counted(report.exercisedCount, "answer")) of \(counted(report.exercisedRoutes.count, "route")) compared"
    ]
    if !report.notExercised.isEmpty { outcome.facts.append("\(report.notExercised.count) not asked") }
    // What was not asked cannot tell that an approval matches nothing.
    if report.outcome == .checked, report.notExercised.isEmpty { outcome.exercisedFamilies = ["drift"] }
    let today = CalendarDay.today.text
    let approvals = outcome.approvals
    if let first = report.findings.first(where: { $0.severity == .error && !approvals.accepts($0.key, on: today) }) {
      outcome.nextStep = "mend the server or the contract, or accept it: \(Approval.command(key: first.key))"
    }
  }
}
