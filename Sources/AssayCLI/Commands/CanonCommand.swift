import Diagnostics
import JSONText
import Workspace

/// `assay canon`: the canonical form of JSON files, the form that fixtures have.
enum CanonCommand {
  static let spec = CommandSpec(
    name: "canon", summary: "print JSON in the canonical form of fixtures",
    arguments: ArgumentSpec(.file("FILE"), count: 1...Int.max), projectOptions: [],
    options: [
      OptionSpec("check", help: "print nothing; fail where a file is not canonical"),
      OptionSpec("write", help: "print nothing; rewrite the files in place"),
      OptionSpec("compact", help: "one line without spaces or final newline"),
    ],
    discussion: """
      Keys are sorted by UTF-8 bytes, numbers keep their text, strings are escaped only where they must be.
      `-` reads standard input. Duplicate keys are kept in their order, with a warning.
      """,
    examples: [
      "assay canon answer.json", "assay canon --write answer.json",
      "curl -s http://127.0.0.1:4010/api/me | assay canon -",
    ],
    run: run)

  /// What is done with the canonical form.
  private enum Mode {
    case print
    case check
    case write
  }

  @Sendable private static func run(_ invocation: Invocation) async throws(CommandFailure) -> Outcome {
    let arguments = invocation.arguments
    let mode = try mode(invocation)
    var outcome = Outcome()
    var changed = 0
    for path in arguments.positionals {
      let shownPath = path == "-" ? "(standard input)" : path
      let input = try InputFile.input(path)
      let document: JSONDocument
      do {
        document = try JSONDocument(parsing: input)
      } catch {
        outcome.findings.report(JSONFindings.syntax(error, path: shownPath, bytes: input.bytes))
        continue
      }
      let duplicates = document.duplicateKeys
      if !duplicates.isEmpty {
        outcome.findings.report(
          JSONFindings.duplicates(duplicates, path: shownPath, bytes: input.bytes, severity: .warning))
      }
      let indent = arguments.has("compact") ? 0 : 2
      guard mode != .print else {
        try invocation.console.write(document, indent: indent)
        continue
      }
      let text = CanonicalWriter.write(document, indent: indent)
      let bytes = input.bytes
      guard text != bytes else { continue }
      changed += 1
      if mode == .write {
        try rewrite(path, text)
      } else {
        outcome.findings.report(notCanonical(path, shownPath, bytes, text, isCompact: indent == 0))
      }
    }
    outcome.printsData = mode == .print
    if mode != .print { outcome.facts = [counted(arguments.positionals.count, "file")] }
    if mode == .write { outcome.facts.append("\(changed) rewritten") }
    return outcome
  }

  private static func mode(_ invocation: Invocation) throws(CommandFailure) -> Mode {
    let arguments = invocation.arguments
    guard arguments.has("write") else {
      if arguments.has("check") { return .check }
      try invocation.claimOutput()
      return .print
    }
    guard !arguments.has("check") else {
      throw .usage("--check writes nothing, and --write does", help: "give one of them")
    }
    guard !arguments.positionals.contains("-") else {
      throw .usage("standard input cannot be rewritten", help: "leave out --write")
    }
    return .write
  }

  private static func rewrite(_ path: String, _ text: [UInt8]) throws(CommandFailure) {
    do throws(WorkspaceError) {
      try FileSystem.write(text, to: path)
    } catch {
      throw .cannotStart(error.finding)
    }
  }

  private static func notCanonical(
    _ path: String, _ shownPath: String, _ bytes: [UInt8], _ canonical: [UInt8], isCompact: Bool
  ) -> Finding {
    let offset = zip(bytes, canonical).enumerated().first { $1.0 != $1.1 }?.offset ?? min(bytes.count, canonical.count)
    let file = SourceFile(path: shownPath, bytes: bytes)
    let options = (isCompact ? " --compact" : "") + (path == "-" ? "" : " --write")
    return Finding(
      CommandRules.notCanonical, .error, "the file is not canonical JSON from here on",
      help: "assay canon\(options) \(path.quotedForShell)",
      at: Place(span: SourceSpan(file: file, start: offset, end: offset + 1)))
  }
}
