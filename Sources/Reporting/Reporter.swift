import Diagnostics

/// Turns a report into the bytes of one format.
///
/// A reporter is pure: equal reports give equal bytes. Each masks every secret of `SecretRegistry.shared` before it
/// escapes a text, and the whole once more at the end.
public protocol Reporter: Sendable {
  /// The report in this format, with a final newline.
  func render(_ report: Report) -> [UInt8]
}

/// The formats that `--format` names.
public enum ReportFormat: String, CaseIterable, Sendable {
  /// For people, with the source line and a caret.
  case text
  /// For programs; `assay report` reads it again.
  case json
  /// JUnit XML, for CI systems that list tests.
  case junit
  /// SARIF 2.1.0, for code scanning.
  case sarif
  /// Workflow commands that GitHub shows beside the code.
  case github
  /// A table for a pull request or an issue.
  case markdown
  /// One self-contained page.
  case html

  /// The reporter of this format; only `text` looks at `usesColor`.
  public func reporter(usesColor: Bool = false) -> any Reporter {
    switch self {
    case .text: TextReporter(usesColor: usesColor)
    case .json: JSONReporter()
    case .junit: JUnitReporter()
    case .sarif: SARIFReporter()
    case .github: GitHubReporter()
    case .markdown: MarkdownReporter()
    case .html: HTMLReporter()
    }
  }
}

/// The bytes of a finished text, secrets masked.
func maskedBytes(_ text: String) -> [UInt8] {
  Array(SecretRegistry.shared.mask(text).utf8)
}

/// A text with its secrets masked; for use before an escape that would hide them from ``maskedBytes(_:)``.
func masked(_ text: String) -> String { SecretRegistry.shared.mask(text) }

extension SourceSpan {
  /// 1-based column of the first character, counted in Unicode code points, as SARIF and GitHub count.
  var codePointColumn: Int { Self.codePoints(file, position) }
  /// 1-based column past the last character, counted in Unicode code points.
  var endCodePointColumn: Int { Self.codePoints(file, file.position(at: end)) }

  private static func codePoints(_ file: SourceFile, _ position: SourcePosition) -> Int {
    let start = position.offset - position.column + 1
    return file.bytes[start..<position.offset].count { $0 & 0xC0 != 0x80 } + 1
  }
}
