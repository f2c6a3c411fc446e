import ContractModel
import Diagnostics
import Verification
import Workspace

/// The names under `values` of an environment: what stands for a parameter, or for the URL of a further server.
enum NamedValues {
  /// Names that nothing asks for, each with what was probably meant.
  static func unknown(
    in environment: Configuration.Environment, _ configuration: Configuration, _ contract: Contract,
    _ fixtures: FixtureSet?
  ) -> [Finding] {
    guard !contract.routes.isEmpty else { return [] }
    var known: Set<String> = Set(configuration.webServers.compactMap { server in server.name.map { $0 + "URL" } })
    for entry in fixtures?.manifest.entries ?? [] {
      for pair in entry.query { known.formUnion([pair.name, "\(entry.routeID).\(pair.name)"]) }
    }
    for route in contract.routes {
      let names = route.query.map(\.name) + route.path.parameters
      known.formUnion(names + names.map { "\(route.id).\($0)" })
    }
    return environment.values.keys.filter { !known.contains($0) }.sorted { $0.precedesByBytes($1) }.map { name in
      let near = Suggestion.nearest(to: name, among: known.sorted { $0.precedesByBytes($1) })
      return Finding(
        CommandRules.unknownValue, .warning,
        "no route has the parameter '\(name)', for which '\(environment.name)' has a value"
          + (near.map { ", did you mean '\($0)'?" } ?? ""),
        help: "name a parameter, or route.parameter",
        at: environment.values[name]?.span.map { Place(span: $0) } ?? Place(file: configuration.path),
        member: "\(environment.name).\(name)")
    }
  }
}
