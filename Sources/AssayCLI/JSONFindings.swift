import Diagnostics
import JSONText
import Verification

/// Findings about JSON texts themselves.
enum JSONFindings {
  /// Why a text is not JSON.
  static func syntax(_ error: JSONSyntaxError, path: String, bytes: [UInt8]) -> Finding {
    let file = SourceFile(path: path, bytes: bytes)
    let line = file.line(error.position.line) ?? ""
    let hasMarkers = ["<<<<<<< ", "=======", ">>>>>>> "].contains { line.hasPrefix($0) }
    let offset = error.position.offset
    return Finding(
      CommandRules.jsonSyntax, .error,
      hasMarkers ? "the file holds the markers of a merge conflict" : error.message,
      help: hasMarkers ? "resolve the conflict" : "mend the file here; what follows was not read",
      at: Place(span: SourceSpan(file: file, start: offset, end: min(offset + 1, bytes.count))))
  }

  /// One finding for each key that stands twice.
  static func duplicates(
    _ keys: [DuplicateKey], path: String, bytes: [UInt8], severity: Severity
  ) -> [Finding] {
    let file = SourceFile(path: path, bytes: bytes)
    return keys.map { key in
      let name = key.pointer.tokens.last ?? ""
      return Finding(
        VerificationRules.duplicateKey, severity, "the key '\(name)' stands twice in one object",
        help: "readers disagree on which one counts: keep one",
        at: Place(span: span(key.second, in: file), pointer: key.pointer),
        notes: [FindingNote("first here", at: Place(span: span(key.first, in: file)))])
    }
  }

  private static func span(_ position: SourcePosition, in file: SourceFile) -> SourceSpan {
    SourceSpan(file: file, start: position.offset, end: position.offset + 1)
  }
}
