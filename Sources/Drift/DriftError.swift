public import Diagnostics
public import Transport

/// Why a drift run ended without a report.
public enum DriftError: Error, Hashable, Sendable {
  /// A policy refused a request (exit code 4): the run would have done what it must not.
  case refused(TransportError)
  /// The task was cancelled.
  case cancelled

  /// The findings that say it.
  public var findings: [Finding] {
    switch self {
    case .refused(let error): [error.finding]
    case .cancelled:
      [Finding(DriftRules.couldNotCheck, .error, "the run was cancelled", help: "run 'assay diff' again")]
    }
  }
}
