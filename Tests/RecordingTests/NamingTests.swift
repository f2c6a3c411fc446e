import Diagnostics
import JSONText
import Testing

@testable import Recording

@Suite("Names by origin")
struct NamingTests {
  private static let ids = VolatileKindTests.uuids

  /// A small API: a guild is made, joined and listed; a message is sent.
  private func steps() -> [RunStep] {
    let runs = [0, 1]
    func each(_ body: (_ guild: String, _ user: String, _ run: Int) -> String) -> [String] {
      runs.map { body(Self.ids[$0], Self.ids[$0 + 1].uppercased(), $0) }
    }
    let use = RecordedExchange.Use(step: "create", pointer: JSONPointer(text: "/id") ?? JSONPointer())
    var create = RunStep.post(
      "/api/guilds", "create", each { guild, user, _ in #"{"id":"\#(guild)","owner":{"id":"\#(user)","slug":"ada"}}"# })
    create.persona = "leader"
    return [
      create,
      .get(
        "/api/guilds/{guildId}", "show",
        each { guild, user, run in #"{"id":"\#(guild)","members":[{"id":"\#(user)"}],"n":\#(run)}"# },
        paths: each { guild, _, _ in "/api/guilds/\(guild)" }, uses: [use]),
      .post(
        "/api/guilds/{guildId}/messages", "send",
        each { guild, _, run in #"{"id":\#(41 + run * 7),"guildId":"\#(guild)"}"# },
        paths: each { guild, _, _ in "/api/guilds/\(guild)/messages" }),
    ]
  }

  private func me() -> RunStep {
    .get("/api/me", "me", [0, 1].map { #"{"id":"\#(Self.ids[$0 + 1].uppercased())","guilds":["\#(Self.ids[$0])"]}"# })
  }

  private func bodies(_ set: AssembledSet) -> [String: [UInt8]] {
    set.files.filter {
      $0.key != VolatilityRecord.fileName && $0.key != "manifest.json" && !$0.key.hasPrefix("me.get/")
    }
  }

  @Test("a read in front of everything, another order of unrelated steps and another persona change no other file")
  func unrelated() {
    let steps = steps()
    let expected = bodies(RunBuilder(steps: steps).assemble())
    #expect(expected.count == 3)
    #expect(bodies(RunBuilder(steps: [me()] + steps).assemble()) == expected)
    #expect(bodies(RunBuilder(steps: [steps[0], steps[2], me(), steps[1]]).assemble()) == expected)
    var renamed = steps
    renamed[0].persona = "boss"
    #expect(bodies(RunBuilder(steps: renamed).assemble()) == expected)
    let without = bodies(RunBuilder(steps: Array(steps.dropLast())).assemble())
    #expect(without == expected.filter { !$0.key.hasPrefix("messages") })
  }

  @Test("a step that is renamed takes its ids' names with it, as often as it is recorded")
  func renamedStep() throws {
    let steps = steps()
    let first = RunBuilder(steps: steps).assemble()
    var renamed = steps
    renamed[0].name = "found"
    renamed[1].uses = [RecordedExchange.Use(step: "found", pointer: JSONPointer(text: "/id") ?? JSONPointer())]
    var record = try first.remembered
    for _ in 0..<2 {
      let set = RunBuilder(steps: renamed, record: record).assemble()
      record = try set.remembered
      #expect(set.files["guilds.post/found.json"] == first.files["guilds.post/create.json"])
      #expect(set.files["guilds.get/show.json"] == first.files["guilds.get/show.json"])
      #expect(record.names == (try first.remembered.names))
    }
  }

  @Test("a recorded name goes to no step whose answer lacks its place, and to none of two that have it")
  func ambiguousRename() throws {
    let record = try RunBuilder(steps: steps()).assemble().remembered
    var renamed = steps()
    renamed[0].name = "found"
    var error = RunStep.post("/api/guilds", "refused", [#"{"error":"x"}"#, #"{"error":"x"}"#])
    #expect(
      RunBuilder(steps: renamed + [error], record: record).assemble().files["guilds.post/found.json"]
        == RunBuilder(steps: steps()).assemble().files["guilds.post/create.json"])
    error = .post(
      "/api/guilds", "second",
      [0, 1].map { #"{"id":"\#(Self.ids[2 - $0].lowercased())","owner":{"id":"x","slug":"bob"}}"# })
    #expect(
      RunBuilder(steps: renamed + [error], record: record).assemble().files["guilds.post/found.json"]
        != RunBuilder(steps: steps()).assemble().files["guilds.post/create.json"])
  }

  @Test("no name holds what is volatile")
  func namesAreStable() throws {
    let answers = [0, 1].map { run in
      #"[{"ref":"\#(Self.ids[run])","build":"a1b2c3d4","at":"2026-03-02T10:00:00Z"},{"ref":"\#(Self.ids[run + 1].uppercased())","build":"ffb2c3d4","at":"2026-03-02T10:00:00Z"}]"#
    }
    let set = RunBuilder(steps: [RunStep(name: "list", answers: answers)]).assemble()
    #expect(try set.remembered.names.allSatisfy { !$0.contains("b2c3d4") && !$0.contains("2026") })
  }
}
