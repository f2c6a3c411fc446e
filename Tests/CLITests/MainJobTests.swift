import Diagnostics
import JSONText
import TestSupport
import Testing
import Verification
import Workspace

/// The main job against the real dev server: record, verify, diff.
@Suite struct MainJobTests {
  private static let password = "Planted-Secret/9+x&y"

  /// A project of its own: the sample's contract, an empty fixtures folder.
  /// - Parameter scenario: The one scenario file that is taken, such as `guilds.http`; all where none is given.
  static func project(scenario: String? = nil) throws -> ScratchFolder {
    let folder = try ScratchFolder()
    let contracts = AssayBinary.root + "/contracts"
    for name in try FileSystem.list(contracts, recursive: true) {
      if let scenario, name.hasSuffix(".http"), name != "scenarios/" + scenario { continue }
      try FileSystem.write(FileSystem.read(contracts + "/" + name), to: folder.path + "/contracts/" + name)
    }
    return folder
  }

  /// The sample's contract with the fixtures that are committed beside it.
  private static func recordedProject() throws -> ScratchFolder {
    let folder = try project()
    for (name, bytes) in try contents(AssayBinary.root + "/fixtures") {
      try FileSystem.write(bytes, to: folder.path + "/fixtures/" + name)
    }
    return folder
  }

  private static var environment: [String: String] {
    let path = EnvironmentVariables.current["PATH"] ?? ""
    return ["PATH": AssayBinary.folder + ":" + path, "ASSAY_DEV_PASSWORD": password]
  }

  private static func assay(
    _ arguments: [String], in folder: ScratchFolder, _ more: [String: String] = [:]
  ) async throws -> AssayBinary.Run {
    try await AssayBinary.assay(arguments, in: folder.path, environment: environment.merging(more) { $1 })
  }

