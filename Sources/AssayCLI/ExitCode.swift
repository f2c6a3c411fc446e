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
    case .couldNotCheck: "could not check: server down or failing (5xx), sign-in failed, time-out, nothing learned"
    case .refused: "refused by a guard or policy"
    case .internalError: "internal error; please report it"
    }
  }

  /// What ends so.
  var example: String {
    switch self {
    case .clean: "assay gate, when the generated Swift and the fixtures are what the contract says"
    case .findings: "assay verify, when an answer lacks a member that its type requires"
    case .cannotStart: "assay gate in a folder without contracts/assay.json"
    case .couldNotCheck: "assay diff --env production, while the server does not answer"
    case .refused: "assay record against a database that is not local"
    case .internalError: "none is known"
    }
  }

  /// What to do about it.
  var mend: String {
    switch self {
    case .clean: "Nothing. --strict makes warnings count too."
    case .findings: "Each finding says its next step; `assay explain RULE` says more."
    case .cannotStart: "Mend the option, setting or file that the message names."
    case .couldNotCheck: "Start the server, or correct its baseURL and sign-in; `assay doctor --env NAME` tries them."
    case .refused: "Aim at a local database or an environment that may be written to; the message says what was met."
    case .internalError: "Report it, with the command line and what it printed."
    }
  }
}
