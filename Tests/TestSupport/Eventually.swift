package import Workspace

/// What a test waited for in vain.
package struct NeverHappened: Error, CustomStringConvertible {
  package let description: String
}

/// Waits until something holds.
///
/// The bound is far above what a starved machine needs: only what is wrong reaches it.
/// - Parameters:
///   - what: What is waited for, as the failure names it.
///   - hopeless: Why it can no longer happen; nil while it can.
package func eventually(
  _ what: String, seconds: Double = Patience.limit, hopeless: () -> String? = { nil },
  _ condition: () async throws -> Bool
) async throws {
  let deadline = ContinuousClock.now + .seconds(seconds)
  while true {
    let reason = hopeless()
    if try await condition() { return }
    if let reason { throw NeverHappened(description: "\(what): \(reason)") }
    guard ContinuousClock.now < deadline else { throw NeverHappened(description: "\(what): not in \(seconds) s") }
    try await Task.sleep(for: .milliseconds(5))
  }
}

extension ChildProcess {
  /// Waits until the output holds a text; the program's end ends the wait.
  package func waitForOutput(_ text: String) async throws {
    try await eventually("'\(text)' in the output", hopeless: endedText) { capturedOutput.contains(text) }
  }

  /// Waits for the end.
  ///
  /// - Returns: The exit status.
  package func waitForEnd() async throws -> Int32? {
    try await eventually("the end of process \(processID)") { exitStatus != nil }
    return exitStatus
  }

  /// That the program has ended, and what it wrote; nil while it runs.
  package func endedText() -> String? { exitStatus.map { "it ended with status \($0):\n\(capturedOutput)" } }
}
