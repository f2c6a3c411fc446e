public import ContractModel
public import Diagnostics
public import JSONText
public import Verification

/// Every audit that needs no server: secrets, content policy, pinned files, routes.
public struct AuditSuite: Sendable {
  private let settings: JSONValue
  private let contract: Contract
  private let fixtures: FixtureSet
  private let folder: String
  private let file: String?
  private let secrets: SecretRegistry

  /// Creates a suite.
  ///
  /// - Parameters:
  ///   - settings: `audits` of the configuration.
  ///   - contract: The contract.
  ///   - fixtures: The fixture set.
  ///   - folder: What the paths of the settings are relative to.
  ///   - file: The configuration as findings show it; nil where there is none.
  ///   - secrets: The secrets that the run knows.
  public init(
    settings: JSONValue, contract: Contract, fixtures: FixtureSet, folder: String, file: String? = nil,
    secrets: SecretRegistry = .shared
  ) {
    self.settings = settings
    self.contract = contract
    self.fixtures = fixtures
    self.folder = folder
    self.file = file
    self.secrets = secrets
  }

  /// Runs every audit.
  ///
  /// - Returns: What they found, merged and sorted; a setting that is not understood is among it.
  public func run() -> [Finding] {
    let settings = AuditSettings(settings, file: file)
    var findings = settings.findings
    findings.report(SecretAudit(fixtures: fixtures, secrets: secrets).findings())
    findings.report(
      ContentPolicy(keys: settings.forbiddenKeys, texts: settings.forbiddenText, fixtures: fixtures).findings())
    findings.report(PinAudit(pins: settings.pins, folder: folder, file: file).findings())
    findings.report(RouteReconciliation(contract: contract, fixtures: fixtures).findings())
    return findings.merged
  }
}
