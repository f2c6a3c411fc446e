import Diagnostics

/// `assay explain RULE`: what a rule or an exit code means, an example, and the mend.
enum ExplainCommand {
  static let spec = CommandSpec(
    name: "explain", summary: "say what a rule or an exit code means, and the mend",
    arguments: ArgumentSpec(.text("RULE"), count: 0...1),
    discussion: "Without a rule it lists every rule. `exit-codes` or a code explains how runs end.",
    examples: ["assay explain gate/stale-generated", "assay explain 3"],
    run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws(CommandFailure) -> Outcome {
    guard let topic = invocation.arguments.positionals.first else {
      invocation.console.write(list)
      return .data()
    }
    guard let page = page(topic) else {
      let near = Suggestion.nearest(to: topic, among: RuleCatalogue.rules.map(\.id.rawValue))
      throw .usage(
        "there is no rule '\(topic)'",
        help: near.map { "did you mean: assay explain \($0)" } ?? "assay explain lists every rule")
    }
    invocation.console.write(page)
    return .data()
  }

  /// The page of a rule id or an exit code; nil where it is neither.
  static func page(_ topic: String) -> String? {
    if topic == "exit-codes" { return exitCodes }
    if let number = Int32(topic), let code = ExitCode(rawValue: number) {
      return "exit code \(number): \(code.meaning)\n"
    }
    guard let rule = RuleCatalogue.rule(topic) else { return nil }
    return """
      \(rule.id) (\(rule.severity.name))

      \(rule.summary)

      example: \(rule.example)
      mend:    \(rule.mend)

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
