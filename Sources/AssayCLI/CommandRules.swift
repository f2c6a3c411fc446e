import Diagnostics

/// The rules of the command line itself.
enum CommandRules {
  static let usage: RuleID = "command/usage"
  static let missingExecutable: RuleID = "command/missing-executable"
  static let jsonSyntax: RuleID = "json/syntax"
  static let notCanonical: RuleID = "canon/not-canonical"
  static let staleGenerated: RuleID = "gate/stale-generated"
  static let lineEnds: RuleID = "gate/line-ends"
  static let noConfiguration: RuleID = "command/no-configuration"
  static let missingTool: RuleID = "doctor/missing-tool"
  static let unsetVariable: RuleID = "doctor/unset-variable"
  static let serverDown: RuleID = "doctor/server-down"
  static let badBaseURL: RuleID = "command/bad-base-url"
  static let noSources: RuleID = "command/no-sources"
  static let sourceKind: RuleID = "command/source-kind"
  static let unknownPersona: RuleID = "command/unknown-persona"
  static let credentialRefused: RuleID = "doctor/credential-refused"
  static let unknownValue: RuleID = "command/unknown-value"
  static let noFixtures: RuleID = "command/no-fixtures"
  static let emptyContract: RuleID = "command/empty-contract"
  static let noScenarios: RuleID = "command/no-scenarios"
  static let foreignFile: RuleID = "gate/foreign-file"
  static let cannotRecord: RuleID = "doctor/cannot-record"
  static let unreadableYAML: RuleID = "yaml/unsupported"

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
      notCanonical, .error, summary: "A JSON file is not in the canonical form that fixtures have.",
      example: "{\"b\":1,\"a\":2}", mend: "Rewrite it in place: assay canon --write FILE"),
    Rule(
      staleGenerated, .error, summary: "The generated Swift is not what the contracts give now.",
      example: "A field is renamed in contracts/types/guild.ts, but `assay generate` did not run.",
      mend: "Run `assay generate` and commit what it writes."),
    Rule(
      lineEnds, .note, summary: "Generated files were checked out with CRLF line ends; their content is right.",
      example: "git on Windows with core.autocrlf", mend: "Add `* text=auto eol=lf` to .gitattributes."),
    Rule(
      noConfiguration, .error, summary: "There is no contracts/assay.json where the command runs, nor above it.",
      example: "assay gate outside of the repository", mend: "Change to the repository, or give --config FILE."),
    Rule(
      missingTool, .note, summary: "A program that some command runs is not there.",
      example: "assay-serve is not beside assay", mend: "Build or install it; other commands work without it."),
    Rule(
      unsetVariable, .note, summary: "An environment of assay.json names a variable that is not set.",
      example: "\"baseURL\": \"$ASSAY_PRODUCTION_URL\"", mend: "Set it before a command that uses that environment."),
    Rule(
      serverDown, .error, summary: "The server of an environment does not answer.",
      example: "assay doctor --env local, before the server is started", mend: "Start it, or correct its baseURL."),
    Rule(
      badBaseURL, .error, summary: "The base URL of an environment is not an http or https URL.",
      example: "\"baseURL\": \"app.example.com\"", mend: "Write it whole: https://app.example.com."),
    Rule(
      noSources, .error, summary: "A pattern of the sources matches no file.",
      example: "\"include\": [\"tpyes/**/*.ts\"]",
      mend: "Correct the pattern: it is relative to the folder of assay.json."),
    Rule(
      sourceKind, .error, summary: "A contract file is named as a format that it is not.",
      example: "--zod openapi.json", mend: "Name it as what it is, as the message shows."),
    Rule(
      unknownPersona, .error, summary: "Credentials are given to a persona that no scenario acts as.",
      example: "\"credentials\": { \"redaer\": … }", mend: "Correct the name, or give a step that persona."),
    Rule(
      credentialRefused, .error, summary: "A token, credential or sign-in does not lead into an environment.",
      example: "assay doctor --env production, with a token that has ended",
      mend: "Correct the variable that holds it; a note says that no recorded read is theirs."),
    Rule(
      unknownValue, .warning, summary: "An environment has a value for a parameter that no route has.",
      example: "\"values\": { \"guildID\": … } for /guilds/{guildId}", mend: "Correct the name."),
    Rule(
      emptyContract, .error, summary: "The contract files declare nothing, so nothing would be checked.",
      example: "--typescript tsconfig.json, or types without `export`",
      mend: "Name the files that declare the answers, and export the types."),
    Rule(
      noScenarios, .error, summary: "A pattern of the scenarios matches no file.",
      example: "\"scenarios\": [\"scenario/*.http\"]",
      mend: "Correct the pattern: it is relative to the folder of assay.json."),
    Rule(
      foreignFile, .error, summary: "A file that Assay did not generate stands where a generated one goes.",
      example: "Generated/Guild.swift, written by hand",
      mend: "Move it out of the output folder, or give generated files a folder of their own."),
    Rule(
      cannotRecord, .note, summary: "Something that `assay record` needs is not in assay.json.",
      example: "no \"scenarios\", or no environment that may be written to", mend: "Add what the note names."),
    Rule(
      noFixtures, .error, summary: "There is no fixture set where the command needs one.",
      example: "assay approve before the first assay record", mend: "Record them: `assay record`."),
    Rule(
      unreadableYAML, .error, summary: "A YAML document has no JSON form, or is not YAML 1.2.",
      example: "a key that stands twice, `.inf`, a second document",
      mend: "Mend the place that is shown; assay-yaml reads the core schema, one document to a file."),
  ]
}
