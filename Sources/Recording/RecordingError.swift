public import Diagnostics
public import Transport
public import Workspace

/// Why a recording ended without a fixture set.
public indirect enum RecordingError: Error, Sendable {
  /// The guard found no proof that the server is a disposable local one; `fact` names what failed and where it is set.
  case refused(fact: String, help: String)
  /// The dev server did not start, or did not become ready in time; `output` is the end of what it printed, masked.
  case serverNotStarted(reason: String, output: String)
  /// A server could not be brought to a clean state; `output` is the end of what the command printed, masked.
  case resetFailed(reason: String, output: String)
  /// A request got no answer.
  case transport(TransportError, step: String, at: Place = Place())
  /// An answer that is not one of the API: nothing was learned from it.
  case unusableAnswer(Finding)
  /// Steps without an answer that can be saved; each is told, and nothing is written.
  case steps([StepFailure])
  /// Recoverable findings that together leave nothing to write.
  case findings([Finding])
  /// `fixtures/volatility.json` cannot be read.
  case unreadableVolatility(String, at: Place = Place())
  /// A server that Assay started failed in the midst of a run; `ends` says which of them ended and how, and `output` is
  /// the end of what they printed, masked.
  case serverFailed(RecordingError, ends: [String] = [], output: String)
  /// A file or folder could not be read or written.
  case workspace(WorkspaceError)

  /// The findings that say it.
  public var findings: [Finding] {
    switch self {
    case .refused(let fact, let help):
      [Finding(RecordingRules.guardRefused, .error, "refused to record: \(fact)", help: help)]
    case .serverNotStarted(let reason, let output):
      [
        Finding(
          RecordingRules.notStarted, .error, "the dev server did not become ready: \(reason)",
          help: "run the command of webServer in assay.json by hand",
          notes: output.isEmpty ? [] : [FindingNote("its last output:\n\(output)")])
      ]
    case .resetFailed(let reason, let output):
      [
        Finding(
          RecordingRules.resetFailed, .error, "the server was not brought to a clean state: \(reason)",
          help: "mend webServer.reset in assay.json, or the server",
          notes: output.isEmpty ? [] : [FindingNote("its last output:\n\(output)")])
      ]
    case .unusableAnswer(let finding): [finding]
    case .transport(let error, let step, let place):
      [
        {
          var finding = error.finding
          finding.place = place
          finding.notes.append(FindingNote("while running step '\(step)'"))
          return finding
        }()
      ]
    case .steps(let failures): failures.map(\.finding)
    case .findings(let findings): findings
    case .unreadableVolatility(let reason, let place):
      [
        Finding(
          RecordingRules.unreadableRecord, .error, "what is known to be volatile cannot be read: \(reason)",
          help: "restore \(VolatilityRecord.fileName) from version control, or delete it", at: place)
      ]
    case .serverFailed(let error, let ends, let output):
      error.findings.map { finding in
        var finding = finding
        finding.tell(ends: ends, output: output)
        return finding
      }
    case .workspace(let error): [error.finding]
    }
  }
}
