internal import Diagnostics
public import Transport
public import Workspace

/// How an environment is asked, its settings put together: where requests may go, what they carry, and how fast.
public struct EnvironmentAccess: Sendable {
  /// URL that paths are appended to.
  public let baseURL: BaseURL
  /// URLs of further servers, by the names of the variables that scenarios have for them.
  public var serverURLs: [String: String] = [:]
  /// The origins that get credentials: the base URL's first.
  public let audiences: [HTTPOrigin]
  /// What may be asked, without the rules of one command.
  public let policy: RequestPolicy
  /// Which sign-in links may be opened.
  public let linkPolicy: SignInLinkPolicy
  /// What personas carry without a sign-in, by name.
  public let credentials: [String: RequestCredential]
  private let requestsPerSecond: Double?

  /// Reads the settings; what comes from the environment is registered as a secret first.
  ///
  /// - Parameters:
  ///   - baseURL: Of the server as it runs; its port stands for `{port}`.
  ///   - ports: Those of further servers.
  /// - Throws: `configuration` when a variable is not set, but for that of the app's key: without it no write is sent.
  public init(
    _ environment: Configuration.Environment, of configuration: Configuration?, baseURL: String,
    ports: PortNumbers = PortNumbers(), variables: [String: String] = EnvironmentVariables.current
  ) throws(WorkspaceError) {
    let settings = environment.access
    self.baseURL = BaseURL(baseURL)
    let base = HTTPOrigin(url: baseURL)
    var ports = ports
    if ports[nil] == nil { ports[nil] = base.flatMap { UInt16(exactly: $0.port) } }
    var audiences = [base].compactMap(\.self)
    for text in environment.audiences {
      audiences.append(try Self.origin(SettingText(text), "audiences", environment, variables, ports))
    }
    var origins = audiences
    for setting in settings.origins {
      origins.append(try Self.origin(setting, "origins", environment, variables, ports))
    }
    self.audiences = audiences
    var policy = RequestPolicy(
      allowedOrigins: origins, credentialExchanges: Self.exchanges(settings, below: self.baseURL))
    policy.audiences = audiences
    try Self.add(settings, to: &policy, variables)
    self.policy = policy
    linkPolicy = SignInLinkPolicy(linkHost: configuration?.linkHost, baseURL: baseURL)
    var credentials: [String: RequestCredential] = [:]
    for (persona, credential) in settings.credentials.sorted(by: { $0.key.precedesByBytes($1.key) }) {
      credentials[persona] = try Self.credential(credential, persona, variables)
    }
    self.credentials = credentials
    requestsPerSecond = settings.requestsPerSecond
  }

  /// Variables that every step has: `baseURL`, and the URLs of further servers.
  public var variables: [String: String] { serverURLs.merging(["baseURL": baseURL.text]) { $1 } }

  /// The transport of an environment: it refuses what the policy forbids, keeps to the rate, and asks busy servers again.
  ///
  /// - Parameter change: Adds the rules of one command to the policy.
  public func transport(
    over base: any HTTPTransport, clock: TransportClock = .system, _ change: (inout RequestPolicy) -> Void
  ) -> any HTTPTransport {
    var policy = policy
    change(&policy)
    let limit = requestsPerSecond.map { RateLimit(requestsPerSecond: $0, clock: clock) }
    return RetryTransport(PolicyTransport(base, policy: policy, rateLimit: limit), clock: clock)
  }

  /// The transport with a persona's own credential; nil for one that has none.
  public func transport(as persona: String, over base: any HTTPTransport) -> (any HTTPTransport)? {
    credentials[persona].map { CredentialTransport(base, credential: $0, audiences: audiences) }
  }

  private static func origin(
    _ setting: SettingText, _ key: String, _ environment: Configuration.Environment, _ variables: [String: String],
    _ ports: PortNumbers
  ) throws(WorkspaceError) -> HTTPOrigin {
    let text = try setting.value(environment: variables, ports: ports)
    if let origin = HTTPOrigin(url: text) { return origin }
    throw .configuration(
      Finding(
        RecordingRules.badOrigin, .error, "\(key) of '\(environment.name)' holds what is no http or https origin",
        help: "write scheme, host and port: https://uploads.example", at: Place(span: setting.span),
        member: environment.name))
  }

  /// The writes of sign-ins; the configuration's paths are below that of the base URL.
  private static func exchanges(
    _ settings: AccessSettings, below baseURL: BaseURL
  ) -> [RequestPolicy.CredentialExchange] {
    settings.credentialExchanges.map { text in
      let words = text.split(separator: " ")
      return RequestPolicy.CredentialExchange(
        method: String(words.first ?? ""), path: baseURL.path + (words.last ?? ""))
    }
  }

  /// The headers of every request; without the app's key no write is sent.
  private static func add(
    _ settings: AccessSettings, to policy: inout RequestPolicy, _ variables: [String: String]
  ) throws(WorkspaceError) {
    for (name, setting) in settings.headers.sorted(by: { $0.key.precedesByBytes($1.key) }) {
      var value = setting.text
      if setting.variable != nil {
        value = try setting.secret(named: "the header \(name)", environment: variables)
        policy.credentialHeaders.append(name)
      }
      policy.clientHeaders.append(HTTPHeader(name, value))
    }
    guard let key = settings.appKey else { return }
    policy.credentialHeaders.append(key.header)
    if let value = try? key.value.secret(named: "the app key", environment: variables) {
      policy.clientHeaders.append(HTTPHeader(key.header, value))
    } else {
      policy.writeObjection = "the app key is missing: export \(key.value.variable ?? "its variable")=…"
    }
  }

  private static func credential(
    _ credential: AccessSettings.Credential, _ persona: String, _ variables: [String: String]
  ) throws(WorkspaceError) -> RequestCredential {
    func secret(_ setting: SettingText, _ what: String) throws(WorkspaceError) -> String {
      try setting.secret(named: "\(persona)'s \(what)", environment: variables)
    }
    switch credential {
    case .bearer(let token): return .bearer(try secret(token, "token"), owner: persona)
    case .apiKey(let header, let value): return .secretHeader(header, try secret(value, "key"), owner: persona)
    case .basic(let user, let password):
      let name = try user.value(environment: variables)
      return .basic(user: name, password: try secret(password, "password"), owner: persona)
    case .hmac(let signature):
      var rules = SigningRules(keyID: try signature.keyID.value(environment: variables))
      rules.canonical = signature.canonical ?? rules.canonical
      rules.header = signature.header ?? rules.header
      rules.value = signature.value ?? rules.value
      if let header = signature.timestampHeader { rules.timestampHeader = header.isEmpty ? nil : header }
      rules.isInMilliseconds = signature.timestamp == "milliseconds"
      rules.clock = signature.clock.flatMap(SigningRules.Clock.init(rawValue:)) ?? .system
      return .signature(RequestSigner(rules, key: try secret(signature.key, "key"), owner: persona))
    }
  }
}
