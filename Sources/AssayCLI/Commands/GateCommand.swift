import ContractModel
import Diagnostics

/// `assay gate`: everything that can be checked offline, the one command for pull requests.
enum GateCommand {
  static let spec = CommandSpec(
    name: "gate", summary: "generate --check, verify and every offline audit",
    options: Project.sourceOptions + [Project.swiftOption],
    discussion: "Needs no server and no network. Run it on every pull request.",
    examples: ["assay gate", "assay gate --format github --format sarif=assay.sarif"],
    run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws(CommandFailure) -> Outcome {
    try await check(Project.load(invocation), invocation)
  }

  /// Everything that can be said of a project offline.
  static func check(_ project: Project, _ invocation: Invocation) async throws(CommandFailure) -> Outcome {
    var outcome = Outcome()
    outcome.exercisedFamilies = VerifyCommand.families.union(["gate", "swift"])
    let contract = try await ContractLoading.load(project, invocation, findings: &outcome.findings)
    outcome.facts = [counted(contract.routes.count, "route")]
    // What a broken contract gives is not worth comparing.
    if project.swift != nil, outcome.findings.hasErrors {
      outcome.facts.append("generated files not checked, for want of a sound contract")
    } else if let swift = project.swift,
      let output = try GeneratedOutput(contract, of: project, output: swift, findings: &outcome.findings)
    {
      outcome.facts.append(counted(output.fileCount, "generated file"))
      outcome.findings.report(output.staleFindings)
      if !output.changes.isEmpty { outcome.nextStep = "assay generate" }
    }
    outcome.approvals = try Verifying.approvals(project, findings: &outcome.findings)
    if let fixtures = try Verifying.fixtures(project, findings: &outcome.findings) {
      Verifying.verify(
        contract, fixtures, waivers: Verifying.waivers(project), showsCoverage: false, into: &outcome)
      OfflineAudits.run(project, contract, fixtures, into: &outcome)
    }
    return outcome
  }
}
