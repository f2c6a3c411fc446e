import TestSupport
import Testing
import Workspace

/// Lines of the catalogue's group C5 that nothing else shows: what a server answers, and what the set then holds.
@Suite struct RecordingCatalogueTests {
  private static let contract = """
    export interface Tally { count: number; name: string; ok: boolean; list: string[]; none: string | null }
    export interface Routes {
      "GET /api/tally": { id: "tally.show"; response: Tally; errors: { error: string } };
      "GET /api/old": { id: "tally.old"; response: Tally };
      "DELETE /api/tally": { id: "tally.clear"; status: 204; response: void };
    }

    """
  private static let json = "Content-Type: application/json"
  private static let body = #"{"count":0,"name":"","ok":false,"list":[],"none":null}"#

  private static func project(_ url: String, _ scenario: String) throws -> ScratchFolder {
    let folder = try FaultyServerTests.project(baseURL: url, timeout: Patience.limit)
    try FileSystem.remove(folder.path + "/fixtures")
    try folder.write(contract, to: "contracts/types/guild.ts")
    try folder.write(scenario, to: "contracts/scenarios/guild.http")
    return folder
  }

  private static let show = "# @name show\n# @record tally.show\nGET {{baseURL}}/api/tally\n"

  /// Records with a server that answers in this way, and works with the set.
  private static func recording<T>(
    _ scenario: String = show, arguments: [String] = [], environment: [String: String] = [:],
    _ answer: @escaping @Sendable (ReceivedRequest) -> Fault,
    _ work: (ScratchFolder, AssayBinary.Run) async throws -> T
  ) async throws -> T {
    let server = try FaultServer { request in
      request.target == "/status"
        ? .status(200, [json], body: FaultyServerTests.statement) : answer(request)
    }
    defer { server.stop() }
    let folder = try project(server.url, scenario)
    let run = try await AssayBinary.assay(
      ["record", "--env", "local"] + arguments, in: folder.path, environment: environment)
    return try await work(folder, run)
  }

  /// Brotli without compression (RFC 7932 section 9.2): one block of bytes as they are, and the empty last one.
  private static func brotli(_ bytes: [UInt8]) -> [UInt8] {
    let head = UInt32(bytes.count - 1) << 4 | 1 << 20
    return (0..<3).map { UInt8(truncatingIfNeeded: head >> UInt32(8 * $0)) } + bytes + [3]
  }

  private static let codings: [(String, [UInt8])] = [
    ("gzip", Gzip.stored(Array(body.utf8))), ("br", brotli(Array(body.utf8))), ("identity", Array(body.utf8)),
  ]

  @Test(arguments: codings) func compressedAnswersAreKeptAsTheyRead(coding: String, bytes: [UInt8]) async throws {
    try await Self.recording { _ in
      let head = "HTTP/1.1 200 OK\r\n\(Self.json)\r\nContent-Encoding: \(coding)\r\nTransfer-Encoding: chunked\r\n\r\n"
      let size = String(bytes.count, radix: 16)
      return .answer(Array((head + size + "\r\n").utf8) + bytes + Array("\r\n0\r\n\r\n".utf8))
    } _: { folder, run in
      #expect(run.status == 0, "\(run.output)\(run.error)")
      let fixture = try folder.read("fixtures/tally.show/show.json")
      #expect(fixture.hasPrefix("{\n  \"count\": 0,\n"))
      let manifest = try folder.read("fixtures/manifest.json").lowercased()
      for name in ["content-encoding", "transfer-encoding", "content-length", coding] {
        #expect(!manifest.contains("\"\(name)\""), "\(name)")
      }
    }
  }

  @Test func noBodyIsNoFile() async throws {
    let scenario = "# @name clear\n# @record tally.clear\n# @expect 204\nDELETE {{baseURL}}/api/tally\n"
    try await Self.recording(scenario) { _ in
      .answer(Array("HTTP/1.1 204 No Content\r\n\r\n".utf8))
    } _: { folder, run in
      #expect(run.status == 0, "\(run.output)\(run.error)")
      #expect(!FileSystem.exists(folder.path + "/fixtures/tally.clear"))
      let manifest = try folder.read("fixtures/manifest.json")
      #expect(manifest.contains("\"status\": 204"))
      #expect(!manifest.contains("clear.json"))
      let verify = try await AssayBinary.assay(["verify"], in: folder.path)
      #expect(!verify.output.contains("tally.clear"), "\(verify.output)")
    }
  }

  /// The order in which a server sends its headers is no part of the answer; that it sends one twice is.
  @Test func headersAreSortedAndKeptTwice() async throws {
    let links = ["Link: </a>; rel=\"next\"", "link: </b>; rel=\"last\""]
    let others = ["X-Zeta: z", "Set-Cookie: sid=aaaaaaaaaaaa", "Vary: Accept", "set-cookie: sid=bbbbbbbbbbbb"]
    let sets = try await [false, true].asyncMap { isReversed in
      try await Self.recording { _ in
        .status(200, [Self.json] + (isReversed ? others.reversed() + links : links + others), body: Self.body)
      } _: { folder, run in
        #expect(run.status == 0, "\(run.output)\(run.error)")
        return try folder.read("fixtures/manifest.json")
      }
    }
    #expect(sets[0] == sets[1])
    #expect(sets[0].contains("</a>; rel=\\\"next\\\"") && sets[0].contains("</b>; rel=\\\"last\\\""))
    #expect(!sets[0].lowercased().contains("cookie"))
  }

  /// A status, what the scenario expects, and how the recording ends.
  struct Status: Sendable, CustomTestStringConvertible {
    let status: Int
    var expected: Int?
    let exit: Int32
    let rule: String?
    var testDescription: String { "\(status), expected \(expected.map(String.init) ?? "2xx")" }
  }

