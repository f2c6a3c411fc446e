/// Why a benchmark could not be finished; the message is for people.
struct BenchFailure: Error {
  let message: String
}
