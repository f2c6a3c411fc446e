import Diagnostics
import TestSupport
import Testing
import Transport
import Workspace

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What must not change a fixture set: other steps, and a recorder that is killed.
@Suite struct RecordingStabilityTests {
  private static var environment: [String: String] {
    let path = EnvironmentVariables.current["PATH"] ?? ""
    return ["PATH": AssayBinary.folder + ":" + path, "ASSAY_DEV_PASSWORD": "correct-horse-battery"]
  }

  private static func record(_ folder: ScratchFolder, _ options: [String] = []) async throws -> AssayBinary.Run {
    try await AssayBinary.assay(["record", "--runs", "2"] + options, in: folder.path, environment: environment)
  }

  private static func start(_ folder: ScratchFolder, _ arguments: [String]) throws -> ChildProcess {
    try ChildProcess.start(
      [AssayBinary.folder + "/assay"] + arguments, workingDirectory: folder.path,
      environment: EnvironmentVariables.current.merging(environment) { $1 })
  }

  private static func contents(_ folder: ScratchFolder) throws -> [String: [UInt8]] {
    let path = folder.path + "/fixtures"
    var contents: [String: [UInt8]] = [:]
    for name in try FileSystem.list(path, recursive: true) { contents[name] = try FileSystem.read(path + "/" + name) }
    return contents
  }

  private static func changed(_ before: [String: [UInt8]], _ after: [String: [UInt8]]) -> [String] {
    Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
  }

  /// A step, where it is put, and the files that may differ afterwards.
  struct Addition: Sendable, CustomTestStringConvertible {
    let name: String
    let anchor: String
    let step: String
    let files: [String]
    var testDescription: String { name }
  }

  @Test(arguments: [
    Addition(
      name: "a read in front", anchor: "### Two people sign in.",
      step: "###\n# @name stranger\n# @record me.show\n# @expect 401\nGET {{baseURL}}/api/me\n\n",
      files: ["manifest.json", "me.show/stranger.json"]),
    Addition(
      name: "a write in front", anchor: "### A guild is founded and joined.",
      step: """
        ###
        # @name otherGuild
        # @persona reader
        # @record guilds.create other
        # @expect 201
        POST {{baseURL}}/api/guilds
        Authorization: Bearer {{signInReader.response.body.$.accessToken}}
        Content-Type: application/json

        { "name": "Another guild", "isPublic": true, "weeklyGoal": 2 }


        """, files: ["guilds.create/other.json", "manifest.json", "volatility.json"]),
  ])
  func anotherStepChangesItsOwnFilesAlone(addition: Addition) async throws {
    let folder = try MainJobTests.project()
    let first = try await Self.record(folder)
    #expect(first.status == 0, "\(first.output)\(first.error)")
    let before = try Self.contents(folder)
    let scenario = try folder.read("contracts/scenarios/guilds.http")
    try folder.write(
      scenario.replacing(addition.anchor, with: addition.step + addition.anchor, maxReplacements: 1),
      to: "contracts/scenarios/guilds.http")
    let second = try await Self.record(folder)
    #expect(second.status == 0, "\(second.output)\(second.error)")
    let after = try Self.contents(folder)
    let files = Self.changed(before, after)
    #expect(files.filter { !addition.files.contains($0) && !$0.hasPrefix("guilds.list/") } == [])
    #expect(files.contains("manifest.json") && files.count >= 2)
  }

  @Test func aRecordingOfAnotherRouteIsRefused() async throws {
    let folder = try MainJobTests.project()
    let scenario = try folder.read("contracts/scenarios/reading.http")
    try folder.write(
      scenario.replacing("# @record plans.list", with: "# @record guilds.list other", maxReplacements: 1),
      to: "contracts/scenarios/reading.http")
    let run = try await Self.record(folder)
    #expect(run.status == 1, "\(run.output)\(run.error)")
    #expect(run.output.contains("[record/other-route]"))
    #expect(run.output.contains("sends GET /api/plans, and 'guilds.list' is GET /api/guilds"))
    #expect(!FileSystem.exists(folder.path + "/fixtures"))
  }

  @Test func aKilledRecorderTakesItsServerWithIt() async throws {
    let folder = try MainJobTests.project(scenario: "guilds.http")
    // It waits for the second server when it is killed, however late that is.
    let servers = try NotedServers(in: folder)
    let recorder = try Self.start(folder, ["record"])
    try await servers.wait(for: 2, of: recorder)
    kill(recorder.processID, SIGKILL)
    #expect(try await recorder.waitForEnd() == 128 + SIGKILL)
    for server in try servers.started() {
      try await eventually("the end of the server") { isGone(server.processID) }
    }
    await recorder.terminate()
  }

  @Test(.enabled(if: FileSystem.exists("/usr/bin/ldd"), "only Linux has ldd"))
  func assayLinksNoServerLibrary() async throws {
    let run = try await ChildProcess.run(["/usr/bin/ldd", AssayBinary.folder + "/assay"], timeout: 60)
    let listing = String(decoding: run.output, as: UTF8.self)
    #expect(listing.contains("libcurl"))
    for library in ["libmicrohttpd", "libsqlite3", "libyaml", "libcrypt.so"] {
      #expect(!listing.contains(library), "assay links \(library)")
    }
  }
}
