import Diagnostics
import Recording
import Scenarios
import Transport
import Workspace

/// How the scenarios sign personas in, for an environment that is only read.
struct ScenarioSignIns: Sendable {
  /// One plan for each persona.
  private(set) var plans: [SignInPlan] = []
  /// The requests that hand out credentials.
  private(set) var exchanges: [RequestPolicy.CredentialExchange] = []

  /// Takes the first `# @sign-in` step of each persona.
  ///
  /// - Throws: `cannotStart` when a request cannot be made, such as for a variable that is not set.
  init(
    _ environment: LiveEnvironment, _ project: Project, _ invocation: Invocation, findings: inout FindingList
  ) throws(CommandFailure) {
    guard let configuration = project.configuration else { return }
    var seen: Set<String> = []
    for scenario in try ScenarioLoading.load(configuration, invocation, findings: &findings) {
      for step in scenario.steps {
        guard let directive = step.signIn, let persona = step.persona, seen.insert(persona).inserted else { continue }
        let context = ExpansionContext(
          variables: try variables(of: persona, configuration, environment, invocation),
          environment: invocation.environment)
        try add(directive, step, scenario, persona, context, environment)
      }
    }
  }

  private mutating func add(
    _ directive: SignInDirective, _ step: ScenarioStep, _ scenario: Scenario, _ persona: String,
    _ context: ExpansionContext, _ environment: LiveEnvironment
  ) throws(CommandFailure) {
    var request: HTTPRequestSpec
    do throws(ScenarioError) {
      request = try RequestRenderer(scenario).render(step, in: context).request
    } catch {
      throw .cannotStart(error.finding)
    }
    // Scenarios are for loopback; this environment's own origins are what the policy holds requests to.
    request.loopbackOnly = false
    let plan = SignInPlanning.plan(
      directive, persona: persona, request: request, baseURL: environment.baseURL, audiences: environment.origins)
    plans.append(plan)
    for request in [request, plan.refresh?("")].compactMap(\.self) {
      exchanges.append(RequestPolicy.CredentialExchange(method: request.method, path: Self.path(of: request.url)))
    }
  }

  private func variables(
    of persona: String, _ configuration: Configuration, _ environment: LiveEnvironment, _ invocation: Invocation
  ) throws(CommandFailure) -> [String: String] {
    var variables = ["baseURL": environment.baseURL]
    // What a recording starts beside the server has a URL of its own in this environment's values.
    let values = try environment.values(invocation)
    for case let name? in configuration.webServers.map(\.name) { variables[name + "URL"] = values[name + "URL"] }
    guard let persona = configuration.personas.first(where: { $0.name == persona }) else { return variables }
    do throws(WorkspaceError) {
      return variables.merging(try persona.values(environment: invocation.environment)) { $1 }
    } catch {
      throw .cannotStart(error.finding)
    }
  }

  /// The path of an absolute URL, without its query.
  static func path(of url: String) -> String {
    guard let scheme = url.firstRange(of: "://") else { return "/" }
    let rest = url[scheme.upperBound...].prefix { $0 != "?" && $0 != "#" }
    return rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? "/"
  }
}
