import Diagnostics
import JSONText

/// The report as JSON, in the canonical form; ``SavedReport`` reads it again.
///
/// The schema is stable: members are added, never renamed. `version` changes if that ever breaks.
public struct JSONReporter: Reporter {
  /// The version of the schema.
  public static let schemaVersion = 1
  /// Creates a reporter.
  public init() {}

  /// One object with `summary` and `findings`.
  public func render(_ report: Report) -> [UInt8] {
    let value = object([
      ("findings", .array(report.findings.map(finding))),
      ("summary", summary(report)),
      ("version", .integer(Self.schemaVersion)),
    ])
    return maskedBytes(String(decoding: value.canonicalText(), as: UTF8.self))
  }

  private func summary(_ report: Report) -> JSONValue {
    let summary = report.summary
    return object([
      ("approved", .integer(report.approvedCount)),
      ("assay", .string(summary.version)),
      ("command", .string(summary.command)),
      ("errors", .integer(report.count(.error))),
      ("exitCode", .integer(summary.exitCode)),
      ("facts", .array(summary.facts.map { text($0) })),
      ("nextStep", summary.nextStep.map { text($0) }),
      ("notes", .integer(report.count(.note))),
      ("threshold", .string(summary.threshold.name)),
      ("warnings", .integer(report.count(.warning))),
    ])
  }

  private func finding(_ finding: Finding) -> JSONValue {
    object([
      ("fixIt", finding.fixIt.map(fixIt)),
      ("help", finding.help.map { text($0) }),
      ("key", text(finding.key)),
      ("member", finding.member.map { text($0) }),
      ("message", text(finding.message)),
      ("morePlaces", finding.morePlaces.isEmpty ? nil : .array(finding.morePlaces.map(place))),
      (
        "notes",
        finding.notes.isEmpty
          ? nil
          : .array(finding.notes.map { object([("message", text($0.message)), ("place", place($0.place))]) })
      ),
      ("place", place(finding.place)),
      ("rule", .string(finding.rule.rawValue)),
      ("severity", .string(finding.severity.name)),
      ("standing", finding.standing == .counts ? nil : .string(finding.standing.rawValue)),
    ])
  }

  private func fixIt(_ fixIt: FixIt) -> JSONValue {
    object([("replacement", text(fixIt.replacement)), ("span", span(fixIt.span))])
  }

  private func place(_ place: Place) -> JSONValue {
    object([
      ("case", place.caseName.map { text($0) }),
      ("file", place.file.map { text($0) }),
      ("pointer", place.pointer.map { text($0.description) }),
      ("route", place.route.map { text($0) }),
      ("span", place.span.map(span)),
    ])
  }

  private func span(_ span: SourceSpan) -> JSONValue {
    let start = span.position
    let end = span.file.position(at: span.end)
    return object([
      ("column", .integer(start.column)),
      ("endColumn", .integer(end.column)),
      ("endLine", .integer(end.line)),
      ("file", text(span.file.path)),
      ("line", .integer(start.line)),
      ("source", span.file.shownLine(start.line).map { text($0) }),
    ])
  }

  private func text(_ text: String) -> JSONValue { .string(masked(text)) }

  private func object(_ members: [(String, JSONValue?)]) -> JSONValue {
    .object(members.compactMap { key, value in value.map { JSONValue.Member(key: key, value: $0) } })
  }
}
