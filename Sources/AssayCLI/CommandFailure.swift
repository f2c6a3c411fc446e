import Diagnostics

/// Why a command stopped before it had an outcome; the one error of this module.
struct CommandFailure: Error, Sendable {
  /// The code to exit with.
  let exitCode: ExitCode
  /// What to say.
  let findings: [Finding]

  /// The command line is wrong.
  static func usage(_ message: String, help: String) -> CommandFailure {
    CommandFailure(exitCode: .cannotStart, findings: [Finding(CommandRules.usage, .error, message, help: help)])
  }

  /// A file is missing, unreadable or not what it should be.
  static func cannotStart(_ finding: Finding) -> CommandFailure {
    CommandFailure(exitCode: .cannotStart, findings: [finding])
  }
}
