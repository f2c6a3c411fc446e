public import Diagnostics
internal import Workspace

/// Reads `.http` files in the dialect of VS Code's REST Client, with Assay's directives in comments.
public enum ScenarioParser {
  /// Variables that the recorder sets.
  public static let suppliedVariables: Set<String> = ["baseURL"]

  /// The scenario of a file; what cannot be read is reported, with its place.
  ///
  /// - Parameters:
  ///   - personas: Names of each persona's variables, by persona; where there are any, steps name one of them.
  ///   - supplied: Names of variables that the recorder sets beside those that it always does.
  public static func parse(
    _ file: SourceFile, personas: [String: [String]] = [:], supplied: Set<String> = [], findings: inout FindingList
  ) -> Scenario {
    guard String(validating: file.bytes, as: UTF8.self) != nil else {
      findings.report(
        Finding(
          "scenario/invalid-encoding", .error, "the file is not UTF-8", help: "save it as UTF-8",
          at: Place(span: SourceSpan(file: file, start: 0, end: 0))))
      return Scenario(file: file, name: "", variables: [], steps: [])
    }
    var reader = ScenarioReader(file: file)
    let scenario = reader.read()
    findings.report(reader.findings.all)
    findings.report(ReferenceCheck(scenario, personas: personas, supplied: supplied).findings())
    return scenario
  }
}

/// Splits a file into requests and reads each.
private struct ScenarioReader {
  let file: SourceFile
  var findings = FindingList()
  private var variables: [Scenario.Variable] = []
  private var steps: [ScenarioStep] = []

  init(file: SourceFile) { self.file = file }

  mutating func read() -> Scenario {
    var block: [SourceLine] = []
    var title = ""
    for line in SourceLine.lines(of: file.bytes) {
      if line.text.startsWithBytes("###") {
        read(block, title: title)
        block = []
        title = String(line.text.drop { $0 == "#" }).trimmed
      } else {
        block.append(line)
      }
    }
    read(block, title: title)
    let stem = file.path.split(separator: "/").last.map { $0.split(separator: ".").first.map(String.init) ?? "" } ?? ""
    return Scenario(file: file, name: stem, variables: variables, steps: steps)
  }

  /// Reads the lines between two separators: comments and variables, then perhaps a request.
  private mutating func read(_ lines: [SourceLine], title: String) {
    var directives = StepDirectives()
    let parser = DirectiveParser(file: file)
    var rest = lines[...]
    while let line = rest.first {
      if line.isBlank {
        rest.removeFirst()
      } else if line.trimmed.startsWithBytes("#") || line.trimmed.startsWithBytes("//") {
        parser.read(line, into: &directives, findings: &findings)
        rest.removeFirst()
      } else if line.trimmed.startsWithBytes("@") {
        readVariable(line)
        rest.removeFirst()
      } else {
        readRequest(rest, directives, title)
        return
      }
    }
    if let stray = directives.spans.first {
      report(
        "scenario/invalid-directive", "@\(stray.keyword) stands before no request", "add the request, or remove it",
        stray.span)
    }
  }

  private mutating func readVariable(_ line: SourceLine) {
    let text = line.trimmed.dropFirst()
    guard let equals = text.firstIndex(of: "="), ScenarioName.isValid(text[..<equals].trimmed) else {
      return report("scenario/invalid-request", "this sets no variable", "write '@name = value'", span(line))
    }
    let name = text[..<equals].trimmed
    let value = text[text.index(after: equals)...]
    let start = line.contentStart + 1 + text[...equals].utf8.count + value.prefix { $0 == " " || $0 == "\t" }.utf8.count
    let template = TemplateParser(file: file).parse(value.trimmed, at: start, findings: &findings)
    if variables.contains(where: { $0.name == name }) {
      return report("scenario/duplicate-name", "the variable '\(name)' is set twice", "rename one of them", span(line))
    }
    variables.append(Scenario.Variable(name: name, value: template, span: span(line)))
  }

