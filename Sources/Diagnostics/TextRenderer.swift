/// Renders findings as text with the line they point at and a caret under it.
public struct TextRenderer: Sendable {
  /// Whether escape sequences colour the severity.
  public var usesColor: Bool
  /// Widest source line that is shown whole; longer ones are cut around the caret.
  private static let maximumLineWidth = 160

  /// Creates a renderer.
  public init(usesColor: Bool = false) { self.usesColor = usesColor }

  /// The finding as one or more lines, each ended by LF; every known secret is masked.
  public func render(_ finding: Finding) -> String {
    var text = ""
    let place = finding.place.description
    if !place.isEmpty { text += place + ": " }
    text += "\(colored(finding.severity)): \(finding.message) [\(finding.rule)]\n"
    if let span = finding.place.span {
      text += excerpt(span, trailer: finding.help.map { "help: \($0)" })
    } else if let help = finding.help {
      text += "  help: \(help)\n"
    }
    for place in finding.morePlaces { text += "  also: \(place.description)\n" }
    for note in finding.notes {
      let placeText = note.place.description
      text += "  note: \(placeText.isEmpty ? "" : placeText + ": ")\(note.message)\n"
      if let span = note.place.span { text += excerpt(span, trailer: nil) }
    }
    return SecretRegistry.shared.mask(text)
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

  private func excerpt(_ span: SourceSpan, trailer: String?) -> String {
    let position = span.position
    guard let line = span.file.line(position.line), line.utf8.count <= Self.maximumLineWidth else {
      return trailer.map { "  \($0)\n" } ?? ""
    }
    let number = String(position.line)
    let gutter = String(repeating: " ", count: number.count)
    let before = line.utf8.prefix(position.column - 1)
    // A tab stays a tab so that the caret stands under its character.
    let indent = String(String(decoding: before, as: UTF8.self).map { $0 == "\t" ? "\t" as Character : " " })
    let width = max(
      1, min(span.text.prefix { $0 != "\n" && $0 != "\r\n" && $0 != "\r" }.count, line.count - indent.count))
    var text = " \(number) | \(line)\n \(gutter) | \(indent)\(String(repeating: "^", count: width))"
    if let trailer { text += " " + trailer }
    return text + "\n"
  }
}
