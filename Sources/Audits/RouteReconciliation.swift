internal import ContractModel
internal import Diagnostics
internal import Verification

/// Holds the manifest's routes against the contract's, beyond what each fixture shows.
struct RouteReconciliation {
  let contract: Contract
  let fixtures: FixtureSet

  func findings() -> [Finding] {
    var findings = FindingList()
    for entry in fixtures.manifest.entries {
      checkParameters(entry, &findings)
      if let route = contract.route(id: entry.routeID) { checkType(entry, route, &findings) }
    }
    for route in contract.routes { checkSuccess(route, &findings) }
    return findings.all
  }

  private func checkParameters(_ entry: FixtureEntry, _ findings: inout FindingList) {
    let names = Set(PathTemplate(entry.pathTemplate)?.parameters ?? [])
    let known = Set(entry.parameters.keys)
    let wrong = names.symmetricDifference(known).sorted { $0.precedesByBytes($1) }
    guard !wrong.isEmpty else { return }
    findings.report(
      Finding(
        AuditRules.parametersDiffer, .error,
        "\(entry.pathTemplate) and the manifest differ in \(wrong.map { "'\($0)'" }.joined(separator: ", "))",
        help: "run 'assay record'", at: place(entry), member: entry.routeID))
  }

  private func checkType(_ entry: FixtureEntry, _ route: Route, _ findings: inout FindingList) {
    guard let recorded = entry.type, case .body(let type) = route.answer(status: entry.status),
      type.displayText != recorded
    else { return }
    findings.report(
      Finding(
        AuditRules.recordedTypeDiffers, .warning, "recorded as \(recorded), declared as \(type.displayText)",
        help: "run 'assay record'", at: place(entry), member: entry.routeID,
        notes: [FindingNote("declared here", at: Place(span: type.span))]))
  }

  private func checkSuccess(_ route: Route, _ findings: inout FindingList) {
    let entries = fixtures.manifest.entries(ofRoute: route.id)
    guard !entries.isEmpty, !entries.contains(where: { $0.status == route.status }) else { return }
    findings.report(
      Finding(
        AuditRules.successNotRecorded, .warning, "\(route.id) is recorded without its answer \(route.status)",
        help: "add a step that succeeds to a scenario and run 'assay record'",
        at: Place(span: route.span, route: route.id), member: route.id))
  }

  private func place(_ entry: FixtureEntry) -> Place {
    fixtures.place(of: entry)
  }
}