  private mutating func readRequest(_ lines: ArraySlice<SourceLine>, _ directives: StepDirectives, _ title: String) {
    guard let first = lines.first else { return }
    var rest = lines.dropFirst()
    var pieces = [(text: first.trimmed, start: first.contentStart)]
    // A query may go on in lines of its own.
    while let line = rest.first, line.trimmed.startsWithBytes("?") || line.trimmed.startsWithBytes("&"),
      line.start != line.contentStart
    {
      pieces.append((line.trimmed, line.contentStart))
      rest.removeFirst()
    }
    let method = splitMethod(&pieces[0])
    if let version = pieces[0].text.ranges(of: " HTTP/").last {
      pieces[0].text = pieces[0].text[..<version.lowerBound].trimmed
    }
    guard !pieces[0].text.isEmpty, !Self.hasOpenSpace(pieces[0].text) else {
      return report("scenario/invalid-request", "this is no request line", "write 'METHOD URL'", span(first))
    }
    var url = Template()
    for piece in pieces {
      url.append(TemplateParser(file: file).parse(piece.text, at: piece.start, findings: &findings))
    }
    checkStart(of: url, span(first))
    let headers = readHeaders(&rest)
    let body = readBody(rest, isForm: headers.contains { $0.isForm })
    guard let name = directives.name else {
      guard !directives.spans.contains(where: { $0.keyword == "name" }) else { return }
      return report("scenario/missing-name", "the request has no name", "write '# @name NAME' above it", span(first))
    }
    if steps.contains(where: { $0.name == name }) {
      report("scenario/duplicate-name", "two requests are called '\(name)'", "rename one of them", span(first))
    }
    if let signIn = directives.signIn, directives.persona == nil {
      report(
        "scenario/invalid-directive", "@sign-in opens a session for nobody", "write '# @persona NAME' beside it",
        signIn.span)
    }
    steps.append(
      ScenarioStep(
        name: name, title: title, method: method, url: url, headers: headers, body: body,
        followRedirects: directives.followRedirects, usesCookieJar: directives.usesCookieJar,
        persona: directives.persona, record: directives.record,
        expectedStatuses: directives.expectedStatuses, signIn: directives.signIn, link: directives.link,
        until: directives.until,
        span: span(first)))
  }

