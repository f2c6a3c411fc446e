import Diagnostics
import Drift
import Transport
import Workspace

/// A deployment that answers are compared with, and how it is reached: by reads alone.
struct LiveEnvironment: Sendable {
  /// What requests are sent over, and who signs personas in.
  struct Access: Sendable {
    let transport: any HTTPTransport
    let authorizer: any PersonaAuthorizer
    /// Who signs in; empty where a token needs no sign-in.
    let personas: [String]
  }

  /// Its settings.
  let settings: Configuration.Environment
  /// Its URL, environment variables put in.
  let baseURL: String

  /// Looks an environment up by name.
  init(_ name: String, _ project: Project, _ invocation: Invocation) throws(CommandFailure) {
    guard let configuration = project.configuration else {
      throw .usage("--env needs a configuration", help: "add --config FILE")
    }
    do throws(WorkspaceError) {
      settings = try configuration.environment(named: name)
      baseURL = try settings.baseURL.value(environment: invocation.environment)
    } catch {
      throw .cannotStart(error.finding)
    }
    guard !baseURL.contains("{port") else {
      throw .usage(
        "environment '\(name)' is the server that a recording starts and stops",
        help: "give an environment whose baseURL is a server that runs")
    }
  }

  /// Values of path parameters, environment variables put in.
  func values(_ invocation: Invocation) throws(CommandFailure) -> [String: String] {
    var values: [String: String] = [:]
    do throws(WorkspaceError) {
      for (name, setting) in settings.values.sorted(by: { $0.key.precedesByBytes($1.key) }) {
        values[name] = try setting.value(environment: invocation.environment)
      }
    } catch {
      throw .cannotStart(error.finding)
    }
    return values
  }

  /// The origins that may be asked, and that may get credentials.
  var origins: [HTTPOrigin] { ([baseURL] + settings.audiences).compactMap { HTTPOrigin(url: $0) } }

  /// The base URL of an environment is none.
  static func badBaseURL(_ environment: Configuration.Environment, path: String?) -> Finding {
    Finding(
      CommandRules.badBaseURL, .error, "the base URL of '\(environment.name)' is not an http or https URL",
      help: "correct baseURL in assay.json, or the variable that it names",
      at: environment.baseURL.span.map { Place(span: $0) } ?? Place(file: path), member: environment.name)
  }

  /// A read-only way in: the one exception is the sign-in that the scenarios declare, and a token needs none.
  func access(
    _ project: Project, _ invocation: Invocation, findings: inout FindingList
  ) throws(CommandFailure) -> Access {
    guard HTTPOrigin(url: baseURL) != nil else {
      throw .cannotStart(Self.badBaseURL(settings, path: project.configuration?.path))
    }
    var policy = RequestPolicy(allowedOrigins: origins, readOnly: true)
    let base = CurlTransport()
    if let token = settings.token {
      do throws(WorkspaceError) {
        let value = try token.value(environment: invocation.environment)
        SecretRegistry.shared.register(value, name: "\(settings.name)'s token")
        let transport = PolicyTransport(base, policy: policy)
        return Access(
          transport: transport, authorizer: FixedAuthorization("Bearer \(value)", over: transport), personas: [])
      } catch {
        throw .cannotStart(error.finding)
      }
    }
    let signIns = try ScenarioSignIns(self, project, invocation, findings: &findings)
    policy.credentialExchanges = signIns.exchanges
    let transport = PolicyTransport(base, policy: policy)
    return Access(
      transport: transport, authorizer: SessionAuthorizer(signIns.plans, over: transport),
      personas: signIns.plans.map(\.persona))
  }
}

/// Signs personas in by their plans, each once.
struct SessionAuthorizer: PersonaAuthorizer {
  private let plans: [SignInPlan]
  private let base: any HTTPTransport

  init(_ plans: [SignInPlan], over transport: any HTTPTransport) {
    self.plans = plans
    base = transport
  }

  func transport(as persona: String) async throws(TransportError) -> (any HTTPTransport)? {
    guard let plan = plans.first(where: { $0.persona == persona }) else { return nil }
    let session = SignInSession(plan, transport: base)
    try await session.signIn()
    return session
  }
}
