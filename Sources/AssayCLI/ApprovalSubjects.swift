import ContractModel
import Diagnostics
import JSONText
import Reporting
import Verification

/// What findings of a project can be about, so that a misspelt key is told before it is kept.
///
/// What can be checked offline has its keys now. Of what only a server shows, the key names a type, a member or a route
/// of the contract, or a place in a route's fixtures.
struct ApprovalSubjects {
  /// Refuses a key that no finding can have.
  ///
  /// Without a contract, or with one that cannot be read, nothing is known, and nothing refused.
  static func check(_ approval: Approval, _ invocation: Invocation) async throws(CommandFailure) {
    guard let project = try? Project.load(invocation), !project.sources.isEmpty,
      let outcome = try? await GateCommand.check(project, invocation)
    else { return }
    var findings = FindingList()
    let contract = try? await ContractLoading.load(project, invocation, leavesOut: true, findings: &findings)
    guard let contract, !contract.types.isEmpty || !contract.routes.isEmpty else { return }
    let fixtures = try? FixtureSet.load(folder: project.fixtures)
    let subjects = ApprovalSubjects(contract: contract, fixtures: fixtures, outcome: outcome)
    if let problem = subjects.problem(of: approval) { throw .usage(problem.message, help: problem.help) }
  }

  let contract: Contract
  let fixtures: FixtureSet?
  /// What `assay gate` finds now.
  let outcome: Outcome

  private func problem(of approval: Approval) -> (message: String, help: String)? {
    let keys = outcome.findings.all.map(\.key)
    if keys.contains(approval.key) { return nil }
    let rule = approval.rule.rawValue
    let isOffline = outcome.exercisedFamilies.contains(String(rule.prefix { $0 != "/" }))
    let subject = String(approval.key.dropFirst(rule.count + 1))
    if !isOffline, isKnown(subject, rule: rule) { return nil }
    let candidates = keys + (isOffline ? [] : subjects(like: subject).map { rule + " " + $0 })
    if let near = Suggestion.nearest(to: approval.key, among: candidates.filter { $0 != approval.key }) {
      return ("no finding has the key '\(approval.key)'", "did you mean: \(Approval.command(key: near))")
    }
    if isOffline {
      return (
        "'assay gate' has no finding with the key '\(approval.key)'",
        keys.isEmpty
          ? "it has none at all, so there is nothing to approve" : "its findings' keys: assay gate --format json"
      )
    }
    // What only a server shows may be about what the contract does not know.
    return nil
  }

  /// Rules about what the contract does not declare.
  private static let additions: Set<String> = ["drift/field-added", "decode/undeclared-property"]

  private func isKnown(_ subject: String, rule: String) -> Bool {
    let words = subject.split(separator: " ", maxSplits: 1).map(String.init)
    guard let first = words.first else { return false }
    if Self.additions.contains(rule) {
      return contract.type(named: String(first.prefix { $0 != "." })) != nil || contract.route(id: first) != nil
    }
    if words.count == 2, contract.route(id: first) != nil { return pointers(of: first).contains(words[1]) }
    return contract.route(id: first) != nil || members.contains(first)
  }

  private func subjects(like subject: String) -> [String] {
    let words = subject.split(separator: " ", maxSplits: 1).map(String.init)
    guard words.count == 2 else { return members + contract.routes.map(\.id) }
    return contract.routes.flatMap { route in
      [route.id + " " + words[1]] + pointers(of: route.id).map { route.id + " " + $0 }
    }
  }

  /// Types, and their members as `Type.member`.
  private var members: [String] {
    contract.types.flatMap { type -> [String] in
      guard case .object(let object) = type.type.withoutNull.shape else { return [type.name] }
      return [type.name] + object.properties.map { "\(type.name).\($0.name)" }
    }
  }

  /// Places in the fixtures of a route, as keys have them.
  private func pointers(of route: String) -> Set<String> {
    var found: Set<String> = []
    for entry in fixtures?.manifest.entries(ofRoute: route) ?? [] {
      guard let document = try? fixtures?.document(of: entry) else { continue }
      var open: [(node: JSONNode, place: JSONPointer)] = [(document.root, JSONPointer())]
      while let (node, place) = open.popLast() {
        found.insert(place.generalized.description)
        for (index, child) in node.elements.enumerated() { open.append((child, place.appending(index))) }
        for (name, child) in node.members { open.append((child, place.appending(name))) }
      }
    }
    return found
  }
}
