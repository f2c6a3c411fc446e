internal import Diagnostics
internal import JSONText

/// Reading of settings that the checker has accepted: what is missing here is missing in the file.
extension Configuration {
  init(checked root: JSONNode, places: SettingPlaces) {
    file = places.file
    path = file.path
    let folder = FileSystem.parent(of: path)
    self.folder = folder
    sources =
      root["sources"]?.elements.map { node in
        Source(
          kind: Source.Kind(rawValue: node.text("kind") ?? "") ?? .typescript, include: node.texts("include"),
          zodVersion: node.text("zodVersion").flatMap { Int($0) })
      } ?? []
    swift = root["swift"].map { node in
      SwiftOutput(
        output: FileSystem.resolve(node.text("output") ?? "", relativeTo: folder),
        access: node.text("access") ?? "public",
        isHashable: node["hashable"]?.bool ?? false,
        dates: node.text("dates") ?? "timestamp",
        naming: node.text("naming") ?? "camelCase")
    }
    fixtures = FileSystem.resolve(root.text("fixtures") ?? "../fixtures", relativeTo: folder)
    scenarios = root.texts("scenarios")
    webServers =
      root["webServer"]?.oneOrMore.map { node in
        WebServer(
          name: node.text("name"), command: node.text("command") ?? "", perturb: node.text("perturb") ?? "",
          url: node.text("url") ?? "", reuse: node["reuse"]?.bool ?? false, reset: node.text("reset").map { Reset($0) },
          timeout: node["timeout"]?.number?.double ?? 30, environment: places.settings(of: node["environment"]))
      } ?? []
    environments =
      (root["environments"]?.members.map {
        Environment(name: $0.key, checked: $0.value, places: places).withAccess($0.value, places)
      } ?? [])
      .sorted { $0.name.precedesByBytes($1.name) }
    linkHost = root["signIn"]?.text("linkHost")
    personas =
      root["personas"]?.members.map { name, node in
        Persona(name: name, variables: places.settings(of: node))
      } ?? []
    typeMap = root.textMap("typeMap")
    audits = root["audits"]?.value ?? .object([])
  }
}

extension Configuration.Environment {
  init(name: String, checked node: JSONNode, places: SettingPlaces) {
    func setting(_ key: String) -> SettingText? {
      node[key].flatMap { value in value.string.map { SettingText($0, span: places.span(of: value)) } }
    }
    self.init(
      name: name, baseURL: setting("baseURL") ?? SettingText(""),
      guardSettings: node["guard"].map { proof in
        Configuration.GuardSettings(
          statusPath: proof.text("statusPath"), hosts: proof.texts("hosts"), databases: proof.texts("databases"),
          markers: proof.texts("markers"))
      },
      readOnly: node["readOnly"]?.bool ?? false, token: setting("token"), values: places.settings(of: node["values"]),
      audiences: node.texts("audiences"), authorityFile: setting("caFile"),
      timeout: node["timeout"]?.number?.double ?? 30)
  }
}

extension SettingPlaces {
  /// The settings of an object, by name.
  fileprivate func settings(of node: JSONNode?) -> [String: SettingText] {
    let pairs = node?.members.map { ($0.key, SettingText($0.value.string ?? "", span: span(of: $0.value))) } ?? []
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }
}

extension JSONNode {
  /// The elements of a list, or the value itself.
  var oneOrMore: [JSONNode] { kind == .array ? Array(elements) : [self] }

  fileprivate func text(_ key: String) -> String? { self[key]?.string }

  fileprivate func texts(_ key: String) -> [String] { self[key]?.elements.compactMap(\.string) ?? [] }

  fileprivate func textMap(_ key: String) -> [String: String] {
    let pairs = self[key]?.members.compactMap { member in member.value.string.map { (member.key, $0) } } ?? []
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }
}
