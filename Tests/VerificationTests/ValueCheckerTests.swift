import ContractModel
import Diagnostics
import JSONText
import TestSupport
import Testing

@testable import Verification

/// A value against a type, and every mismatch as `rule severity pointer [member]`.
struct ValueCase: Sendable, CustomTestStringConvertible {
  let name: String
  let type: TypeExpression
  let json: String
  var expected: [String] = []
  var direction = ValueChecker.Direction.answer
  var testDescription: String { name }
}

private let guild = IR.contract([
  "Guild": IR.object([
    "id": IR.string, "xp": IR.integer, "motto?": IR.nullable(IR.string), "rank": IR.ref("Rank"),
    "members": IR.list(IR.ref("Member")), "notes?": IR.map(IR.object(["text": IR.string])),
  ]),
  "Rank": IR.literals("bronze", "silver"),
  "Member": IR.object(["name": IR.string, "rank?": IR.ref("Rank")]),
  "Block": IR.union(["text": IR.ref("TextBlock"), "image": IR.ref("ImageBlock")], by: "kind"),
  "TextBlock": IR.object(["kind": IR.literal(.string("text")), "text": IR.string]),
  "ImageBlock": IR.object(["kind": IR.literal(.string("image")), "url": IR.string]),
  "Tree": IR.object(["value": IR.number, "children": IR.list(IR.ref("Tree"))]),
  "Mixed": IR.union(["A": IR.object(["a": IR.string]), "B": IR.object(["a": IR.string, "b": IR.integer])]),
  "Loop": IR.union(["self": IR.ref("Loop"), "text": IR.string]),
  "Chain": IR.union([
    "One": IR.object(["next?": IR.ref("Chain")]), "Two": IR.object(["next?": IR.ref("Chain"), "x?": IR.string]),
  ]),
])

private func integer(_ facts: NumberFacts) -> TypeExpression { IR.type(.number(facts)) }

