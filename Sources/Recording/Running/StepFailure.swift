public import Diagnostics
internal import Scenarios
internal import Transport

/// A step without an answer that can be saved, and why.
public struct StepFailure: Sendable {
  /// Most names of steps that are told.
  private static let shownNames = 12

  /// Whether nothing was learned about the API: no answer came, the server failed, or nobody was let in.
  public let isObstacle: Bool
  /// The step.
  let span: SourceSpan
  /// Whether its request could be made.
  let wasSent: Bool
  /// Whether no whole answer came.
  let isUnanswered: Bool
  /// Whether the recorded server is not there any more.
  let isServerGone: Bool
  private var cause: Finding
  /// The steps that need this one's answer, and so did not run.
  private(set) var needy: [String] = []
  /// Whether something is not written that later answers may show.
  private(set) var missesWrite: Bool

  /// Takes the error that a step ended with; nil for one that ends the whole run: a refusal, a variable that is not set,
  /// what Assay itself cannot do.
  ///
  /// - Parameter origin: Of the recorded server.
  init?(_ error: RecordingError, of step: ScenarioStep, at origin: HTTPOrigin?) {
    var isServerGone = false
    switch error {
    case .findings(let findings) where findings.count == 1 && findings[0].rule != ScenarioRules.missingVariable:
      (cause, isObstacle, isUnanswered) = (findings[0], false, false)
    case .unusableAnswer(let finding):
      (cause, isObstacle, isUnanswered) = (finding, true, false)
    case .transport(let failure, _, _) where !failure.isRefusal && failure.reason != .cancelled:
      (cause, isObstacle, isUnanswered) = (error.findings[0], true, true)
      isServerGone =
        failure.reason == .connectionRefused && failure.request.flatMap { HTTPOrigin(url: $0.url) } == origin
    default: return nil
    }
    self.isServerGone = isServerGone
    span = step.span
    wasSent = !cause.rule.rawValue.hasPrefix("scenario/")
    missesWrite = step.isWrite
  }

  /// Whether the server's own log tells more: it gave no answer, failed, or did not come to an end.
  var isServersFault: Bool {
    isUnanswered || [RecordingRules.serverFailed, RecordingRules.notReady].contains(cause.rule)
  }

  /// What happened, with the steps that did not run for want of the answer.
  public var finding: Finding {
    guard !needy.isEmpty else { return cause }
    let names = needy.prefix(Self.shownNames).map { "'\($0)'" }.joined(separator: ", ")
    let more = needy.count > Self.shownNames ? " and \(needy.count - Self.shownNames) more" : ""
    var finding = cause
    finding.notes.append(FindingNote("for want of its answer these did not run: \(names)\(more)"))
    return finding
  }

  /// Adds a step that did not run for want of the answer.
  mutating func add(needy step: ScenarioStep) {
    needy.append(step.name)
    if step.isWrite { missesWrite = true }
  }

  /// Adds how servers ended by themselves, and the last that they printed.
  mutating func tell(ends: [String], output: String) { cause.tell(ends: ends, output: output) }

  /// Adds what is known besides.
  mutating func add(_ note: FindingNote) { cause.notes.append(note) }
}

extension ScenarioStep {
  /// Whether it is there to change something, and not to sign in.
  fileprivate var isWrite: Bool { method != "GET" && method != "HEAD" && signIn == nil }
}
