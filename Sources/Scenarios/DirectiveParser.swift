import Diagnostics
import JSONText

/// The directives of one step as they are collected.
struct StepDirectives {
  var name: String?
  var persona: String?
  var record: RecordDirective?
  var expectedStatuses: [Int] = []
  var signIn: SignInDirective?
  var until: UntilDirective?
  var followRedirects = true
  /// Each directive that stands before the request and where; to find those that come twice, or without a request.
  var spans: [(keyword: String, span: SourceSpan)] = []
}

/// Reads `# @keyword arguments`.
struct DirectiveParser {
  static let keywords = [
    "name", "persona", "record", "expect", "sign-in", "until", "no-redirect", "no-cookie-jar", "note",
  ]

  let file: SourceFile

  /// A comment that is a directive: its keyword, its arguments, and where each is.
  private struct Line {
    let keyword: String
    let arguments: String
    let keywordSpan: SourceSpan
    let argumentStart: Int
    let span: SourceSpan
  }

  private struct Problem: Error {
    var rule: RuleID = "scenario/invalid-directive"
    let message: String
    let help: String
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
      try apply(directive, to: &directives)
    } catch {
      let isUnknown = error.rule == "scenario/unknown-directive"
      findings.report(
        Finding(
          error.rule, .error, error.message, help: error.help,
          at: isUnknown ? Place(span: directive.keywordSpan) : place))
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

  private func apply(_ line: Line, to directives: inout StepDirectives) throws(Problem) {
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
    case "sign-in": directives.signIn = try signIn(line)
    case "until": directives.until = try until(line)
    case "no-redirect": directives.followRedirects = false
    default: break  // @note and @no-cookie-jar: there is nobody to ask and no jar.
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

  private func parse(path: String, help: String) throws(Problem) -> JSONPath {
    do throws(JSONPathSyntaxError) {
      return try JSONPath(parsing: path)
    } catch {
      throw Problem(message: error.message, help: help)
    }
  }

  private func words(of line: Line) -> [String] {
    line.arguments.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
  }
}

extension DirectiveParser {
  private static let signInKeys = ["token", "refreshToken", "expiresIn", "refresh", "refreshBody"]
  private static let signInHelp =
    "write '# @sign-in token=$.accessToken refreshToken=$.refreshToken expiresIn=$.expiresIn refresh=POST /path'"

  private func signIn(_ line: Line) throws(Problem) -> SignInDirective {
    let values = try signInValues(line)
    func path(_ key: String) throws(Problem) -> JSONPath? {
      guard let text = values[key] else { return nil }
      return try parse(path: text, help: Self.signInHelp)
    }
    guard let token = try path("token") else {
      throw Problem(message: "@sign-in does not say where the token is", help: Self.signInHelp)
    }
    let refreshToken = try path("refreshToken")
    let refresh = try refresh(values)
    guard (refresh == nil) == (refreshToken == nil) else {
      throw Problem(message: "refresh and refreshToken belong together", help: Self.signInHelp)
    }
    return SignInDirective(
      token: token, refreshToken: refreshToken, expiresIn: try path("expiresIn"), refresh: refresh, span: line.span)
  }

  private func signInValues(_ line: Line) throws(Problem) -> [String: String] {
    var values: [String: String] = [:]
    var scanner = TextScanner(line.arguments)
    while !scanner.isAtEnd {
      let key = scanner.take { $0 != UInt8(ascii: "=") && $0 != 0x20 }
      guard Self.signInKeys.contains(key) else {
        let nearest = Suggestion.nearest(to: key, among: Self.signInKeys)
        throw Problem(
          message: "@sign-in has no setting '\(key)'", help: nearest.map { "did you mean '\($0)'?" } ?? Self.signInHelp)
      }
      guard scanner.skip("="), values[key] == nil else {
        throw Problem(message: "'\(key)' is set twice, or has no '='", help: Self.signInHelp)
      }
      var value = key == "refreshBody" ? scanner.takeRest() : scanner.take { $0 != 0x20 && $0 != 0x09 }
      if key == "refresh" {
        scanner.skipSpaces()
        value += " " + scanner.take { $0 != 0x20 && $0 != 0x09 }
      }
      values[key] = value
      scanner.skipSpaces()
    }
    return values
  }

  private func refresh(_ values: [String: String]) throws(Problem) -> SignInDirective.Refresh? {
    guard let text = values["refresh"] else { return nil }
    let words = text.split(separator: " ").map(String.init)
    guard words.count == 2, words[1].startsWithBytes("/"),
      words[0].utf8.allSatisfy({ (0x41...0x5A).contains($0) })
    else { throw Problem(message: "refresh is a method and a path", help: "write 'refresh=POST /api/auth/refresh'") }
    let body = values["refreshBody"] ?? SignInDirective.defaultRefreshBody
    let sample = body.replacing("{{refreshToken}}", with: "x")
    guard (try? JSONDocument(parsing: Array(sample.utf8))) != nil, sample != body else {
      throw Problem(
        message: "refreshBody is not JSON with {{refreshToken}} in a string",
        help: "write 'refreshBody=\(SignInDirective.defaultRefreshBody)' at the end of the line")
    }
    return SignInDirective.Refresh(method: words[0], path: words[1], body: body)
  }
}
