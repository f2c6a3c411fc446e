/// How a run ended, for the scripts that called it.
public enum ExitCode: Int32, CaseIterable, Sendable {
  /// Clean, or only findings below the threshold.
  case clean = 0
  /// Findings at or above the threshold.
  case findings = 1
  /// Assay could not start.
  case cannotStart = 2
  /// Nothing was learned: server down, sign-in failed, time-out.
  case couldNotCheck = 3
  /// A guard or policy refused.
  case refused = 4
  /// A fault in Assay itself.
  case internalError = 70

  /// The code that stays when two hold: 70, then 4, 2, 1, 3, 0.
  public func combined(with other: ExitCode) -> ExitCode { precedence >= other.precedence ? self : other }

  private var precedence: Int {
    switch self {
    case .clean: 0
    case .couldNotCheck: 1
    case .findings: 2
    case .cannotStart: 3
    case .refused: 4
    case .internalError: 5
    }
  }

  /// What the code says, in one line.
  public var meaning: String {
    switch self {
    case .clean: "clean, or only findings below the threshold (--fail-on)"
    case .findings: "findings at or above the threshold"
    case .cannotStart: "Assay could not start: usage, configuration, unreadable file"
    case .couldNotCheck: "could not check: server down, sign-in failed, time-out, nothing learned"
    case .refused: "refused by a guard or policy"
    case .internalError: "internal error; please report it"
    }
  }
}
