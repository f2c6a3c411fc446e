import ContractModel
import Diagnostics
import JSONText
import Recording
import Reporting
import Verification
import Workspace

/// What `verify`, `gate`, `mutate` and `diff` share: the fixture set and its approvals.
enum Verifying {
  /// Ends a recording that was interrupted while it was put in place.
  static func settle(_ folder: String) throws(CommandFailure) {
    do throws(WorkspaceError) {
      try FolderExchange.settle(folder)
    } catch {
      throw .cannotStart(error.finding)
    }
  }

  /// The set of a project; findings say why there is none.
  static func fixtures(_ project: Project, findings: inout FindingList) throws(CommandFailure) -> FixtureSet? {
    try settle(project.fixtures)
    do throws(VerificationError) {
      let set = try FixtureSet.load(folder: project.fixtures, shownAs: project.fixtures)
      if let finding = try volatilityFinding(project) { findings.report(finding) }
      return set
    } catch .workspace(let error) {
      throw .cannotStart(error.finding)
    } catch {
      findings.report(error.findings)
      return nil
    }
  }

  private static func volatilityFinding(_ project: Project) throws(VerificationError) -> Finding? {
    do throws(WorkspaceError) {
      return try VolatilityCheck.finding(inSet: project.fixtures)
    } catch {
      throw .workspace(error)
    }
  }

  /// Holds a set against a contract and sums up.
  static func verify(
    _ contract: Contract, _ fixtures: FixtureSet, waivers: [String: String], showsCoverage: Bool,
    into outcome: inout Outcome
  ) {
    let report = Verifier(contract: contract, fixtures: fixtures, waivers: waivers).verify()
    outcome.findings.report(report.findings)
    let coverage = report.coverage.counts
    outcome.facts.append(counted(report.entryCount, "fixture"))
    let types = counted(contract.types.count, "type")
    outcome.facts.append("\(counted(report.checkedBodies, "body", plural: "bodies")) held against \(types)")
    outcome.facts.append(
      "\(coverage.shown) of \(counted(coverage.all, "variation")) of the types shown"
        + (coverage.shown < coverage.all && !showsCoverage ? " (the others: assay verify --coverage)" : ""))
    if showsCoverage { outcome.findings.report(report.coverage.findings) }
  }

  /// Accepted findings of a project.
  static func approvals(_ project: Project, findings: inout FindingList) throws(CommandFailure) -> Approvals {
    try settle(project.fixtures)
    let path = project.fixtures + "/" + Approvals.fileName
    guard let bytes = try InputFile.readIfPresent(path) else { return Approvals(path: path) }
    do throws(JSONSyntaxError) {
      return Approvals(try JSONDocument(parsing: bytes), path: path, findings: &findings)
    } catch {
      findings.report(JSONFindings.syntax(error, path: path, bytes: bytes))
      return Approvals(path: path)
    }
  }

  /// Reasons by route id, from `audits.waivers` of the configuration: routes that need no fixture.
  static func waivers(_ project: Project) -> [String: String] {
    guard case .object(let members)? = project.configuration?.audits["waivers"] else { return [:] }
    var waivers: [String: String] = [:]
    for member in members {
      if case .string(let reason) = member.value { waivers[member.key] = reason }
    }
    return waivers
  }
}
