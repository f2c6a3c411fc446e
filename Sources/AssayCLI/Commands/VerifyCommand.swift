import Diagnostics
import Verification

/// `assay verify`: fixtures, or any JSON files, against the contract, offline.
enum VerifyCommand {
  static let families: Set<String> = [
    "typescript", "openapi", "schema", "yaml", "contract", "verify", "decode", "fixtures", "json",
  ]

  static let spec = CommandSpec(
    name: "verify", summary: "hold fixtures, or JSON files, against the contract",
    arguments: ArgumentSpec(.file("FILE"), count: 0...Int.max), secondUsage: "assay verify [options] --type NAME FILE…",
    options: [
      OptionSpec("type", value: .text("NAME"), help: "type, or route id, that the named files must have"),
      OptionSpec("coverage", help: "note which variations of the contract's types no fixture shows"),
    ] + Project.sourceOptions,
    discussion: """
      A variation is what a type allows and a fixture can show: null and a value, a member absent and present, a list
      empty and filled, each case of an enumeration and each variant of a union.
      """,
    examples: ["assay verify", "assay verify --type GuildDetail answer.json"],
    run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws(CommandFailure) -> Outcome {
    let files = invocation.arguments.positionals
    let typeName = invocation.arguments.value("type")
    if typeName == nil, let first = files.first {
      throw .usage("which type has \(first)?", help: "assay verify --type NAME \(first)")
    }
    if typeName != nil, files.isEmpty {
      throw .usage("--type needs FILE…", help: "usage: assay verify --type NAME FILE…")
    }
    if typeName != nil { try invocation.refuse(["fixtures", "coverage"], because: "--type names the files itself") }
    let project = try Project.load(invocation)
    var outcome = Outcome()
    outcome.exercisedFamilies = families
    let contract = try await ContractLoading.load(project, invocation, findings: &outcome.findings)
    if let typeName {
      if outcome.findings.hasErrors, !ContractLoading.names(in: contract).contains(typeName) { return outcome }
      _ = try ContractLoading.type(named: typeName, in: contract)
      for path in files {
        let file = SourceFile(path: path, bytes: try InputFile.read(path))
        outcome.findings.report(Verifier.check(file, typeName: typeName, contract: contract))
      }
      outcome.facts = [counted(files.count, "file")]
      return outcome
    }
    outcome.approvals = try Verifying.approvals(project, findings: &outcome.findings)
    if let fixtures = try Verifying.fixtures(project, findings: &outcome.findings) {
      Verifying.verify(
        contract, fixtures, waivers: Verifying.waivers(project),
        showsCoverage: invocation.arguments.has("coverage"), into: &outcome)
    }
    return outcome
  }
}
