internal import Transport

extension Scenario {
  /// What later steps take from a step's answer to sign in with: one-time codes, links, tokens against forged writes.
  ///
  /// What stands in a `# @link` or a `csrf` is one whatever it is called; elsewhere in a sign-in its name must say so, for
  /// an e-mail address that comes from an answer is none.
  public func credentialCaptures(ofStep name: String) -> [Reference.Capture] {
    var found: [Reference.Capture] = []
    func add(_ templates: [Template], where isCredential: (Reference.Capture) -> Bool) {
      for reference in templates.flatMap(\.references) {
        for capture in captures(of: reference.reference)
        where capture.step == name && isCredential(capture) && !found.contains(capture) {
          found.append(capture)
        }
      }
    }
    for step in steps {
      add(step.directiveTemplates) { _ in true }
      if step.signIn != nil { add(step.requestTemplates) { $0.isCredential } }
    }
    return found
  }
}

extension Reference.Capture {
  /// Whether its name says that it is something to sign in with.
  fileprivate var isCredential: Bool {
    switch source {
    case .header(let name): LinkParameters.isCredential(name)
    case .wholeBody: true
    case .body(let path):
      path.components.reversed().lazy.compactMap { component -> String? in
        if case .member(let name) = component { name } else { nil }
      }.first.map(LinkParameters.isCredential) ?? true
    }
  }
}
