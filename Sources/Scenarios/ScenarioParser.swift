public import Diagnostics

/// Reads `.http` files in the dialect of VS Code's REST Client, with Assay's directives in comments.
public enum ScenarioParser {
  /// Variables that the recorder sets.
  public static let suppliedVariables: Set<String> = ["baseURL"]

  /// The scenario of a file; what cannot be read is reported, with its place.
  public static func parse(_ file: SourceFile, findings: inout FindingList) -> Scenario {
    var reader = ScenarioReader(file: file)
    let scenario = reader.read()
    findings.report(reader.findings.all)
    findings.report(ReferenceCheck(scenario).findings())
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
    var method = "GET"
    if let space = pieces[0].text.firstIndex(where: { $0 == " " || $0 == "\t" }) {
      let word = String(pieces[0].text[..<space])
      let after = pieces[0].text[space...]
      if word.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) {
        method = word
        let skipped = word.utf8.count + after.prefix { $0 == " " || $0 == "\t" }.utf8.count
        pieces[0] = (after.trimmed, pieces[0].start + skipped)
      }
    }
    if let version = pieces[0].text.ranges(of: " HTTP/").first {
      pieces[0].text = pieces[0].text[..<version.lowerBound].trimmed
    }
    guard !pieces[0].text.isEmpty, !pieces[0].text.contains(" ") || pieces[0].text.contains("{{") else {
      return report("scenario/invalid-request", "this is no request line", "write 'METHOD URL'", span(first))
    }
    var url = Template()
    for piece in pieces {
      url.append(TemplateParser(file: file).parse(piece.text, at: piece.start, findings: &findings))
    }
    let headers = readHeaders(&rest)
    let body = readBody(rest)
    guard let name = directives.name else {
      return report("scenario/missing-name", "the request has no name", "write '# @name NAME' above it", span(first))
    }
    if steps.contains(where: { $0.name == name }) {
      report("scenario/duplicate-name", "two requests are called '\(name)'", "rename one of them", span(first))
    }
    steps.append(
      ScenarioStep(
        name: name, title: title, method: method, url: url, headers: headers, body: body,
        followRedirects: directives.followRedirects, persona: directives.persona, record: directives.record,
        expectedStatuses: directives.expectedStatuses, signIn: directives.signIn, until: directives.until,
        span: span(first)))
  }

  private mutating func readHeaders(_ rest: inout ArraySlice<SourceLine>) -> [ScenarioStep.Header] {
    var headers: [ScenarioStep.Header] = []
    while let line = rest.first {
      rest.removeFirst()
      if line.isBlank { break }
      guard let colon = line.trimmed.firstIndex(of: ":"), colon != line.trimmed.startIndex else {
        report(
          "scenario/invalid-request", "this is no header", "write 'Name: value', or an empty line before the body",
          span(line))
        continue
      }
      let name = String(line.trimmed[..<colon])
      let after = line.trimmed[line.trimmed.index(after: colon)...]
      let start = line.contentStart + name.utf8.count + 1 + after.prefix { $0 == " " || $0 == "\t" }.utf8.count
      headers.append(
        ScenarioStep.Header(
          name: name, value: TemplateParser(file: file).parse(after.trimmed, at: start, findings: &findings)))
    }
    return headers
  }

  private mutating func readBody(_ lines: ArraySlice<SourceLine>) -> ScenarioStep.Body? {
    var lines = lines
    while lines.last?.isBlank == true { lines.removeLast() }
    while lines.first?.isBlank == true { lines.removeFirst() }
    guard let first = lines.first else { return nil }
    if lines.count == 1, first.trimmed.startsWithBytes("< ") {
      return .file(first.trimmed.dropFirst(2).trimmed, span(first))
    }
    var body = Template()
    for (index, line) in lines.enumerated() {
      if index > 0 { body.append(literal: "\n") }
      body.append(TemplateParser(file: file).parse(line.text, at: line.start, findings: &findings))
    }
    return .template(body)
  }

  private func span(_ line: SourceLine) -> SourceSpan {
    SourceSpan(file: file, start: line.contentStart, end: line.contentEnd)
  }

  private mutating func report(_ rule: RuleID, _ message: String, _ help: String, _ span: SourceSpan) {
    findings.report(Finding(rule, .error, message, help: help, at: Place(span: span)))
  }
}

/// Finds references to what does not stand before them, before anything is sent.
private struct ReferenceCheck {
  private let scenario: Scenario

  init(_ scenario: Scenario) { self.scenario = scenario }

  func findings() -> [Finding] {
    var found: [Finding] = []
    var answered: [String] = []
    for step in scenario.steps {
      var templates = [step.url] + step.headers.map(\.value)
      if case .template(let body)? = step.body { templates.append(body) }
      for (reference, span) in templates.flatMap(\.references) { check(reference, span, answered, &found) }
      answered.append(step.name)
    }
    return found
  }

  private func check(_ reference: Reference, _ span: SourceSpan, _ answered: [String], _ found: inout [Finding]) {
    switch reference {
    case .processEnvironment: break
    case .capture(let capture):
      guard !answered.contains(capture.step) else { return }
      let isLater = scenario.step(named: capture.step) != nil
      let near = Suggestion.nearest(to: capture.step, among: answered).map { ", did you mean '\($0)'?" } ?? ""
      found.append(
        undefined(
          isLater ? "the step '\(capture.step)' runs later" : "no step is called '\(capture.step)'\(near)",
          isLater ? "move it up" : "correct the name", span))
    case .variable(let name):
      let known = scenario.variables.map(\.name) + ScenarioParser.suppliedVariables
      guard !known.contains(name) else { return }
      let near = Suggestion.nearest(to: name, among: known).map { ", did you mean '\($0)'?" } ?? ""
      found.append(undefined("no variable is called '\(name)'\(near)", "set it with '@\(name) = value'", span))
    }
  }

  private func undefined(_ message: String, _ help: String, _ span: SourceSpan) -> Finding {
    Finding("scenario/undefined", .error, message, help: help, at: Place(span: span))
  }
}
