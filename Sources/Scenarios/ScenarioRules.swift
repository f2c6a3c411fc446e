public import Diagnostics

/// The rules that scenarios speak in.
public enum ScenarioRules {
  /// An environment variable that a request needs is not set.
  public static let missingVariable: RuleID = "scenario/missing-variable"

  /// All of them.
  public static let rules: [Rule] = [
    Rule(
      "scenario/invalid-directive", .error, summary: "A directive of Assay's cannot be read.", example: "# @expect ok",
      mend: "Write it as the message shows."),
    Rule(
      "scenario/unknown-directive", .error, summary: "A comment starts with '@' and is no directive.",
      example: "# @persna leader", mend: "Correct the spelling."),
    Rule(
      "scenario/duplicate-directive", .error, summary: "A directive stands twice before one request.",
      example: "# @name a, then # @name b", mend: "Separate the requests with ###."),
    Rule(
      "scenario/invalid-name", .error, summary: "A name has characters that references cannot carry.",
      example: "# @name my step", mend: "Use letters, digits, '_' and '-'."),
    Rule(
      "scenario/invalid-template", .error, summary: "A reference in {{…}} cannot be read.",
      example: "{{createGuild.body.id}}", mend: "Write {{step.response.body.$.member}}."),
    Rule(
      "scenario/nondeterministic", .error, summary: "A variable gives another value in each run.",
      example: "{{$guid}}", mend: "Write a fixed value, or capture one from an answer."),
    Rule(
      "scenario/undefined", .error, summary: "A reference names nothing that stands before it.",
      example: "{{createGild.response.body.$.id}}", mend: "Correct the name, or move the step up."),
    Rule(
      "scenario/missing-name", .error, summary: "A request has no name.", example: "a request without # @name",
      mend: "Write '# @name NAME' above it: fixtures and captures are called by it."),
    Rule(
      "scenario/duplicate-name", .error, summary: "Two requests or variables have one name.",
      example: "# @name me twice",
      mend: "Rename one of them."),
    Rule(
      "scenario/invalid-request", .error, summary: "A request line or header cannot be read.", example: "GET",
      mend: "Write 'METHOD URL', then 'Name: value' lines, an empty line, and the body."),
    Rule(
      "scenario/invalid-encoding", .error, summary: "A scenario is not UTF-8.", example: "a file saved as Latin-1",
      mend: "Save it as UTF-8."),
    Rule(
      "scenario/circular-variable", .error, summary: "The value of a variable leads back to it.",
      example: "@a = {{b}} and @b = {{a}}", mend: "Give one of them a value of its own."),
    Rule(
      "scenario/unsupported", .error, summary: "A scenario uses syntax that Assay does not run.",
      example: "> {% client.test(…) %}", mend: "Use captures and directives instead."),
    Rule(
      "scenario/unusable-value", .error, summary: "A captured value cannot stand where it is used.",
      example: "an object in a URL", mend: "Capture a string, number or Boolean."),
    Rule(
      "scenario/missing-capture", .error, summary: "An answer lacks the value that a later step uses.",
      example: "$.id of an answer without id", mend: "Correct the path, or mend the server."),
    Rule(
      missingVariable, .error, summary: "An environment variable that a request needs is not set.",
      example: "{{$processEnv ASSAY_DEV_PASSWORD}}", mend: "Set it; its value is never printed."),
    Rule(
      "scenario/missing-file", .error, summary: "The file of a body cannot be read.", example: "< ./photo.bin",
      mend: "Correct the path; it is relative to the scenario."),
  ]
}

/// Why a request of a scenario could not be made.
public struct ScenarioError: Error, Sendable {
  /// What is wrong, with its place.
  public let finding: Finding

  init(_ rule: RuleID, _ message: String, help: String, at span: SourceSpan) {
    finding = Finding(rule, .error, message, help: help, at: Place(span: span))
  }
}
