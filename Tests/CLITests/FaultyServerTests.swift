import TestSupport
import Testing
import Workspace

/// What the commands that ask a server make of one that misbehaves: a finding, exit code 3, a bound on time and memory.
@Suite struct FaultyServerTests {
  /// MiB that no fault may make `assay` hold; an answer may have 64.
  private static let memoryLimit = 160

  /// A project with one fixture, to record at and to compare with a server.
  static func project(baseURL: String, timeout: Double, more: String = "") throws -> ScratchFolder {
    let folder = try SampleProject.make()
    try folder.write(
      """
      {
        "sources": [{ "kind": "typescript", "include": ["types/**/*.ts"] }],
        "fixtures": "../fixtures",
        "scenarios": ["scenarios/*.http"],
        "environments": {
          "local": {
            "baseURL": "\(baseURL)", "timeout": \(timeout)\(more),
            "guard": { "statusPath": "/status", "hosts": ["localhost"], "databases": ["assay_dev"] }
          },
          "live": { "baseURL": "\(baseURL)", "readOnly": true, "timeout": \(timeout)\(more) }
        }
      }

      """, to: "contracts/assay.json")
    try folder.write(
      "# @name showGuild\n# @record guild.show\nGET {{baseURL}}/api/guild\n", to: "contracts/scenarios/guild.http")
    return folder
  }

  static let statement = #"{"database":{"host":"localhost","name":"assay_dev"}}"#

  private func serving<T>(_ fault: Fault, _ work: (FaultServer) async throws -> T) async throws -> T {
    let server = try FaultServer { request in
      switch request.target {
      case "/status": .status(200, ["Content-Type: application/json"], body: Self.statement)
      case "/api/guild", "/again?and=again": fault
      default: .status(404)
      }
    }
    defer { server.stop() }
    return try await work(server)
  }

  @Test("record ends each fault with exit code 3 and leaves the set alone", arguments: FaultCase.all)
  func record(_ fault: FaultCase) async throws {
    try await serving(fault.fault) { server in
      let folder = try Self.project(baseURL: server.url, timeout: fault.timeout)
      let before = try folder.read("fixtures/manifest.json")
      let run = try await MeasuredRun.assay(["record", "--env", "local"], in: folder.path)
      #expect(run.status == 3, "\(run.output)")
      #expect(run.output.contains("[\(fault.rule)]"), "\(run.output)")
      #expect(run.output.contains("contracts/scenarios/guild.http:3:1 guild.show"), "\(run.output)")
      #expect(run.output.contains("help: "), "\(run.output)")
      #expect(run.peak < Self.memoryLimit, "\(run.peak) MiB")
      #expect(try folder.read("fixtures/manifest.json") == before)
      #expect(!FileSystem.exists(folder.path + "/.fixtures.staging"))
    }
  }

  @Test(
    "diff ends each fault with exit code 3",
    arguments: FaultCase.all.filter { fault in
      [
        "close before the answer", "reset in the body", "stall in the headers", "stall in the body",
        "a byte now and then in the body", "a body that is shorter than its length", "truncated chunks", "invalid gzip",
        "gzip bomb", "endless body", "endless headers", "endless redirects", "another protocol",
        "redirect to file:///etc/passwd",
      ].contains(fault.name)
    })
  func diff(_ fault: FaultCase) async throws {
    try await serving(fault.fault) { server in
      let folder = try Self.project(baseURL: server.url, timeout: fault.timeout)
      let run = try await MeasuredRun.assay(["diff", "--env", "live"], in: folder.path)
      #expect(run.status == 3, "\(run.output)")
      #expect(run.output.contains("[drift/could-not-check]"), "\(run.output)")
      #expect(run.output.contains("/api/guild") || run.output.contains("/again?…"), "\(run.output)")
      #expect(run.output.contains("help: "), "\(run.output)")
      #expect(run.peak < Self.memoryLimit, "\(run.peak) MiB")
    }
  }

