import Diagnostics
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

/// How `assay record` starts, finds, proves and resets servers.
@Suite struct RecordingServerTests {
  /// One step that needs no sign-in, so that servers are all that these tests are about.
  private static let scenario = """
    # @name stranger
    # @record me.show
    # @expect 401
    GET {{baseURL}}/api/me

    """

  private static func project(_ replacements: [(String, String)] = [], scenario: String = scenario) throws
    -> ScratchFolder
  {
    let folder = try MainJobTests.project()
    for name in try FileSystem.list(folder.path + "/contracts/scenarios", recursive: true) {
      try FileSystem.remove(folder.path + "/contracts/scenarios/" + name)
    }
    try folder.write(scenario, to: "contracts/scenarios/only.http")
    var configuration = try folder.read("contracts/assay.json")
    for (text, other) in replacements {
      try #require(configuration.contains(text))
      configuration = configuration.replacing(text, with: other)
    }
    try folder.write(configuration, to: "contracts/assay.json")
    return folder
  }

  private static func record(_ folder: ScratchFolder, _ options: [String] = []) async throws -> AssayBinary.Run {
    try await AssayBinary.assay(
      ["record", "--runs", "2"] + options, in: folder.path, environment: SampleRecording.environment)
  }

  private static let command = "assay-devserver --port {port} --database {dataFolder}/assay_dev.sqlite"
  private static func json(_ body: String) -> Fault { .status(200, FaultyServerTests.json, body: body) }
  private static let statement = #"{"database":{"host":"localhost","name":"assay_dev"}}"#

  private static func processID(in file: String, _ folder: ScratchFolder) throws -> Int32 {
    try #require(try folder.read(file).split(whereSeparator: \.isWhitespace).first.flatMap { Int32($0) })
  }

  // MARK: Starting

  @Test func theOutputOfAServerThatEndsIsShown() async throws {
    let folder = try Self.project([(Self.command, "echo planted diagnosis; exit 7 #")])
    let run = try await Self.record(folder)
    #expect(run.status == 3, "\(run.output)\(run.error)")
    #expect((run.output + run.error).contains("the dev server ended with status 7"))
    #expect((run.output + run.error).contains("planted diagnosis"))
    #expect(!FileSystem.exists(folder.path + "/fixtures"))
  }

  @Test func aServerThatDoesNotAnswerInTimeIsEndedWithAllItStarted() async throws {
    let folder = try Self.project([
      (Self.command, "echo still waiting; sleep 601 & echo $! > child.pid; sleep 602 #"),
      ("\"timeout\": 30", "\"timeout\": 0.5"),
    ])
    let run = try await Self.record(folder)
    #expect(run.status == 3, "\(run.output)\(run.error)")
    #expect((run.output + run.error).contains("within 0.5 seconds"), "\(run.output)\(run.error)")
    #expect((run.output + run.error).contains("still waiting"))
    let child = try Self.processID(in: "child.pid", folder)
    #expect(isGone(child))
  }

  @Test(arguments: [
    ("exit 7", "the dev server ended with status 7"),
    ("kill -9 $$", "the dev server was ended by signal 9 (SIGKILL"),
  ])
  func howAServerEndedInTheMidstOfARunIsTold(end: String, message: String) async throws {
    let scenario = Self.scenario.replacing("# @record", with: "# @until $.never == true within 60s\n# @record")
    // It ends once the step has asked it something.
    let ending =
      Self.command + " --request-log log.txt & until grep -q /api/me log.txt 2>/dev/null; do sleep 0.05; done; "
      + "echo planted last words; kill $!; wait $!; \(end) #"
    let run = try await Self.record(try Self.project([(Self.command, ending)], scenario: scenario))
    #expect(run.status == 3, "\(run.output)\(run.error)")
    #expect((run.output + run.error).contains(message), "\(run.output)\(run.error)")
    #expect((run.output + run.error).contains("planted last words"), "\(run.output)\(run.error)")
    #expect((run.output + run.error).contains("help: mend what ended it"), "\(run.output)\(run.error)")
  }

