import Diagnostics
import Transport

/// How the scenarios sign personas in, for an environment that is only read.
struct ScenarioSignIn: Sendable {
  /// How the persona signs in.
  let plan: SignInPlan
  /// The requests that hand out its credentials.
  let exchanges: [RequestPolicy.CredentialExchange]
}

enum ScenarioSignIns {
  static func plans(
    _ environment: LiveEnvironment, _ project: Project, _ invocation: Invocation, findings: inout FindingList
  ) throws(CommandFailure) -> [ScenarioSignIn] { [] }
}
