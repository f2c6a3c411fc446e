import Diagnostics
import Drift
import Recording
import Transport
import Workspace

/// A deployment that answers are compared with, and how it is reached: by reads alone.
struct LiveEnvironment: Sendable {
  /// What requests are sent over, and who signs personas in.
  struct Access: Sendable {
    let transport: any HTTPTransport
    let authorizer: any PersonaAuthorizer
    /// The ways in that there are, in the order in which they are tried.
    let ways: [Way]
  }

  /// How a persona gets in.
  enum Way: Hashable, Sendable {
    /// By the sign-in of a scenario.
    case signIn(persona: String)
    /// By a credential of its own, which needs no sign-in.
    case credential(persona: String)
    /// By the environment's token, which stands for everybody who has no credential of its own.
    case token
  }

  /// Its settings.
  let settings: Configuration.Environment
  /// Its URL, environment variables put in, without a slash at its end.
  let baseURL: String

  /// Looks an environment up by name.
  init(_ name: String, _ project: Project, _ invocation: Invocation) throws(CommandFailure) {
    guard let configuration = project.configuration else {
      throw .usage("--env needs a configuration", help: "add --config FILE")
    }
    do throws(WorkspaceError) {
      settings = try configuration.environment(named: name)
      baseURL = BaseURL(try settings.baseURL.value(environment: invocation.environment)).text
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

  /// The base URL of an environment is none.
  static func badBaseURL(_ environment: Configuration.Environment, path: String?) -> Finding {
    Finding(
      CommandRules.badBaseURL, .error, "the base URL of '\(environment.name)' is not an http or https URL",
      help: "correct baseURL in assay.json, or the variable that it names",
      at: environment.baseURL.span.map { Place(span: $0) } ?? Place(file: path), member: environment.name)
  }

  private func timed(_ transport: any HTTPTransport) -> any HTTPTransport {
    TimedTransport(transport, seconds: settings.timeout)
  }

  private func connectionOptions(
    _ project: Project, _ invocation: Invocation
  ) throws(CommandFailure) -> CurlTransport.Options {
    var options = CurlTransport.Options()
    do throws(WorkspaceError) {
      options.certificateAuthorityFile = try project.configuration?.authorityFile(
        for: settings, variables: invocation.environment)
    } catch {
      throw .cannotStart(error.finding)
    }
    return options
  }

  /// A read-only way in, each exchange told to a log: the one exception is the sign-in that the scenarios declare, and a
  /// token needs none.
  func access(
    _ project: Project, _ invocation: Invocation, _ exchanges: ExchangeLog, findings: inout FindingList
  ) throws(CommandFailure) -> Access {
    guard HTTPOrigin(url: baseURL) != nil else {
      throw .cannotStart(Self.badBaseURL(settings, path: project.configuration?.path))
    }
    var access: EnvironmentAccess
    var token: RequestCredential?
    do throws(WorkspaceError) {
      access = try EnvironmentAccess(
        settings, of: project.configuration, baseURL: baseURL, variables: invocation.environment)
      if let setting = settings.token {
        token = .bearer(try setting.value(environment: invocation.environment), owner: settings.name)
      }
    } catch {
      throw .cannotStart(error.finding)
    }
    // What a recording starts beside the server has a URL of its own in this environment's values.
    let values = try values(invocation)
    for case let name? in project.configuration?.webServers.map(\.name) ?? [] {
      access.serverURLs[name + "URL"] = values[name + "URL"]
    }
    let signIns = token == nil ? try signIns(access, project, invocation, findings: &findings) : nil
    if token != nil, let configuration = project.configuration {
      // No step is sent, so that a fault in one is none here; what they are given is secret all the same.
      var unasked = FindingList()
      _ = try? ScenarioLoading.load(configuration, invocation, findings: &unasked)
    }
    let base = exchanges.observed(CurlTransport(options: try connectionOptions(project, invocation)))
    let transport = timed(
      access.transport(over: base) { policy in
        policy.readOnly = true
        policy.credentialExchanges += signIns?.exchanges ?? []
      })
    let authorizer = EnvironmentAuthorizer(access: access, token: token, signIns: signIns, transport: transport)
    let personas = (signIns?.plans.map(\.persona) ?? []) + (signIns?.obstacles.keys.map(\.self) ?? [])
    let ways =
      (token == nil ? [] : [Way.token]) + access.credentials.keys.map { .credential(persona: $0) }.sorted()
      + personas.map { .signIn(persona: $0) }.sorted()
    return Access(transport: transport, authorizer: authorizer, ways: ways)
  }
}

extension LiveEnvironment {
  private func signIns(
    _ access: EnvironmentAccess, _ project: Project, _ invocation: Invocation, findings: inout FindingList
  ) throws(CommandFailure) -> ScenarioSignIns? {
    guard let configuration = project.configuration else { return nil }
    let scenarios = try ScenarioLoading.load(configuration, invocation, findings: &findings)
    do throws(RecordingError) {
      return try ScenarioSignIns(
        access, scenarios: scenarios, personas: configuration.personas, environment: invocation.environment)
    } catch {
      throw CommandFailure(exitCode: .cannotStart, findings: error.findings)
    }
  }
}

/// Who a persona is at an environment: its own credential, else the environment's token, else its sign-in.
struct EnvironmentAuthorizer: PersonaAuthorizer {
  let access: EnvironmentAccess
  let token: RequestCredential?
  let signIns: ScenarioSignIns?
  let transport: any HTTPTransport

  func transport(as persona: String) async throws(TransportError) -> (any HTTPTransport)? {
    if let own = access.transport(as: persona, over: transport) { return own }
    if let token { return CredentialTransport(transport, credential: token, audiences: access.audiences) }
    if let obstacle = signIns?.obstacles[persona] { throw obstacle }
    guard let plan = signIns?.plans.first(where: { $0.persona == persona }) else { return nil }
    let session = SignInSession(plan, transport: transport, cookies: CookieJar(owner: persona))
    try await session.signIn()
    return session
  }
}

extension LiveEnvironment.Way: Comparable {
  /// Whose way it is; nil for everybody's.
  var persona: String? {
    switch self {
    case .signIn(let persona), .credential(let persona): persona
    case .token: nil
    }
  }

  /// By persona.
  static func < (a: Self, b: Self) -> Bool { (a.persona ?? "").precedesByBytes(b.persona ?? "") }
}
