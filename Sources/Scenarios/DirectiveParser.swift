import Diagnostics
import JSONText

/// The directives of one step as they are collected.
struct StepDirectives {
  var name: String?
  var persona: String?
  var record: RecordDirective?
  var expectedStatuses: [Int] = []
  var signIn: SignInDirective?
  var link: LinkDirective?
  var until: UntilDirective?
  var followRedirects = true
  var usesCookieJar = true
  /// Each directive that stands before the request and where; to find those that come twice, or without a request.
  var spans: [(keyword: String, span: SourceSpan)] = []
}

/// Reads `# @keyword arguments`.
struct DirectiveParser {
  static let keywords = [
    "name", "persona", "record", "expect", "sign-in", "link", "until", "no-redirect", "no-cookie-jar", "note",
  ]

  let file: SourceFile

  /// A comment that is a directive: its keyword, its arguments, and where each is.
  struct Line {
    let keyword: String
    let arguments: String
    let keywordSpan: SourceSpan
    let argumentStart: Int
    let span: SourceSpan
  }

  struct Problem: Error {
    var rule: RuleID = "scenario/invalid-directive"
    let message: String
    let help: String
    /// The part of the line that is wrong; nil for all its arguments.
    var span: SourceSpan?
  }

  /// Reads a comment line; comments that are no directives are passed over.
  func read(_ line: SourceLine, into directives: inout StepDirectives, findings: inout FindingList) {
    guard let directive = split(line) else { return }
    let place = Place(span: directive.arguments.isEmpty ? directive.keywordSpan : directive.span)
    do throws(Problem) {
      guard Self.keywords.contains(directive.keyword) else { throw unknown(directive) }
      if let first = directives.spans.first(where: { $0.keyword == directive.keyword }) {
        findings.report(
          Finding(
            "scenario/duplicate-directive", .error, "@\(directive.keyword) stands twice before one request",
            help: "keep one of them, or separate the requests with ###", at: Place(span: directive.keywordSpan),
            notes: [FindingNote("the first is here", at: Place(span: first.span))]))
        return
      }
      directives.spans.append((directive.keyword, directive.keywordSpan))
      try apply(directive, to: &directives, findings: &findings)
    } catch {
      let isUnknown = error.rule == "scenario/unknown-directive"
      findings.report(
        Finding(
          error.rule, .error, error.message, help: error.help,
          at: isUnknown ? Place(span: directive.keywordSpan) : error.span.map { Place(span: $0) } ?? place))
    }
  }

  private func split(_ line: SourceLine) -> Line? {
    var scanner = TextScanner(line.text)
    scanner.skipSpaces()
    guard scanner.skip("//") || scanner.skip("#") else { return nil }
    scanner.skipSpaces()
    let start = line.start + scanner.offset
    guard scanner.skip("@") else { return nil }
    let keyword = scanner.take { $0 != 0x20 && $0 != 0x09 }
    let keywordEnd = line.start + scanner.offset
    scanner.skipSpaces()
    let argumentStart = line.start + scanner.offset
    let arguments = scanner.takeRest().trimmed
    return Line(
      keyword: keyword, arguments: arguments, keywordSpan: SourceSpan(file: file, start: start, end: keywordEnd),
      argumentStart: argumentStart,
      span: SourceSpan(file: file, start: argumentStart, end: argumentStart + arguments.utf8.count))
  }

  private func unknown(_ line: Line) -> Problem {
    if line.keyword == "prompt" {
      return Problem(
        rule: "scenario/unknown-directive", message: "@prompt asks a person, and nobody answers the recorder",
        help: "set a variable with '@name = value', or use {{$processEnv NAME}}")
    }
    let nearest = Suggestion.nearest(to: line.keyword, among: Self.keywords)
    return Problem(
      rule: "scenario/unknown-directive", message: "'@\(line.keyword)' is not a directive",
      help: nearest.map { "did you mean '@\($0)'?" } ?? "a comment must not start with '@'")
  }

