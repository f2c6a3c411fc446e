internal import Diagnostics
internal import JSONText
public import Scenarios
public import Transport
public import Workspace

/// Makes the plan of a session out of a scenario's `# @sign-in`, with the earlier steps that its request captures from.
public struct SignInPlanning: Sendable {
  /// The persona that signs in.
  public let persona: String
  /// The steps that a sign-in sends, in order; that of the directive last.
  public let steps: [ScenarioStep]
  private let scenario: Scenario
  private let step: ScenarioStep
  private let directive: SignInDirective
  private let access: EnvironmentAccess
  private let personas: [String: [String: String]]
  private let environment: [String: String]
  private let isLoopbackOnly: Bool
  private let clock: TransportClock

  /// Prepares a plan; nil for a step that does not sign in.
  ///
  /// - Parameters:
  ///   - personas: Variables of each persona, by name.
  ///   - environment: Environment variables.
  ///   - isLoopbackOnly: Whether requests go to this machine alone.
  public init?(
    _ step: ScenarioStep, of scenario: Scenario, access: EnvironmentAccess, personas: [String: [String: String]],
    environment: [String: String] = EnvironmentVariables.current, isLoopbackOnly: Bool, clock: TransportClock = .system
  ) {
    guard let directive = step.signIn else { return nil }
    self.directive = directive
    self.step = step
    self.scenario = scenario
    self.access = access
    self.personas = personas
    self.environment = environment
    self.isLoopbackOnly = isLoopbackOnly
    self.clock = clock
    persona = step.persona ?? step.name
    steps = scenario.keeping { $0.name == step.name }.steps
  }

  /// Whether the sign-in's request is the same each time: what takes a one-time code may not be sent twice.
  public var isRepeatable: Bool { steps.count == 1 && step.link == nil }

  /// The plan.
  ///
  /// - Parameter request: The sign-in as it was sent, or will be.
  public func plan(_ request: HTTPRequestSpec) -> SignInPlan {
    let credential: SignInPlan.Credential =
      switch directive.credential {
      case .cookie(let name): .cookie(name)
      case .token(let path):
        .bearer(
          SignInPlan.AnswerPaths(
            accessToken: path.pointer, refreshToken: directive.refreshToken?.pointer,
            expiresIn: directive.expiresIn?.pointer, isOAuth: directive.isOAuth))
      }
    var signIn = request
    signIn.mayRepeat = isRepeatable
    var plan = SignInPlan(
      persona: persona, signIn: signIn, credential: credential, csrf: csrf, refresh: refresh(request),
      audiences: access.audiences)
    if !isRepeatable { plan.prepare = { transport async throws(TransportError) in try await attempt(over: transport) } }
    return plan
  }

  private var csrf: SignInPlan.CSRF? {
    guard let csrf = directive.csrf else { return nil }
    let source: SignInPlan.CSRF.Source =
      switch csrf.source {
      case .cookie(let name): .cookie(name)
      case .header(let name): .header(name)
      case .body(let path): .body(path.pointer)
      case .earlier: .attempt
      }
    return SignInPlan.CSRF(source, header: csrf.header)
  }

  private func refresh(_ request: HTTPRequestSpec) -> (@Sendable (String) -> HTTPRequestSpec)? {
    switch directive.refresh {
    case nil: return nil
    case .oauth: return { OAuthRefresh.request(after: request, refreshToken: $0) }
    case .request(let method, let path, let body):
      let url = access.baseURL.text + path
      let isLoopbackOnly = request.loopbackOnly
      return { token in
        let content = RefreshBody.filled(body, with: token)
        return HTTPRequestSpec(
          method: method, url: url, headers: [HTTPHeader("Content-Type", content.type)], body: Array(content.text.utf8),
          followRedirects: false, loopbackOnly: isLoopbackOnly)
      }
    }
  }

  /// Sends what comes before the sign-in, and makes its request of the answers.
  private func attempt(over transport: any HTTPTransport) async throws(TransportError) -> SignInAttempt {
    var context = ExpansionContext(variables: [:], environment: environment)
    for earlier in steps.dropLast() {
      let rendered = try render(earlier, &context)
      if let link = rendered.link { try access.linkPolicy.check(link, for: rendered.request.line) }
      guard let exchange = try await StepSender(step: earlier, clock: clock).send(rendered.request, over: transport)
      else { throw failure("step '\(earlier.name)' waited \((earlier.until?.seconds ?? 0).inSeconds) in vain") }
      AnswerSecrets.register(exchange, of: earlier, in: scenario)
      guard earlier.expects(exchange.status) else {
        throw failure("step '\(earlier.name)', which it needs, was answered \(exchange.status)")
      }
      context.record(exchange, for: earlier.name)
    }
    let rendered: RequestRenderer.Rendered
    do throws(TransportError) {
      rendered = try render(step, &context)
    } catch {
      throw unaskedFor(error)
    }
    if let link = rendered.link { try access.linkPolicy.check(link, for: rendered.request.line) }
    var request = rendered.request
    request.mayRepeat = isRepeatable
    return SignInAttempt(request, csrfToken: rendered.csrfToken)
  }

  private func render(
    _ step: ScenarioStep, _ context: inout ExpansionContext
  ) throws(TransportError) -> RequestRenderer.Rendered {
    context.variables = access.variables.merging(step.persona.flatMap { personas[$0] } ?? [:]) { $1 }
    do throws(ScenarioError) {
      var rendered = try RequestRenderer(scenario).render(step, in: context)
      rendered.request.loopbackOnly = isLoopbackOnly
      return rendered
    } catch {
      throw failure(error.finding.message)
    }
  }

  /// What an answer lacks may be what nobody asked for: the write that asks is named by nothing but `after`.
  private func unaskedFor(_ error: TransportError) -> TransportError {
    guard directive.after.isEmpty, case .signInFailed(let why) = error.reason,
      let write = scenario.steps.prefix(while: { $0.name != step.name }).last(where: { $0.method == "POST" }),
      !steps.contains(where: { $0.name == write.name })
    else { return error }
    return failure(why + "; if '\(write.name)' asks for it, write 'after=\(write.name)' in '# @sign-in'")
  }

  private func failure(_ why: String) -> TransportError { TransportError(.signInFailed(why)) }
}

/// The body of a refresh that a directive spells out.
private enum RefreshBody {
  static func filled(_ body: String, with token: String) -> (text: String, type: String) {
    guard body.hasPrefix("{") || body.hasPrefix("[") else {
      return (body.replacing("{{refreshToken}}", with: PercentEncoding.encode(token)), FormFields.mediaType)
    }
    let escaped = JSONValue.string(token).canonicalText(indent: 0).dropFirst().dropLast()
    return (body.replacing("{{refreshToken}}", with: String(decoding: escaped, as: UTF8.self)), "application/json")
  }
}
