import Diagnostics
import JSONText
import Reporting
import Testing

@Suite struct SavedReportTests {
  @Test func aSavedReportRendersAgainByteForByte() throws {
    for report in [SampleReport.clean, SampleReport.plain, SampleReport.hostile] {
      let bytes = JSONReporter().render(report)
      let saved = try SavedReport(JSONDocument(parsing: bytes), path: "report.json")
      let again = Report(findings: saved.findings, summary: saved.summary)
      #expect(text(JSONReporter().render(again)) == text(bytes))
    }
  }

  @Test(arguments: [Standing.counts, .approved, .obstacle])
  func aSavedReportKeepsWhatAFindingIsToTheRun(standing: Standing) throws {
    var report = SampleReport.plain
    report.findings[0].standing = standing
    let saved = try SavedReport(JSONDocument(parsing: JSONReporter().render(report)), path: "report.json")
    #expect(saved.findings.map(\.standing) == [standing, .counts])
  }

  @Test func aSavedReportKeepsItsCarets() throws {
    let bytes = JSONReporter().render(SampleReport.plain)
    let saved = try SavedReport(JSONDocument(parsing: bytes), path: "report.json")
    let again = Report(findings: saved.findings, summary: saved.summary)
    #expect(text(TextReporter().render(again)) == text(TextReporter().render(SampleReport.plain)))
  }

  @Test(arguments: [
    "{}", "[]", "{\"version\":2,\"summary\":{},\"findings\":[]}", "{\"version\":1,\"findings\":[{}],\"summary\":{}}",
  ])
  func anotherFileIsRefused(json: String) throws {
    let document = try JSONDocument(parsing: Array(json.utf8))
    let error = try #require(throws: SavedReportError.self) { try SavedReport(document, path: "x.json") }
    #expect(error.finding.rule == "report/malformed")
  }

  @Test func aHugeLineNumberIsNotBelieved() throws {
    let json = """
      {"version":1,"summary":{},"findings":[{"rule":"a/b","severity":"error","message":"m",
      "place":{"span":{"file":"x","line":999999999999,"column":1,"endLine":1,"endColumn":1}}}]}
      """
    let saved = try SavedReport(JSONDocument(parsing: Array(json.utf8)), path: "x.json")
    #expect(saved.findings.first?.place.span == nil)
  }
}
