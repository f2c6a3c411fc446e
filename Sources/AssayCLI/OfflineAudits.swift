import ContractModel
import Diagnostics
import Verification

/// The audits that need no server.
enum OfflineAudits {
  /// Runs every audit of the configuration.
  static func run(
    _ project: Project, _ contract: Contract, _ fixtures: FixtureSet, into outcome: inout Outcome
  ) throws(CommandFailure) {}
}
