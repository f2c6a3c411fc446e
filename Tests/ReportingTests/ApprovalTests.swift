import Diagnostics
import JSONText
import Reporting
import Testing

@Suite struct ApprovalTests {
  private static let finding = Finding(
    "drift/field-removed", .error, "the field is gone", at: Place(route: "guilds.show"), member: "GuildDetail.motto")

  private static func apply(
    _ entries: [Approval], today: String = "2026-03-01", exercises family: String = "drift"
  ) -> (findings: [Finding], approvedCount: Int) {
    Approvals(entries).apply(to: [finding], today: today) { $0.rawValue.hasPrefix(family + "/") }
  }

  @Test func anApprovedFindingBecomesANoteThatSaysWhy() {
    let entry = Approval(
      key: "drift/field-removed GuildDetail.motto", reason: "gone since 4.2", owner: "kim", until: "2026-03-01")
    let (findings, count) = Self.apply([entry])
    #expect(count == 1)
    #expect(findings.map(\.severity) == [.note])
    #expect(findings[0].message == "the field is gone (approved by kim until 2026-03-01: gone since 4.2)")
  }

  @Test func anExpiredApprovalCountsNoMoreAndIsReported() {
    let entry = Approval(
      key: "drift/field-removed GuildDetail.motto", reason: "r", owner: "kim", until: "2026-02-28")
    let (findings, count) = Self.apply([entry])
    #expect(count == 0)
    #expect(Set(findings.map(\.rule)) == ["drift/field-removed", "approval/expired"])
    #expect(findings.contains { $0.rule == "drift/field-removed" && $0.severity == .error })
  }

  @Test func anApprovalThatMatchesNothingIsReportedWithWhatWasMeant() {
    let (findings, _) = Self.apply([Approval(key: "drift/field-removed GuildDetail.moto", reason: "r", owner: "kim")])
    let unmatched = findings.first { $0.rule == "approval/unmatched" }
    #expect(unmatched?.help == "did you mean \"drift/field-removed GuildDetail.motto\"?")
  }

  @Test func anApprovalOfAFamilyThatDidNotRunIsLeftAlone() {
    let (findings, _) = Self.apply([Approval(key: "decode/type-mismatch X.y", reason: "r", owner: "kim")])
    #expect(findings.map(\.rule) == ["drift/field-removed"])
  }

  @Test func theFileRoundTrips() throws {
    let approvals = Approvals([
      Approval(key: "b/b X", reason: "\"quoted\"", owner: "kim", until: "2028-02-29"),
      Approval(key: "a/a Y", reason: "r", owner: "ada"),
    ])
    var findings = FindingList()
    let bytes = approvals.canonicalText()
    let again = Approvals(try JSONDocument(parsing: bytes), path: "fixtures/approvals.json", findings: &findings)
    #expect(findings.all.isEmpty)
    #expect(again.entries == approvals.entries)
    #expect(again.entries.map(\.key) == ["a/a Y", "b/b X"])
    #expect(again.canonicalText() == bytes)
  }

  struct Malformed: CustomTestStringConvertible, Sendable {
    let json: String
    let message: String
    var testDescription: String { json }
  }

  @Test(arguments: [
    Malformed(json: "[]", message: "there is no list \"approvals\""),
    Malformed(json: "{\"approvals\":[1]}", message: "an approval is an object"),
    Malformed(json: "{\"approvals\":[{\"key\":\"a/b\"}]}", message: "an approval has key, reason and owner"),
    Malformed(
      json: "{\"approvals\":[{\"key\":\"a/b\",\"reason\":\"\",\"owner\":\"k\"}]}",
      message: "\"reason\" is a text that is not empty"),
    Malformed(
      json: "{\"approvals\":[{\"key\":\"a/b\",\"reason\":\"r\",\"owner\":\"k\",\"till\":\"x\"}]}",
      message: "an approval has no member \"till\""),
    Malformed(
      json: "{\"approvals\":[{\"key\":\"a/b\",\"reason\":\"r\",\"owner\":\"k\",\"until\":\"2026-02-29\"}]}",
      message: "\"until\" is a date as YYYY-MM-DD"),
  ])
  func whatIsNoApprovalIsAFinding(case malformed: Malformed) throws {
    var findings = FindingList()
    let document = try JSONDocument(parsing: Array(malformed.json.utf8))
    #expect(Approvals(document, path: "approvals.json", findings: &findings).entries.isEmpty)
    #expect(findings.all.map(\.message) == [malformed.message])
    #expect(findings.all.map(\.rule) == ["approval/malformed"])
  }
}
