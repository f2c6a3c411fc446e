import Diagnostics
import JSONText
import Testing
import Verification
import Workspace

@testable import Recording

@Suite("What a recording would change") struct SetComparisonTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let old: String
    let new: String
    let facts: [String]
    var testDescription: String { "\(old) → \(new)" }
  }

  @Test(arguments: [
    Case(old: "{}", new: "{}", facts: []),
    Case(
      old: #"{"a":1,"b":2}"#, new: #"{"a":1.0,"c":2}"#,
      facts: ["/a value was 1, and is 1.0 now", "/b value 2 is gone", "/c value 2 is new"]),
    Case(old: #"{"a":{"b":[1]}}"#, new: #"{"a":{"b":null}}"#, facts: ["/a/b value was [1], and is null now"]),
    Case(old: "[1,2,3]", new: "[0,1,2,3]", facts: ["/0 value 0 is new"]),
    Case(old: "[1,2,3]", new: "[1,3]", facts: ["/1 value 2 is gone"]),
    Case(old: "[1,2,3]", new: "[1,9,3]", facts: ["/1 value was 2, and is 9 now"]),
    Case(old: "[1]", new: "[]", facts: ["/0 value 1 is gone"]),
    Case(old: #""é""#, new: #""e\u0301""#, facts: [" value was \"é\", and is \"e\u{301}\" now"]),
    Case(old: #"{"a~b/c":1}"#, new: "{}", facts: ["/a~0b~1c value 1 is gone"]),
  ])
  func differences(of item: Case) throws {
    let values = try [item.old, item.new].map { try JSONDocument(parsing: Array($0.utf8)).root.value }
    let found = ValueDifference.all(values[0], values[1], limit: 10)
    #expect(found.map { "\($0.pointer) \($0.fact)" } == item.facts)
  }

  @Test func theNumberOfDifferencesIsBounded() {
    let old = JSONValue.array((0..<500).map { .integer($0) })
    let new = JSONValue.array((0..<500).map { .integer($0 + 1000) })
    #expect(ValueDifference.all(old, new, limit: 7).count == 7)
    let facts = Self.findings([Self.entry("a.list", "x", old)], [Self.entry("a.list", "x", new)]).map(\.message)
    #expect(facts.count == SetComparison.limit + 1)
    #expect(facts.contains("there are more differences than these 20"))
  }

  private static func entry(
    _ route: String, _ name: String, _ body: JSONValue, path: String = "/a", status: Int = 200,
    headers: [NamedValue] = [], parameters: [String: ParameterOrigin] = [:]
  ) -> (FixtureEntry, [UInt8]) {
    let bytes = body.canonicalText()
    return (
      FixtureEntry(
        routeID: route, caseName: name, file: "\(route)/\(name).json", method: "GET", pathTemplate: path,
        parameters: parameters, status: status, headers: headers, contentType: "application/json",
        sha256: SHA256.hexDigest(bytes)), bytes
    )
  }

  private static func files(_ entries: [(FixtureEntry, [UInt8])]) -> [String: [UInt8]] {
    var files = Dictionary(
      entries.compactMap { entry in entry.0.file.map { ($0, entry.1) } }, uniquingKeysWith: { first, _ in first })
    files[FixtureManifest.fileName] = FixtureManifest(entries: entries.map(\.0)).canonicalText()
    files[VolatilityRecord.fileName] = VolatilityRecord().canonicalText
    return files
  }

  private static func findings(
    _ old: [(FixtureEntry, [UInt8])], _ new: [(FixtureEntry, [UInt8])], more: [String: [UInt8]] = [:]
  ) -> [Finding] {
    var comparison = SetComparison(folder: "fixtures")
    return comparison.compare(
      old: FormerSet(files: files(old).merging(more) { $1 }, foreignFiles: []), oldEntries: old.map(\.0),
      new: AssembledSet(
        files: files(new), entries: new.map(\.0), record: VolatilityRecord(), recordedCount: new.count, findings: []))
  }

  @Test func routesThatMovedAndFixturesThatCameAndWentAreNamed() {
    let one = JSONValue.object([.init(key: "a", value: .integer(1))])
    let two = JSONValue.object([.init(key: "a", value: .integer(2))])
    let old = [
      Self.entry("a.show", "x", one), Self.entry("a.show", "y", one), Self.entry("b.show", "gone", two),
      Self.entry("c.show", "before", two, status: 201),
    ]
    let new = [
      Self.entry("a.show", "x", one, path: "/v2/a"), Self.entry("a.show", "y", one, path: "/v2/a"),
      Self.entry("b.show", "new", one), Self.entry("c.show", "after", two, status: 201),
    ]
    let found = Self.findings(old, new)
    #expect(
      found.map(\.message) == [
        "a.show moved from GET /a to GET /v2/a", "b.show/gone is gone: no step records it any more",
        "b.show/new is new: GET /a answers 200", "c.show/before is called c.show/after now",
      ])
    #expect(found[0].morePlaces.count == 1, "one move of a route is one finding")
    #expect(found.allSatisfy { $0.rule == "record/differs" && $0.severity == .error })
  }

  @Test func everythingThatTheManifestSaysIsCompared() {
    let body = JSONValue.object([])
    let old = [
      Self.entry(
        "a.show", "x", body, headers: [NamedValue("etag", "\"1\"")],
        parameters: ["id": .answer(route: "a.list", case: "all", pointer: JSONPointer(tokens: ["0", "id"]))])
    ]
    let new = [Self.entry("a.show", "x", body, status: 203, headers: [], parameters: ["id": .unresolved])]
    #expect(
      Self.findings(old, new).map(\.message) == [
        "the header etag was \"1\", and is absent now", "the status was 200, and is 203 now",
        "where {id} comes from was a.list/all /0/id, and is no read now",
      ])
  }

  @Test func aFileThatBelongsToNothingIsTold() {
    let one = [Self.entry("a.show", "x", .object([]))]
    let found = Self.findings(one, one, more: ["a.show/stray.json": Array("{}".utf8)])
    #expect(found.map(\.message) == ["a.show/stray.json belongs to no fixture"])
  }
}
