internal import Diagnostics
internal import JSONText

/// Holds the names of servers and of their ports together; the shape of each setting has been checked.
extension SettingChecker {
  mutating func checkServers(_ root: JSONNode) {
    let servers = root["webServer"]?.oneOrMore ?? []
    var names: Set<String> = []
    for server in servers {
      let name = server["name"]?.string
      if let name, !Self.isName(name) {
        report(
          WorkspaceRules.wrongType, "'\(name)' is no name of a server", "use letters and digits, a letter first",
          places.span(of: server["name"] ?? server))
      }
      guard names.insert(name ?? "").inserted else {
        report(
          WorkspaceRules.duplicateKey,
          name.map { "two servers are called '\($0)'" } ?? "two servers have no name",
          "give all but the recorded one a \"name\" of its own", places.span(of: server["name"] ?? server))
        continue
      }
    }
    for server in servers {
      for key in ["command", "perturb", "url", "reset"] { checkPorts(server[key], names) }
      if let members = server["environment"]?.members {
        for (_, value) in members { checkPorts(value, names) }
      }
    }
    guard let environments = root["environments"], environments.kind == .object else { return }
    for (_, environment) in environments.members {
      checkPorts(environment["baseURL"], names)
      if let audiences = environment["audiences"] { for audience in audiences.elements { checkPorts(audience, names) } }
    }
  }

  /// Tells a `{port:NAME}` of which no server has the name.
  private mutating func checkPorts(_ node: JSONNode?, _ names: Set<String>) {
    guard let node, let text = node.string else { return }
    for name in PortNumbers.names(in: text) where !name.isEmpty && !names.contains(name) {
      let near = Suggestion.nearest(to: name, among: names.filter { !$0.isEmpty }.sorted { $0.precedesByBytes($1) })
      report(
        WorkspaceRules.wrongType,
        "no server is called '\(name)'" + (near.map { ", did you mean '\($0)'?" } ?? ""),
        "{port:NAME} is the port of the server that \"webServer\" gives that \"name\"", places.span(of: node))
    }
  }

  private static func isName(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
    return bytes.first.map(isLetter) == true && bytes.allSatisfy { isLetter($0) || $0 &- 0x30 < 10 }
  }
}
