import Workspace

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A server that a benchmark starts and stops.
struct BenchServer {
  /// Where it listens, as it prints it.
  let url: String
  private let process: ChildProcess

  /// Starts a server and waits until it says where it listens.
  static func start(_ command: [String]) throws(BenchFailure) -> BenchServer {
    let process = try BenchFailure.attempt { () throws(WorkspaceError) in try ChildProcess.start(command) }
    for _ in 0..<3000 {
      if let match = process.capturedOutput.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/) {
        return BenchServer(url: String(match.0), process: process)
      }
      if process.exitStatus != nil { break }
      usleep(10_000)
    }
    ChildProcess.terminateAll()
    throw BenchFailure(message: "\(command[0]) does not start: \(process.capturedOutput)")
  }

  /// Stops it; nothing else of this program runs by then.
  func stop() { ChildProcess.terminateAll() }
}
