/// Why a benchmark could not be finished; the message is for people.
struct BenchFailure: Error {
  let message: String

  /// The beginning of the message, on one line.
  var firstLines: String {
    message.split(separator: "\n").prefix(3).joined(separator: " ")
  }
}
