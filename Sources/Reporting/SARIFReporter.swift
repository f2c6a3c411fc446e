import Diagnostics
import JSONText

/// SARIF 2.1.0 (OASIS), for code-scanning services.
public struct SARIFReporter: Reporter {
  /// Creates a reporter.
  public init() {}

  /// One log with one run.
  public func render(_ report: Report) -> [UInt8] {
    let rules = report.speakingRules
    let driver = object([
      ("informationUri", .string("https://github.com/assay-harness/assay")),
      ("name", .string("assay")),
      ("rules", .array(rules.map(rule))),
      ("semanticVersion", .string(report.summary.version)),
    ])
    let ids = rules.map(\.id)
    let run = object([
      ("columnKind", .string("unicodeCodePoints")),
      (
        "invocations",
        .array([
          object([
            ("executionSuccessful", .bool(report.summary.exitCode <= 1)),
            ("exitCode", .integer(report.summary.exitCode)),
          ])
        ])
      ),
      ("results", .array(report.findings.map { result($0, ruleIndex: ids.firstIndex(of: $0.rule)) })),
      ("tool", object([("driver", driver)])),
    ])
    let log = object([
      ("$schema", .string("https://json.schemastore.org/sarif-2.1.0.json")),
      ("runs", .array([run])),
      ("version", .string("2.1.0")),
    ])
    return maskedBytes(String(decoding: log.canonicalText(), as: UTF8.self))
  }

  private func rule(_ rule: Rule) -> JSONValue {
    object([
      ("defaultConfiguration", object([("level", .string(rule.severity.name))])),
      ("help", message("\(rule.mend)\n\nExample: \(rule.example)")),
      ("id", .string(rule.id.rawValue)),
      ("shortDescription", message(rule.summary)),
    ])
  }

  private func result(_ finding: Finding, ruleIndex: Int?) -> JSONValue {
    let places = [finding.place] + finding.morePlaces
    let text = finding.message + (finding.help.map { ". \($0)" } ?? "")
    return object([
      ("fixes", finding.fixIt.map { .array([fix($0)]) }),
      ("level", .string(finding.severity.name)),
      ("locations", .array(places.compactMap { location($0) })),
      ("message", message(text)),
      ("partialFingerprints", object([("assayKey/v1", .string(masked(finding.key)))])),
      (
        "relatedLocations",
        finding.notes.isEmpty
          ? nil
          : .array(
            finding.notes.enumerated().compactMap { index, note in
              location(note.place, id: index + 1, message: note.message)
            })
      ),
      ("ruleId", .string(finding.rule.rawValue)),
      ("ruleIndex", ruleIndex.map { .integer($0) }),
    ])
  }

  private func location(_ place: Place, id: Int? = nil, message text: String? = nil) -> JSONValue? {
    let logical = [place.routeTitle, place.pointer?.description].compactMap(\.self).joined(separator: " ")
    let physical: JSONValue? =
      if let span = place.span {
        physicalLocation(span.file.path, span: span)
      } else {
        place.file.map { physicalLocation($0, span: nil) }
      }
    guard physical != nil || !logical.isEmpty else { return nil }
    return object([
      ("id", id.map { .integer($0) }),
      (
        "logicalLocations",
        logical.isEmpty ? nil : .array([object([("fullyQualifiedName", .string(masked(logical)))])])
      ),
      ("message", text.map { message($0) }),
      ("physicalLocation", physical),
    ])
  }

  private func physicalLocation(_ path: String, span: SourceSpan?) -> JSONValue {
    object([
      ("artifactLocation", object([("uri", .string(URIText.path(masked(path))))])),
      ("region", span.map(region)),
    ])
  }

  private func region(_ span: SourceSpan) -> JSONValue {
    object([
      ("endColumn", .integer(span.endCodePointColumn)),
      ("endLine", .integer(span.file.position(at: span.end).line)),
      ("startColumn", .integer(span.codePointColumn)),
      ("startLine", .integer(span.position.line)),
    ])
  }

  private func fix(_ fix: FixIt) -> JSONValue {
    object([
      (
        "artifactChanges",
        .array([
          object([
            ("artifactLocation", object([("uri", .string(URIText.path(fix.span.file.path)))])),
            (
              "replacements",
              .array([
                object([("deletedRegion", region(fix.span)), ("insertedContent", message(fix.replacement))])
              ])
            ),
          ])
        ])
      )
    ])
  }

  private func message(_ text: String) -> JSONValue { object([("text", .string(masked(text)))]) }

  private func object(_ members: [(String, JSONValue?)]) -> JSONValue {
    .object(members.compactMap { key, value in value.map { JSONValue.Member(key: key, value: $0) } })
  }
}

/// Paths as relative URI references (RFC 3986).
enum URIText {
  /// The path with everything but unreserved characters and `/` percent-encoded.
  static func path(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in path.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x2F: bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