  @Test(arguments: [
    Status(status: 200, exit: 0, rule: nil), Status(status: 404, expected: 404, exit: 0, rule: nil),
    Status(status: 404, exit: 1, rule: "record/unexpected-status"),
    Status(status: 200, expected: 404, exit: 1, rule: "record/unexpected-status"),
    Status(status: 500, exit: 3, rule: "record/server-failed"),
    Status(status: 500, expected: 500, exit: 3, rule: "record/server-failed"),
    Status(status: 502, exit: 3, rule: "record/server-failed"),
  ])
  func onlyWhatIsExpectedIsSaved(status: Status) async throws {
    let expect = status.expected.map { "# @expect \($0)\n" } ?? ""
    try await Self.recording(expect + Self.show) { _ in
      .status(status.status, [Self.json], body: status.status == 200 ? Self.body : #"{"error":"none"}"#)
    } _: { folder, run in
      #expect(run.status == status.exit, "\(run.output)\(run.error)")
      if let rule = status.rule { #expect(run.output.contains("[\(rule)]"), "\(run.output)") }
      #expect(FileSystem.exists(folder.path + "/fixtures/manifest.json") == (status.exit == 0))
    }
  }

  @Test func redirectsAreFollowedOrRecorded() async throws {
    let scenario = """
      # @name follow
      # @record tally.old
      GET {{baseURL}}/api/old

      ###
      # @name stay
      # @no-redirect
      # @record tally.old stay
      # @expect 303
      GET {{baseURL}}/api/old

      """
    try await Self.recording(scenario) { request in
      request.target == "/api/old"
        ? .status(303, ["Location: /api/tally"]) : .status(200, [Self.json], body: Self.body)
    } _: { folder, run in
      #expect(run.status == 0, "\(run.output)\(run.error)")
      #expect(try folder.read("fixtures/tally.old/follow.json").contains("\"count\": 0"))
      #expect(!FileSystem.exists(folder.path + "/fixtures/tally.old/stay.json"))
      let manifest = try folder.read("fixtures/manifest.json")
      #expect(manifest.contains("\"status\": 303") && manifest.contains("/api/tally"), "\(manifest)")
    }
  }

  /// Zero, the empty text, false, an empty list and null are values; text that looks like a conflict is text.
  @Test func valuesThatLookLikeNoneAreKept() async throws {
    try await Self.recording { _ in
      .status(
        200, [Self.json],
        body: #"{"count":0,"name":"<<<<<<< HEAD\n=======\n>>>>>>> theirs","ok":false,"list":[""],"none":null}"#)
    } _: { folder, run in
      #expect(run.status == 0, "\(run.output)\(run.error)")
      let fixture = try folder.read("fixtures/tally.show/show.json")
      #expect(
        fixture == """
          {
            "count": 0,
            "list": [
              ""
            ],
            "name": "<<<<<<< HEAD\\n=======\\n>>>>>>> theirs",
            "none": null,
            "ok": false
          }

          """)
      let verify = try await AssayBinary.assay(["verify"], in: folder.path)
      #expect(!verify.output.contains("conflict"), "\(verify.output)")
    }
  }

  /// git may check fixtures out with CRLF: that is told as what it is, and the next recording writes LF.
  @Test func lineEndsOfACheckoutAreToldAndMended() async throws {
    let server = try FaultServer { request in
      .status(200, [Self.json], body: request.target == "/status" ? FaultyServerTests.statement : Self.body)
    }
    defer { server.stop() }
    let folder = try Self.project(server.url, Self.show)
    let first = try await AssayBinary.assay(["record", "--env", "local"], in: folder.path)
    #expect(first.status == 0, "\(first.output)\(first.error)")
    let names = try FileSystem.list(folder.path + "/fixtures", recursive: true)
    let texts = try names.map { try folder.read("fixtures/" + $0) }
    for (name, text) in zip(names, texts) {
      #expect(!text.contains("\r"))
      try folder.write(text.replacing("\n", with: "\r\n"), to: "fixtures/" + name)
    }
    let verify = try await AssayBinary.assay(["verify"], in: folder.path)
    #expect(verify.output.contains("[fixtures/line-ends]"), "\(verify.output)\(verify.error)")
    #expect(!verify.output.contains("[fixtures/edited-by-hand]"), "\(verify.output)")
    let again = try await AssayBinary.assay(["record", "--env", "local"], in: folder.path)
    #expect(again.status == 0, "\(again.output)\(again.error)")
    #expect(try names.map { try folder.read("fixtures/" + $0) } == texts)
    let attributes = try FileSystem.read(AssayBinary.root + "/.gitattributes")
    #expect(String(decoding: attributes, as: UTF8.self).contains("eol=lf"))
  }

  @Test(arguments: [[:], ["NO_COLOR": "1"], ["TERM": "xterm-256color", "COLORTERM": "truecolor"]])
  func outputThatIsPipedHasNoColour(environment: [String: String]) async throws {
    try await Self.recording(arguments: ["--verbose"], environment: environment) { _ in
      .status(409, [Self.json], body: #"{"error":"none"}"#)
    } _: { _, run in
      #expect(run.status == 1)
      #expect(!run.output.isEmpty && !run.error.isEmpty)
      #expect(!run.output.contains("\u{1B}") && !run.error.contains("\u{1B}") && !run.error.contains("\r"))
    }
  }
}

extension Array {
  /// The results of a task on each element, one after the other.
  fileprivate func asyncMap<T>(_ transform: (Element) async throws -> T) async rethrows -> [T] {
    var results: [T] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
