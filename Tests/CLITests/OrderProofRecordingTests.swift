import Synchronization
import TestSupport
import Testing
import Workspace

/// How many runs a recording makes, and what becomes of a list that a server serves in chance order.
@Suite struct OrderProofRecordingTests {
  private static let contract = """
    export interface Shelf { books: string[] }
    export interface Routes { "GET /api/shelf": { id: "shelf.show"; response: Shelf } }

    """
  private static let configuration = """
    {
      "sources": [{ "kind": "typescript", "include": ["types/**/*.ts"] }],
      "fixtures": "../fixtures",
      "scenarios": ["scenarios/*.http"],
      "webServer": { "command": "false", "url": "SERVER/status", "reuse": true, "reset": "POST /reset" },
      "environments": {
        "local": { "baseURL": "SERVER", "guard": { "statusPath": "/status", "hosts": ["localhost"], "databases": ["assay_dev"] } }
      }
    }

    """

  /// Records with a server that serves its list in another order in one run, counted from 1.
  private static func recording(
    otherOrderIn otherRun: Int?,
    _ work: (ScratchFolder, _ record: ([String]) async throws -> AssayBinary.Run, _ runs: () -> Int) async throws ->
      Void
  ) async throws {
    let resets = Mutex(0)
    let json = FaultyServerTests.json
    let server = try FaultServer { request in
      switch request.target {
      case "/status": .status(200, json, body: FaultyServerTests.statement)
      case "/reset":
        resets.withLock {
          $0 += 1
          return .status(200, json, body: "{}")
        }
      default:
        .status(
          200, json, body: #"{"books":[\#(resets.withLock { $0 } == otherRun ? #""sea","calm""# : #""calm","sea""#)]}"#)
      }
    }
    defer { server.stop() }
    let folder = try FaultyServerTests.project(baseURL: server.url, timeout: Patience.limit)
    try FileSystem.remove(folder.path + "/fixtures")
    try folder.write(Self.configuration.replacing("SERVER", with: server.url), to: "contracts/assay.json")
    try folder.write(Self.contract, to: "contracts/types/guild.ts")
    try folder.write(
      "# @name show\n# @record shelf.show\nGET {{baseURL}}/api/shelf\n", to: "contracts/scenarios/guild.http")
    try await work(
      folder, { try await AssayBinary.assay(["record", "--env", "local"] + $0, in: folder.path) },
      { resets.withLock { $0 } })
  }

  @Test func aListThatIsOutOfOrderInALaterRunIsReportedAndNotWritten() async throws {
    try await Self.recording(otherOrderIn: 4) { folder, record, runs in
      let run = try await record([])
      #expect(run.status == 1, "\(run.output)\(run.error)")
      #expect(run.output.contains("shelf.show /books: error:"), "\(run.output)")
      #expect(run.output.contains("[record/unordered-list]"), "\(run.output)")
      #expect(runs() == 4)
      #expect(!FileSystem.exists(folder.path + "/fixtures/manifest.json"))
    }
  }

  @Test func anOrderIsProvedOnceAndBelievedWhereItStands() async throws {
    try await Self.recording(otherOrderIn: nil) { folder, record, runs in
      let first = try await record([])
      #expect(first.status == 0 && first.output.contains("no findings"), "\(first.output)\(first.error)")
      #expect(runs() == 6)
      let second = try await record([])
      #expect(second.output.contains("0 files changed") && second.output.contains("2 runs"), "\(second.output)")
      let few = try await record(["--forget", "--runs", "2"])
      #expect(few.output.contains("[record/order-not-proved]"), "\(few.output)")
      #expect(runs() == 10)
    }
  }
}
