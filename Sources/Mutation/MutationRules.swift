public import Diagnostics

/// The rules that mutation speaks in.
public enum MutationRules {
  static let survivor: RuleID = "mutation/survivor"
  static let scoreBelowMinimum: RuleID = "mutation/score-below-minimum"

  /// All of them.
  public static let rules: [Rule] = [
    Rule(
      survivor, .note, summary: "An answer was broken on purpose and no check noticed.",
      example: "dropping 'Guild.motto', which is optional in the contract",
      mend: "Narrow the type where clients rely on what it leaves open."),
    Rule(
      scoreBelowMinimum, .error, summary: "Fewer mutants were noticed than --minimum-score asks for.",
      example: "71 % of 320 mutants, with --minimum-score 80",
      mend: "Narrow the types that the survivors name, or record fixtures that show more."),
  ]

  /// The finding of a score that is too low.
  public static func belowMinimum(_ score: MutationScore, minimum: Int) -> Finding {
    Finding(
      scoreBelowMinimum, .error,
      "\(score.percentage) % of \(score.total) mutants were noticed, \(minimum) % are asked for",
      help: "narrow the types that the survivors name")
  }
}
