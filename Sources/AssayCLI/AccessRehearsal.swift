import ContractModel
import Diagnostics
import Drift
import Transport
import Verification
import Workspace

/// Tries each way into a live environment by reads alone, beside the sign-ins that the scenarios declare.
struct AccessRehearsal {
  let environment: LiveEnvironment
  let access: LiveEnvironment.Access
  let contract: Contract
  let fixtures: FixtureSet?
  /// The file that settings come from, for findings.
  let path: String?

  /// Says of each way whether it leads in: a fact where it does, an obstacle where it does not.
  func run(into outcome: inout Outcome) async {
    do throws(TransportError) {
      let exchange = try await get(environment.settings.guardSettings?.statusPath ?? "/", over: access.transport)
      outcome.facts.append("the server of '\(environment.settings.name)' answers \(exchange.status)")
    } catch {
      return report(
        "the server of '\(environment.settings.name)' cannot be used: \(error.finding.message)",
        error.finding.help ?? "start it, or correct its baseURL", into: &outcome)
    }
    for way in access.ways {
      do throws(TransportError) {
        if let fact = try await attempt(way) { outcome.facts.append(fact) }
      } catch {
        report(
          "\(title(way)) is of no use at '\(environment.settings.name)': \(error.finding.message)",
          error.finding.help ?? "check the credentials", into: &outcome)
      }
    }
  }

  private func report(_ message: String, _ help: String, into outcome: inout Outcome) {
    outcome.obstacles.append(
      Finding(
        CommandRules.serverDown, .error, message, help: help, at: Place(file: path), member: environment.settings.name))
    outcome.exitCode = .couldNotCheck
  }

  private func title(_ way: LiveEnvironment.Way) -> String {
    switch way {
    case .token: "the token"
    case .credential(let persona): "the credential of '\(persona)'"
    case .signIn(let persona): "the sign-in of '\(persona)'"
    }
  }

  /// What came of a way; nil where nothing is to be said.
  private func attempt(_ way: LiveEnvironment.Way) async throws(TransportError) -> String? {
    // A token stands for everybody; the name is nobody's.
    let transport = try await access.authorizer.transport(as: way.persona ?? "")
    if case .signIn(let persona) = way { return "\(persona) signs in" }
    guard let transport else { return nil }
    guard let target = read(of: way) else { return "\(title(way)) not tried: no GET without parameters wants one" }
    let exchange = try await get(target, over: transport)
    guard ![401, 403].contains(exchange.status), exchange.status < 500 else {
      throw TransportError(
        .signInFailed("GET \(target.prefix { $0 != "?" }) answered \(exchange.status)"), for: exchange.request.line)
    }
    return "\(title(way)) is accepted"
  }

  private func get(
    _ target: String, over transport: any HTTPTransport
  ) async throws(TransportError) -> HTTPExchange {
    try await transport.send(
      HTTPRequestSpec(method: "GET", url: base + target, timeout: Self.timeout, followRedirects: false))
  }

  /// Seconds for one answer: a rehearsal is not to wait for long.
  private static let timeout = 10.0

  private var base: String { String(environment.baseURL.reversed().drop { $0 == "/" }.reversed()) }

  /// A read that proves a credential: one that was recorded with success as the persona, else one that the contract
  /// declares to want a credential.
  private func read(of way: LiveEnvironment.Way) -> String? {
    let recorded = (fixtures?.manifest.entries ?? []).filter { entry in
      entry.method == "GET" && (200..<300).contains(entry.status) && entry.query.isEmpty
        && (way.persona == nil ? entry.persona != nil : entry.persona == way.persona)
        && contract.route(id: entry.routeID)?.authentication != Route.Authentication.none
    }
    let declared = contract.routes.filter { route in
      route.method == "GET" && route.authentication != .none && !route.query.contains(where: \.isRequired)
        && route.unreleasedUntil == nil
    }
    return (recorded.map(\.pathTemplate) + declared.map(\.path.text)).first { !$0.contains("{") }
  }
}
