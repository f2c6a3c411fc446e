/// Something that happened during a recording, for progress and `--verbose`.
public enum RecordingEvent: Sendable {
  /// A run begins; `steps` is how many it has.
  case runStarted(number: Int, of: Int, steps: Int)
  /// The guard found the server to be a disposable local one.
  case guardPassed(baseURL: String)
  /// A step was answered; `line` is method and path without query, every secret masked.
  case stepAnswered(name: String, line: String, status: Int)
}
