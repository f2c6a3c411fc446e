import Diagnostics
import Mutation

/// `assay mutate`: how much of a broken answer the contract notices.
enum MutateCommand {
  static let spec = CommandSpec(
    name: "mutate", summary: "break recorded answers on purpose and list what goes unnoticed",
    options: [
      OptionSpec("minimum-score", value: .text("N"), help: "fail below this many per cent")
    ] + Project.sourceOptions,
    discussion: """
      Drops members, puts null and other kinds of values, unknown enumeration values and other keys into each fixture,
      one at a time. Survivors are notes: they show where the contract is loose.
      """,
    examples: ["assay mutate --minimum-score 80"],
    run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws(CommandFailure) -> Outcome {
    var minimum: Int?
    if let text = invocation.arguments.value("minimum-score") {
      guard let number = Int(text), (0...100).contains(number) else {
        throw .usage("--minimum-score '\(text)' is no number from 0 to 100", help: "example: --minimum-score 80")
      }
      minimum = number
    }
    let project = try Project.load(invocation)
    var outcome = Outcome()
    outcome.exercisedFamilies = ["mutation"]
    let contract = try await ContractLoading.load(project, invocation, findings: &outcome.findings)
    outcome.approvals = try Verifying.approvals(project, findings: &outcome.findings)
    guard let fixtures = try Verifying.fixtures(project, findings: &outcome.findings) else { return outcome }
    let score = MutationRun(contract: contract, fixtures: fixtures).score()
    outcome.findings.report(score.findings)
    outcome.facts = [
      "\(score.killed) of \(counted(score.total, "mutant")) noticed (\(score.percentage) %)",
      counted(score.fixtureCount, "fixture"),
    ]
    if score.total == 0 { outcome.exitCode = .couldNotCheck }
    if let minimum, score.percentage < minimum {
      outcome.findings.report(MutationRules.belowMinimum(score, minimum: minimum))
    }
    return outcome
  }
}
