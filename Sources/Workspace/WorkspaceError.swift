public import Diagnostics

/// Why the file system, a child process, git or the configuration did not do what was asked.
public enum WorkspaceError: Error, Sendable {
  /// A system call on a path failed; `reason` is the system's own text.
  case file(path: String, operation: String, reason: String)
  /// Another process holds the lock of a folder.
  case locked(folder: String, holder: String)
  /// An exchange of folders was interrupted and not rolled forward yet.
  case interrupted(folder: String)
  /// A child process could not be started, or ended badly.
  case process(command: String, reason: String)
  /// The configuration cannot be used: the first fault by place, and all others.
  case configuration(Finding, more: [Finding] = [])

  /// Everything that is wrong, one finding each, sorted.
  public var findings: [Finding] {
    if case .configuration(let first, let more) = self { return [first] + more }
    return [finding]
  }

  /// The finding that says it; of several faults the first, with the others as notes.
  public var finding: Finding {
    switch self {
    case .file(let path, let operation, let reason):
      Finding(
        WorkspaceRules.file, .error, "cannot \(operation) \(path): \(reason)",
        help: "check the path and its permissions",
        at: Place(file: path))
    case .locked(let folder, let holder):
      Finding(
        WorkspaceRules.locked, .error, "another recorder writes \(folder) (\(holder))",
        help: "wait until it has ended, then run the command again", at: Place(file: folder))
    case .interrupted(let folder):
      Finding(
        WorkspaceRules.interrupted, .error, "a recording into \(folder) was interrupted while it was put in place",
        help: "run an assay command that may write there: it rolls the exchange forward first",
        at: Place(file: folder))
    case .process(let command, let reason):
      Finding(WorkspaceRules.process, .error, "\(command): \(reason)", help: "run the command by hand")
    case .configuration(let first, let more): Self.joined(first, more)
    }
  }

  private static func joined(_ first: Finding, _ more: [Finding]) -> Finding {
    var finding = first
    finding.notes += more.map { FindingNote($0.message, at: $0.place) }
    return finding
  }
}

/// The rules that the workspace speaks in.
public enum WorkspaceRules {
  static let file: RuleID = "workspace/file"
  static let locked: RuleID = "workspace/locked"
  static let interrupted: RuleID = "workspace/interrupted-exchange"
  static let process: RuleID = "workspace/process"
  static let configSyntax: RuleID = "config/syntax"
  static let unknownKey: RuleID = "config/unknown-key"
  static let wrongType: RuleID = "config/wrong-type"
  static let missingKey: RuleID = "config/missing-key"
  static let duplicateKey: RuleID = "config/duplicate-key"
  static let literalSecret: RuleID = "config/literal-secret"
  static let missingVariable: RuleID = "config/missing-variable"
  static let unknownEnvironment: RuleID = "config/unknown-environment"
  static let unreadableAuthorities: RuleID = "config/unreadable-ca-file"

  /// All of them.
  public static let rules: [Rule] = [
    Rule(
      file, .error, summary: "A file or folder could not be read or written.",
      example: "cannot read contracts/assay.json: No such file or directory",
      mend: "Check the path and its permissions."),
    Rule(
      locked, .error, summary: "Two recorders would write one fixture set.", example: "two `assay record` at once",
      mend: "Wait for the other one to end."),
    Rule(
      interrupted, .error, summary: "A recording was interrupted where folders cannot be exchanged in one step.",
      example: "power loss on a container overlay", mend: "Run `assay record`: it rolls forward first."),
    Rule(
      process, .error, summary: "A program that Assay runs could not be started or ended badly.",
      example: "git: not found", mend: "Install it, or run the command by hand."),
    Rule(
      configSyntax, .error, summary: "assay.json is not JSON with comments.", example: "a missing bracket",
      mend: "Mend the place that is shown."),
    Rule(
      unknownKey, .error, summary: "assay.json has a key that Assay does not know.", example: "\"enviroments\"",
      mend: "Correct the spelling; the nearest known key is named."),
    Rule(
      wrongType, .error, summary: "A value in assay.json has the wrong kind.", example: "\"scenarios\": \"a.http\"",
      mend: "Give the kind that the message names."),
    Rule(
      missingKey, .error, summary: "assay.json lacks a key that is needed.", example: "an environment without baseURL",
      mend: "Add the key."),
    Rule(
      duplicateKey, .error, summary: "A key of assay.json stands twice in one object.",
      example: "two \"environments\"", mend: "Remove one of them."),
    Rule(
      literalSecret, .error, summary: "A token or password stands in assay.json itself.",
      example: "\"token\": \"eyJ…\"",
      mend: "Move it to an environment variable, write \"$NAME\", and change the secret: it is in the history now."),
    Rule(
      missingVariable, .error, summary: "A value comes from an environment variable that is not set.",
      example: "\"$ASSAY_PRODUCTION_URL\"", mend: "Set the variable; its value is never printed."),
    Rule(
      unknownEnvironment, .error, summary: "No environment of assay.json has this name.", example: "--env prod",
      mend: "Use one of the names that the message lists."),
    Rule(
      unreadableAuthorities, .error, summary: "The file of trusted authorities cannot be read, or holds none.",
      example: "\"caFile\": \"ca.key\"", mend: "Name the PEM file of the authority's certificate."),
  ]
}
