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
    /// The first run sends its requests.
    case firstRun
    /// The server of the second run was started and does not answer: nothing but the signal goes on from here.
    case secondStart
  }

  /// Notes its process id and data folder, and is the dev server; in the second run it only sits there.
  private static let server = """
    echo $$ $2 > server-$1.starting
    mv server-$1.starting server-$1.started
    if [ -n "$3" ]; then
      echo waiting for the signal
      exec sleep 600
    fi
    exec assay-devserver --port "$1" --database "$2/assay_dev.sqlite"

    """

  @Test(arguments: [SIGINT, SIGTERM], Moment.allCases)
  func interruptingARecordingEndsItsServer(signal: Int32, moment: Moment) async throws {
    let folder = try MainJobTests.project()
    let configuration = try folder.read("contracts/assay.json")
    try folder.write(
      configuration.replacing(
        "assay-devserver --port {port} --database {dataFolder}/assay_dev.sqlite",
        with: "sh server.sh {port} {dataFolder}"
      ).replacing("\"timeout\": 30", with: "\"timeout\": 600"), to: "contracts/assay.json")
    try folder.write(Self.server, to: "server.sh")
    let binary = AssayBinary.folder
    var environment = EnvironmentVariables.current
    environment["PATH"] = binary + ":" + (environment["PATH"] ?? "")
    environment["ASSAY_DEV_PASSWORD"] = "planted-secret-1"
    let assay = try ChildProcess.start(
      [binary + "/assay", "record", "--verbose"], workingDirectory: folder.path, environment: environment)
    do {
      try await assay.waitForOutput("the guard lets")
      if moment == .secondStart {
        try await eventually("the second server", hopeless: assay.endedText) { try servers(in: folder).count == 2 }
      }
      try #require(kill(assay.processID, signal) == 0)
      #expect(try await assay.waitForEnd() == 128 + signal, "\(assay.capturedOutput)")
    } catch {
      await assay.terminate(grace: 60)
      throw error
    }
    let started = try servers(in: folder)
    #expect(!started.isEmpty)
    for server in started {
      #expect(isGone(server.processID), "the server still runs")
      #expect(!FileSystem.exists(server.dataFolder))
    }
    #expect(!FileSystem.exists(folder.path + "/fixtures"))
    #expect(!assay.capturedOutput.contains("assay record:"), "nothing is to be reported: \(assay.capturedOutput)")
    await assay.terminate(grace: 60)
  }

  private func servers(in folder: ScratchFolder) throws -> [(processID: Int32, dataFolder: String)] {
    try FileSystem.list(folder.path, recursive: false).filter { $0.hasSuffix(".started") }.map { name in
      let words = try folder.read(name).split(whereSeparator: \.isWhitespace)
      try #require(words.count == 2)
      return (try #require(Int32(words[0])), String(words[1]))
    }
  }
}
