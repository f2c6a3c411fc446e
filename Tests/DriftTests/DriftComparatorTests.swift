import ContractModel
import Diagnostics
import JSONText
import TestSupport
import Testing

@testable import Drift

/// A fixture and a live answer, and every finding as `rule severity key-member pointer`.
struct DriftCase: Sendable, CustomTestStringConvertible {
  let name: String
  var type: TypeExpression? = IR.ref("Guild")
  let fixture: String
  let live: String
  var expected: [String] = []
  var testDescription: String { name }
}

private let contract = IR.contract([
  "Guild": IR.object([
    "id": IR.string, "xp": IR.number, "motto": IR.string, "avatar?": IR.string, "plan?": IR.nullable(IR.ref("Plan")),
    "rank": IR.ref("Rank"), "members?": IR.list(IR.ref("Member")), "days?": IR.map(IR.object(["done": IR.boolean])),
    "extra?": IR.type(.anyJSON), "blocks?": IR.list(IR.ref("Block")),
  ]),
  "Plan": IR.object(["title": IR.string]),
  "Rank": IR.literals("bronze", "silver"),
  "Member": IR.object(["name": IR.string, "level": IR.integer]),
  "Block": IR.union(["text": IR.ref("TextBlock"), "image": IR.ref("ImageBlock")], by: "kind"),
  "TextBlock": IR.object(["kind": IR.literal(.string("text")), "text": IR.string]),
  "ImageBlock": IR.object(["kind": IR.literal(.string("image")), "url": IR.string]),
  "Page": IR.object(["items": IR.list(IR.ref("Member")), "nextCursor": IR.nullable(IR.string)]),
])

private func guild(_ more: String, id: String = #""g1""#, xp: String = "3", motto: String = #""m""#) -> String {
  let motto = motto.isEmpty ? "" : #","motto":\#(motto)"#
  return #"{"id":\#(id),"xp":\#(xp)\#(motto),"rank":"silver"\#(more.isEmpty ? "" : "," + more)}"#
}

