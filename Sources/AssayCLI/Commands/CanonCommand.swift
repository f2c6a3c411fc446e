import Diagnostics
import JSONText
import Workspace

/// `assay canon`: the canonical form of JSON files, the form that fixtures have.
enum CanonCommand {
  static let spec = CommandSpec(
    name: "canon", summary: "print JSON in the canonical form of fixtures",
    arguments: ArgumentSpec(.file("FILE"), count: 1...Int.max),
    options: [
      OptionSpec("check", help: "print nothing; fail where a file is not canonical"),
      OptionSpec("compact", help: "one line without spaces or final newline"),
    ],
    discussion: """
      Keys are sorted by UTF-8 bytes, numbers keep their text, strings are escaped only where they must be.
      `-` reads standard input. Duplicate keys are kept in their order, with a warning.
      """,
    examples: ["assay canon answer.json", "curl -s http://127.0.0.1:4010/api/me | assay canon -"],
    run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws(CommandFailure) -> Outcome {
    let indent = invocation.arguments.has("compact") ? 0 : 2
    let isCheck = invocation.arguments.has("check")
    var findings = FindingList()
    var outcome = Outcome.data()
    for path in invocation.arguments.positionals {
      let shownPath = path == "-" ? "(standard input)" : path
      let input = try InputFile.input(path)
      let document: JSONDocument
      do {
        document = try JSONDocument(parsing: input)
      } catch {
        findings.report(JSONFindings.syntax(error, path: shownPath, bytes: input.bytes))
        continue
      }
      let duplicates = document.duplicateKeys
      if !duplicates.isEmpty {
        findings.report(JSONFindings.duplicates(duplicates, path: shownPath, bytes: input.bytes, severity: .warning))
      }
      if !isCheck {
        try invocation.console.write(document, indent: indent)
        continue
      }
      let text = CanonicalWriter.write(document, indent: indent)
      let bytes = input.bytes
      if text != bytes { findings.report(notCanonical(shownPath, bytes: bytes, canonical: text)) }
    }
    outcome.findings = findings
    outcome.printsData = !isCheck
    outcome.facts = isCheck ? [counted(invocation.arguments.positionals.count, "file")] : []
    return outcome
  }

  private static func notCanonical(_ path: String, bytes: [UInt8], canonical: [UInt8]) -> Finding {
    let offset = zip(bytes, canonical).enumerated().first { $1.0 != $1.1 }?.offset ?? min(bytes.count, canonical.count)
    let file = SourceFile(path: path, bytes: bytes)
    return Finding(
      CommandRules.notCanonical, .error, "the file is not canonical JSON from here on",
      help: "assay canon \(path)", at: Place(span: SourceSpan(file: file, start: offset, end: offset + 1)))
  }
}
