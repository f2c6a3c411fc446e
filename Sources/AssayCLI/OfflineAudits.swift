import Audits
import ContractModel
import Diagnostics
import JSONText
import Verification
import Workspace

/// The audits that need no server.
enum OfflineAudits {
  /// Runs every audit of the configuration.
  static func run(
    _ project: Project, _ contract: Contract, _ fixtures: FixtureSet, into outcome: inout Outcome
  ) {
    let suite = AuditSuite(
      settings: project.configuration?.audits ?? .object([]), contract: contract, fixtures: fixtures,
      folder: project.folder, file: project.configuration?.path)
    outcome.findings.report(suite.run())
    outcome.exercisedFamilies.insert("audit")
  }
}
