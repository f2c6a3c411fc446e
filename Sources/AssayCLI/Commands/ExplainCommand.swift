import Diagnostics

/// `assay explain RULE`: what a rule or an exit code means, an example, and the mend.
enum ExplainCommand {
  static let spec = CommandSpec(
    name: "explain", summary: "say what a rule or an exit code means, and the mend",
    arguments: ArgumentSpec(.named("RULE", topics), count: 0...1), projectOptions: [],
    discussion: "Without a rule it lists every rule. `exit-codes` or a code explains how runs end.",
    examples: ["assay explain gate/stale-generated", "assay explain 3"],
    run: run)

  private static let topics =
    RuleCatalogue.rules.map(\.id.rawValue) + ["exit-codes"] + ExitCode.allCases.map { String($0.rawValue) }

  @Sendable private static func run(_ invocation: Invocation) async throws(CommandFailure) -> Outcome {
    try invocation.claimOutput()
    guard let topic = invocation.arguments.positionals.first else {
      try invocation.console.write(list)
      return .data()
    }
    guard let page = page(topic) else {
      let near = Suggestion.nearest(to: topic, among: topics)
      throw .usage(
        "there is no rule or exit code '\(topic)'",
        help: near.map { "did you mean: assay explain \($0)" }
          ?? "assay explain lists every rule, assay explain exit-codes the codes")
    }
    try invocation.console.write(page)
    return .data()
  }

  /// The page of a rule id or an exit code; nil where it is neither.
  static func page(_ topic: String) -> String? {
    if topic == "exit-codes" { return exitCodes }
    if let number = Int32(topic), let code = ExitCode(rawValue: number) {
      return page("exit code \(number)", code.meaning, example: code.example, mend: code.mend)
    }
    return RuleCatalogue.rule(topic).map { rule in
      page("\(rule.id) (\(rule.severity.name))", rule.summary, example: rule.example, mend: rule.mend)
    }
  }

  private static func page(_ title: String, _ summary: String, example: String, mend: String) -> String {
    """
    \(title)

    \(summary)

    example: \(example)
    mend:    \(mend)

    """
  }

  private static var exitCodes: String {
    ExitCode.allCases.map { "\($0.rawValue)\t\($0.meaning)\n" }.joined()
      + "When several hold: 70, then 4, 2, 1, 3.\n"
  }

  private static var list: String {
    let width = RuleCatalogue.rules.map(\.id.rawValue.count).max() ?? 0
    return RuleCatalogue.rules.map { rule in
      rule.id.rawValue + String(repeating: " ", count: width - rule.id.rawValue.count + 2) + rule.summary + "\n"
    }.joined()
  }
}
