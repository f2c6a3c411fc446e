import TestSupport
import Testing
import Workspace

/// What `assay record` and `assay record --check` say of a run in which some steps fail.
@Suite struct FailedStepRecordingTests {
  private static let contract = """
    export interface Tally { count: number }
    export interface Routes {
      "GET /api/first": { id: "first.show"; response: Tally };
      "GET /api/second": { id: "second.show"; response: Tally };
      "GET /api/third": { id: "third.show"; response: Tally };
    }

    """
  private static let scenario = ["first", "second", "third"].map { name in
    "### \(name)\n# @name \(name)\n# @record \(name).show\nGET {{baseURL}}/api/\(name)\n"
  }.joined(separator: "\n")

  /// Records a set whose counts are 1, then runs the command against a server that answers otherwise.
  private static func run(
    _ arguments: [String], _ answer: @escaping @Sendable (String) -> Fault?,
    _ check: (AssayBinary.Run, Bool) throws -> Void
  ) async throws {
    let isChanged = Flag()
    let server = try FaultServer { request in
      if request.target == "/status" {
        return .status(200, FaultyServerTests.json, body: FaultyServerTests.statement)
      }
      let fault = isChanged.isSet ? answer(request.target) : nil
      return fault ?? .status(200, FaultyServerTests.json, body: #"{"count":1}"#)
    }
    defer { server.stop() }
    let folder = try FaultyServerTests.project(baseURL: server.url, timeout: Patience.limit)
    try FileSystem.remove(folder.path + "/fixtures")
    try folder.write(contract, to: "contracts/types/guild.ts")
    try folder.write(scenario, to: "contracts/scenarios/guild.http")
    let first = try await AssayBinary.assay(["record", "--env", "local"], in: folder.path)
    #expect(first.status == 0, "\(first.output)\(first.error)")
    let before = try SampleRecording.contents(folder)
    _ = isChanged.set()
    let run = try await AssayBinary.assay(arguments + ["--env", "local"], in: folder.path)
    try check(run, try SampleRecording.contents(folder) == before)
  }

  private static func other(_ path: String) -> Fault? {
    switch path {
    case "/api/first": .status(404, FaultyServerTests.json, body: #"{"error":"none"}"#)
    case "/api/second": .status(200, FaultyServerTests.json, body: #"{"count":2}"#)
    default: .status(500, FaultyServerTests.json, body: #"{"error":"planted"}"#)
    }
  }

  @Test func aCheckTellsFailuresAndDifferences() async throws {
    try await Self.run(["record", "--check"], Self.other) { run, isUntouched in
      #expect(run.status == 1, "\(run.output)\(run.error)")
      #expect(run.output.contains("step 'first' was answered 404"), "\(run.output)")
      #expect(run.output.contains("step 'third' was answered 500"), "\(run.output)")
      #expect(run.output.contains("the value was 1, and is 2 now"), "\(run.output)")
      #expect(run.output.contains("1 fixture of 3") && run.output.contains("2 steps failed"), "\(run.output)")
      #expect(run.output.occurrences(of: "was answered 404") == 1, "both runs fail, and it is told once")
      #expect(isUntouched)
    }
  }

  @Test func aRecordingTellsEveryFailureAndWritesNothing() async throws {
    try await Self.run(["record"], Self.other) { run, isUntouched in
      #expect(run.status == 1, "\(run.output)\(run.error)")
      #expect(run.output.contains("step 'first' was answered 404"), "\(run.output)")
      #expect(run.output.contains("step 'third' was answered 500"), "\(run.output)")
      #expect(isUntouched)
    }
  }

  /// Nothing is known of a route whose server fails; what differs elsewhere is a finding all the same.
  @Test(arguments: [("count\":1", Int32(3)), ("count\":2", 1)])
  func aFailingServerAloneIsNoFinding(body: String, status: Int32) async throws {
    try await Self.run(["record", "--check"]) { path in
      path == "/api/third"
        ? .status(503, FaultyServerTests.json, body: "{}")
        : .status(200, FaultyServerTests.json, body: "{\"\(body)}")
    } _: { run, isUntouched in
      #expect(run.status == status, "\(run.output)\(run.error)")
      #expect(run.output.contains("[record/server-failed]"), "\(run.output)")
      #expect(isUntouched)
    }
  }
}

extension String {
  /// How often a text stands in it.
  fileprivate func occurrences(of text: String) -> Int { ranges(of: text).count }
}
