import Diagnostics

/// One page that needs nothing else: no script, no font, no request.
public struct HTMLReporter: Reporter {
  /// Creates a reporter.
  public init() {}

  /// An HTML 5 document for light and dark screens.
  public func render(_ report: Report) -> [UInt8] {
    let title = HTMLText.escape("assay \(report.summary.command): \(report.verdict)")
    var text = """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <title>\(title)</title>
      <style>\(Self.style)</style>
      <h1>\(title)</h1>

      """
    if !report.summary.facts.isEmpty {
      text += "<p class=\"facts\">\(HTMLText.escape(report.summary.facts.joined(separator: ", ")))</p>\n"
    }
    for finding in report.foldedFindings { text += article(finding) }
    if let next = report.summary.nextStep { text += "<p>Next: <code>\(HTMLText.escape(next))</code></p>\n" }
    text += "<footer>assay \(HTMLText.escape(report.summary.version))</footer>\n</html>\n"
    return maskedBytes(text)
  }

  private func article(_ finding: Finding) -> String {
    let severity = finding.severity.name
    var text = "<article class=\"\(severity)\">\n<h2><b>\(severity)</b> \(HTMLText.escape(finding.message))</h2>\n"
    text += "<p class=\"rule\"><code>\(HTMLText.escape(finding.rule.rawValue))</code></p>\n"
    for place in [finding.place] + finding.morePlaces where !place.description.isEmpty {
      text += "<p class=\"place\">\(HTMLText.escape(place.description))</p>\n"
    }
    if let span = finding.place.span { text += excerpt(span) }
    for note in finding.notes { text += "<p>\(HTMLText.escape(note.description))</p>\n" }
    if let help = finding.help { text += "<p class=\"help\">\(HTMLText.escape(help))</p>\n" }
    return text + "</article>\n"
  }

  private func excerpt(_ span: SourceSpan) -> String {
    let position = span.position
    guard let line = span.file.shownLine(position.line) else { return "" }
    let bytes = Array(line.utf8)
    let start = min(position.column - 1, bytes.count)
    let end = min(max(start, start + span.end - span.start), bytes.count)
    let pieces = [bytes[..<start], bytes[start..<end], bytes[end...]].map {
      HTMLText.escape(String(decoding: $0, as: UTF8.self))
    }
    return "<pre><i>\(position.line)</i> \(pieces[0])<mark>\(pieces[1])</mark>\(pieces[2])</pre>\n"
  }

  private static let style = """

    :root { color-scheme: light dark; --line: #8884; --error: #c22; --warning: #a60; --note: #06a; }
    @media (prefers-color-scheme: dark) { :root { --error: #f77; --warning: #fb5; --note: #6bf; } }
    body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
    h1 { font-size: 1.4rem; } h2 { font-size: 1rem; margin: 0; font-weight: 500; }
    article { border: 1px solid var(--line); border-left-width: 4px; padding: .6rem 1rem; margin: 1rem 0; }
    article p { margin: .3rem 0; } .place, .facts, .rule, footer { opacity: .75; font-size: .875rem; }
    .error { border-left-color: var(--error); } .error b { color: var(--error); }
    .warning { border-left-color: var(--warning); } .warning b { color: var(--warning); }
    .note { border-left-color: var(--note); } .note b { color: var(--note); }
    pre { overflow-x: auto; background: #8881; padding: .5rem; margin: .4rem 0; } pre i { opacity: .5; }
    mark { background: #fc06; color: inherit; }

    """
}

/// Escapes for HTML text and double-quoted attributes.
enum HTMLText {
  /// The text with markup characters as references and control characters, other than line ends and tabs, replaced.
  static func escape(_ text: String) -> String {
    var result = ""
    for scalar in masked(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      default: result.unicodeScalars.append(scalar.value < 0x20 || scalar.value == 0x7F ? "\u{FFFD}" : scalar)
      }
    }
    return result
  }
}
