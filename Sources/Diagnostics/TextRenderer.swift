/// Renders findings as text with the line they point at and a caret under it.
public struct TextRenderer: Sendable {
  /// Whether escape sequences colour the severity.
  public var usesColor: Bool
  /// Most characters of a source line that are shown before the caret, and from the caret on.
  private static let charactersBefore = 60
  private static let charactersAfter = 100

  private let secrets: SecretRegistry

  /// Creates a renderer.
  ///
  /// - Parameter secrets: What is masked.
  public init(usesColor: Bool = false, secrets: SecretRegistry = .shared) {
    self.usesColor = usesColor
    self.secrets = secrets
  }

  /// The finding as one or more lines, each ended by LF; every secret is masked, control characters are U+FFFD.
  public func render(_ finding: Finding) -> String {
    var text = ""
    let place = finding.place.description.withoutControls
    if !place.isEmpty { text += place + ": " }
    text += "\(colored(finding.severity)): \(finding.message.withoutControls) [\(finding.rule)]\n"
    let help = finding.help.map { "help: " + $0.withoutControls }
    if let span = finding.place.span {
      text += excerpt(span, trailer: help)
    } else if let help {
      text += "  \(help)\n"
    }
    for place in finding.morePlaces { text += "  also: \(place.description.withoutControls)\n" }
    for note in finding.notes {
      text += "  note: \(note.description.withoutControls)\n"
      if let span = note.place.span { text += excerpt(span, trailer: nil) }
    }
    return secrets.mask(text)
  }

  private func colored(_ severity: Severity) -> String {
    guard usesColor else { return severity.name }
    let code =
      switch severity {
      case .error: "31"
      case .warning: "33"
      case .note: "36"
      }
    return "\u{1B}[1;\(code)m\(severity.name)\u{1B}[0m"
  }

  /// The line that a span starts in, cut around it when it is long, and carets under the span's part of that line.
  private func excerpt(_ span: SourceSpan, trailer: String?) -> String {
    let position = span.position
    guard let whole = span.file.lineRange(position.line) else { return trailer.map { "  \($0)\n" } ?? "" }
    // Far more than is shown, so that no secret is cut before it is seen.
    let window = max(whole.lowerBound, position.offset - 4096)..<min(whole.upperBound, position.offset + 8192)
    let shown = SourceFile(path: "", bytes: secrets.blanked(span.file.bytes[window]))
    let line = 0..<window.count
    // The three parts are decoded apart, so that a span which cuts a character or invalid UTF-8 keeps its place.
    let start = min(max(position.offset - window.lowerBound, 0), line.upperBound)
    let end = min(max(span.end - window.lowerBound, start), line.upperBound)
    let before = Self.tail(shown, line.lowerBound..<start)
    let marked = Self.head(shown, start..<end, limit: Self.charactersAfter)
    let after = Self.head(shown, end..<line.upperBound, limit: Self.charactersAfter - marked.count)
    let indent = before.map { $0 == "\t" ? "\t" : String(repeating: " ", count: $0.displayWidth) }.joined()
    let width = max(1, marked.reduce(0) { $0 + max($1.displayWidth, 0) })

    let number = String(position.line)
    let gutter = String(repeating: " ", count: number.count)
    var text = " \(number) | \(before)\(marked)\(after)\n"
    text += " \(gutter) | \(indent)\(String(repeating: "^", count: width))"
    if let trailer { text += " " + trailer }
    return text + "\n"
  }

  /// The end of a range of bytes as it is shown, `…` first where it is cut.
  private static func tail(_ file: SourceFile, _ range: Range<Int>) -> String {
    var start = max(range.lowerBound, range.upperBound - 4 * charactersBefore)
    while start > range.lowerBound, start < range.upperBound, file.bytes[start] & 0xC0 == 0x80 { start += 1 }
    var text = file.text(start..<range.upperBound).withoutControls
    if start == 0, text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    let isCut = start > range.lowerBound || text.count > charactersBefore
    return isCut ? "…" + text.suffix(charactersBefore - 1) : text
  }

  /// The start of a range of bytes as it is shown, `…` last where it is cut.
  private static func head(_ file: SourceFile, _ range: Range<Int>, limit: Int) -> String {
    guard limit > 0 else { return "" }
    var end = min(range.upperBound, range.lowerBound + 4 * limit)
    while end < range.upperBound, end > range.lowerBound, file.bytes[end] & 0xC0 == 0x80 { end -= 1 }
    let text = file.text(range.lowerBound..<end).withoutControls
    let isCut = end < range.upperBound || text.count > limit
    return isCut ? text.prefix(limit - 1) + "…" : text
  }
}
