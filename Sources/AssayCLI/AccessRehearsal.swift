import Diagnostics
import Drift
import Transport
import Workspace

/// Tries each way into a live environment by reads alone, beside the sign-ins that the scenarios declare.
struct AccessRehearsal {
  let environment: LiveEnvironment
  let access: LiveEnvironment.Access
  let probe: ReadProbe
  /// The file that settings come from, for findings.
  let path: String?

  /// Says of each way whether it leads in: a fact where it does, an obstacle where it does not.
  func run(into outcome: inout Outcome) async {
    do throws(TransportError) {
      let path = environment.settings.guardSettings?.statusPath ?? "/"
      let exchange = try await get(path, over: access.transport)
      outcome.facts.append("the server of '\(environment.settings.name)' answers (GET \(path): \(exchange.status))")
    } catch {
      return report(
        "the server of '\(environment.settings.name)' cannot be used: \(error.finding.message)",
        error.finding.help ?? "start it, or correct its baseURL", into: &outcome)
    }
    for way in access.ways {
      do throws(TransportError) {
        switch try await attempt(way) {
        case .fact(let fact): outcome.facts.append(fact)
        case .refused(let why):
          refuse(way, why, "check what holds it: it is not accepted there", into: &outcome)
        }
      } catch {
        refuse(way, error.finding.message, error.finding.help ?? "check the credentials", into: &outcome)
      }
    }
  }

  /// Says that a way does not lead in; where no comparison takes it, that is no more than worth knowing.
  private func refuse(
    _ way: LiveEnvironment.Way, _ why: String, _ help: String, into outcome: inout Outcome
  ) {
    let message = "\(title(way)) does not lead into '\(environment.settings.name)': \(why)"
    guard probe.isNeeded(way.persona) else {
      return outcome.findings.report(
        Finding(
          CommandRules.credentialRefused, .note, message, help: "nothing is needed: no recorded read is theirs",
          at: Place(file: path), member: way.persona))
    }
    outcome.obstacles.append(
      Finding(
        CommandRules.credentialRefused, .error, message, help: help, at: Place(file: path),
        member: way.persona ?? "token"))
    outcome.exitCode = .couldNotCheck
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

  private enum Result {
    case fact(String)
    /// The server did not take the credential; how it answered.
    case refused(String)
  }

  private func attempt(_ way: LiveEnvironment.Way) async throws(TransportError) -> Result {
    // A token stands for everybody; the name is nobody's.
    let transport = try await access.authorizer.transport(as: way.persona ?? "")
    if case .signIn(let persona) = way { return .fact("\(persona) signs in") }
    guard let transport, let target = probe.target(for: way.persona) else {
      return .fact("\(title(way)) is not tried: no GET without parameters wants one")
    }
    let exchange = try await get(target, over: transport)
    guard ![401, 403].contains(exchange.status), exchange.status < 500 else {
      return .refused("GET \(target) answered \(exchange.status)")
    }
    return .fact("\(title(way)) is accepted")
  }

  private func get(
    _ target: String, over transport: any HTTPTransport
  ) async throws(TransportError) -> HTTPExchange {
    try await transport.send(
      HTTPRequestSpec(method: "GET", url: environment.baseURL + target, timeout: Self.timeout, followRedirects: false))
  }

  /// Seconds for one answer: a rehearsal is not to wait for long.
  private static let timeout = 10.0
}
