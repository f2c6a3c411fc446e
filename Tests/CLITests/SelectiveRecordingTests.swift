import Diagnostics
import Testing
import Verification
import Workspace

/// `assay record --only` and `--check`, against the sample's own dev server.
@Suite struct SelectiveRecordingTests {
  private static let guilds = "contracts/scenarios/guilds.http"
  private static let profile = "contracts/scenarios/profile.http"

  private static func record(_ folder: ScratchFolder, _ options: [String] = []) async throws -> AssayBinary.Run {
    try await AssayBinary.assay(
      ["record", "--runs", "2"] + options, in: folder.path, environment: SampleRecording.environment)
  }

  private static func changed(_ before: [String: [UInt8]], _ after: [String: [UInt8]]) -> [String] {
    Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
  }

  private static func replace(_ text: String, with other: String, in file: String, _ folder: ScratchFolder) throws {
    let old = try folder.read(file)
    try #require(old.contains(text))
    try folder.write(old.replacing(text, with: other, maxReplacements: 1), to: file)
  }

  @Test func recordingAPartAgainChangesNothing() async throws {
    let folder = try await SampleRecording.recorded()
    let before = try SampleRecording.contents(folder)
    let isThorough = EnvironmentVariables.current["ASSAY_THOROUGH"] == "1"
    let manifest = try FixtureManifest(
      parsing: .init(path: "manifest.json", bytes: try #require(before["manifest.json"])))
    var patterns = ["guilds.*", "journal.list", "leaderboard.show", "*/wrongPassword", "messages.list"]
    // Each fixture by itself: several minutes.
    if isThorough { patterns = manifest.entries.map(\.title) }
    for pattern in patterns {
      let run = try await Self.record(folder, ["--only", pattern])
      #expect(run.status == 0, "\(pattern): \(run.output)\(run.error)")
      #expect(run.output.contains(", 0 files changed"), "\(pattern): \(run.output)")
      #expect(Self.changed(before, try SampleRecording.contents(folder)) == [], "--only \(pattern)")
    }
  }

  @Test func onlyTheFilesOfTheNamedRoutesChange() async throws {
    let folder = try await SampleRecording.recorded()
    let before = try SampleRecording.contents(folder)
    try folder.write("kept", to: "fixtures/NOTES.md")
    // All that shows the guild changes: its name, and what a stranger may not do.
    try Self.replace("\"name\": \"Night Readers\"", with: "\"name\": \"Day Readers\"", in: Self.guilds, folder)
    let run = try await Self.record(
      folder, ["--only", "guilds.show", "--only", "guilds.create/createGuild", "--verbose"])
    #expect(run.status == 0, "\(run.output)\(run.error)")
    let after = try SampleRecording.contents(folder)
    let files = Self.changed(before, after).filter { $0 != "NOTES.md" }
    #expect(
      files.allSatisfy { $0.hasPrefix("guilds.show/") || $0.hasPrefix("guilds.create/") || $0 == "manifest.json" })
    #expect(files.contains("guilds.create/createGuild.json") && files.contains { $0.hasPrefix("guilds.show/") })
    #expect(after["NOTES.md"] != nil)
    // Reads that nothing named depends on are not sent.
    #expect(!run.error.contains("/api/leaderboard") && !run.error.contains("/api/plans answered"), "\(run.error)")
    let verify = try await AssayBinary.assay(["verify"], in: folder.path, environment: SampleRecording.environment)
    #expect(verify.status == 0, "\(verify.output)")
    // The rest follows with the next whole recording, and the part stays as it is.
    let whole = try await Self.record(folder)
    #expect(whole.status == 0, "\(whole.output)\(whole.error)")
    let last = try SampleRecording.contents(folder)
    #expect(Self.changed(after, last).filter { $0.hasPrefix("guilds.show/") || $0.hasPrefix("guilds.create/") } == [])
  }

  @Test func whatIsNotNamedNeedNotWork() async throws {
    let folder = try await SampleRecording.recorded()
    let before = try SampleRecording.contents(folder)
    try Self.replace(
      "# @record leaderboard.show", with: "# @record leaderboard.show\n# @expect 418", in: Self.profile, folder)
    let whole = try await Self.record(folder)
    #expect(whole.status == 1, "\(whole.output)\(whole.error)")
    let part = try await Self.record(folder, ["--only", "journal.*"])
    #expect(part.status == 0, "\(part.output)\(part.error)")
    #expect(Self.changed(before, try SampleRecording.contents(folder)) == [])
  }

  @Test(arguments: [
    ("guilds.shw", "did you mean 'guilds.show'?"), ("gilds.*", "name a route or a case of one: "),
    ("guilds.show/guildForLeadr", "did you mean 'guilds.show/guildForLeader'?"),
  ])
  func aPatternThatNamesNothingIsRefused(pattern: String, help: String) async throws {
    let folder = try MainJobTests.project()
    let run = try await Self.record(folder, ["--only", "guilds.show", "--only", pattern])
    #expect(run.status == 2, "\(run.output)\(run.error)")
    #expect(run.output.contains("--only '\(pattern)' names nothing"), "\(run.output)")
    #expect(run.output.contains(help), "\(run.output)")
    #expect(!run.output.contains("'guilds.show' names nothing"))
    #expect(!FileSystem.exists(folder.path + "/fixtures"))
  }

  @Test func checkShowsEachDifferenceAndWritesNothing() async throws {
    let folder = try await SampleRecording.recorded()
    let clean = try await Self.record(folder, ["--check"])
    #expect(clean.status == 0, "\(clean.output)\(clean.error)")
    try Self.replace(
      "assay-devserver --port", with: "assay-devserver --drift rename-field --port", in: "contracts/assay.json", folder)
    try Self.replace("# @record me.show", with: "# @record me.show another", in: Self.profile, folder)
    let manifest = try folder.read("fixtures/manifest.json")
    try folder.write(
      manifest.replacing("\"path\": \"/api/plans\"", with: "\"path\": \"/api/v1/plans\""), to: "fixtures/manifest.json")
    let before = try SampleRecording.contents(folder)
    let check = try await Self.record(folder, ["--check"])
    #expect(check.status == 1, "\(check.output)\(check.error)")
    let gone = "guilds.show fixtures/guilds.show/guildForLeader.json /weeklyGoal: error: the value 5 is gone"
    #expect(check.output.contains(gone), "\(check.output)")
    #expect(check.output.contains("plans.list moved from GET /api/v1/plans to GET /api/plans"), "\(check.output)")
    #expect(check.output.contains("is called me.show/another now"), "\(check.output)")
    #expect(Self.changed(before, try SampleRecording.contents(folder)) == [])
    // A part is compared alone.
    let part = try await Self.record(folder, ["--check", "--only", "journal.*"])
    #expect(part.status == 0, "\(part.output)\(part.error)")
    let other = try await Self.record(folder, ["--check", "--only", "guilds.show"])
    #expect(other.status == 1, "\(other.output)\(other.error)")
    #expect(!other.output.contains("plans.list"), "\(other.output)")
    #expect(Self.changed(before, try SampleRecording.contents(folder)) == [])
  }
}
