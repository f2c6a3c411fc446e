import Diagnostics
import Reporting

/// What a command came to.
struct Outcome: Sendable {
  /// What it found.
  var findings = FindingList()
  /// Why it could not check; shown, but they are no findings about what was checked: the exit code says so.
  var obstacles: [Finding] = []
  /// What it looked at, such as `14 fixtures`.
  var facts: [String] = []
  /// A code beyond what the findings say, such as `couldNotCheck`.
  var exitCode = ExitCode.clean
  /// Findings at or above this fail the run, where the command line does not say.
  var threshold = Severity.error
  /// The command to type next.
  var nextStep: String?
  /// Accepted findings, where the command knows a fixtures folder.
  var approvals = Approvals()
  /// Rule families that this run would have made findings of (`drift`, `decode`); approvals of others are left alone.
  var exercisedFamilies: Set<String> = []
  /// Whether the command printed data: then there is no summary line, and findings go to standard error.
  var printsData = false

  /// A command that printed data.
  static func data(_ findings: FindingList = FindingList()) -> Outcome {
    var outcome = Outcome()
    outcome.findings = findings
    outcome.printsData = true
    return outcome
  }
}
