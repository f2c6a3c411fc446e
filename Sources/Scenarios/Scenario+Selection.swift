extension Scenario {
  /// The scenario with some of its steps, and with the earlier ones that those need: whose answers they use, that a
  /// sign-in names, and that set the cookies they are sent with.
  public func keeping(_ isWanted: (ScenarioStep) -> Bool) -> Scenario {
    var needed: Set<String> = []
    var cookies = CookieNeeds()
    var kept: [ScenarioStep] = []
    for step in steps.reversed() where isWanted(step) || needed.contains(step.name) || cookies.include(step) {
      kept.append(step)
      cookies.add(step)
      needed.formUnion(step.signIn?.after ?? [])
      for (reference, _) in step.templates.flatMap(\.references) {
        for capture in captures(of: reference) { needed.insert(capture.step) }
      }
    }
    return Scenario(file: file, name: name, variables: variables, steps: kept.reversed())
  }

  /// The names of the earlier steps that a step needs, directly or through others.
  public func needs(of step: ScenarioStep) -> [String] {
    keeping { $0.name == step.name }.steps.map(\.name).filter { $0 != step.name }
  }

  /// The scenario with its sign-ins and the first read that succeeds of each of some personas, and what those need.
  ///
  /// A link that a mailbox shows was asked for by a write before it, which no reference names: where no `after` names it
  /// either, every write before is kept.
  public func signingIn(reading personas: Set<String>) -> Scenario {
    let links = steps.lastIndex { $0.signIn?.after.isEmpty == true && takesAnswers($0) }
    let writes = steps.prefix(links ?? 0).filter { $0.method != "GET" && $0.method != "HEAD" }.map(\.name)
    let reads = personas.compactMap { persona in
      steps.first { $0.persona == persona && $0.method == "GET" && $0.signIn == nil && $0.expects(200) }?.name
    }
    return keeping { $0.signIn != nil || writes.contains($0.name) || reads.contains($0.name) }
  }

  /// Whether a step is made of what earlier ones were answered.
  private func takesAnswers(_ step: ScenarioStep) -> Bool {
    let templates = step.requestTemplates + (step.link.map { [$0.template] } ?? [])
    return templates.flatMap(\.references).contains { !captures(of: $0.reference).isEmpty || usesLink($0.reference) }
  }

  /// The captures that a reference is made of, through any number of the file's variables.
  func captures(of reference: Reference) -> [Reference.Capture] {
    var captures: [Reference.Capture] = []
    var seen: Set<String> = []
    var open = [reference]
    while let next = open.popLast() {
      switch next {
      case .capture(let capture): captures.append(capture)
      case .variable(let name):
        guard seen.insert(name).inserted else { continue }
        open += variables.first { $0.name == name }?.value.references.map(\.reference) ?? []
      case .processEnvironment, .link: break
      }
    }
    return captures
  }

  /// Whether a reference is made of a step's sign-in link, through any number of the file's variables.
  func usesLink(_ reference: Reference) -> Bool {
    var seen: Set<String> = []
    var open = [reference]
    while let next = open.popLast() {
      if case .link = next { return true }
      guard case .variable(let name) = next, seen.insert(name).inserted else { continue }
      open += variables.first { $0.name == name }?.value.references.map(\.reference) ?? []
    }
    return false
  }
}

/// The personas whose later steps are sent with cookies that an earlier step sets, which no reference tells.
private struct CookieNeeds {
  /// They need a session.
  private var sessions: Set<String> = []
  /// Their form needs the page before it, which sets a token.
  private var pages: Set<String> = []

  /// Whether a step sets cookies that later ones need.
  func include(_ step: ScenarioStep) -> Bool {
    guard let persona = step.persona, step.usesCookieJar else { return false }
    guard let signIn = step.signIn else { return pages.contains(persona) && step.method == "GET" }
    if case .cookie = signIn.credential { return sessions.contains(persona) }
    return false
  }

  /// Notes what a step that is kept needs.
  mutating func add(_ step: ScenarioStep) {
    guard let persona = step.persona, step.usesCookieJar else { return }
    if let signIn = step.signIn {
      sessions.remove(persona)
      pages.remove(persona)
      if case .cookie = signIn.csrf?.source { pages.insert(persona) }
    } else if !pages.contains(persona), !step.headers.contains(where: { $0.name.lowercased() == "authorization" }) {
      sessions.insert(persona)
    }
  }
}
