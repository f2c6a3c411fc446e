import Diagnostics

/// The rules of the command line itself.
enum CommandRules {
  static let usage: RuleID = "command/usage"
  static let missingExecutable: RuleID = "command/missing-executable"
  static let jsonSyntax: RuleID = "json/syntax"
  static let duplicateKey: RuleID = "json/duplicate-key"
  static let notCanonical: RuleID = "canon/not-canonical"
  static let staleGenerated: RuleID = "gate/stale-generated"
  static let noFixtures: RuleID = "gate/no-fixtures"

  static let rules: [Rule] = [
    Rule(
      usage, .error, summary: "The command line does not say what to do.", example: "assay gnerate",
      mend: "Run `assay help` or `assay help COMMAND`."),
    Rule(
      missingExecutable, .error, summary: "A sub-command lives in an executable of its own, which is not there.",
      example: "assay serve, when only `swift build --product assay` ran", mend: "Build it: `make build`."),
    Rule(
      jsonSyntax, .error, summary: "A text is not JSON (RFC 8259).", example: "{\"v\":1,}",
      mend: "Mend the place that is shown."),
    Rule(
      duplicateKey, .error, summary: "An object has one key twice, and readers disagree on which one counts.",
      example: "{\"v\":1,\"v\":2}", mend: "Keep one of the two; mend the server that sends both."),
    Rule(
      notCanonical, .error, summary: "A JSON file is not in the canonical form that fixtures have.",
      example: "{\"b\":1,\"a\":2}", mend: "Rewrite it: assay canon FILE > FILE.new && mv FILE.new FILE"),
    Rule(
      staleGenerated, .error, summary: "The generated Swift is not what the contracts give now.",
      example: "A field is renamed in contracts/types/guild.ts, but `assay generate` did not run.",
      mend: "Run `assay generate` and commit what it writes."),
    Rule(
      noFixtures, .error, summary: "There is no fixture to verify, so a green gate would prove nothing.",
      example: "fixtures/manifest.json is missing", mend: "Record them: `assay record`."),
  ]
}
