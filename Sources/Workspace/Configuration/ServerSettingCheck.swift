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
      for key in ["command", "perturb"] { checkBraces(server[key], names, .command) }
      checkBraces(server["reset"], names, .shell)
      checkBraces(server["url"], names, .url)
      if let members = server["environment"]?.members {
        for (_, value) in members { checkBraces(value, names, .shell) }
      }
    }
    guard let environments = root["environments"], environments.kind == .object else { return }
    for (_, environment) in environments.members {
      checkBraces(environment["baseURL"], names, .url)
      for key in ["audiences", "origins"] {
        if let origins = environment[key] { for origin in origins.elements { checkBraces(origin, names, .url) } }
      }
    }
  }

  /// What braces may mean in a setting.
  private enum Braces {
    /// A command that is given a data folder; a shell has other uses for braces.
    case command
    /// A command, or what one is told, that knows of no data folder.
    case shell
    /// A URL, in which a brace has no place of its own.
    case url
  }

  /// Tells names in braces that nothing stands for: they would be sent, or handed to the shell, as they are.
  private mutating func checkBraces(_ node: JSONNode?, _ servers: Set<String>, _ kind: Braces) {
    guard let node, let text = node.string else { return }
    for placeholder in BracedName.all(in: text) {
      if let fault = fault(placeholder, servers, kind) {
        report(WorkspaceRules.wrongType, fault.message, fault.help, places.span(of: node))
      }
    }
  }

  private func fault(
    _ placeholder: BracedName, _ servers: Set<String>, _ kind: Braces
  ) -> (message: String, help: String)? {
    let name = placeholder.name
    let known = ["port", "dataFolder"]
    if let colon = name.firstIndex(of: ":"), name[..<colon] == "port", !placeholder.isDoubled {
      let server = String(name[name.index(after: colon)...])
      if servers.contains(server), !server.isEmpty { return nil }
      let others = servers.filter { !$0.isEmpty }.sorted { $0.precedesByBytes($1) }
      let near = Suggestion.nearest(to: server, among: others)
      return (
        "no server is called '\(server)'" + (near.map { ", did you mean '\($0)'?" } ?? ""),
        "{port:NAME} is the port of the server that \"webServer\" gives that \"name\""
      )
    }
    let near = Suggestion.nearest(to: name, among: known)
    if near == "dataFolder", kind != .command {
      return (
        "'{\(name)}' is known in command and perturb of webServer alone",
        "hand it on in the command: DATA={dataFolder} and what follows"
      )
    }
    if known.contains(name), !placeholder.isDoubled { return nil }
    guard near != nil || kind == .url else { return nil }
    let shown = placeholder.isDoubled ? "{{\(name)}}" : "{\(name)}"
    return (
      "nothing stands for '\(shown)'" + (near.map { ", did you mean '{\($0)}'?" } ?? ""),
      kind == .command
        ? "write {port}, {port:NAME} of another server, or {dataFolder}"
        : "write {port}, or {port:NAME} of another server"
    )
  }

  private static func isName(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
    return bytes.first.map(isLetter) == true && bytes.allSatisfy { isLetter($0) || $0 &- 0x30 < 10 }
  }
}

/// A name in braces in a setting: `{name}`, not `${name}`, which is the shell's, nor `%{name}` or `@{name}` of a program.
private struct BracedName {
  let name: String
  /// Whether it stands in two pairs of braces, as scenarios have it.
  let isDoubled: Bool

  static func all(in text: String) -> [BracedName] {
    var found: [BracedName] = []
    let bytes = Array(text.utf8)
    var index = 0
    while let open = bytes[index...].firstIndex(of: UInt8(ascii: "{")) {
      index = open + 1
      let end = bytes[index...].firstIndex { !isNameByte($0) } ?? bytes.endIndex
      guard end > index, end < bytes.endIndex, bytes[end] == UInt8(ascii: "}") else { continue }
      let before = open > 0 ? bytes[open - 1] : 0
      guard !"$%@\\".utf8.contains(before) else { continue }
      let isDoubled = before == UInt8(ascii: "{") && end + 1 < bytes.endIndex && bytes[end + 1] == UInt8(ascii: "}")
      found.append(BracedName(name: String(decoding: bytes[index..<end], as: UTF8.self), isDoubled: isDoubled))
    }
    return found
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || "_-.:".utf8.contains(byte)
  }
}
