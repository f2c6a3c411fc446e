import Diagnostics

/// Finds references to what does not stand before them, and variables that lead back to themselves, before anything is
/// sent.
struct ReferenceCheck {
  private let scenario: Scenario
  private let variables: [String: Scenario.Variable]
  private let known: [String]
  /// Names of the variables that each persona has.
  private let personas: [String: [String]]
  /// Variables whose value leads back to them.
  private let circular: Set<String>

  init(_ scenario: Scenario, personas: [String: [String]], supplied: Set<String>) {
    self.scenario = scenario
    self.personas = personas
    let variables = Dictionary(scenario.variables.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    self.variables = variables
    known = scenario.variables.map(\.name) + ScenarioParser.suppliedVariables.union(supplied)
    circular = Set(variables.keys.filter { Self.reaches($0, from: $0, in: variables) })
  }

  /// The findings, in the order of the file; variables first.
  func findings() -> [Finding] {
    var found: [Finding] = []
    for variable in scenario.variables { check(variable, &found) }
    var answered: [String] = []
    for step in scenario.steps {
      let own = step.persona.flatMap { personas[$0] } ?? []
      if let persona = step.persona, !personas.isEmpty, personas[persona] == nil {
        let names = personas.keys.sorted { $0.precedesByBytes($1) }
        found.append(
          undefined(
            "the configuration has no persona '\(persona)'",
            suggestion(persona, names) ?? "add it to \"personas\" in assay.json", step.span))
      }
      for (reference, span) in step.templates.flatMap(\.references) {
        check(reference, span, answered, known + own, &found)
      }
      checkBraces(of: step, known + own + answered, &found)
      checkLinks(of: step, &found)
      for name in step.signIn?.after ?? [] where !answered.contains(name) {
        found.append(
          undefined(
            "no step before this one is called '\(name)'", suggestion(name, answered) ?? "correct the name",
            step.signIn?.span ?? step.span))
      }
      answered.append(step.name)
    }
    return found
  }

  /// Whether the value of a variable leads to another, through any number of variables.
  private static func reaches(_ target: String, from name: String, in variables: [String: Scenario.Variable]) -> Bool {
    var seen: Set<String> = []
    var open = [name]
    while let next = open.popLast() {
      for case .variable(let inner) in variables[next]?.value.references.map(\.reference) ?? [] {
        if inner == target { return true }
        if seen.insert(inner).inserted { open.append(inner) }
      }
    }
    return false
  }

  /// Names that do not exist are told where the variable is set; captures where it is used, since only that has an order.
  private func check(_ variable: Scenario.Variable, _ found: inout [Finding]) {
    if circular.contains(variable.name) {
      found.append(
        Finding(
          "scenario/circular-variable", .error, "the value of '\(variable.name)' leads back to it",
          help: "give one of the variables a value of its own", at: Place(span: variable.span)))
    }
    let everyStep = scenario.steps.map(\.name)
    // Whoever asks may lend a variable of the file what it is made of.
    let names = known + personas.values.joined()
    for (reference, span) in variable.value.references { checkName(reference, span, everyStep, names, &found) }
  }

  private func check(
    _ reference: Reference, _ span: SourceSpan, _ answered: [String], _ known: [String], _ found: inout [Finding]
  ) {
    checkName(reference, span, answered, known, &found)
    guard case .variable(let name) = reference, !circular.contains(name) else { return }
    for capture in scenario.captures(of: reference) where !answered.contains(capture.step) {
      guard scenario.step(named: capture.step) != nil else { continue }
      found.append(
        undefined("'\(name)' captures from the step '\(capture.step)', which runs later", "use it further down", span))
    }
  }

  private func checkName(
    _ reference: Reference, _ span: SourceSpan, _ answered: [String], _ known: [String], _ found: inout [Finding]
  ) {
    switch reference {
    case .processEnvironment, .link: break
    case .capture(let capture):
      guard !answered.contains(capture.step) else { return }
      if scenario.step(named: capture.step) != nil {
        found.append(undefined("the step '\(capture.step)' has no answer yet", "move it up, before its use", span))
      } else {
        found.append(
          undefined(
            "no step is called '\(capture.step)'", suggestion(capture.step, answered) ?? "correct the name", span))
      }
    case .variable(let name):
      guard !known.contains(name) else { return }
      found.append(
        undefined("no variable is called '\(name)'", suggestion(name, known) ?? "set it with '@\(name) = value'", span))
    }
  }

  /// A name in one pair of braces is sent as it stands: no URL has braces, and in a header it may be a slip.
  private func checkBraces(of step: ScenarioStep, _ known: [String], _ found: inout [Finding]) {
    func check(_ template: Template, isURL: Bool) {
      for case .literal(let text) in template.pieces {
        for part in text.split(separator: "{", omittingEmptySubsequences: false).dropFirst() {
          let name = String(part.prefix { $0 != "}" })
          guard name.count < part.count, ScenarioName.isValid(name) else { continue }
          let near = Suggestion.nearest(to: name, among: known)
          guard isURL || near != nil else { continue }
          let help =
            near.map { "did you mean '{{\($0)}}'?" }
            ?? "write {{\(name)}} for a variable, {{step.response.body.$.id}} for a captured value, %7B for a brace"
          found.append(
            Finding(
              "scenario/invalid-template", .error, "'{\(name)}' would be sent as it stands", help: help,
              at: Place(span: place(of: "{\(name)}", in: step.span))))
        }
      }
    }
    check(step.url, isURL: true)
    for header in step.headers { check(header.value, isURL: false) }
  }

  /// The span of a text in a line; the line's own where it stands elsewhere.
  private func place(of text: String, in line: SourceSpan) -> SourceSpan {
    let wanted = Array(text.utf8)
    let bytes = line.file.bytes
    let start = (line.start..<max(line.start, line.end - wanted.count + 1)).first {
      bytes[$0..<$0 + wanted.count].elementsEqual(wanted)
    }
    return start.map { SourceSpan(file: line.file, start: $0, end: $0 + wanted.count) } ?? line
  }

  /// `{{$link}}` stands for the step's own `# @link`.
  private func checkLinks(of step: ScenarioStep, _ found: inout [Finding]) {
    let own = step.link?.template.references.map { ($0.reference, $0.span, true) } ?? []
    let others = step.requestTemplates.flatMap(\.references).map { ($0.reference, $0.span, step.link == nil) }
    for (reference, span, isWrong) in own + others where isWrong && scenario.usesLink(reference) {
      found.append(
        undefined(
          "the step has no sign-in link", "write '# @link {{mailbox.response.body.$.messages[0].link}}' above it", span)
      )
    }
  }

  private func suggestion(_ name: String, _ candidates: [String]) -> String? {
    Suggestion.nearest(to: name, among: candidates).map { "did you mean '\($0)'?" }
  }

  private func undefined(_ message: String, _ help: String, _ span: SourceSpan) -> Finding {
    Finding("scenario/undefined", .error, message, help: help, at: Place(span: span))
  }
}

extension ScenarioStep {
  /// Everything of the step that may hold references, in the order of the file.
  var templates: [Template] { directiveTemplates + requestTemplates }

  /// What of it stands in `# @link` and `# @sign-in`.
  var directiveTemplates: [Template] {
    var templates = link.map { [$0.template] } ?? []
    if case .earlier(let token) = signIn?.csrf?.source { templates.append(token) }
    return templates
  }

  /// What of it stands in the request.
  var requestTemplates: [Template] {
    var templates = [url] + headers.map(\.value)
    if case .template(let body)? = body { templates.append(body) }
    return templates
  }
}
