internal import ContractModel
internal import Diagnostics
internal import Scenarios
internal import Workspace

/// Holds the scenarios of a recording against the contract, before anything is started.
struct ScenarioCheck {
  private let plan: Recorder.Plan

  init(_ plan: Recorder.Plan) { self.plan = plan }

  /// Everything that is wrong is told at once.
  func check() throws(RecordingError) {
    var findings = FindingList()
    var cases: [String: SourceSpan] = [:]
    for step in plan.scenarios.flatMap(\.steps) {
      guard let record = step.record else { continue }
      if plan.contract.route(id: record.routeID) == nil {
        let near = Suggestion.nearest(to: record.routeID, among: plan.contract.routes.map(\.id))
        findings.report(
          Finding(
            RecordingRules.unknownRoute, .error,
            "the contract has no route '\(record.routeID)'\(near.map { ", did you mean '\($0)'?" } ?? "")",
            help: "correct the id, or declare the route", at: Place(span: record.span)))
      }
      let title = "\(record.routeID)/\(record.caseName ?? step.name)"
      if let first = cases.updateValue(record.span, forKey: title.lowercased()) {
        findings.report(
          Finding(
            RecordingRules.duplicateCase, .error, "'\(title)' is recorded twice",
            help: "give one a case name of its own",
            at: Place(span: record.span), notes: [FindingNote("the other one is here", at: Place(span: first))]))
      }
    }
    if cases.isEmpty {
      findings.report(
        Finding(
          RecordingRules.invalidScenario, .error, "no step of the scenarios is recorded",
          help: "write `# @record ROUTE` above the steps whose answers are to be saved",
          at: Place(file: plan.scenarios.first?.file.path ?? plan.configuration.path)))
    }
    if findings.hasErrors { throw .findings(findings.merged) }
  }

  /// Every variable that the requests of these scenarios are made with and that is not set is told at once, before
  /// anything is started.
  func checkVariables(of scenarios: [Scenario]) throws(RecordingError) {
    var missing: [(finding: Finding, count: Int)] = []
    let context = ExpansionContext(variables: [:], environment: EnvironmentVariables.current)
    for scenario in scenarios {
      let renderer = RequestRenderer(scenario)
      for step in scenario.steps {
        do throws(ScenarioError) {
          try renderer.checkVariables(of: step, in: context)
        } catch {
          if let index = missing.firstIndex(where: { $0.finding.message == error.finding.message }) {
            missing[index].count += 1
          } else {
            missing.append((error.finding, 1))
          }
        }
      }
    }
    guard !missing.isEmpty else { return }
    throw .findings(
      missing.map { finding, count in
        var finding = finding
        if count > 1 { finding.notes.append(FindingNote("\(count) steps need it")) }
        return finding
      })
  }
}
