import ContractModel
import Diagnostics
import Drift
import JSONText

/// `assay diff`: live answers against the fixtures, or two saved answers.
enum DiffCommand {
  static let spec = CommandSpec(
    name: "diff", summary: "compare two saved answers by meaning",
    arguments: ArgumentSpec(.file("FILE"), count: 2...2),
    options: [
      OptionSpec("type", value: .text("NAME"), help: "type, or route id, of the two answers")
    ] + Project.sourceOptions,
    discussion: """
      The first file is what was expected, the second what came. Without --type shape is compared with shape.
      """,
    examples: ["assay diff fixtures/guilds.show/showGuild.json answer.json --type GuildDetail"],
    run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws(CommandFailure) -> Outcome {
    try await files(invocation)
  }

  private static func files(_ invocation: Invocation) async throws(CommandFailure) -> Outcome {
    let paths = invocation.arguments.positionals
    var outcome = Outcome()
    var contract = Contract()
    var type: TypeExpression?
    if let name = invocation.arguments.value("type") {
      contract = try await ContractLoading.load(
        Project.load(invocation), invocation, findings: &outcome.findings)
      type = try expression(name, in: contract)
    }
    let expected = try InputFile.document(paths[0])
    let actual = try InputFile.document(paths[1])
    outcome.findings.report(
      DriftComparator(contract: contract).compare(
        expected: expected, actual: actual, type: type, expectedFile: paths[0], actualFile: paths[1]))
    return outcome
  }

  private static func expression(_ name: String, in contract: Contract) throws(CommandFailure) -> TypeExpression {
    if let declaration = contract.type(named: name) {
      return TypeExpression(.reference(name), span: declaration.span)
    }
    if let response = contract.route(id: name)?.response { return response }
    let near = Suggestion.nearest(to: name, among: contract.types.map(\.name) + contract.routes.map(\.id))
    throw .usage("the contract has no type or route '\(name)'", help: near.map { "did you mean: \($0)" })
  }
}
