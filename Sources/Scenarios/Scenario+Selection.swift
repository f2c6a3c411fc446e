extension Scenario {
  /// The scenario with some of its steps, and with the earlier ones whose answers those use.
  public func keeping(_ isWanted: (ScenarioStep) -> Bool) -> Scenario {
    var needed: Set<String> = []
    var kept: [ScenarioStep] = []
    for step in steps.reversed() where isWanted(step) || needed.contains(step.name) {
      kept.append(step)
      needed.formUnion(step.signIn?.after ?? [])
      for (reference, _) in step.templates.flatMap(\.references) {
        for capture in captures(of: reference) { needed.insert(capture.step) }
      }
    }
    return Scenario(file: file, name: name, variables: variables, steps: kept.reversed())
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