  /// Takes the method off a request line; GET where there is none.
  private mutating func splitMethod(_ piece: inout (text: String, start: Int)) -> String {
    let word = String(piece.text.prefix { $0 != " " && $0 != "\t" })
    guard !word.isEmpty, word.utf8.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) }) else { return "GET" }
    let after = piece.text.dropFirst(word.count)
    let upper = String(decoding: word.utf8.map { $0 & 0xDF }, as: UTF8.self)
    if word != upper {
      let span = SourceSpan(file: file, start: piece.start, end: piece.start + word.utf8.count)
      report("scenario/invalid-request", "methods are written in capitals", "write '\(upper)'", span)
    }
    piece = (after.trimmed, piece.start + word.utf8.count + after.prefix { $0 == " " || $0 == "\t" }.utf8.count)
    return upper
  }

  /// Whether a text has a space outside `{{…}}`.
  private static func hasOpenSpace(_ text: String) -> Bool {
    var scanner = TextScanner(text)
    while !scanner.isAtEnd {
      let literal = scanner.take { $0 != UInt8(ascii: "{") }
      if literal.utf8.contains(where: { $0 == 0x20 || $0 == 0x09 }) { return true }
      if scanner.skip("{{") {
        _ = scanner.take { $0 != UInt8(ascii: "}") }
      } else {
        _ = scanner.skip("{")
      }
    }
    return false
  }

  private mutating func checkStart(of url: Template, _ span: SourceSpan) {
    guard case .literal(let text)? = url.pieces.first, !text.startsWithBytes("http://"),
      !text.startsWithBytes("https://")
    else { return }
    report(
      "scenario/invalid-request", "the URL does not say where to ask",
      "write '{{baseURL}}\(text.startsWithBytes("/") ? "" : "/")…'",
      span)
  }

  private mutating func readHeaders(_ rest: inout ArraySlice<SourceLine>) -> [ScenarioStep.Header] {
    var headers: [ScenarioStep.Header] = []
    while let line = rest.first {
      rest.removeFirst()
      if line.isBlank { break }
      if line.trimmed.startsWithBytes("#") || line.trimmed.startsWithBytes("//") {
        refuseLateDirective(line)
        continue
      }
      guard let colon = line.trimmed.firstIndex(of: ":"), HTTPToken.isToken(line.trimmed[..<colon]) else {
        report(
          "scenario/invalid-request", "this is no header", "write 'Name: value', or an empty line before the body",
          span(line))
        continue
      }
      let name = String(line.trimmed[..<colon])
      let after = line.trimmed[line.trimmed.index(after: colon)...]
      refuseForeignScheme(name, after.trimmed, line)
      let start = line.contentStart + name.utf8.count + 1 + after.prefix { $0 == " " || $0 == "\t" }.utf8.count
      headers.append(
        ScenarioStep.Header(
          name: name, value: TemplateParser(file: file).parse(after.trimmed, at: start, findings: &findings)))
    }
    return headers
  }

  /// Ways to sign in that the dialect's editor works out, and that would otherwise send a password as it is.
  private mutating func refuseForeignScheme(_ name: String, _ value: String, _ line: SourceLine) {
    let scheme = value.prefix { $0 != " " }.lowercased()
    guard name.lowercased() == "authorization", scheme == "digest" || scheme == "aws" else { return }
    report(
      "scenario/unsupported", "'\(value.prefix { $0 != " " })' signatures are not made",
      "sign with \"hmac\" under the environment's \"credentials\" in assay.json, or use Basic or Bearer", span(line))
  }

  /// A directive between headers is easily lost: editors read it, and so must we, or say that we do not.
  private mutating func refuseLateDirective(_ line: SourceLine) {
    let text = line.trimmed.drop { $0 == "#" || $0 == "/" }.trimmed
    guard text.startsWithBytes("@") else { return }
    report("scenario/invalid-directive", "a directive stands below its request line", "move it up", span(line))
  }

  private mutating func readBody(_ lines: ArraySlice<SourceLine>, isForm: Bool) -> ScenarioStep.Body? {
    var lines = lines
    while lines.last?.isBlank == true { lines.removeLast() }
    while lines.first?.isBlank == true { lines.removeFirst() }
    guard let first = lines.first else { return nil }
    if lines.count == 1, first.trimmed.startsWithBytes("< ") {
      return .file(first.trimmed.dropFirst(2).trimmed, span(first))
    }
    var body = Template()
    for (index, line) in lines.enumerated() {
      refuseForeignSyntax(line)
      // REST Client joins the lines of a form, so that each field may have its own.
      if index > 0, !(isForm && line.trimmed.startsWithBytes("&")) { body.append(literal: "\n") }
      body.append(TemplateParser(file: file).parse(line.text, at: line.start, findings: &findings))
    }
    return .template(body)
  }

  /// Parts of other dialects that would otherwise be sent as text.
  private mutating func refuseForeignSyntax(_ line: SourceLine) {
    let what: String? =
      if line.text.startsWithBytes("> {%") || line.text.startsWithBytes("< {%") {
        "scripts are not run"
      } else if line.text.startsWithBytes("<@") {
        "'<@' fills references in a file, which is not supported"
      } else if line.text.startsWithBytes("< ") {
        "a file among other lines of a body is not supported"
      } else if line.text.startsWithBytes(">> ") || line.text.startsWithBytes(">>! ") {
        "answers are not written to files"
      } else {
        nil
      }
    guard let what else { return }
    report(
      "scenario/unsupported", what, "capture with {{step.response.body.$.member}}, or write '< ./file' alone",
      span(line))
  }

  private func span(_ line: SourceLine) -> SourceSpan {
    SourceSpan(file: file, start: line.contentStart, end: line.contentEnd)
  }

  private mutating func report(_ rule: RuleID, _ message: String, _ help: String, _ span: SourceSpan) {
    findings.report(Finding(rule, .error, message, help: help, at: Place(span: span)))
  }
}

extension ScenarioStep.Header {
  /// Whether it declares a body of form fields.
  fileprivate var isForm: Bool {
    name.lowercased() == "content-type" && value.text.lowercased().contains(FormFields.mediaType)
  }
}