private let driftCases: [DriftCase] = [
  DriftCase(name: "other data, same shape", fixture: guild(""), live: guild("", id: #""zz""#, xp: "99")),
  DriftCase(
    name: "D1 null in the fixture, object live, allowed", fixture: guild(#""plan":null"#),
    live: guild(#""plan":{"title":"t"}"#)),
  DriftCase(
    name: "D1 null in the fixture, wrong object live", fixture: guild(#""plan":null"#),
    live: guild(#""plan":{"name":"t"}"#),
    expected: ["drift/field-renamed error Plan.title /plan/title"]),
  DriftCase(
    name: "D2 empty list in the fixture: elements are held against the type", fixture: guild(#""members":[]"#),
    live: guild(#""members":[{"name":"a","level":"x"}]"#),
    expected: ["drift/type-changed error Member.level /members/*/level"]),
  DriftCase(name: "D3 float where the type says number", fixture: guild(""), live: guild("", xp: "3.5")),
  DriftCase(
    name: "D3 float where the type says integer", fixture: guild(#""members":[{"name":"a","level":3}]"#),
    live: guild(#""members":[{"name":"a","level":3},{"name":"b","level":3.5}]"#),
    expected: ["drift/type-changed error Member.level /members/*/level"]),
  DriftCase(
    name: "seconds became milliseconds, declared", fixture: guild("", xp: "1893456000"),
    live: guild("", xp: "1893456123456"), expected: ["drift/meaning-changed error Guild.xp /xp"]),
  DriftCase(
    name: "milliseconds became seconds, undeclared, on each element", type: nil,
    fixture: #"[{"at":1893456000000},{"at":null}]"#, live: #"[{"at":1767225600},{"at":1767225601}]"#,
    expected: ["drift/meaning-changed error  /*/at"]),
  DriftCase(
    name: "a date became an instant", type: nil, fixture: #"{"day":"2024-05-01"}"#,
    live: #"{"day":"2024-05-01T00:00:00Z"}"#, expected: ["drift/meaning-changed error  /day"]),
  DriftCase(
    name: "a number of any size is no instant", fixture: guild("", xp: "12"), live: guild("", xp: "1893456123456")),
  DriftCase(
    name: "where both looks were recorded, both are right", type: nil, fixture: "[1893456000,1893456000000]",
    live: "[1893456000000]"),
  DriftCase(
    name: "D4 new enum values are listed in one finding", fixture: "[\(guild(""))]",
    live: "[\(guild("").replacing("silver", with: "mythic")),\(guild("").replacing("silver", with: "legendary"))]",
    expected: ["drift/enum-value-added warning Rank /*/rank"]),
  DriftCase(
    name: "D6 a map's keys are data", fixture: guild(#""days":{"2024-05-01":{"done":true}}"#),
    live: guild(#""days":{"2024-05-02":{"done":true},"2024-05-03":{"done":false},"2024-05-04":{"done":1}}"#),
    expected: ["drift/type-changed error Guild.days.*.done /days/*/done"]),
  DriftCase(
    name: "D8 an added field of every element is one note", fixture: guild(#""members":[{"name":"a","level":3}]"#),
    live: guild(#""members":[{"name":"a","level":3,"isNew":true},{"name":"b","level":4,"isNew":false}]"#),
    expected: ["drift/field-added note Member.isNew /members/*/isNew"]),
  DriftCase(
    name: "O10 a closed object that gets a key is drift, and no error",
    type: IR.object(["a": IR.string], additional: .forbidden), fixture: #"{"a":"x"}"#, live: #"{"a":"x","b":1}"#,
    expected: ["drift/field-added note  /b"]),
  DriftCase(
    name: "J9 whole in one recorded answer and with a fraction in the next is one type", type: nil,
    fixture: #"[{"n":1},{"n":1.0}]"#, live: #"[{"n":3.5},{"n":2}]"#),
  DriftCase(
    name: "D9 an optional property does not hide an added one", fixture: guild(#""avatar":"x""#),
    live: guild(#""d":1"#),
    expected: ["drift/field-added note Guild.d /d"]),
  DriftCase(
    name: "D10 missing", fixture: guild(""), live: guild("", motto: ""),
    expected: ["drift/field-removed error Guild.motto /motto"]),
  DriftCase(
    name: "D10 null is not missing", fixture: guild(""), live: guild("", motto: "null"),
    expected: ["drift/null-appeared error Guild.motto /motto"]),
  DriftCase(
    name: "D10 an empty answer never passes", type: IR.object(["a?": IR.string]), fixture: #"{"a":"x"}"#, live: "{}",
    expected: ["drift/empty-answer error  "]),
  DriftCase(name: "an empty map is as declared", type: IR.map(IR.integer), fixture: #"{"a":1}"#, live: "{}"),
  DriftCase(name: "an optional property is absent", fixture: guild(#""avatar":"x""#), live: guild("")),
  DriftCase(
    name: "rename, similar name", fixture: guild(""), live: guild(#""mottoText":"m""#, motto: ""),
    expected: ["drift/field-renamed error Guild.motto /motto"]),
  DriftCase(
    name: "rename, only candidate", fixture: guild(""), live: guild(#""slogan":"m""#, motto: ""),
    expected: ["drift/field-renamed error Guild.motto /motto"]),
  DriftCase(
    name: "rename inside a list", fixture: guild(#""members":[{"name":"a","level":3}]"#),
    live: guild(#""members":[{"displayName":"a","level":3},{"displayName":"b","level":4}]"#),
    expected: ["drift/field-renamed error Member.name /members/*/name"]),
  DriftCase(
    name: "another type is no rename", fixture: guild(""), live: guild(#""mottos":["m"]"#, motto: ""),
    expected: ["drift/field-removed error Guild.motto /motto", "drift/field-added note Guild.mottos /mottos"]),
  DriftCase(
    name: "two candidates that are not alike are no rename", fixture: guild(""),
    live: guild(#""aaaa":"m","bbbb":"m""#, motto: ""),
    expected: [
      "drift/field-added note Guild.aaaa /aaaa", "drift/field-added note Guild.bbbb /bbbb",
      "drift/field-removed error Guild.motto /motto",
    ]),
  DriftCase(
    name: "rename of an optional property that was always there", fixture: guild(#""avatar":"x""#),
    live: guild(#""avatarURL":"x""#), expected: ["drift/field-renamed warning Guild.avatar /avatar"]),
  DriftCase(
    name: "another naming style is one edit",
    type: IR.object(["userName": IR.string, "joinDay": IR.string, "topRank": IR.string]),
    fixture: #"{"userName":"a","joinDay":"b","topRank":"c"}"#,
    live: #"{"user_name":"a","join_day":"b","top_rank":"c"}"#,
    expected: ["drift/field-renamed error *.naming-style /userName"]),
  DriftCase(
    name: "rename of a tag", fixture: guild(#""blocks":[{"kind":"text","text":"t"}]"#),
    live: guild(#""blocks":[{"type":"text","text":"t"}]"#),
    expected: ["drift/field-renamed error Block.kind /blocks/*/kind"]),
  DriftCase(
    name: "new variant", fixture: guild(#""blocks":[{"kind":"text","text":"t"}]"#),
    live: guild(#""blocks":[{"kind":"video","src":"t"}]"#),
    expected: ["drift/variant-added warning Block /blocks/*/kind"]),
  DriftCase(
    name: "moved into an envelope", fixture: guild(""), live: #"{"data":\#(guild(""))}"#,
    expected: ["drift/envelope-changed error  "]),
  DriftCase(
    name: "taken out of an envelope", type: IR.ref("Page"),
    fixture: #"{"items":[{"name":"a","level":1}],"nextCursor":null}"#,
    live: #"[{"name":"a","level":1}]"#, expected: ["drift/envelope-changed error  "]),
  DriftCase(
    name: "what the fixture has wrong too is not drift", fixture: guild(#""debug":1"#, motto: "7"),
    live: guild(#""debug":2"#, motto: "8")),
  DriftCase(
    name: "inside any: shape against shape", fixture: guild(#""extra":{"a":1,"b":null,"c":"x"}"#),
    live: guild(#""extra":{"a":"1","b":[],"c":null}"#),
    expected: ["drift/type-changed error  /extra/a", "drift/null-appeared warning  /extra/c"]),
  DriftCase(
    name: "duplicate keys", fixture: guild(""), live: guild(#""id":"h""#), expected: ["json/duplicate-key error  /id"]),
  DriftCase(
    name: "a number that Double does not carry", fixture: guild(""), live: guild("", xp: "9007199254740993"),
    expected: ["drift/constraint-broken warning Guild.xp /xp"]),
  DriftCase(
    name: "an integer past 64 bits breaks the decoder", fixture: guild(#""members":[]"#),
    live: guild(#""members":[{"name":"a","level":9223372036854775808}]"#),
    expected: ["drift/constraint-broken error Member.level /members/*/level"]),
  DriftCase(
    name: "untyped: removed, added, changed", type: nil, fixture: #"{"a":1,"b":"x","c":[{"d":1}]}"#,
    live: #"{"a":1.5,"c":[{"d":"1"},{"d":2,"eeee":true}],"zzzz":null}"#,
    expected: [
      "drift/field-removed error  /b", "drift/type-changed error  /c/*/d", "drift/field-added note  /c/*/eeee",
      "drift/field-added note  /zzzz",
    ]),
  DriftCase(
    name: "untyped: rename", type: nil, fixture: #"[{"motto":"x","id":1}]"#, live: #"[{"slogan":"x","id":2}]"#,
    expected: ["drift/field-renamed error  /*/motto"]),
  DriftCase(
    name: "untyped: keys that look like data", type: nil, fixture: #"{"2024-05-01":1,"2024-05-02":2}"#,
    live: #"{"2024-06-01":1}"#),
  DriftCase(
    name: "untyped: null and empty list say nothing", type: nil, fixture: #"{"a":null,"b":[]}"#,
    live: #"{"a":{"x":1},"b":[{"y":2}]}"#),
]

struct DriftComparatorTests {
  @Test("Live answers against fixtures and types", arguments: driftCases)
  func compare(_ example: DriftCase) throws {
    var type = example.type
    if example.fixture.hasPrefix("[{\"id\""), let element = type { type = IR.list(element) }
    let findings = DriftComparator(contract: contract).compare(
      expected: try JSONDocument(parsing: Array(example.fixture.utf8)),
      actual: try JSONDocument(parsing: Array(example.live.utf8)), type: type, expectedFile: "f.json",
      actualFile: "live.json")
    let texts = findings.map {
      "\($0.rule) \($0.severity.name) \($0.member ?? "") \($0.place.pointer?.description ?? "-")"
    }
    #expect(texts.sorted() == example.expected.sorted())
  }

  @Test("A rename names both, shows both places and the next step")
  func rename() throws {
    let findings = DriftComparator(contract: contract).compare(
      expected: try JSONDocument(parsing: Array(guild("").utf8)),
      actual: try JSONDocument(parsing: Array(guild(#""slogan":"m""#, motto: "").utf8)), type: IR.ref("Guild"),
      expectedFile: "fixtures/guilds.show/show.json", actualFile: "live")
    let finding = try #require(findings.first)
    #expect(findings.count == 1)
    #expect(finding.message == "'Guild.motto' is now called 'slogan'")
    #expect(finding.place.file == "fixtures/guilds.show/show.json")
    #expect(finding.notes.contains { $0.place.pointer?.description == "/slogan" })
    #expect(finding.notes.contains { $0.place.span != nil })
    #expect(finding.help?.contains("assay generate") == true)
    #expect(finding.key == "drift/field-renamed Guild.motto")
  }

  @Test("J21 null where a number stood may be a NaN, and where a string stood it is none")
  func notANumber() throws {
    func notes(_ live: String) throws -> [String] {
      let findings = DriftComparator(contract: contract).compare(
        expected: try JSONDocument(parsing: Array(guild("").utf8)),
        actual: try JSONDocument(parsing: Array(live.utf8)), type: IR.ref("Guild"), expectedFile: "f", actualFile: "l")
      #expect(findings.map(\.rule) == ["drift/null-appeared"])
      return findings.flatMap { $0.notes.map(\.message) }
    }
    #expect(try notes(guild("", xp: "null")).contains { $0.contains("NaN") })
    #expect(try !notes(guild("", motto: "null")).contains { $0.contains("NaN") })
  }

  @Test("New enum values are listed, with the contract's place")
  func values() throws {
    let example = try #require(driftCases.first { $0.name.hasPrefix("D4") })
    let findings = DriftComparator(contract: contract).compare(
      expected: try JSONDocument(parsing: Array(example.fixture.utf8)),
      actual: try JSONDocument(parsing: Array(example.live.utf8)), type: IR.list(IR.ref("Guild")), expectedFile: "f",
      actualFile: "l")
    #expect(findings.map(\.message) == [#"'Rank' has the new values "legendary", "mythic""#])
    #expect(findings.first?.notes.first?.place.span != nil)
  }

  @Test(
    "Names",
    arguments: [
      ("motto", "mottoText", 1), ("displayName", "name", 1), ("userId", "user_id", 2), ("xp", "level", 0),
      ("email", "nickname", 0), ("color", "colour", 1),
    ])
  func names(_ a: String, _ b: String, _ expected: Int) {
    #expect(NameSimilarity(a, b).rawValue == expected)
  }
}
