import TestSupport
import Testing
import Workspace

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An interrupted recording ends by the signal, and leaves no server, no data and no half-written set.
@Suite struct InterruptTests {
  /// When the signal comes.
  enum Moment: CaseIterable {
    /// The first run begins: its server was started.
    case firstRun
    /// The server of the second run was started and does not answer: nothing but the signal goes on from here.
    case secondStart
  }

  @Test(arguments: [SIGINT, SIGTERM], Moment.allCases)
  func interruptingARecordingEndsItsServer(signal: Int32, moment: Moment) async throws {
    let folder = try MainJobTests.project(scenario: "guilds.http")
    let servers = try NotedServers(in: folder)
    let binary = AssayBinary.folder
    var environment = EnvironmentVariables.current
    environment["PATH"] = binary + ":" + (environment["PATH"] ?? "")
    environment["ASSAY_DEV_PASSWORD"] = "planted-secret-1"
    let assay = try ChildProcess.start(
      [binary + "/assay", "record"], workingDirectory: folder.path, environment: environment)
    do {
      try await servers.wait(for: moment == .firstRun ? 1 : 2, of: assay)
      try #require(kill(assay.processID, signal) == 0)
      #expect(try await assay.waitForEnd() == 128 + signal, "\(assay.capturedOutput)")
    } catch {
      await assay.terminate(grace: 60)
      throw error
    }
    let started = try servers.started()
    #expect(!started.isEmpty)
    for server in started {
      #expect(isGone(server.processID), "the server still runs")
      #expect(!FileSystem.exists(server.dataFolder))
    }
    #expect(!FileSystem.exists(folder.path + "/fixtures"))
    #expect(!assay.capturedOutput.contains("assay record:"), "nothing is to be reported: \(assay.capturedOutput)")
    await assay.terminate(grace: 60)
  }
}
