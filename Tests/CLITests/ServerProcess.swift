import TestSupport
import Testing
import Workspace

/// Runs a server for as long as a test needs it.
enum ServerProcess {
  /// Starts a server, works with it, and stops it by SIGTERM, which must end it with exit status 0.
  ///
  /// - Parameter work: Gets the address that the server prints once it listens, and the server.
  static func serving<T>(
    _ command: [String], in folder: String, environment: [String: String] = EnvironmentVariables.current,
    _ work: (_ url: String, _ server: ChildProcess) async throws -> T
  ) async throws -> T {
    let server = try ChildProcess.start(command, workingDirectory: folder, environment: environment)
    do {
      let result = try await work(try await url(of: server), server)
      #expect(server.exitStatus == nil, "the server ended by itself: \(server.capturedOutput)")
      // Grace that a starved machine keeps within: a server that is killed has no status of its own.
      await server.terminate(grace: 60)
      #expect(server.exitStatus == 0, "\(server.capturedOutput)")
      return result
    } catch {
      await server.terminate(grace: 60)
      throw error
    }
  }

  private static func url(of server: ChildProcess) async throws -> String {
    var url: String?
    try await eventually("the server's address", hopeless: server.endedText) {
      url = server.capturedOutput.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/).map { String($0.0) }
      return url != nil
    }
    return try #require(url)
  }
}
