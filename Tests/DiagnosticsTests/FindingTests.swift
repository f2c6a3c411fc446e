import Diagnostics
import Testing

@Suite struct FindingTests {
  private static let rule: RuleID = "decode/type-mismatch"

  private static func mismatch(
    _ message: String = "expected a string", route: String? = nil, pointer: String, member: String? = nil,
    severity: Severity = .error, notes: [FindingNote] = []
  ) -> Finding {
    Finding(
      rule, severity, message, at: Place(route: route, pointer: JSONPointer(text: pointer)), member: member,
      notes: notes)
  }

  @Test func keysHoldTheMemberElseRouteAndGeneralPointer() {
    let file = SourceFile(path: "types/a.ts", text: "x")
    let span = SourceSpan(file: file, start: 0, end: 1)
    let keys = [
      Self.mismatch(route: "guilds.show", pointer: "/a/0/b", member: "Guild.motto").key,
      Self.mismatch(route: "guilds.show", pointer: "/a/0/b").key,
      Self.mismatch("other words", route: "guilds.show", pointer: "/a/7/b").key,
      Finding(Self.rule, .error, "x", at: Place(span: span)).key,
      Finding(Self.rule, .error, "x", at: Place(file: "fixtures/a.json")).key,
      Finding(Self.rule, .error, "x").key,
    ]
    #expect(
      keys == [
        "decode/type-mismatch Guild.motto", "decode/type-mismatch guilds.show /a/*/b",
        "decode/type-mismatch guilds.show /a/*/b", "decode/type-mismatch types/a.ts",
        "decode/type-mismatch fixtures/a.json", "decode/type-mismatch",
      ])
  }

  @Test func oneEditOnFortyRoutesIsOneFinding() {
    var list = FindingList()
    for route in (10..<50).reversed() {
      list.report(Self.mismatch(route: "route\(route)", pointer: "/motto", member: "Guild.motto"))
    }
    #expect(list.merged.count == 1)
    #expect(list.merged.first?.place.route == "route10")
    #expect(list.merged.first?.morePlaces.map(\.route) == (11..<50).map { "route\($0)" })
  }

  @Test func mergingKeepsApartWhatDiffersAndLosesNothing() {
    var list = FindingList()
    let note = FindingNote("declared here", at: Place(file: "types/a.ts"))
    let other = FindingNote("declared there", at: Place(file: "types/b.ts"))
    list.report(Self.mismatch(route: "a", pointer: "/x/1", notes: [note]))
    list.report(Self.mismatch(route: "a", pointer: "/x/0", notes: [other, note]))
    list.report(Self.mismatch(route: "a", pointer: "/x/0", notes: [note]))
    list.report(Self.mismatch("expected a number", route: "a", pointer: "/x/0"))
    list.report(Self.mismatch(route: "a", pointer: "/x/0", severity: .note))
    let merged = list.merged
    #expect(merged.map(\.message) == ["expected a number", "expected a string", "expected a string"])
    #expect(merged.map(\.severity) == [.error, .error, .note])
    #expect(merged[1].place.pointer?.description == "/x/0")
    #expect(merged[1].morePlaces.map { $0.pointer?.description } == ["/x/1"])
    #expect(Set(merged[1].notes) == [note, other])
    #expect(merged[1].notes.count == 2)
    #expect(list.hasErrors)
  }

  @Test func theOrderOfReportsNeverShows() {
    let file = SourceFile(path: "b.ts", text: "0123456789\n0123456789")
    let findings = [
      Finding("x/b", .error, "m", at: Place(span: SourceSpan(file: file, start: 9, end: 10))),
      Finding("x/a", .error, "m", at: Place(span: SourceSpan(file: file, start: 10, end: 11))),
      Finding("x/b", .error, "n", at: Place(span: SourceSpan(file: file, start: 10, end: 11))),
      Self.mismatch(route: "c.route", pointer: "/2"),
      Self.mismatch("wrong", route: "c.route", pointer: "/10"),
      Finding("x/a", .warning, "same", help: "one"),
      Finding("x/a", .warning, "same", help: "two"),
    ]
    var expected = FindingList()
    expected.report(findings)
    var reversed = FindingList()
    reversed.report(findings.reversed())
    var turned = FindingList()
    turned.report(findings[3...] + findings[..<3])
    #expect(expected.merged == reversed.merged)
    #expect(expected.merged == turned.merged)
    #expect(
      expected.merged.map { "\($0.place.description) \($0.rule)" } == [
        " x/a", "b.ts:1:10 x/b", "b.ts:1:11 x/a", "b.ts:1:11 x/b", "c.route /2 decode/type-mismatch",
        "c.route /10 decode/type-mismatch",
      ])
  }

  @Test func merging10000FindingsIsNotQuadratic() {
    var list = FindingList()
    for index in 0..<10_000 { list.report(Self.mismatch(route: "a", pointer: "/x/\(index)")) }
    #expect(list.merged.count == 1)
    #expect(list.merged[0].morePlaces.count == 9_999)
  }

  @Test(arguments: Severity.allCases) func severitiesHaveNames(_ severity: Severity) {
    #expect(Severity(name: severity.name) == severity)
    #expect(Severity(name: severity.name.uppercased()) == nil)
  }
}
