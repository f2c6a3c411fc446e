import Diagnostics

/// The rules of the command line itself.
enum CommandRules {
  static let usage: RuleID = "command/usage"
  static let missingExecutable: RuleID = "command/missing-executable"
  static let jsonSyntax: RuleID = "json/syntax"
  static let duplicateKey: RuleID = "json/duplicate-key"
  static let notCanonical: RuleID = "canon/not-canonical"
  static let staleGenerated: RuleID = "gate/stale-generated"
  static let lineEnds: RuleID = "gate/line-ends"
  static let noConfiguration: RuleID = "command/no-configuration"
  static let noFixtures: RuleID = "command/no-fixtures"

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
      lineEnds, .note, summary: "Generated files were checked out with CRLF line ends; their content is right.",
      example: "git on Windows with core.autocrlf", mend: "Add `* text=auto eol=lf` to .gitattributes."),
    Rule(
      noConfiguration, .error, summary: "There is no contracts/assay.json where the command runs.",
      example: "assay gate in another folder", mend: "Change to the repository's root, or give --config FILE."),
    Rule(
      noFixtures, .error, summary: "There is no fixture set where the command needs one.",
      example: "assay approve before the first assay record", mend: "Record them: `assay record`."),
    Rule(
      "yaml/unsupported", .error, summary: "A YAML document has no JSON form, or is not YAML 1.2.",
      example: "a key that stands twice, `.inf`, a second document",
      mend: "Mend the place that is shown; assay-yaml reads the core schema, one document to a file."),
  ]
}