  /// An answer that is whole, and is not one of the API.
  struct Impostor: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let headers: [String]
    var status = 200
    let body: [UInt8]
    /// What `record` and `diff` say.
    let rules: (String, String)

    init(_ name: String, _ headers: [String], _ body: [UInt8], _ rules: (String, String)) {
      testDescription = name
      self.headers = headers
      self.body = body
      self.rules = rules
    }

    var fault: Fault {
      let head = ["HTTP/1.1 200 OK", "Content-Length: \(body.count)"] + headers
      return .answer(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
    }
  }

  static let json = ["Content-Type: application/json"]
  static let impostors = [
    Impostor(
      "HTML with 200", ["Content-Type: text/html"], Array("<!doctype html><title>Sorry</title>".utf8),
      ("record/not-json", "drift/not-json")),
    Impostor(
      "HTML that says it is JSON", json, Array("<!doctype html><title>Sorry</title>".utf8),
      ("record/invalid-json", "drift/not-json")),
    Impostor("an empty 200 that says it is JSON", json, [], ("record/not-json", "drift/empty-answer")),
    Impostor(
      "a text", ["Content-Type: text/plain"], Array("it works".utf8), ("record/not-json", "drift/not-json")),
    Impostor(
      "invalid UTF-8", json, Array(#"{"name":"Ow"#.utf8) + [0xC3, 0x28] + Array(#"s","rank":"gold"}"#.utf8),
      ("record/invalid-json", "drift/not-json")),
    Impostor(
      "UTF-16", json, [0xFF, 0xFE] + Array(#"{"name":"Owls","rank":"gold"}"#.utf8).flatMap { [$0, 0] },
      ("record/invalid-json", "drift/not-json")),
    Impostor(
      "a NUL after the document", json, Array("{\"name\":\"Owls\",\"rank\":\"gold\"}\0".utf8),
      ("record/invalid-json", "drift/not-json")),
    Impostor(
      "depth without end", json, [UInt8](repeating: 0x5B, count: 1_000_000), ("record/invalid-json", "drift/not-json")),
  ]

  @Test("what stands in the place of an answer is not saved, and diff says so", arguments: impostors)
  func impostor(_ impostor: Impostor) async throws {
    try await serving(impostor.fault) { server in
      let folder = try Self.project(baseURL: server.url, timeout: Patience.limit)
      let before = try folder.read("fixtures/guild.show/ok.json")
      let record = try await MeasuredRun.assay(["record", "--env", "local"], in: folder.path)
      #expect(record.status == 3, "\(record.output)")
      #expect(record.output.contains("[\(impostor.rules.0)]"), "\(record.output)")
      #expect(record.output.contains("help: "))
      #expect(record.peak < Self.memoryLimit)
      #expect(try folder.read("fixtures/guild.show/ok.json") == before)
      let diff = try await MeasuredRun.assay(["diff", "--env", "live"], in: folder.path)
      #expect(diff.status == 1, "\(diff.output)")
      #expect(diff.output.contains("[\(impostor.rules.1)]"), "\(diff.output)")
    }
  }

  /// The rest of a body that is longer than its length never becomes part of an answer.
  @Test func aBodyThatIsLongerThanItsLengthIsCut() async throws {
    let cut = Array(
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{\"name\":\"Owls\",\"rank\":\"gold\"}"
        .utf8)
    try await serving(.answer(cut)) { server in
      let folder = try Self.project(baseURL: server.url, timeout: Patience.limit)
      let run = try await MeasuredRun.assay(["record", "--env", "local"], in: folder.path)
      #expect(run.status == 3, "\(run.output)")
      #expect(run.output.contains("[record/invalid-json]"), "\(run.output)")
    }
  }

  @Test func theGuardsQuestionHasTheSameBounds() async throws {
    let server = try FaultServer { _ in .answerThenStall([]) }
    defer { server.stop() }
    let folder = try Self.project(baseURL: server.url, timeout: 0.3)
    let run = try await MeasuredRun.assay(["record", "--env", "local"], in: folder.path)
    #expect(run.status == 3, "\(run.output)")
    #expect(run.output.contains("[transport/timed-out]"), "\(run.output)")
    #expect(server.requests.map(\.target) == ["/status"])
  }

  @Test func nobodyListens() async throws {
    let closed = try ClosedPort()
    let folder = try Self.project(baseURL: closed.url, timeout: Patience.limit)
    for command in [["record", "--env", "local"], ["diff", "--env", "live"]] {
      let run = try await MeasuredRun.assay(command, in: folder.path)
      #expect(run.status == 3, "\(run.output)")
      #expect(run.output.contains("connection refused"), "\(run.output)")
    }
    withExtendedLifetime(closed) {}
  }
}

/// Servers that are reached over TLS, through the commands.
@Suite(.enabled(if: TestAuthority.isAvailable, Comment(rawValue: TestAuthority.reason)))
struct SecureServerTests {
  private static let answers = [
    "status": "HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n" + FaultyServerTests.statement,
    "api/guild": "HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n{\"name\":\"Owls\",\"rank\":\"gold\"}",
  ]

  @Test func anAuthorityOfOnesOwnIsNamedInTheConfigurationOrTheEnvironment() async throws {
    let authority = try await TestAuthority()
    try await authority.serving(.right, Self.answers) { port in
      let url = "https://127.0.0.1:\(port)"
      let folder = try FaultyServerTests.project(
        baseURL: url, timeout: Patience.limit, more: ", \"caFile\": \"own.pem\"")
      let unknown = try FaultyServerTests.project(baseURL: url, timeout: Patience.limit)
      let missing = try await MeasuredRun.assay(["diff", "--env", "live"], in: folder.path)
      #expect(missing.status == 2, "\(missing.output)")
      #expect(missing.output.contains("[config/unreadable-ca-file]"), "\(missing.output)")
      #expect(missing.output.contains("contracts/assay.json:"), "\(missing.output)")
      try folder.write(String(decoding: FileSystem.read(authority.file), as: UTF8.self), to: "contracts/own.pem")
      for command in [["diff", "--env", "live"], ["record", "--env", "local"]] {
        let trusted = try await MeasuredRun.assay(command, in: folder.path)
        #expect(trusted.status == 0, "\(trusted.output)")
        let refused = try await MeasuredRun.assay(command, in: unknown.path)
        #expect(refused.status == 3, "\(refused.output)")
        #expect(refused.output.contains("the certificate's authority is not trusted here"), "\(refused.output)")
        #expect(refused.output.contains("\"caFile\""))
        for variable in ["CURL_CA_BUNDLE", "SSL_CERT_FILE"] {
          let named = try await MeasuredRun.assay(command, in: unknown.path, environment: [variable: authority.file])
          #expect(named.status == 0, "\(variable): \(named.output)")
        }
      }
    }
  }

  @Test(arguments: [
    (TestAuthority.Certificate.expired, "has expired"), (.early, "not valid yet"), (.otherHost, "for another host"),
    (.selfSigned, "signed by itself"),
  ])
  func aCertificateThatIsWrongIsExitCode3(certificate: TestAuthority.Certificate, fact: String) async throws {
    let authority = try await TestAuthority()
    try await authority.serving(certificate, Self.answers) { port in
      let folder = try FaultyServerTests.project(
        baseURL: "https://127.0.0.1:\(port)", timeout: Patience.limit, more: ", \"caFile\": \"\(authority.file)\"")
      for command in [["record", "--env", "local"], ["diff", "--env", "live"]] {
        let run = try await MeasuredRun.assay(command, in: folder.path)
        #expect(run.status == 3, "\(run.output)")
        #expect(run.output.contains(fact), "\(run.output)")
      }
    }
  }
}