  private func apply(
    _ line: Line, to directives: inout StepDirectives, findings: inout FindingList
  ) throws(Problem) {
    switch line.keyword {
    case "name":
      guard ScenarioName.isValid(line.arguments) else {
        throw Problem(
          rule: "scenario/invalid-name", message: "'\(line.arguments)' is not a name",
          help: "use letters, digits, '_' and '-'")
      }
      directives.name = line.arguments
    case "persona":
      guard ScenarioName.isValid(line.arguments) else {
        throw Problem(message: "@persona takes one name", help: "write '# @persona NAME'")
      }
      directives.persona = line.arguments
    case "record": directives.record = try record(line)
    case "expect": directives.expectedStatuses = try statuses(line)
    case "sign-in": directives.signIn = try SignInParser(parser: self, line: line).parse(findings: &findings)
    case "link": directives.link = try link(line, findings: &findings)
    case "until": directives.until = try until(line)
    case "no-redirect": directives.followRedirects = false
    case "no-cookie-jar": directives.usesCookieJar = false
    default: break  // @note: there is nobody to ask.
    }
  }

  private func record(_ line: Line) throws(Problem) -> RecordDirective {
    let words = words(of: line)
    let isPlain = words.allSatisfy { word in
      word.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { ScenarioName.isValid(String($0)) }
    }
    guard (1...2).contains(words.count), isPlain else {
      throw Problem(
        message: "@record takes a route id and, if need be, a case name", help: "write '# @record ROUTE [CASE]'")
    }
    return RecordDirective(routeID: words[0], caseName: words.count > 1 ? words[1] : nil, span: line.span)
  }

  private func statuses(_ line: Line) throws(Problem) -> [Int] {
    var statuses: [Int] = []
    for word in line.arguments.split(separator: ",", omittingEmptySubsequences: false) {
      guard let status = Int(word.trimmed), (100..<600).contains(status) else {
        throw Problem(
          message: "'\(word.trimmed)' is not a status code", help: "write '# @expect 201' or '# @expect 200,204'")
      }
      statuses.append(status)
    }
    return statuses
  }

  private func until(_ line: Line) throws(Problem) -> UntilDirective {
    let help = #"write '# @until $.status == "ready" within 30s'"#
    var scanner = TextScanner(line.arguments)
    let path = scanner.take { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "!") }.trimmed
    let isEqual = scanner.skip("==")
    guard isEqual || scanner.skip("!=") else { throw Problem(message: "@until compares with == or !=", help: help) }
    let rest = scanner.takeRest()
    guard let within = rest.ranges(of: " within ").last, let seconds = Self.seconds(rest[within.upperBound...].trimmed)
    else { throw Problem(message: "@until does not say how long to wait", help: help) }
    let parsedPath = try parse(path: path, help: help)
    guard let document = try? JSONDocument(parsing: Array(rest[..<within.lowerBound].trimmed.utf8)),
      document.root.kind != .array, document.root.kind != .object
    else { throw Problem(message: "@until compares with a JSON string, number, true, false or null", help: help) }
    return UntilDirective(
      path: parsedPath, isEqual: isEqual, value: document.root.value, seconds: seconds, span: line.span)
  }

  private static func seconds(_ text: String) -> Double? {
    var scanner = TextScanner(text)
    guard let number = Double(scanner.take { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }) else {
      return nil
    }
    let factor: Double? =
      switch scanner.takeRest() {
      case "ms": 0.001
      case "s": 1
      case "m": 60
      default: nil
      }
    guard let factor, number > 0, number * factor <= 3600 else { return nil }
    return number * factor
  }

  private func link(_ line: Line, findings: inout FindingList) throws(Problem) -> LinkDirective {
    let template = TemplateParser(file: file).parse(line.arguments, at: line.argumentStart, findings: &findings)
    guard !template.pieces.isEmpty else {
      throw Problem(
        message: "@link does not say which link", help: "write '# @link {{mailbox.response.body.$.messages[0].link}}'")
    }
    return LinkDirective(template: template, span: line.span)
  }

  func parse(path: String, help: String, at span: SourceSpan? = nil) throws(Problem) -> JSONPath {
    do throws(JSONPathSyntaxError) {
      return try JSONPath(parsing: path)
    } catch {
      throw Problem(message: error.message, help: help, span: span)
    }
  }

  private func words(of line: Line) -> [String] {
    line.arguments.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
  }
}
