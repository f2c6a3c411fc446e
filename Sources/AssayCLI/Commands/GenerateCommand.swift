import ContractModel
import Diagnostics
import Workspace

/// `assay generate`: contracts to Swift.
enum GenerateCommand {
  static let spec = CommandSpec(
    name: "generate", summary: "write the Swift of the contracts",
    options: [
      OptionSpec("check", help: "write nothing; fail where a file would change"),
      OptionSpec("diff", help: "write nothing; print what would change"),
      OptionSpec(
        "allow-skips", help: "leave out types and routes that cannot be read, with a warning and a line in the header"),
    ] + Project.contractOptions + [Project.swiftOption],
    examples: ["assay generate", "assay generate --typescript 'types/**/*.ts' --swift Generated"],
    run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws(CommandFailure) -> Outcome {
    if invocation.arguments.has("diff") { try invocation.claimOutput() }
    let project = try Project.load(invocation)
    guard let swift = project.swift else {
      throw .usage("the configuration names no \"swift\" output", help: "add it, or give --swift DIR")
    }
    var outcome = Outcome()
    outcome.exercisedFamilies = ["typescript", "openapi", "schema", "yaml", "contract", "swift"]
    let allowsSkips = invocation.arguments.has("allow-skips")
    let contract = try await ContractLoading.load(
      project, invocation, leavesOut: allowsSkips, findings: &outcome.findings)
    guard !outcome.findings.hasErrors,
      let output = try GeneratedOutput(
        contract, of: project, output: swift, leavesOut: allowsSkips, findings: &outcome.findings)
    else {
      outcome.facts = ["nothing was written"]
      return outcome
    }
    outcome.facts = [counted(output.fileCount, "file"), counted(output.contract.types.count, "type")]
    let leftOut = output.contract.leftOut.count
    if leftOut > 0 { outcome.facts.append("\(leftOut) left out") }
    if invocation.arguments.has("diff") { try invocation.console.write(output.difference) }
    if invocation.arguments.has("check") || invocation.arguments.has("diff") {
      outcome.exercisedFamilies.insert("gate")
      outcome.findings.report(output.staleFindings)
      if !output.changes.isEmpty { outcome.nextStep = "assay generate" }
    } else {
      try output.write()
      for change in output.changes { invocation.log("\(change.new == nil ? "removed" : "wrote") \(change.path)") }
      outcome.facts.append("\(output.changes.count) changed")
    }
    return outcome
  }
}
