/// Something that happened during a recording, for progress and `--verbose`.
public enum RecordingEvent: Sendable {
  /// A run begins; `steps` is how many it has.
  case runStarted(number: Int, of: Int, steps: Int)
  /// The guard found the server to be a disposable local one.
  case guardPassed(baseURL: String)
  /// A request was sent, whoever sent it: the guard, a session, a step.
  case exchanged(ObservedExchange)
  /// A step was answered; `line` is method and path without query, every secret masked.
  case stepAnswered(name: String, line: String, status: Int)
}
