internal import Diagnostics
public import Scenarios
public import Transport
public import Workspace

/// How scenarios sign personas in, for an environment that is only read: what each sign-in sends is known, and allowed,
/// before anything is asked.
public struct ScenarioSignIns: Sendable {
  /// One plan for each persona.
  public private(set) var plans: [SignInPlan] = []
  /// The requests that hand out credentials.
  public private(set) var exchanges: [RequestPolicy.CredentialExchange] = []
  /// Why a persona cannot sign in without a write that nobody has declared, by name.
  public private(set) var obstacles: [String: TransportError] = [:]

  private let access: EnvironmentAccess
  private let environment: [String: String]
  /// Variables of each persona, by name, and why some have none.
  private var personas: [String: [String: String]] = [:]
  private var errors: [String: WorkspaceError] = [:]

  /// Takes the first `# @sign-in` step of each persona that has no credential of its own, with the steps that it needs.
  ///
  /// - Parameters:
  ///   - personas: The personas of the configuration; variables that are not set matter only to who signs in.
  ///   - environment: Environment variables.
  /// - Throws: `findings` or `workspace` when a request cannot be made, such as for a variable that is not set.
  public init(
    _ access: EnvironmentAccess, scenarios: [Scenario], personas: [Configuration.Persona],
    environment: [String: String] = EnvironmentVariables.current
  ) throws(RecordingError) {
    self.access = access
    self.environment = environment
    for persona in personas {
      do throws(WorkspaceError) {
        self.personas[persona.name] = try persona.values(environment: environment)
      } catch {
        errors[persona.name] = error
      }
    }
    var seen = Set(access.credentials.keys)
    for scenario in scenarios {
      for step in scenario.steps {
        guard step.signIn != nil, let persona = step.persona, seen.insert(persona).inserted else { continue }
        try add(step, of: scenario)
      }
    }
  }

  private mutating func add(_ step: ScenarioStep, of scenario: Scenario) throws(RecordingError) {
    let planning = SignInPlanning(
      step, of: scenario, access: access, personas: personas, environment: environment, isLoopbackOnly: false)
    guard let planning else { return }
    let request = try request(of: planning, step, RequestRenderer(scenario))
    var own: [RequestPolicy.CredentialExchange] = []
    for step in planning.steps where step.method != "GET" && step.method != "HEAD" {
      let exchange = exchange(step, RequestRenderer(scenario))
      guard let exchange, step.signIn != nil || access.policy.credentialExchanges.contains(exchange) else {
        obstacles[planning.persona] = Self.undeclared(step, exchange)
        return
      }
      own.append(exchange)
    }
    let plan = planning.plan(request)
    plans.append(plan)
    if let refresh = plan.refresh?("") {
      own.append(RequestPolicy.CredentialExchange(method: refresh.method, path: ParsedURL(refresh.url)?.path ?? "/"))
    }
    exchanges += own
  }

  /// The sign-in's request; where answers are needed to make it, its URL alone.
  private func request(
    of planning: SignInPlanning, _ step: ScenarioStep, _ renderer: RequestRenderer
  ) throws(RecordingError) -> HTTPRequestSpec {
    for case let persona? in planning.steps.map(\.persona) {
      if let error = errors[persona] { throw .workspace(error) }
    }
    do throws(ScenarioError) {
      for step in planning.steps { try renderer.checkVariables(of: step, in: context(step)) }
      var request: HTTPRequestSpec
      if planning.isRepeatable {
        request = try renderer.render(step, in: context(step)).request
      } else {
        let url = try? renderer.url(of: step, in: context(step))
        request = HTTPRequestSpec(method: step.method, url: url ?? access.baseURL.text)
      }
      // Scenarios are for loopback; this environment's own origins are what the policy holds requests to.
      request.loopbackOnly = false
      return request
    } catch {
      throw .findings([error.finding])
    }
  }

  private func context(_ step: ScenarioStep) -> ExpansionContext {
    ExpansionContext(
      variables: access.variables.merging(step.persona.flatMap { personas[$0] } ?? [:]) { $1 },
      environment: environment)
  }

  /// What a step sends; nil when only an answer tells.
  private func exchange(_ step: ScenarioStep, _ renderer: RequestRenderer) -> RequestPolicy.CredentialExchange? {
    guard let text = try? renderer.url(of: step, in: context(step)), let url = ParsedURL(text) else { return nil }
    return RequestPolicy.CredentialExchange(method: step.method, path: url.path)
  }

  private static func undeclared(
    _ step: ScenarioStep, _ exchange: RequestPolicy.CredentialExchange?
  ) -> TransportError {
    TransportError(
      .signInFailed(
        "its step '\(step.name)' sends \(step.method) \(exchange?.path ?? "to a URL that an answer gives"), and only what "
          + "\"credentialExchanges\" of the environment in assay.json declares is written"))
  }
}
