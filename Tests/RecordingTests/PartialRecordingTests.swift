import ContractModel
import Diagnostics
import JSONText
import Scenarios
import Testing
import Transport
import Verification
import Workspace

@testable import Recording

/// A part of a recording, laid into the whole one: what the other steps named keeps its name.
@Suite struct PartialRecordingTests {
  /// A step that reads, and what it answers in two runs.
  struct Step: Sendable {
    let route: String
    let path: String
    let answers: [String]
  }

  /// What only the list tells: that the numbers are ids, and which is whose.
  static let steps = [
    Step(
      route: "accounts.list", path: "/accounts",
      answers: [
        #"[{"id":7,"slug":"ada","at":"2026-01-01T00:00:00Z"},{"id":8,"slug":"bob","at":"2026-01-01T00:00:05Z"}]"#,
        #"[{"id":70,"slug":"ada","at":"2026-02-01T00:00:00Z"},{"id":80,"slug":"bob","at":"2026-02-01T00:00:09Z"}]"#,
      ]),
    Step(
      route: "guild.show", path: "/guild",
      answers: [
        #"{"owner":7,"members":[8,7],"count":3,"link":"/accounts/7/badge","code":"K7QX2M91"}"#,
        #"{"owner":70,"members":[80,70],"count":3,"link":"/accounts/70/badge","code":"ZP31MM04"}"#,
      ]),
    Step(route: "health.show", path: "/health", answers: [#"{"ok":true}"#, #"{"ok":true}"#]),
  ]

  private static let file = SourceFile(path: "scenarios/a.http", bytes: Array(repeating: 0x20, count: 100))

  private static func contract() throws -> Contract {
    Contract(
      types: [],
      routes: try steps.enumerated().map { index, step in
        Route(
          id: step.route, method: "GET", path: try #require(PathTemplate(step.path)), request: nil, status: 200,
          response: nil, errors: [], span: SourceSpan(file: file, start: index, end: index + 1))
      })
  }

  private static func runs(_ steps: [Step]) -> [RecordedRun] {
    (0..<2).map { run in
      RecordedRun(
        exchanges: steps.enumerated().map { index, step in
          RecordedExchange(
            step: "all", record: (step.route, "all"), persona: nil,
            span: SourceSpan(file: file, start: index, end: index + 1), method: "GET", path: step.path, query: [],
            request: KeptRequest(nil, contentType: nil), status: 200,
            headers: [HTTPHeader("Content-Type", "application/json")],
            body: Array(step.answers[run].utf8), uses: [])
        }, window: 0...1, knownTexts: [])
    }
  }

  private static func selection(_ patterns: [String]) throws -> RecordingSelection {
    let text = steps.map {
      "###\n# @name \($0.route.prefix { $0 != "." })\n# @record \($0.route) all\nGET {{baseURL}}\($0.path)\n"
    }
    var findings = FindingList()
    let scenario = ScenarioParser.parse(
      SourceFile(path: "a.http", bytes: Array(text.joined().utf8)), findings: &findings)
    #expect(findings.all.isEmpty)
    return try RecordingSelection(patterns, scenarios: [scenario], contract: try contract())
  }

  private static func whole() throws -> AssembledSet {
    FixtureAssembly(
      contract: try contract(), runs: runs(steps), record: VolatilityRecord(), registry: SecretRegistry()
    ).assemble()
  }

  private static func part(
    of whole: AssembledSet, _ patterns: [String], steps: [Step], files: [String: [UInt8]]? = nil
  ) throws -> AssembledSet {
    let former = FormerSet(files: files ?? whole.files, foreignFiles: [])
    let record = try former.volatility(shownAs: "fixtures")
    let partial = PartialSet(
      former: former, entries: try former.entries(shownAs: "fixtures"), record: record,
      selection: try selection(patterns), scenarios: [])
    let assembly = FixtureAssembly(
      contract: try contract(), runs: runs(steps), record: record, registry: SecretRegistry(), partial: partial)
    return partial.merging(assembly.assemble(), unnamed: [], secrets: { assembly.secrets(in: $0) })
  }

  @Test func idsThatOnlyAnotherStepNamesKeepTheirPlaceholders() throws {
    let whole = try Self.whole()
    #expect(!whole.findings.contains { $0.severity == .error })
    let guild = try #require(whole.files["guild.show/all.json"])
    #expect(!String(decoding: guild, as: UTF8.self).contains("\"owner\": 1,"), "the number is an id")
    let part = try Self.part(of: whole, ["guild.*"], steps: [Self.steps[1]])
    #expect(!part.findings.contains { $0.severity == .error })
    for (path, bytes) in whole.files {
      let now = part.files[path].map { String(decoding: $0, as: UTF8.self) }
      #expect(now == String(decoding: bytes, as: UTF8.self), "\(path)")
    }
    #expect(part.files.count == whole.files.count)
  }

  @Test func whatChangedIsReplacedAndTheRestIsKeptByteForByte() throws {
    let whole = try Self.whole()
    // What a hand has changed in a file that is not named stays as it is.
    var files = whole.files
    files["health.show/all.json"] = Array("changed by hand".utf8)
    files["stray/file.json"] = Array("{}".utf8)
    let other = Step(
      route: "guild.show", path: "/guild",
      answers: [#"{"owner":7,"members":[7],"motto":"x"}"#, #"{"owner":70,"members":[70],"motto":"x"}"#])
    let part = try Self.part(of: whole, ["guild.show/all"], steps: [other], files: files)
    #expect(part.files["health.show/all.json"] == Array("changed by hand".utf8))
    #expect(part.files["stray/file.json"] == Array("{}".utf8))
    #expect(part.files["accounts.list/all.json"] == whole.files["accounts.list/all.json"])
    let guild = String(decoding: try #require(part.files["guild.show/all.json"]), as: UTF8.self)
    #expect(guild.contains("\"motto\": \"x\"") && !guild.contains("code"))
    let before = String(decoding: try #require(whole.files["guild.show/all.json"]), as: UTF8.self)
    let owner = try #require(before.firstMatch(of: /"owner": (\d+)/)).1
    #expect(guild.contains("\"owner\": \(owner)"), "\(guild)")
    #expect(part.entries.map(\.title).sorted() == ["accounts.list/all", "guild.show/all", "health.show/all"])
    let record = try FormerSet(files: part.files, foreignFiles: []).volatility(shownAs: "fixtures")
    #expect(record.slots["guild.show/all"]?["/code"] != nil, "a slot stays volatile until --forget")
    #expect(record.slots["accounts.list/all"] != nil)
  }

  @Test(arguments: ["<<<<<<< ours", #"{"version":2}"#]) func anUnreadableRecordIsToldWithItsPlace(_ text: String) {
    let set = FormerSet(files: [VolatilityRecord.fileName: Array(text.utf8)], foreignFiles: [])
    let error = #expect(throws: RecordingError.self) { try set.volatility(shownAs: "fixtures") }
    #expect(error?.findings.map(\.place.description) == ["fixtures/volatility.json"])
    #expect(error?.findings.first?.help != nil)
  }

  @Test func aListInAnotherOrderRenamesNothingThatStandsElsewhereToo() throws {
    let whole = try Self.whole()
    let turned = Step(
      route: "guild.show", path: "/guild",
      answers: [#"{"members":[7,8],"owner":7}"#, #"{"members":[70,80],"owner":70}"#])
    let part = try Self.part(of: whole, ["guild.*"], steps: [turned])
    let before = String(decoding: try #require(whole.files["guild.show/all.json"]), as: UTF8.self)
    let owner = try #require(before.firstMatch(of: /"owner": (\d+)/)).1
    let guild = String(decoding: try #require(part.files["guild.show/all.json"]), as: UTF8.self)
    #expect(guild.contains("\"owner\": \(owner)") && guild.contains("[\n    \(owner),"), "\(guild)")
  }

  @Test func aNamedFixtureThatNoStepRecordsIsDropped() throws {
    let whole = try Self.whole()
    let entries = try FormerSet(files: whole.files, foreignFiles: []).entries(shownAs: "f")
    var extra = try #require(entries.first { $0.routeID == "guild.show" })
    extra.caseName = "former"
    extra.file = "guild.show/former.json"
    var files = whole.files
    files["guild.show/former.json"] = files["guild.show/all.json"]
    files["manifest.json"] = FixtureManifest(entries: entries + [extra]).canonicalText()
    let part = try Self.part(of: whole, ["guild.*"], steps: [Self.steps[1]], files: files)
    #expect(part.files == whole.files)
  }

  @Test func patternsNameRoutesAndCases() throws {
    let selection = try Self.selection(["guild.*", "health.show/all"])
    #expect(selection.names(route: "guild.show", case: "x") && selection.names(route: "health.show", case: "all"))
    #expect(
      !selection.names(route: "health.show", case: "other") && !selection.names(route: "accounts.list", case: "all"))
    #expect(try Self.selection([]).names(route: "any", case: "thing"))
    #expect(throws: RecordingError.self) { try Self.selection(["nothing.*"]) }
  }

  /// Steps of two scenarios, and those that `--only` runs.
  @Test func theStepsThatAreNeededAreWritesBeforeAndWhatIsCaptured() throws {
    let first = """
      ###
      # @name signIn
      # @persona a
      # @sign-in token=$.token
      POST {{baseURL}}/session

      ###
      # @name readNobodyNeeds
      GET {{baseURL}}/a

      ###
      # @name write
      POST {{baseURL}}/b

      ###
      # @name wait
      # @until $.ready == true within 1s
      GET {{baseURL}}/c
      """
    let second = """
      ###
      # @name list
      GET {{baseURL}}/list

      ###
      # @name show
      # @record guild.show all
      GET {{baseURL}}/guild?id={{list.response.body.$.id}}

      ###
      # @name writeAfter
      DELETE {{baseURL}}/b
      """
    let third = "###\n# @name later\nPOST {{baseURL}}/later\n"
    var findings = FindingList()
    let scenarios = [first, second, third].enumerated().map { index, text in
      ScenarioParser.parse(SourceFile(path: "\(index).http", bytes: Array(text.utf8)), findings: &findings)
    }
    #expect(findings.all.isEmpty, "\(findings.all)")
    let selection = try RecordingSelection(["guild.show"], scenarios: scenarios, contract: try Self.contract())
    #expect(
      selection.steps(of: scenarios).map { $0.steps.map(\.name) } == [["signIn", "write", "wait"], ["list", "show"]])
    let everything = try RecordingSelection([], scenarios: scenarios, contract: try Self.contract())
    #expect(everything.steps(of: scenarios).map(\.steps.count) == [4, 3, 1])
  }
}
