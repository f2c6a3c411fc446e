import ContractModel
import Verification

/// Finds reads that prove a credential.
struct ReadProbe {
  let contract: Contract
  let fixtures: FixtureSet?

  private var recorded: [FixtureEntry] {
    (fixtures?.manifest.entries ?? []).filter { $0.method == "GET" && (200..<300).contains($0.status) }
  }

  /// Whether a comparison asks as a persona; nil is everybody. Where nothing was recorded, it might.
  func isNeeded(_ persona: String?) -> Bool {
    guard let persona, fixtures != nil else { return true }
    return recorded.contains { $0.persona == persona }
  }

  /// The path of a GET without parameters that was recorded as a persona, else of one that the contract declares to want
  /// a credential; nil is everybody.
  func target(for persona: String?) -> String? {
    let own = recorded.filter { entry in
      entry.query.isEmpty && (persona == nil ? entry.persona != nil : entry.persona == persona)
        && contract.route(id: entry.routeID)?.authentication != Route.Authentication.none
    }
    let declared = contract.routes.filter { route in
      route.method == "GET" && route.authentication != .none && !route.query.contains(where: \.isRequired)
        && route.unreleasedUntil == nil
    }
    return (own.map(\.pathTemplate) + declared.map(\.path.text)).first { !$0.contains("{") }
  }
}