  /// Every file of a folder, by path.
  private static func contents(_ folder: String) throws -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for name in try FileSystem.list(folder, recursive: true) {
      contents[name] = try FileSystem.read(folder + "/" + name)
    }
    return contents
  }

  @Test func recordingTwiceChangesNoByteAndShowsNoSecret() async throws {
    let folder = try Self.project()
    let secrets = SecretRegistry()
    secrets.register(Self.password, name: "the password")
    let first = try await Self.assay(
      ["record", "--runs", "2", "--verbose", "--format", "json=report.json"], in: folder)
    #expect(first.status == 0, "\(first.output)\(first.error)")
    let before = try Self.contents(folder.path + "/fixtures")
    #expect(before.count > 20)
    let again = try await Self.assay(["record", "--verbose"], in: folder, ["TZ": "Asia/Tokyo", "LANG": "tr_TR.UTF-8"])
    #expect(again.status == 0, "\(again.output)\(again.error)")
    #expect(again.output.contains("0 files changed"))
    let after = try Self.contents(folder.path + "/fixtures")
    #expect(before.keys.sorted() == after.keys.sorted())
    for (name, bytes) in before { #expect(after[name] == bytes, "\(name)") }

    let verify = try await Self.assay(["verify", "--verbose"], in: folder)
    #expect(verify.status == 0, "\(verify.output)")
    // Answers without a body count too, here and there.
    let count = try #require(again.output.firstMatch(of: /[0-9]+ fixtures/)).0
    #expect(verify.output.contains("; \(count),"), "\(again.output)\(verify.output)")
    let printed = [first.output, first.error, again.output, again.error, verify.output, verify.error]
    let report = try FileSystem.read(folder.path + "/report.json")
    for bytes in printed.map({ Array($0.utf8) }) + Array(after.values) + [report] {
      #expect(secrets.scan(bytes).isEmpty)
    }
    // Tokens are long and random; nothing that is printed looks like one but the hash that the scenario itself sends.
    let sent = try folder.read("contracts/scenarios/activities.http")
    for text in printed {
      for match in text.matches(of: /[A-Za-z0-9_\-]{40,}/) { #expect(sent.contains(match.output), "\(text)") }
    }
    #expect(first.error.contains("signInLeader"))
  }

  @Test func aChangedAnswerIsShownByCheckWhichWritesNothing() async throws {
    let folder = try Self.recordedProject()
    let before = try Self.contents(folder.path + "/fixtures")
    let configuration = try folder.read("contracts/assay.json")
    try folder.write(
      configuration.replacing("assay-devserver --port", with: "assay-devserver --drift rename-field --port"),
      to: "contracts/assay.json")
    let check = try await Self.assay(["record", "--runs", "2", "--check"], in: folder)
    #expect(check.status == 1, "\(check.output)\(check.error)")
    #expect(check.output.contains("fixtures/guilds.show/"))
    let untouched = try Self.contents(folder.path + "/fixtures")
    #expect(untouched == before)
    // Findings do not keep a recording from being written: they are the point of it.
    let record = try await Self.assay(["record", "--runs", "2"], in: folder)
    #expect(record.status == 0, "\(record.output)\(record.error)")
    let verify = try await Self.assay(["verify"], in: folder)
    #expect(verify.status == 1)
    #expect(verify.output.contains("GuildDetail.weeklyGoal"))
  }

  struct Refusal: CustomTestStringConvertible, Sendable {
    let from: String
    let to: String
    let fact: String
    var testDescription: String { fact }
  }

  @Test(arguments: [
    Refusal(
      from: "assay-devserver --port", to: "assay-devserver --status-host db.internal.example --port",
      fact: "db.internal.example"),
    Refusal(from: "\"assay_dev\"", to: "\"assay_test\"", fact: "assay_dev"),
    Refusal(
      from: "\"baseURL\": \"http://127.0.0.1:{port}\"", to: "\"baseURL\": \"http://192.0.2.1:4010\"", fact: "192.0.2.1"),
  ])
  func aServerThatIsNotProvenLocalIsRefused(case refusal: Refusal) async throws {
    let folder = try Self.project()
    let configuration = try folder.read("contracts/assay.json")
    try folder.write(configuration.replacing(refusal.from, with: refusal.to), to: "contracts/assay.json")
    let run = try await Self.assay(["record"], in: folder)
    #expect(run.status == 4, "\(run.output)\(run.error)")
    #expect((run.output + run.error).contains(refusal.fact))
    #expect((run.output + run.error).contains("help: "))
    #expect(!FileSystem.exists(folder.path + "/fixtures"))
  }

  @Test func doctorTriesTheGuardAndTheSignIns() async throws {
    let folder = try Self.project()
    let run = try await Self.assay(["doctor", "--env", "local"], in: folder)
    #expect(run.status == 0, "\(run.output)\(run.error)")
    #expect(run.output.contains("the guard lets 'local' be recorded, leader signs in, reader signs in"))
    #expect(!FileSystem.exists(folder.path + "/fixtures"))
    let configuration = try folder.read("contracts/assay.json")
    try folder.write(
      configuration.replacing("\"assay_dev\"", with: "\"assay_test\""), to: "contracts/assay.json")
    let refused = try await Self.assay(["doctor", "--env", "local"], in: folder)
    #expect(refused.status == 4, "\(refused.output)\(refused.error)")
    #expect(refused.output.contains("assay_dev"))
    let closed = try ClosedPort()
    let down = try await Self.assay(
      ["doctor", "--env", "production"], in: folder, ["ASSAY_PRODUCTION_URL": closed.url])
    withExtendedLifetime(closed) {}
    #expect(down.status == 3, "\(down.output)\(down.error)")
    #expect(down.output.contains("[doctor/server-down]"))
  }

  @Test func settingsMayNameVariablesOfTheEnvironment() async throws {
    let folder = try Self.project()
    let configuration = try folder.read("contracts/assay.json")
    try folder.write(
      configuration.replacing("\"leader\": {}", with: "\"leader\": { \"phrase\": \"$LEADER_PHRASE\" }")
        .replacing("\"environment\": {", with: "\"environment\": { \"ASSAY_DEV_PASSWORD\": \"$LEADER_PHRASE\","),
      to: "contracts/assay.json")
    let scenario = try folder.read("contracts/scenarios/auth.http")
    try folder.write(
      scenario.replacing("{{$processEnv ASSAY_DEV_PASSWORD}}", with: "{{phrase}}", maxReplacements: 1),
      to: "contracts/scenarios/auth.http")
    let unset = try await Self.assay(["record"], in: folder)
    #expect(unset.status == 2, "\(unset.output)\(unset.error)")
    #expect((unset.output + unset.error).contains("LEADER_PHRASE is not set"))
    let noPassword = try await Self.assay(
      ["record"], in: folder, ["LEADER_PHRASE": "another phrase", "ASSAY_DEV_PASSWORD": ""])
    #expect(noPassword.status == 2, "\(noPassword.output)\(noPassword.error)")
    #expect((noPassword.output + noPassword.error).contains("ASSAY_DEV_PASSWORD is not set"))
    let run = try await Self.assay(
      ["record", "--runs", "2", "--verbose"], in: folder,
      ["LEADER_PHRASE": "another phrase", "ASSAY_DEV_PASSWORD": "another phrase"])
    #expect(run.status == 0, "\(run.output)\(run.error)")
    #expect(!(run.output + run.error).contains("another phrase"))
  }

  @Test func productionIsComparedReadOnly() async throws {
    let folder = try Self.recordedProject()
    let log = folder.path + "/requests.log"
    let clean = try await diff(folder, server: ["--seed", "production", "--request-log", log])
    #expect(clean.status == 0, "\(clean.output)\(clean.error)")
    let requests = try folder.read("requests.log").split(separator: "\n")
    #expect(requests.count > 5)
    let writes = requests.filter { !$0.hasPrefix("GET ") && !$0.hasPrefix("HEAD ") }
    // Signing in, in each of the ways in which personas do, is all that is ever written.
    let signIns = ["/api/auth/sign-in", "/api/auth/refresh", "/api/auth/form", "/oauth/token"].map { "POST \($0) " }
    #expect(writes.allSatisfy { write in signIns.contains { write.hasPrefix($0) } }, "\(writes)")
    let drifted = try await diff(folder, server: ["--seed", "production", "--drift", "rename-field"])
    #expect(drifted.status == 1, "\(drifted.output)\(drifted.error)")
    #expect(drifted.output.contains("[drift/field-renamed]"))
    #expect(drifted.output.contains("assay diff: 1 error"))
    #expect(drifted.output.contains("next: "))
    let milliseconds = try await diff(
      folder, server: ["--seed", "production", "--drift", "seconds-became-milliseconds"])
    #expect(milliseconds.status == 1, "\(milliseconds.output)\(milliseconds.error)")
    #expect(milliseconds.output.contains("[drift/meaning-changed]"))
    #expect(milliseconds.output.contains("assay diff: 1 error"))
  }

  @Test func aServerThatIsDownIsExitCode3AndAWrongEnvironmentExitCode2() async throws {
    let folder = try Self.recordedProject()
    let closed = try ClosedPort()
    let down = try await Self.assay(
      ["diff", "--env", "production"], in: folder, ["ASSAY_PRODUCTION_URL": closed.url])
    withExtendedLifetime(closed) {}
    #expect(down.status == 3, "\(down.output)\(down.error)")
    let unset = try await Self.assay(["diff", "--env", "production"], in: folder)
    #expect(unset.status == 2)
    #expect(unset.error.contains("ASSAY_PRODUCTION_URL"))
    let unknown = try await Self.assay(["diff", "--env", "prodution"], in: folder)
    #expect(unknown.status == 2)
    #expect(unknown.error.contains("did you mean 'production'?"))
  }

  @Test func aLostBasePathIsOneObstacle() async throws {
    let folder = try Self.recordedProject()
    let run = try await diff(folder, server: ["--seed", "production"], path: "/v2")
    #expect(run.status == 3, "\(run.output)\(run.error)")
    #expect(run.output.contains("assay diff: 1 error"), "\(run.output)")
  }

  private func diff(
    _ folder: ScratchFolder, server options: [String], path: String = ""
  ) async throws -> AssayBinary.Run {
    let data = try ScratchFolder()
    return try await ServerProcess.serving(
      [AssayBinary.folder + "/assay-devserver", "--port", "0", "--database", data.path + "/live.sqlite"] + options,
      in: data.path, environment: EnvironmentVariables.current.merging(Self.environment) { $1 }
    ) { url, _ in
      try await Self.assay(
        ["diff", "--env", "production", "--verbose"], in: folder, ["ASSAY_PRODUCTION_URL": url + path])
    }
  }
}
