internal import ContractModel
internal import Scenarios
internal import Transport

/// Tells a 401 that nobody asked for from one that a request without credentials earns.
struct MissingCredentials {
  let contract: Contract

  /// What to write where a request without `Authorization` was refused by a route that the contract declares as bearer;
  /// nil for every other answer.
  func help(_ exchange: HTTPExchange, of step: ScenarioStep, in scenario: Scenario) -> String? {
    guard exchange.status == 401, let route = step.record.flatMap({ contract.route(id: $0.routeID) }),
      route.authentication == .bearer, exchange.request.headers.first(named: "Authorization") == nil
    else { return nil }
    return "'\(route.id)' is declared bearer and the request carried no Authorization: write "
      + "'Authorization: Bearer \(reference(for: step, in: scenario))' below its URL, or '# @expect 401'"
  }

  /// The token of the persona's own sign-in before the step, else of any; else what one looks like.
  private func reference(for step: ScenarioStep, in scenario: Scenario) -> String {
    let earlier = scenario.steps.prefix { $0.name != step.name }
    let tokens = earlier.compactMap { signIn -> (persona: String?, text: String)? in
      guard case .token(let path) = signIn.signIn?.credential else { return nil }
      return (signIn.persona, "{{\(signIn.name).response.body.\(path)}}")
    }
    return (tokens.last { $0.persona == step.persona } ?? tokens.last)?.text
      ?? "{{signIn.response.body.$.accessToken}}"
  }
}
