import Diagnostics

/// JUnit XML: one test case for the run and one for each finding.
///
/// A clean run has one passing case, so that no CI system takes it for a run without tests.
public struct JUnitReporter: Reporter {
  /// Creates a reporter.
  public init() {}

  /// A `testsuites` document.
  public func render(_ report: Report) -> [UInt8] {
    let command = "assay \(report.summary.command)"
    let failing = report.findings.filter { $0.fails(report.summary.threshold) }
    let couldNotRun = report.summary.exitCode > 1
    let counts =
      "tests=\"\(report.findings.count + 1)\" failures=\"\(failing.count)\" errors=\"\(couldNotRun ? 1 : 0)\""
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"assay\" \(counts)>\n"
    text += "  <testsuite name=\"\(XMLText.attribute(command))\" \(counts) skipped=\"0\">\n"
    text += "    <testcase classname=\"assay\" name=\"\(XMLText.attribute(command))\">"
    if couldNotRun {
      text += "<error message=\"exit code \(report.summary.exitCode)\" type=\"exit\"/>"
    }
    text += "</testcase>\n"
    for finding in report.findings { text += testCase(finding, threshold: report.summary.threshold) }
    text += "  </testsuite>\n</testsuites>\n"
    return maskedBytes(text)
  }

  private func testCase(_ finding: Finding, threshold: Severity) -> String {
    let name = XMLText.attribute("\(finding.rule) \(finding.place.description)")
    var attributes = "classname=\"\(XMLText.attribute(finding.rule.rawValue))\" name=\"\(name)\""
    if let span = finding.place.span {
      attributes += " file=\"\(XMLText.attribute(span.file.path))\" line=\"\(span.position.line)\""
    } else if let file = finding.place.file {
      attributes += " file=\"\(XMLText.attribute(file))\""
    }
    let body = XMLText.content(TextRenderer().render(finding))
    guard finding.fails(threshold) else {
      return "    <testcase \(attributes)><system-out>\(body)</system-out></testcase>\n"
    }
    let message = XMLText.attribute(finding.message)
    let type = XMLText.attribute(finding.rule.rawValue)
    return "    <testcase \(attributes)><failure message=\"\(message)\" type=\"\(type)\">\(body)</failure></testcase>\n"
  }
}

/// Escapes for XML 1.0, which forbids most control characters even as references.
enum XMLText {
  /// For an attribute in double quotes; line ends stay as references.
  static func attribute(_ text: String) -> String { escape(text, isAttribute: true) }
  /// For character data.
  static func content(_ text: String) -> String { escape(text, isAttribute: false) }

  private static func escape(_ text: String, isAttribute: Bool) -> String {
    var result = ""
    for scalar in masked(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += isAttribute ? "&quot;" : "\""
      case "\t", "\n", "\r":
        if isAttribute || scalar == "\r" {
          result += "&#\(scalar.value);"
        } else {
          result.unicodeScalars.append(scalar)
        }
      default: result.unicodeScalars.append(isAllowed(scalar) ? scalar : "\u{FFFD}")
      }
    }
    return result
  }

  /// XML 1.0 section 2.2, production Char.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}
