import ContractModel
import Diagnostics
import JSONText
import Mutation
import Testing
import Verification

@Suite struct MutationTests {
  private static let file = SourceFile(path: "guild.ts", text: "interface Guild { }")
  private static var span: SourceSpan { SourceSpan(file: file, start: 0, end: 9) }

  private static func type(_ shape: TypeExpression.Shape) -> TypeExpression { TypeExpression(shape, span: span) }

  private static func property(_ name: String, _ shape: TypeExpression.Shape, isRequired: Bool = true) -> Property {
    Property(name: name, type: type(shape), isRequired: isRequired, span: span)
  }

  /// A score of one fixture against one object type.
  private static func score(_ properties: [Property], body: String) throws -> MutationScore {
    let guild = TypeDeclaration(name: "Guild", type: type(.object(ObjectShape(properties: properties))), span: span)
    let path = try #require(PathTemplate("/guild"))
    let route = Route(id: "guild.show", method: "GET", path: path, response: type(.reference("Guild")), span: span)
    let contract = Contract(
      sources: [ContractSource(path: "guild.ts", kind: .typescript)], types: [guild], routes: [route])
    let entry = FixtureEntry(
      routeID: "guild.show", caseName: "ok", file: "guild.show/ok.json", method: "GET", pathTemplate: "/guild",
      status: 200, contentType: "application/json")
    let fixtures = FixtureSet(
      manifest: FixtureManifest(entries: [entry]), bodies: ["guild.show/ok.json": Array(body.utf8)])
    return MutationRun(contract: contract, fixtures: fixtures).score()
  }

  private static func survivors(_ score: MutationScore) -> Set<String> {
    Set(score.survivors.map { "\($0.mutation.rawValue) \($0.pointer)" })
  }

  @Test func aStrictTypeNoticesEveryMutant() throws {
    let score = try Self.score(
      [
        Self.property("name", .string(StringFacts())),
        Self.property("rank", .enumeration(EnumerationShape(cases: [.init(.string("gold")), .init(.string("tin"))]))),
        Self.property("size", .number(NumberFacts())),
        Self.property("open", .boolean),
      ], body: "{\"name\":\"Owls\",\"rank\":\"gold\",\"size\":3,\"open\":true}")
    #expect(score.survivors.isEmpty, "\(Self.survivors(score))")
    #expect(score.killed == 4 * 4 + 1)
    #expect(score.percentage == 100)
  }

  @Test func looseTypesLetMutantsThroughAndSayWhy() throws {
    let score = try Self.score(
      [
        Self.property("motto", .nullable(Self.type(.string(StringFacts()))), isRequired: false),
        Self.property("meta", .anyJSON),
      ], body: "{\"motto\":\"hoo\",\"meta\":{\"deep\":1}}")
    #expect(
      Self.survivors(score) == [
        "drop-member /motto", "null /motto", "null /meta", "wrong-type /meta",
      ])
    let messages = Set(score.findings.map(\.message))
    #expect(messages.contains("dropping 'Guild.motto' goes unnoticed: it is optional in the contract"))
    #expect(messages.contains("null in place of 'Guild.meta' goes unnoticed: its type is any JSON"))
    #expect(score.findings.allSatisfy { $0.severity == .note && $0.rule == "mutation/survivor" })
  }

  @Test func elementsOfAListAreOnePlace() throws {
    let list = ArrayShape(element: Self.type(.string(StringFacts())))
    let score = try Self.score([Self.property("tags", .array(list))], body: "{\"tags\":[\"a\",\"b\",\"c\"]}")
    // tags: drop, null, wrong type, rename; its elements together: drop (an array has no members), null, wrong type.
    #expect(score.total == 4 + 2)
    #expect(score.survivors.isEmpty)
  }

  @Test func aPlaceThatTheContractDoesNotDeclareIsNotMutated() throws {
    let score = try Self.score(
      [Self.property("name", .string(StringFacts()))], body: "{\"name\":\"x\",\"more\":{\"a\":1}}")
    #expect(score.total == 4)
  }

  @Test func aScoreBelowTheMinimumIsAnError() throws {
    let score = try Self.score([Self.property("meta", .anyJSON)], body: "{\"meta\":1}")
    let finding = MutationRules.belowMinimum(score, minimum: 80)
    #expect(finding.severity == .error)
    #expect(finding.message == "\(score.percentage) % of \(score.total) mutants were noticed, 80 % are asked for")
  }
}