  @Test func aRefusedRequestWithoutATokenSaysWhatToWrite() async throws {
    let run = try await Self.record(
      try Self.project(scenario: Self.scenario.replacing("# @expect 401\n", with: "")))
    #expect(run.status == 1, "\(run.output)\(run.error)")
    #expect(
      (run.output + run.error).contains(
        "'me.show' is declared bearer and the request carried no Authorization: write 'Authorization: Bearer {{"),
      "\(run.output)\(run.error)")
  }

  @Test func theOutputOfAServerThatFailsInTheMidstOfARunIsShown() async throws {
    let scenario = Self.scenario.replacing("# @record", with: "# @until $.never == true within 60s\n# @record")
    let folder = try Self.project(
      [(Self.command, Self.command + " & echo planted last words; sleep 3; kill $!; sleep 600 #")], scenario: scenario)
    let run = try await Self.record(folder)
    #expect(run.status == 3, "\(run.output)\(run.error)")
    #expect((run.output + run.error).contains("the server's last output:"), "\(run.output)\(run.error)")
    #expect((run.output + run.error).contains("planted last words"), "\(run.output)\(run.error)")
  }

  @Test func aSecretInTheOutputIsMasked() async throws {
    let folder = try Self.project([
      (Self.command, "echo the password is $DB_PASSWORD; exit 1 #"),
      ("\"ASSAY_DEV_API_KEY\"", "\"DB_PASSWORD\": \"$PLANTED\", \"ASSAY_DEV_API_KEY\""),
    ])
    let run = try await AssayBinary.assay(
      ["record"], in: folder.path,
      environment: SampleRecording.environment.merging(["PLANTED": "planted-secret-2"]) { $1 })
    #expect(run.status == 3)
    #expect((run.output + run.error).contains("the password is ‹webServer's DB_PASSWORD›"))
    #expect(!(run.output + run.error).contains("planted-secret-2"))
  }

  @Test func theReadinessURLMayNameTheHostOtherwise() async throws {
    let folder = try Self.project([("\"url\": \"http://127.0.0.1:{port}", "\"url\": \"http://localhost:{port}")])
    let run = try await Self.record(folder)
    #expect(run.status == 0, "\(run.output)\(run.error)")
    #expect(!run.output.contains("record/shared-state"))
  }

  // MARK: The guard

  @Test func aForeignListenerOnThePortIsRefused() async throws {
    // It hangs up until Assay has looked, then states just the database that is allowed.
    let hasLooked = Flag()
    let foreign = try FaultServer { _ in hasLooked.set() ? Self.json(Self.statement) : .answerThenClose([]) }
    defer { foreign.stop() }
    let folder = try Self.project([
      (Self.command, "sleep 600 #"), ("{port}", String(foreign.port)), ("\"timeout\": 30", "\"timeout\": 20"),
    ])
    let run = try await Self.record(folder)
    #expect(run.status == 4, "\(run.output)\(run.error)")
    let text = run.output + run.error
    #expect(text.contains("[record/guard-refused]"))
    #expect(text.contains("listens at http://127.0.0.1:\(foreign.port)/"), "\(text)")
    #expect(text.contains("help: end it, or write {port}"), "\(text)")
    #expect(!foreign.requests.contains { $0.method != "GET" || $0.target != "/api/dev/status" }, "\(foreign.requests)")
    #expect(!FileSystem.exists(folder.path + "/fixtures"))
  }

  @Test func aPortThatIsTakenIsRefusedBeforeAnythingIsStarted() async throws {
    let foreign = try FaultServer { _ in Self.json(Self.statement) }
    defer { foreign.stop() }
    let folder = try Self.project([(Self.command, "touch started #"), ("{port}", String(foreign.port))])
    let run = try await Self.record(folder)
    #expect(run.status == 4, "\(run.output)\(run.error)")
    #expect((run.output + run.error).contains("a program answers at http://127.0.0.1:\(foreign.port)/"))
    #expect(!FileSystem.exists(folder.path + "/started"))
  }

  /// `timeout` makes a group of its own and `setsid` a session: the server is the command's all the same, and its end too.
  @Test(
    .enabled(if: FileSystem.exists("/usr/bin/setsid"), "only Linux has setsid"), arguments: ["timeout 600", "setsid"])
  func aServerInAGroupOfItsOwnIsRecordedAndEnded(starter: String) async throws {
    let folder = try Self.project([
      (Self.command, "\(starter) sh -c 'echo $$ > server.pid; exec \(Self.command)'; true #")
    ])
    let run = try await Self.record(folder)
    #expect(run.status == 0, "\(run.output)\(run.error)")
    #expect(isGone(try Self.processID(in: "server.pid", folder)))
  }

  @Test(.enabled(if: FileSystem.exists("/usr/bin/setsid"), "only Linux has setsid"))
  func aServerThatDetachesItselfIsRefused() async throws {
    let folder = try Self.project([
      (Self.command, "setsid --fork sh -c 'echo $$ > detached.pid; exec \(Self.command)' & sleep 600 #")
    ])
    let run = try await Self.record(folder)
    let pid = try Self.processID(in: "detached.pid", folder)
    kill(pid, SIGKILL)
    #expect(run.status == 4, "\(run.output)\(run.error)")
    #expect((run.output + run.error).contains("process \(pid)"), "\(run.output)\(run.error)")
    #expect((run.output + run.error).contains("in the foreground"))
  }

  @Test func aNonceOfAnotherServerIsRefused() async throws {
    let folder = try Self.project([(Self.command, "ASSAY_NONCE=another " + Self.command)])
    let run = try await Self.record(folder)
    #expect(run.status == 4, "\(run.output)\(run.error)")
    #expect((run.output + run.error).contains("the nonce that GET /api/dev/status states"), "\(run.output)\(run.error)")
  }

  @Test func aMarkerIsAskedForWhereTheGuardNamesSome() async throws {
    let folder = try Self.project([
      ("\"databases\": [\"assay_dev\"]", "\"databases\": [\"assay_dev\"], \"markers\": [\"disposable\"]")
    ])
    let run = try await Self.record(folder)
    #expect(run.status == 4, "\(run.output)\(run.error)")
    #expect((run.output + run.error).contains("does not state database.marker"), "\(run.output)\(run.error)")
    for (marker, status) in [("production", Int32(4)), ("disposable", 0)] {
      let stated = try FaultServer { request in
        Self.json(
          request.target.hasSuffix("/status")
            ? #"{"database":{"host":"localhost","name":"assay_dev","marker":"\#(marker)"}}"# : #"{"a":1}"#)
      }
      defer { stated.stop() }
      try folder.write(
        Self.scenario.replacing("# @expect 401\n", with: ""), to: "contracts/scenarios/only.http")
      let configuration = try Self.project([
        ("\"databases\": [\"assay_dev\"]", "\"databases\": [\"assay_dev\"], \"markers\": [\"disposable\"]"),
        ("{port}", String(stated.port)), ("\"timeout\": 30", "\"reuse\": true, \"reset\": \"true\""),
      ]).read("contracts/assay.json")
      try folder.write(configuration, to: "contracts/assay.json")
      let other = try await Self.record(folder)
      #expect(other.status == status, "\(marker): \(other.output)\(other.error)")
      if status == 4 { #expect((other.output + other.error).contains("the database's marker is 'production'")) }
    }
  }

  // MARK: Servers that stay up

  @Test func aServerThatStaysUpIsResetBeforeEachRunOrToldOf() async throws {
    let stays = try FaultServer { Self.json($0.target.hasSuffix("/status") ? Self.statement : #"{"a":1}"#) }
    defer { stays.stop() }
    let scenario = Self.scenario.replacing("# @expect 401\n", with: "")
    let reused = [("{port}", String(stays.port)), ("\"timeout\": 30", "\"reuse\": true")]
    let plain = try Self.project(reused, scenario: scenario)
    let told = try await Self.record(plain)
    #expect(told.status == 0, "\(told.output)\(told.error)")
    #expect(told.output.contains("[record/shared-state]"), "\(told.output)")
    #expect(FileSystem.exists(plain.path + "/fixtures/manifest.json"))

    func resets() -> Int { stays.requests.count { $0.method == "POST" && $0.target == "/reset" } }
    for reset in ["POST /reset", "echo {port} >> resets"] {
      let setting = reset.replacing("{port}", with: String(stays.port))
      let folder = try Self.project(
        [reused[0], (reused[1].0, reused[1].1 + ", \"reset\": \"\(setting)\"")], scenario: scenario)
      let run = try await Self.record(folder)
      #expect(run.status == 0, "\(run.output)\(run.error)")
      #expect(!run.output.contains("record/shared-state"), "\(run.output)")
      let file = folder.path + "/resets"
      let lines = FileSystem.exists(file) ? try folder.read("resets").split(separator: "\n").count : resets()
      #expect(lines == 2, "\(reset)")
    }
    // Whoever only looks whether a recording could start empties nothing.
    let before = resets()
    let looked = try Self.project(
      [reused[0], (reused[1].0, reused[1].1 + ", \"reset\": \"POST /reset\"")], scenario: scenario)
    let doctor = try await AssayBinary.assay(
      ["doctor", "--env", "local"], in: looked.path, environment: SampleRecording.environment)
    #expect(doctor.output.contains("the guard lets 'local' be recorded"), "\(doctor.output)\(doctor.error)")
    #expect(resets() == before)
    let failing = try Self.project(
      [reused[0], (reused[1].0, reused[1].1 + ", \"reset\": \"echo planted reason; exit 9\"")], scenario: scenario)
    let run = try await Self.record(failing)
    #expect(run.status == 3, "\(run.output)\(run.error)")
    #expect((run.output + run.error).contains("ended with status 9"))
    #expect((run.output + run.error).contains("planted reason"))
  }

  // MARK: Several servers

  @Test func anIdentityProviderIsAServerOfItsOwn() async throws {
    let scenario = """
      # @name signInElsewhere
      # @persona leader
      # @sign-in token=$.accessToken
      POST {{identityURL}}/api/auth/sign-in
      Content-Type: application/json

      { "email": "ada@example.test", "password": "{{$processEnv ASSAY_DEV_PASSWORD}}" }

      ###
      # @name stranger
      # @record me.show
      # @expect 401
      GET {{baseURL}}/api/me
      Authorization: Bearer {{signInElsewhere.response.body.$.accessToken}}

      """
    let identity = """
      [{ "name": "identity", "command": "assay-devserver --port {port:identity} --database {dataFolder}/assay_dev.sqlite",
         "url": "http://127.0.0.1:{port:identity}/api/dev/status" }, {
      """
    let folder = try Self.project(
      [
        ("\"webServer\": {", "\"webServer\": " + identity),
        ("  },\n  \"environments\": {", "  }],\n  \"environments\": {"),
        ("\"guard\":", "\"audiences\": [\"http://127.0.0.1:{port:identity}\"], \"guard\":"),
      ], scenario: scenario)
    let run = try await Self.record(folder, ["--verbose"])
    #expect(run.status == 0, "\(run.output)\(run.error)")
    let urls = Set(run.error.matches(of: /http:\/\/127\.0\.0\.1:\d+/).map { String($0.0) })
    #expect(urls.count >= 4, "two servers in each of two runs: \(urls)")
    let unknown = try Self.project([("\"guard\":", "\"audiences\": [\"http://127.0.0.1:{port:identty}\"], \"guard\":")])
    let refused = try await Self.record(unknown)
    #expect(refused.status == 2)
    #expect(refused.error.contains("no server is called 'identty'"), "\(refused.error)")
  }
}
