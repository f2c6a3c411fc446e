import Diagnostics

/// Findings for people: the source line with a caret, a summary line, and the next command to type.
public struct TextReporter: Reporter {
  /// Whether severities are coloured.
  public var usesColor: Bool
  /// Creates a reporter.
  public init(usesColor: Bool = false) { self.usesColor = usesColor }

  /// The findings, then one line that sums up, then `next:`.
  public func render(_ report: Report) -> [UInt8] {
    let renderer = TextRenderer(usesColor: usesColor)
    var text = report.foldedFindings.map(renderer.render).joined()
    let summary = report.summary
    text += "assay \(summary.command): \(report.verdict)"
    if !summary.facts.isEmpty { text += "; " + summary.facts.joined(separator: ", ") }
    text += "\n"
    if let next = summary.nextStep { text += "next: \(next)\n" }
    return maskedBytes(text)
  }
}
