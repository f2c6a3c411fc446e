import Audits
import ContractFrontends
import ContractModel
public import Diagnostics
import Drift
import Mutation
import Recording
import Reporting
import Scenarios
import SwiftEmission
import Transport
import Verification
import Workspace

/// Every rule of every module, sorted by id.
public enum RuleCatalogue {
  /// The rules.
  public static let rules: [Rule] = [
    AuditRules.rules,
    CommandRules.rules,
    ContractRules.rules,
    DriftRules.rules,
    EmissionRules.rules,
    MutationRules.rules,
    OpenAPIRules.rules,
    RecordingRules.rules,
    ReportingRules.rules,
    ScenarioRules.rules,
    SchemaRules.rules,
    TransportRules.rules,
    TypeScriptRules.rules,
    VerificationRules.rules,
    WorkspaceRules.rules,
    ZodRules.rules,
  ].flatMap(\.self).sorted { $0.id < $1.id }

  /// The rule of an id.
  public static func rule(_ id: String) -> Rule? { rules.first { $0.id.rawValue == id } }
}
