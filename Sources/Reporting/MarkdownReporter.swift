import Diagnostics

/// A heading and a table, for a pull request or an issue.
public struct MarkdownReporter: Reporter {
  /// Creates a reporter.
  public init() {}

  /// GitHub-flavoured Markdown.
  public func render(_ report: Report) -> [UInt8] {
    var text = "## assay \(Self.escape(report.summary.command)): \(Self.escape(report.verdict))\n"
    if !report.summary.facts.isEmpty {
      text += "\n\(Self.escape(report.summary.facts.joined(separator: ", ")))\n"
    }
    if !report.findings.isEmpty {
      text += "\n| | rule | where | what | next step |\n| --- | --- | --- | --- | --- |\n"
      for finding in report.foldedFindings { text += row(finding) }
    }
    if let next = report.summary.nextStep { text += "\nNext: \(Self.escape(next))\n" }
    return maskedBytes(text)
  }

  private func row(_ finding: Finding) -> String {
    let places = ([finding.place] + finding.morePlaces).map { Self.escape($0.description) }.filter { !$0.isEmpty }
    let what = ([finding.message] + finding.notes.map(\.description)).map(Self.escape)
    let cells = [
      finding.severity.name,
      Self.escape(finding.rule.rawValue),
      places.joined(separator: "<br>"),
      what.joined(separator: "<br>"),
      finding.help.map(Self.escape) ?? "",
    ]
    return "| \(cells.joined(separator: " | ")) |\n"
  }

  /// Escapes what Markdown or HTML would read as markup, in a table cell too; `@` names nobody.
  static func escape(_ text: String) -> String {
    var result = ""
    for scalar in masked(text).unicodeScalars {
      switch scalar {
      case "\n", "\r", "\t": result += " "
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "@": result += "@<!-- -->"
      case "\\", "`", "*", "_", "{", "}", "[", "]", "#", "|", "!", "~":
        result.unicodeScalars.append("\\")
        result.unicodeScalars.append(scalar)
      default:
        if scalar.value >= 0x20, scalar.value != 0x7F { result.unicodeScalars.append(scalar) }
      }
    }
    return result
  }
}
