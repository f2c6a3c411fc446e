import Diagnostics
import Foundation
import JSONText
import Reporting
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct ReporterTests {
  @Test func textShowsSourceSummaryAndNextStep() {
    let lines = text(TextReporter().render(SampleReport.plain)).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "contracts/types/guild.ts:2:12: error: 'bigint' has no JSON form [sample/rule]")
    #expect(lines[1] == " 2 |   größe: bigint;")
    #expect(lines[2] == "   |          ^^^^^^ help: declare it as string")
    #expect(lines.suffix(3) == ["assay gate: 1 error, 1 note; 3 fixtures, 2 types", "next: assay generate", ""])
  }

  @Test(arguments: ReportFormat.allCases)
  func everyFormatEndsWithANewlineAndRepeatsItself(format: ReportFormat) {
    for report in [SampleReport.clean, SampleReport.plain, SampleReport.hostile] {
      let bytes = format.reporter().render(report)
      #expect(bytes.last == UInt8(ascii: "\n"))
      #expect(bytes == format.reporter().render(report))
    }
  }

  @Test func junitIsXMLWhateverTheFindingSays() throws {
    for report in [SampleReport.clean, SampleReport.plain, SampleReport.hostile] {
      let counter = ElementCounter()
      let parser = XMLParser(data: Data(JUnitReporter().render(report)))
      parser.delegate = counter
      #expect(parser.parse(), "\(String(describing: parser.parserError))")
      #expect(counter.counts["testcase"] == report.findings.count + 1)
      #expect(counter.counts["failure", default: 0] == report.count(.error))
    }
  }

  @Test func junitCountsWhatCouldNotRunAsAnError() {
    var report = SampleReport.clean
    report.summary.exitCode = 3
    #expect(text(JUnitReporter().render(report)).contains("<error message=\"exit code 3\""))
  }

  @Test func sarifCarriesRegionsInCodePointsAndFingerprints() throws {
    let log = try JSONDocument(parsing: SARIFReporter().render(SampleReport.plain)).root
    #expect(log["version"]?.string == "2.1.0")
    let run = try #require(log["runs"]?[0])
    #expect(run["columnKind"]?.string == "unicodeCodePoints")
    #expect(run["tool"]?["driver"]?["rules"]?[0]?["id"]?.string == "sample/rule")
    let result = try #require(run["results"]?[0])
    #expect(result["ruleIndex"]?.numberText == "0")
    #expect(result["partialFingerprints"]?["assayKey/v1"]?.string == "sample/rule A.größe")
    let region = try #require(result["locations"]?[0]?["physicalLocation"]?["region"])
    #expect(region["startColumn"]?.numberText == "10")
    #expect(region["endColumn"]?.numberText == "16")
    #expect(
      result["fixes"]?[0]?["artifactChanges"]?[0]?["replacements"]?[0]?["insertedContent"]?["text"]?.string == "string")
    #expect(run["results"]?[1]?["ruleIndex"] == nil)
  }

  @Test func sarifPathsAreRelativeURIs() throws {
    let log = try JSONDocument(parsing: SARIFReporter().render(SampleReport.hostile)).root
    let location = log["runs"]?[0]?["results"]?[0]?["locations"]?[0]?["physicalLocation"]?["artifactLocation"]
    #expect(location?["uri"]?.string == "a%2Cb%3Ac%20d.json")
  }

  @Test func aWorkflowCommandStaysOneLine() {
    let lines = text(GitHubReporter().render(SampleReport.hostile)).split { $0.isNewline }
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("::error file=a%2Cb%3Ac d.json,title=sample/rule::a"))
    #expect(lines[0].contains("%0D%0A::error::owned%250A"))
  }

  @Test func markdownKeepsItsTableAndNamesNobody() {
    let output = text(MarkdownReporter().render(SampleReport.hostile))
    #expect(!output.contains("<script"))
    #expect(!output.contains("@everyone"))
    let rows = output.split(separator: "\n").filter { $0.hasPrefix("|") }
    #expect(rows.count == 3)
    let bars = zip(rows[2], rows[2].dropFirst()).count { $0.1 == "|" && $0.0 != "\\" } + 1
    #expect(bars == 6)
  }

  @Test(arguments: ReportFormat.allCases)
  func aNoteKeepsItsPlace(format: ReportFormat) throws {
    let output = text(format.reporter().render(SampleReport.plain))
    let line =
      switch format {
      case .text, .junit, .html: "contracts/types/guild.ts:1:1: the type starts here"
      case .markdown: "<br>contracts/types/guild.ts:1:1: the type starts here"
      case .github: "%0Anote: contracts/types/guild.ts:1:1: the type starts here"
      case .json, .sarif: "\"the type starts here\""
      }
    #expect(output.contains(line), "\(output)")
  }

  @Test func whatIsApprovedIsCountedAndNoJUnitFailure() {
    var report = SampleReport.plain
    report.findings[0].standing = .approved
    report.summary.threshold = .note
    #expect(text(TextReporter().render(report)).contains("1 error, 1 note (1 approved)"))
    #expect(text(JSONReporter().render(report)).contains("\"approved\": 1"))
    #expect(text(JUnitReporter().render(report)).contains("failures=\"1\""))
  }

  @Test func htmlHoldsNoForeignMarkup() {
    let output = text(HTMLReporter().render(SampleReport.hostile))
    #expect(!output.contains("<script"))
    #expect(output.contains("&lt;script&gt;"))
    #expect(!output.contains("\u{1B}"))
    #expect(output.contains("prefers-color-scheme: dark"))
  }

  @Test(arguments: ReportFormat.allCases)
  func aSecretIsMaskedInEveryFormat(format: ReportFormat) {
    let secret = "p<ss\"w&rd|0123456789" + format.rawValue
    SecretRegistry.shared.register(secret, name: "test password")
    let finding = Finding("sample/rule", .error, "the password is \(secret)", help: secret, at: Place(file: secret))
    let report = Report(findings: [finding], summary: RunSummary(command: "gate", version: "0.1.0", facts: [secret]))
    let output = format.reporter().render(report)
    #expect(SecretRegistry.shared.scan(output).isEmpty)
    #expect(!text(output).contains("0123456789" + format.rawValue))
  }
}

/// Counts the elements of an XML document.
private final class ElementCounter: NSObject, XMLParserDelegate {
  var counts: [String: Int] = [:]

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    counts[name, default: 0] += 1
  }
}
