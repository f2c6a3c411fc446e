internal import ContractModel
internal import Diagnostics
internal import Scenarios
internal import Workspace

/// What a recording makes anew: everything, or the fixtures that `--only` names.
struct RecordingSelection: Sendable {
  private let globs: [Glob]
  /// `route/case` of what could not be made anew, and stays as it is.
  private var kept: Set<String> = []

  /// Whether the whole set is made anew.
  var isEverything: Bool { globs.isEmpty && kept.isEmpty }

  /// Reads patterns over route ids and `route/case`; none stands for everything.
  ///
  /// - Throws: `findings` with each pattern that names nothing which the scenarios record.
  init(_ patterns: [String], scenarios: [Scenario], contract: Contract) throws(RecordingError) {
    globs = patterns.map { Glob($0) }
    let recorded = scenarios.flatMap(\.steps).compactMap { step in step.title.map { ($0, step.record?.routeID ?? "") } }
    var findings = FindingList()
    for (pattern, glob) in zip(patterns, globs)
    where !recorded.contains(where: { glob.matches($0.0) || glob.matches($0.1) }) {
      let names = Set(recorded.map(\.1)).union(recorded.map(\.0)).sorted { $0.precedesByBytes($1) }
      let families = Set(names.compactMap { name in name.split(separator: ".").first.map { String($0) + ".*" } })
      let near = Suggestion.nearest(to: pattern, among: names + families.sorted { $0.precedesByBytes($1) })
      let isDeclared = contract.routes.contains { glob.matches($0.id) }
      findings.report(
        Finding(
          RecordingRules.emptySelection, .error,
          "--only '\(pattern)' names nothing that the scenarios record"
            + (near.map { ", did you mean '\($0)'?" } ?? ""),
          help: isDeclared
            ? "write '# @record' above a step that asks for it"
            : "name a route or a case of one: \(Self.shortened(names))", member: pattern))
    }
    if findings.hasErrors { throw .findings(findings.merged) }
  }

  /// Whether a fixture is made anew.
  func names(route: String, case name: String) -> Bool {
    let title = "\(route)/\(name)"
    return !kept.contains(title) && (globs.isEmpty || globs.contains { $0.matches(route) || $0.matches(title) })
  }

  /// The same without what no run of the steps answered.
  func keepingUnanswered(of scenarios: [Scenario], in run: RecordedRun) -> RecordingSelection {
    let answered = Set(run.exchanges.map(\.span))
    var selection = self
    selection.kept = Set(scenarios.flatMap(\.steps).filter { !answered.contains($0.span) }.compactMap(\.title))
    return selection
  }

  /// The steps to run, and nothing that the named answers cannot depend on: the named steps, what they capture from,
  /// and of what comes before the last of them all that may change the server's state.
  ///
  /// Reads change nothing (RFC 9110 section 9.2.1), so those that nobody captures from are left out, except where one
  /// waits for work that finishes later.
  func steps(of scenarios: [Scenario]) -> [Scenario] {
    if isEverything { return scenarios }
    let last = scenarios.lastIndex { $0.steps.contains(where: isNamed) } ?? 0
    return scenarios.prefix(last + 1).enumerated().map { index, scenario in
      let end = index < last ? scenario.steps.count : (scenario.steps.lastIndex(where: isNamed) ?? -1) + 1
      let before = Set(scenario.steps.prefix(end).filter(\.mayChangeState).map(\.name))
      return scenario.keeping { isNamed($0) || before.contains($0.name) }
    }
  }

  private func isNamed(_ step: ScenarioStep) -> Bool {
    guard let record = step.record else { return false }
    return names(route: record.routeID, case: record.caseName ?? step.name)
  }

  private static func shortened(_ names: [String]) -> String {
    let shown = names.filter { !$0.contains("/") }
    return shown.prefix(12).joined(separator: ", ") + (shown.count > 12 ? " …" : "")
  }
}

extension ScenarioStep {
  /// `route/case` of what is recorded; nil where nothing is.
  var title: String? { record.map { "\($0.routeID)/\($0.caseName ?? name)" } }

  /// Whether later answers may depend on it without capturing anything from it.
  fileprivate var mayChangeState: Bool { method != "GET" && method != "HEAD" || signIn != nil || until != nil }
}
