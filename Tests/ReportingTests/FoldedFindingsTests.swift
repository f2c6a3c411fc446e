import Diagnostics
import JSONText
import Reporting
import Testing

/// Equal notes are one for people, and as many as they are for programs.
@Suite struct FoldedFindingsTests {
  private static func report(_ count: Int, _ severity: Severity = .note, threshold: Severity = .error) -> Report {
    let findings = (0..<count).map { index in
      Finding(
        "sample/rule", severity, "the same fact", help: "do this",
        at: Place(file: "f.json", pointer: JSONPointer(tokens: ["\(index)"])),
        member: "m\(index)")
    }
    let other = Finding("sample/other", .note, "another fact", at: Place(file: "f.json"))
    return Report(
      findings: findings + [other], summary: RunSummary(command: "generate", version: "1", threshold: threshold))
  }

  private static func occurrences(of part: String, in format: ReportFormat, _ report: Report) -> Int {
    text(format.reporter().render(report)).split(separator: part, omittingEmptySubsequences: false).count - 1
  }

  @Test(arguments: [ReportFormat.text, .markdown, .html])
  func peopleReadEqualNotesOnce(format: ReportFormat) {
    let report = Self.report(19)
    #expect(Self.occurrences(of: "the same fact", in: format, report) == 1)
    #expect(Self.occurrences(of: "another fact", in: format, report) == 1)
    #expect(text(format.reporter().render(report)).contains("19 times in all"))
    #expect(Self.occurrences(of: "f.json /", in: format, report) == 3)
  }

  @Test(arguments: [ReportFormat.json, .junit, .sarif, .github])
  func programsReadEachOfThem(format: ReportFormat) {
    #expect(Self.occurrences(of: "the same fact", in: format, Self.report(19)) >= 19)
  }

  @Test func theNumbersStay() {
    #expect(text(TextReporter().render(Self.report(19))).contains("assay generate: 20 notes"))
  }

  @Test func whatFailsTheRunIsNeverFolded() {
    #expect(Self.occurrences(of: "the same fact", in: .text, Self.report(5, .error)) == 5)
    #expect(Self.occurrences(of: "the same fact", in: .text, Self.report(5, threshold: .note)) == 5)
    #expect(Self.occurrences(of: "the same fact", in: .text, Self.report(5, .warning)) == 5)
  }

  @Test func aPlaceThatIsTheSameIsShownOnce() {
    let note = Finding("sample/rule", .note, "the same fact", at: Place(file: "f.json"))
    let report = Report(findings: [note, note, note], summary: RunSummary(command: "gate", version: "1"))
    let shown = text(TextReporter().render(report))
    #expect(!shown.contains("also:"))
    #expect(shown.contains("3 times in all"))
  }
}
