import Diagnostics
import JSONText
import Reporting

/// Reports that tests render; the hostile one holds what each format could trip over.
enum SampleReport {
  static let rule = Rule(
    "sample/rule", .error, summary: "A rule of the tests.", example: "here", mend: "Mend it.")

  static var clean: Report {
    Report(findings: [], summary: RunSummary(command: "gate", version: "0.1.0", facts: ["3 fixtures"]))
  }

  static var plain: Report {
    let file = SourceFile(path: "contracts/types/guild.ts", text: "interface A {\n  größe: bigint;\n}\n")
    var finding = Finding(
      "sample/rule", .error, "'bigint' has no JSON form", help: "declare it as string",
      at: Place(span: SourceSpan(file: file, start: 25, end: 31)), member: "A.größe",
      notes: [FindingNote("the type starts here", at: Place(span: SourceSpan(file: file, start: 0, end: 11)))],
      fixIt: FixIt(replace: SourceSpan(file: file, start: 25, end: 31), with: "string"))
    finding.morePlaces = [Place(route: "guilds.show", file: "guilds.show/ok.json", pointer: JSONPointer(tokens: ["a"]))]
    let note = Finding(
      "sample/other", .note, "a note",
      at: Place(route: "me.show", file: "me.show/ok.json", pointer: JSONPointer(tokens: ["items", "0"])))
    return Report(
      findings: [finding, note],
      summary: RunSummary(
        command: "gate", version: "0.1.0", facts: ["3 fixtures", "2 types"], exitCode: 1, nextStep: "assay generate"),
      rules: [rule])
  }

  /// Control characters, markup of every format, a workflow command, a mention, and a line end.
  static let hostileText =
    "a\u{1}b\u{1B}[31m<script>alert(\"x\")</script> & ]]> | `x` *y*\r\n::error::owned%0A @everyone \u{FFFE}"

  static var hostile: Report {
    let place = Place(file: "a,b:c d.json", pointer: JSONPointer(tokens: [hostileText]))
    let finding = Finding("sample/rule", .error, hostileText, help: hostileText, at: place)
    return Report(
      findings: [finding], summary: RunSummary(command: "verify", version: "0.1.0", facts: [hostileText], exitCode: 1))
  }
}

/// The text of rendered bytes.
func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
