import Diagnostics

/// Why a YAML document has no JSON form.
struct YAMLProblem: Error {
  /// What to show; its span is where.
  let finding: Finding

  init(
    _ message: String, help: String? = nil, in file: SourceFile, at offset: Int, length: Int = 1,
    notes: [FindingNote] = []
  ) {
    let span = SourceSpan(file: file, start: offset, end: min(offset + max(length, 1), file.bytes.count))
    finding = Finding("yaml/unsupported", .error, message, help: help, at: Place(span: span), notes: notes)
  }
}
