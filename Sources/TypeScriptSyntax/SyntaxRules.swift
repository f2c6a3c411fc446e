public import Diagnostics

/// The rules that the parser speaks in.
public enum SyntaxRules {
  /// The text is not TypeScript where a contract needs it to be.
  public static let syntax: RuleID = "typescript/syntax"

  /// All of them.
  public static let rules: [Rule] = [
    Rule(
      syntax, .error, summary: "The text is not TypeScript where a contract needs it to be.",
      example: "interface Plan { title string }", mend: "Correct the text at the caret; `tsc` says the same place.")
  ]
}
