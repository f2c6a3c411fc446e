import ContractModel
import Diagnostics
import Testing

/// A contract built by hand, and the rules that its validation must speak in.
struct ValidationCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let contract: Contract
  let rules: [String]
}

private let file = SourceFile(path: "types/sample.ts", text: String(repeating: "0123456789\n", count: 40))
private func span(_ start: Int) -> SourceSpan { SourceSpan(file: file, start: start, end: start + 3) }
private func type(_ shape: TypeExpression.Shape, _ start: Int = 0) -> TypeExpression {
  TypeExpression(shape, span: span(start))
}
private func declaration(_ name: String, _ shape: TypeExpression.Shape, _ start: Int) -> TypeDeclaration {
  TypeDeclaration(name: name, type: type(shape, start), span: span(start))
}
private func route(_ id: String, _ method: String, _ path: String, _ start: Int) throws -> Route {
  Route(
    id: id, method: method, path: try #require(PathTemplate(path)), response: type(.boolean, start), span: span(start))
}
private func table(_ xp: [String], _ invariants: [TableInvariant]) -> ConstantTable {
  let rows = xp.map { value in
    ConstantValue(
      .object([
        ConstantValue.Member(name: "xp", value: ConstantValue(.literal(.number(value)), span: span(50)))
      ]), span: span(50))
  }
  return ConstantTable(
    name: "LEVELS", value: ConstantValue(.array(rows), span: span(44)), invariants: invariants, span: span(44))
}

@Suite("Validation of a contract")
struct ContractValidationTests {
  @Test(
    "each fault is found, and a sound contract has none",
    arguments: [
      ValidationCase(testDescription: "sound", contract: Contract(types: [declaration("A", .boolean, 0)]), rules: []),
      ValidationCase(
        testDescription: "two types of one name",
        contract: Contract(types: [declaration("Plan", .boolean, 0), declaration("plan", .null, 11)]),
        rules: ["contract/duplicate-type"]),
      ValidationCase(
        testDescription: "reference to nothing",
        contract: Contract(types: [
          declaration("A", .array(ArrayShape(element: type(.reference("B"), 4))), 0)
        ]), rules: ["contract/unresolved-reference"]),
      ValidationCase(
        testDescription: "type that is only itself",
        contract: Contract(types: [declaration("A", .reference("B"), 0), declaration("B", .reference("A"), 11)]),
        rules: ["contract/endless-reference", "contract/endless-reference"]),
      ValidationCase(
        testDescription: "rising column falls",
        contract: Contract(tables: [table(["0", "100", "90"], [.monotonic(column: "xp")])]),
        rules: ["contract/table-invariant"]),
      ValidationCase(
        testDescription: "rising column rises",
        contract: Contract(tables: [table(["0", "90", "100"], [.monotonic(column: "xp"), .unique(column: "xp")])]),
        rules: []),
      ValidationCase(
        testDescription: "unique column repeats",
        contract: Contract(tables: [table(["5", "5"], [.unique(column: "xp")])]), rules: ["contract/table-invariant"]),
      ValidationCase(
        testDescription: "column that is not there",
        contract: Contract(tables: [table(["5"], [.unique(column: "level")])]), rules: ["contract/table-invariant"]),
      ValidationCase(
        testDescription: "foreign key to no table",
        contract: Contract(tables: [table(["5"], [.references(column: "xp", table: "RANKS", otherColumn: "xp")])]),
        rules: ["contract/table-invariant"]),
    ])
  func rules(_ example: ValidationCase) {
    #expect(example.contract.validate().map(\.rule.rawValue) == example.rules)
  }

  @Test("routes are told apart by id without case, and by method and path without parameter names")
  func routes() throws {
    let contract = Contract(routes: [
      try route("guilds.show", "GET", "/api/guilds/{guildId}", 0), try route("guilds.Show", "GET", "/api/other", 11),
      try route("guilds.read", "GET", "/api/guilds/{id}", 22),
      try route("guilds.drop", "DELETE", "/api/guilds/{id}", 33),
    ])
    #expect(contract.validate().map(\.rule.rawValue) == ["contract/duplicate-route", "contract/duplicate-route"])
  }

  @Test("an unresolved reference suggests the name that was probably meant")
  func suggestion() throws {
    let contract = Contract(types: [
      declaration("GuildMember", .boolean, 0), declaration("Guild", .reference("GuildMenber"), 11),
    ])
    let finding = try #require(contract.validate().first)
    #expect(finding.message == "no type is called 'GuildMenber', did you mean 'GuildMember'?")
    #expect(finding.place.span?.start == 11)
  }
}

@Suite("Path templates")
struct PathTemplateTests {
  @Test(
    "parameters have names of their own and do not touch",
    arguments: [
      "api/x", "/a/{id}/b/{id}", "/a/{}", "/a/{id}{b}", "/a/{id", "/a/x}", "/a/{x}{", "/a/x{y}?z", "/a?b=c",
    ])
  func refused(_ text: String) { #expect(PathTemplate(text) == nil) }

  @Test("a path that fits gives its parameters, still encoded")
  func match() throws {
    let template = try #require(PathTemplate("/api/guilds/{guildId}/members/{member}"))
    #expect(template.parameters == ["guildId", "member"])
    #expect(template.match("/api/guilds/a%2Fb/members/7") == ["guildId": "a%2Fb", "member": "7"])
    #expect(template.match("/api/guilds/a/members") == nil)
    #expect(template.match("/api/guilds//members/7") == nil)
  }

  @Test("a segment may mix texts and parameters")
  func mixed() throws {
    let compare = try #require(PathTemplate("/compare/{base}...{head}"))
    #expect(compare.parameters == ["base", "head"])
    #expect(compare.match("/compare/main...topic") == ["base": "main", "head": "topic"])
    #expect(compare.match("/compare/a.b....c") == ["base": "a.b", "head": ".c"])
    #expect(compare.match("/compare/main..topic") == nil)
    #expect(compare.match("/compare/...topic") == nil)
    let file = try #require(PathTemplate("/v{version}/{name}.json"))
    #expect(file.match("/v2/a.json.json") == ["version": "2", "name": "a.json"])
    #expect(file.match("/v2/a.jsonx") == nil)
    #expect(file.match("/v/a.json") == nil)
  }
}

@Suite("Text form of the IR")
struct ContractTextTests {
  @Test("every shape has a text of its own")
  func shapes() {
    let string = type(.string(StringFacts(format: "uuid")))
    let shapes: [(TypeExpression.Shape, String)] = [
      (.anyJSON, "any"), (.nullable(type(.boolean)), "boolean?"), (.literal(.string("a\"b")), "\"a\\\"b\""),
      (.number(NumberFacts(isInteger: true, minimum: "0")), "integer>=0"),
      (.array(ArrayShape(element: string)), "string@uuid[]"),
      (.map(values: string, keys: .every(["a", "b"])), "map<every \"a\"|\"b\",string@uuid>"),
      (.enumeration(EnumerationShape(cases: [.init(.string("x")), .init(.number("2"))])), "enum(\"x\"|2)"),
      (
        .object(
          ObjectShape(
            properties: [Property(name: "a", type: string, isRequired: false, span: span(0))], additional: .forbidden)),
        "{\"a\"?:string@uuid;}!"
      ),
      (
        .union(
          UnionShape(
            variants: [.init(name: "A", tag: .string("a"), type: type(.reference("A")))], discriminator: "kind")),
        "union by \"kind\"(\"a\"=>A:A)"
      ),
      (.tuple([type(.boolean)], rest: string), "(,boolean...string@uuid)"),
    ]
    for (shape, text) in shapes { #expect(ContractText.describe(type(shape)) == text) }
  }

  @Test("the fingerprint does not depend on the order of declarations of other sources, but on every fact")
  func fingerprint() {
    let a = declaration("A", .boolean, 0)
    let b = declaration("B", .null, 11)
    let path = file.path
    let first = ContractText.fingerprint(of: Contract(types: [a, b]), source: path)
    #expect(first == ContractText.fingerprint(of: Contract(types: [b, a]), source: path))
    #expect(first != ContractText.fingerprint(of: Contract(types: [a, declaration("B", .boolean, 11)]), source: path))
    #expect(first.count == 16)
  }
}
