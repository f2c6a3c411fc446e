import Diagnostics
import JSONText
import Reporting
import Testing

@Suite struct ApprovalTests {
  private static let finding = Finding(
    "drift/field-removed", .error, "the field is gone", at: Place(route: "guilds.show"), member: "GuildDetail.motto")

  private static func apply(
    _ entries: [Approval], today: String = "2026-03-01", exercises family: String = "drift"
  ) -> [Finding] {
    Approvals(entries).apply(to: [finding], today: today) { $0.rawValue.hasPrefix(family + "/") }
  }

  @Test func anApprovedFindingBecomesANoteThatSaysWhy() {
    let entry = Approval(
      key: "drift/field-removed GuildDetail.motto", reason: "gone since 4.2", owner: "kim", until: "2026-03-01")
    let findings = Self.apply([entry])
    #expect(findings.map(\.severity) == [.note])
    #expect(findings.map(\.standing) == [.approved])
    #expect(findings[0].message == "the field is gone (approved by kim until 2026-03-01: gone since 4.2)")
  }

  @Test func anExpiredApprovalCountsNoMoreAndIsReported() {
    let entry = Approval(
      key: "drift/field-removed GuildDetail.motto", reason: "r", owner: "kim", until: "2026-02-28")
    let findings = Self.apply([entry])
    #expect(!findings.contains { $0.standing == .approved })
    #expect(Set(findings.map(\.rule)) == ["drift/field-removed", "approval/expired"])
    #expect(findings.contains { $0.rule == "drift/field-removed" && $0.severity == .error })
  }

  @Test func anApprovalAcceptsItsKeyUntilItsLastDay() {
    let approvals = Approvals([Approval(key: "a b", reason: "r", owner: "kim", until: "2026-02-28")])
    #expect(approvals.accepts("a b", on: "2026-02-28"))
    #expect(!approvals.accepts("a b", on: "2026-03-01"))
    #expect(!approvals.accepts("a c", on: "2026-02-28"))
  }

  @Test func anApprovalThatMatchesNothingIsReportedWithWhatWasMeant() {
    let findings = Self.apply([Approval(key: "drift/field-removed GuildDetail.moto", reason: "r", owner: "kim")])
    let unmatched = findings.first { $0.rule == "approval/unmatched" }
    #expect(unmatched?.help == "did you mean \"drift/field-removed GuildDetail.motto\"?")
  }

  @Test func anApprovalOfAFamilyThatDidNotRunIsLeftAlone() {
    let findings = Self.apply([Approval(key: "decode/type-mismatch X.y", reason: "r", owner: "kim")])
    #expect(findings.map(\.rule) == ["drift/field-removed"])
  }

  @Test func whatIsApprovedFailsNoRunWhateverItsThreshold() {
    let findings = Self.apply([Approval(key: "drift/field-removed GuildDetail.motto", reason: "r", owner: "kim")])
    #expect(Severity.allCases.map { findings[0].fails($0) } == [false, false, false])
    #expect(Severity.allCases.map { Self.finding.fails($0) } == [true, true, true])
  }

  @Test(arguments: [
    ("drift/field-removed A.b", "assay approve 'drift/field-removed A.b' --owner '…' --reason '…'"),
    ("verify/x it's", "assay approve 'verify/x it'\\''s' --owner '…' --reason '…'"),
  ])
  func theLineToTypeNamesAllThatAnApprovalNeeds(key: String, line: String) {
    #expect(Approval.command(key: key) == line)
    let ended = Approval(key: key, reason: "r", owner: "kim", until: "2026-02-28")
    let help = Self.apply([ended]).first { $0.rule == "approval/expired" }?.help
    #expect(help == "mend it, or run: \(line) --until YYYY-MM-DD")
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