private let valueCases: [ValueCase] = [
  ValueCase(
    name: "everything fits", type: IR.ref("Guild"),
    json: #"{"id":"g","xp":3,"motto":null,"rank":"silver","members":[{"name":"a"}],"notes":{"x":{"text":"t"}}}"#),
  ValueCase(
    name: "all mismatches are told", type: IR.ref("Guild"),
    json: #"{"id":1,"xp":"3","motto":2,"rank":"gold","members":[{"name":null},{}]}"#,
    expected: [
      "decode/type-mismatch error /id Guild.id", "decode/type-mismatch error /xp Guild.xp",
      "decode/type-mismatch error /motto Guild.motto", "decode/unknown-enum-value warning /rank Rank",
      "decode/unexpected-null error /members/0/name Member.name",
      "decode/missing-property error /members/1/name Member.name",
    ]),
  ValueCase(
    name: "missing is not null", type: IR.ref("Guild"),
    json: #"{"id":"g","xp":3,"rank":null,"members":[]}"#,
    expected: ["decode/unexpected-null error /rank Guild.rank"]),
  ValueCase(
    name: "an empty object is missing everything", type: IR.ref("Member"), json: "{}",
    expected: ["decode/missing-property error /name Member.name"]),
  ValueCase(
    name: "an optional marker does not hide an undeclared key", type: IR.ref("Member"), json: #"{"name":"a","d":1}"#,
    expected: ["decode/undeclared-property warning /d Member.d"]),
  ValueCase(
    name: "map values", type: IR.ref("Guild"),
    json: #"{"id":"g","xp":3,"rank":"silver","members":[],"notes":{"2024-05-01":{},"2024-05-02":{}}}"#,
    expected: [
      "decode/missing-property error /notes/2024-05-01/text Guild.notes.*.text",
      "decode/missing-property error /notes/2024-05-02/text Guild.notes.*.text",
    ]),
  ValueCase(
    name: "map of all keys", type: IR.map(IR.integer, .every(["a", "b"])), json: #"{"a":1,"c":2}"#,
    expected: ["decode/undeclared-property warning /c", "decode/missing-property error /b"]),
  ValueCase(name: "union by tag", type: IR.list(IR.ref("Block")), json: #"[{"kind":"image","url":"u"}]"#),
  ValueCase(
    name: "union: only the tagged variant counts", type: IR.ref("Block"), json: #"{"kind":"image","text":"u"}"#,
    expected: [
      "decode/undeclared-property warning /text ImageBlock.text", "decode/missing-property error /url ImageBlock.url",
    ]),
  ValueCase(
    name: "union: unknown tag", type: IR.ref("Block"), json: #"{"kind":"video"}"#,
    expected: ["decode/unknown-variant warning /kind Block"]),
  ValueCase(
    name: "union: tag of another kind", type: IR.ref("Block"), json: #"{"kind":7}"#,
    expected: ["decode/type-mismatch error /kind Block"]),
  ValueCase(
    name: "union: no tag", type: IR.ref("Block"), json: #"{"text":"a"}"#,
    expected: ["decode/missing-property error /kind Block.kind"]),
  ValueCase(name: "untagged: fewest unread keys", type: IR.ref("Mixed"), json: #"{"a":"x","b":1}"#),
  ValueCase(
    name: "untagged: no variant", type: IR.ref("Mixed"), json: #"{"a":1}"#,
    expected: ["decode/unknown-variant error  Mixed"]),
  ValueCase(
    name: "untagged: no kind", type: IR.ref("Mixed"), json: "[]", expected: ["decode/type-mismatch error "]),
  ValueCase(name: "a union that is its own variant", type: IR.ref("Loop"), json: #""x""#),
  ValueCase(
    name: "a union that is its own variant, without a value", type: IR.ref("Loop"), json: "1",
    expected: ["decode/type-mismatch error  Loop"]),
  ValueCase(name: "integer", type: IR.integer, json: "9007199254740991"),
  ValueCase(
    name: "an integer that JavaScript rounds", type: IR.list(IR.integer), json: "[-9007199254740993,9007199254740992]",
    expected: ["decode/lossy-number warning /0", "decode/lossy-number warning /1"]),
  ValueCase(
    name: "64 bits by contract", type: integer(NumberFacts(isInteger: true, format: "int64")),
    json: "9223372036854775807"),
  ValueCase(
    name: "integer past 64 bits", type: IR.integer, json: "9223372036854775808",
    expected: ["decode/out-of-range error "]),
  ValueCase(name: "fraction in an integer", type: IR.integer, json: "3.5", expected: ["decode/type-mismatch error "]),
  ValueCase(name: "1.0 in an integer", type: IR.integer, json: "1.0", expected: ["decode/lossy-number warning "]),
  ValueCase(name: "1e2 in an integer", type: IR.integer, json: "1e2", expected: ["decode/lossy-number warning "]),
  ValueCase(
    name: "int32", type: integer(NumberFacts(isInteger: true, format: "int32")), json: "2147483648",
    expected: ["decode/out-of-range error "]),
  ValueCase(
    name: "negative uint64", type: integer(NumberFacts(isInteger: true, format: "uint64")), json: "-1",
    expected: ["decode/out-of-range error "]),
  ValueCase(name: "tenth in a double", type: IR.number, json: "0.1"),
  ValueCase(
    name: "2^53+1 in a double", type: IR.number, json: "9007199254740993", expected: ["decode/lossy-number error "]),
  ValueCase(
    name: "30 digits in a double", type: IR.number, json: "0.123456789012345678901234567890",
    expected: ["decode/lossy-number error "]),
  ValueCase(name: "1e400", type: IR.number, json: "1e400", expected: ["decode/out-of-range error "]),
  ValueCase(name: "1e-400", type: IR.number, json: "1e-400", expected: ["decode/out-of-range error "]),
  ValueCase(
    name: "1e-400 in any", type: IR.type(.anyJSON), json: "[1e-400]", expected: ["decode/lossy-number error /0"]),
  ValueCase(name: "a zero with an exponent", type: IR.number, json: "0e-400"),
  ValueCase(
    name: "bounds", type: IR.list(integer(NumberFacts(minimum: "0", maximum: "1", isMaximumExclusive: true))),
    json: "[-0.1, 0, 0.9, 1]", expected: ["decode/out-of-range error /0", "decode/out-of-range error /3"]),
  ValueCase(
    name: "multiples", type: IR.list(integer(NumberFacts(multipleOf: "0.05"))), json: "[0.15, 1, 0.12, 1e1]",
    expected: ["decode/out-of-range error /2"]),
  ValueCase(
    name: "string bounds count scalars", type: IR.type(.string(StringFacts(minimumLength: 2, maximumLength: 2))),
    json: #""ab""#),
  ValueCase(
    name: "string too long", type: IR.type(.string(StringFacts(maximumLength: 1))), json: #""ab""#,
    expected: ["decode/out-of-range error "]),
  ValueCase(
    name: "date that does not exist", type: IR.type(.string(StringFacts(format: "date"))), json: #""2023-02-29""#,
    expected: ["decode/format error "]),
  ValueCase(
    name: "pattern", type: IR.list(IR.type(.string(StringFacts(pattern: "^lvl-\\d+$")))), json: #"["lvl-10","lvl-"]"#,
    expected: ["decode/format error /1"]),
  ValueCase(
    name: "pattern outside the subset is told", type: IR.type(.string(StringFacts(pattern: "(?=a)a"))), json: #""a""#,
    expected: ["decode/format warning "]),
  ValueCase(name: "open enumeration", type: IR.literals("a", isOpen: true), json: #""b""#),
  ValueCase(
    name: "unknown value in a request", type: IR.literals("a", "c"), json: #""b""#,
    expected: ["decode/unknown-enum-value error "], direction: .request),
  ValueCase(
    name: "strict request", type: IR.object(["a": IR.string], additional: .forbidden), json: #"{"a":"x","b":1}"#,
    expected: ["decode/undeclared-property error /b"], direction: .request),
  ValueCase(
    name: "index signature", type: IR.object(["a": IR.string], additional: .typed(IR.integer)),
    json: #"{"a":"x","b":1,"c":"y"}"#, expected: ["decode/type-mismatch error /c"]),
  ValueCase(
    name: "tuple", type: IR.type(.tuple([IR.string, IR.integer], rest: nil)), json: #"["a"]"#,
    expected: ["decode/missing-property error /1"]),
  ValueCase(
    name: "tuple, one too many", type: IR.type(.tuple([IR.string], rest: nil)), json: #"["a", 1]"#,
    expected: ["decode/undeclared-property error /1"]),
  ValueCase(
    name: "keys differ by composition", type: IR.object(["\u{E9}": IR.string]), json: "{\"e\u{301}\":\"x\"}",
    expected: ["decode/undeclared-property warning /e\u{301}", "decode/missing-property error /\u{E9}"]),
  ValueCase(
    name: "conditions are checked where the shape fits",
    type: TypeExpression(
      IR.list(IR.string).shape, assertions: [.uniqueElements, .not(IR.list(IR.literal(.string("x"))))], span: IR.span()),
    json: #"["x","x"]"#, expected: ["decode/schema-condition error ", "decode/schema-condition error "]),
  ValueCase(
    name: "what the shape refuses is told once",
    type: TypeExpression(IR.list(IR.string).shape, assertions: [.uniqueElements], span: IR.span()),
    json: "[1,1]", expected: ["decode/type-mismatch error /0", "decode/type-mismatch error /1"]),
  ValueCase(name: "null where null is the type", type: IR.type(.null), json: "null"),
  ValueCase(name: "any", type: IR.type(.anyJSON), json: #"{"x":[1,null]}"#),
]

struct ValueCheckerTests {
  @Test("Values against types", arguments: valueCases)
  func value(_ example: ValueCase) throws {
    let mismatches = ValueChecker(contract: guild).check(
      try json(example.json), against: example.type, direction: example.direction)
    let texts = mismatches.map { mismatch in
      "\(mismatch.kind.rawValue) \(mismatch.severity.name) \(mismatch.pointer)"
        + (mismatch.member.map { " " + $0 } ?? "")
    }
    #expect(texts == example.expected)
  }

  @Test("Every kind of mismatch is seen in the table")
  func kinds() {
    let text = valueCases.flatMap(\.expected).joined(separator: "\n")
    for kind in Mismatch.Kind.allCases { #expect(text.contains(kind.rawValue), "\(kind)") }
  }

  @Test("Deep recursion and ambiguous unions end soon")
  func depth() throws {
    let depth = 300
    let tree = String(repeating: #"{"value":1,"children":["#, count: depth) + String(repeating: "]}", count: depth)
    #expect(ValueChecker(contract: guild).check(try json(tree), against: IR.ref("Tree")).isEmpty)
    let chain = String(repeating: #"{"next":"#, count: 60) + "{}" + String(repeating: "}", count: 60)
    #expect(ValueChecker(contract: guild).check(try json(chain), against: IR.ref("Chain")).isEmpty)
  }

  @Test("One edit in a list is one finding, with the pointer generalised")
  func grouping() throws {
    let body = #"{"id":"g","xp":3,"rank":"silver","members":[{"name":1},{"name":"a"},{"name":2}]}"#
    let mismatches = ValueChecker(contract: guild).check(try json(body), against: IR.ref("Guild"))
    let groups = Mismatch.grouped(mismatches)
    #expect(groups.count == 1)
    let finding = try #require(groups.first.map { $0.first.finding(route: "r", file: "f", count: $0.count) })
    #expect(finding.place.pointer?.description == "/members/*/name")
    #expect(finding.key == "decode/type-mismatch Member.name")
    #expect(finding.notes.first?.place.pointer?.description == "/members/0/name")
  }

  @Test("An untagged union that nothing fits shows each variant's first error")
  func variants() throws {
    let mismatch = try #require(
      ValueChecker(contract: guild).check(try json(#"{"a":1}"#), against: IR.ref("Mixed")).first)
    #expect(
      mismatch.details.map(\.message) == [
        "variant A: 'Mixed.a' should be string, got a number", "variant B: 'Mixed.a' should be string, got a number",
      ])
  }

  @Test("A missing property names the undeclared one that stands there instead")
  func renamed() throws {
    let mismatches = ValueChecker(contract: guild).check(try json(#"{"names":"x"}"#), against: IR.ref("Member"))
    let missing = try #require(mismatches.first { $0.kind == .missingProperty })
    #expect(missing.details.first?.message.contains("'names'") == true)
  }
}
