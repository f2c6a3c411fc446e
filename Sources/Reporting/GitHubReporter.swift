import Diagnostics

/// Workflow commands, which GitHub Actions shows beside the changed lines.
public struct GitHubReporter: Reporter {
  /// Creates a reporter.
  public init() {}

  /// One command for each finding, then the summary as plain text.
  public func render(_ report: Report) -> [UInt8] {
    var text = ""
    for finding in report.findings { text += command(finding) + "\n" }
    text += Self.data("assay \(report.summary.command): \(report.verdict)") + "\n"
    return maskedBytes(text)
  }

  private func command(_ finding: Finding) -> String {
    let name =
      switch finding.severity {
      case .error: "error"
      case .warning: "warning"
      case .note: "notice"
      }
    var properties: [String] = []
    if let span = finding.place.span {
      properties.append("file=" + Self.property(span.file.path))
      properties.append("line=\(span.position.line)")
      properties.append("col=\(span.codePointColumn)")
    } else if let file = finding.place.file {
      properties.append("file=" + Self.property(file))
    }
    properties.append("title=" + Self.property(finding.rule.rawValue))
    return "::\(name) \(properties.joined(separator: ","))::\(Self.data(body(finding)))"
  }

  private func body(_ finding: Finding) -> String {
    var lines = [finding.message]
    var own = finding.place
    own.span = nil
    own.file = nil
    let place = own.description
    if !place.isEmpty { lines[0] += " (\(place))" }
    if let help = finding.help { lines.append("help: \(help)") }
    for place in finding.morePlaces { lines.append("also: \(place.description)") }
    for note in finding.notes { lines.append("note: \(note.description)") }
    return lines.joined(separator: "\n")
  }

  /// Escapes the text after `::`, so that no line of it can be a command of its own.
  static func data(_ text: String) -> String {
    var result = ""
    for scalar in masked(text).unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Escapes a property, which `,` and `:` would end.
  static func property(_ text: String) -> String {
    var result = ""
    for scalar in data(text).unicodeScalars {
      switch scalar {
      case ":": result += "%3A"
      case ",": result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
