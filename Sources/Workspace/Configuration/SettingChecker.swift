internal import Diagnostics
internal import JSONText

/// Holds `assay.json` against the table of its keys; every fault is told, each at its place.
struct SettingChecker {
  let places: SettingPlaces
  private(set) var findings = FindingList()

  init(places: SettingPlaces) { self.places = places }

  mutating func check(_ node: JSONNode, _ shape: SettingShape) {
    switch shape {
    case .text: if node.string?.isEmpty ?? true { wrong(node, shape) }
    case .setting: checkSetting(node)
    case .secret: checkSecret(node)
    case .choice(let words): checkChoice(node, words, shape)
    case .request: if !(node.string.map(Self.isRequest) ?? false) { wrong(node, shape) }
    case .header: if !(node.string.map { HTTPToken.isToken($0) } ?? false) { wrong(node, shape) }
    case .template(let names): checkTemplate(node, names, shape)
    case .flag: if node.bool == nil { wrong(node, shape) }
    case .positiveNumber:
      guard let value = node.number?.double, value.isFinite, value > 0 else { return wrong(node, shape) }
    case .list(let element):
      guard node.kind == .array else { return wrong(node, shape) }
      for child in node.elements { check(child, element) }
    case .oneOrMore(let element):
      guard [.array, .object].contains(node.kind) else { return wrong(node, shape) }
      for child in node.oneOrMore { check(child, element) }
    case .map(let value):
      guard node.kind == .object else { return wrong(node, shape) }
      for (_, child) in uniqueMembers(node) { check(child, value) }
    case .variables:
      guard node.kind == .object else { return wrong(node, shape) }
      for (name, child) in uniqueMembers(node) { check(child, SecretNames.isSecret(name) ? .secret : .setting) }
    case .object(let keys): checkObject(node, keys, shape)
    case .oneOf(let keys):
      checkObject(node, keys, shape)
      if node.kind == .object, node.count != 1 { wrong(node, shape) }
    }
  }

  private static func isRequest(_ text: String) -> Bool {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    return words.count == 2 && !words[0].isEmpty && words[0].utf8.allSatisfy { (0x41...0x5A).contains($0) }
      && words[1].utf8.first == UInt8(ascii: "/") && !words[1].utf8.contains { $0 == 0x3F || $0 == 0x23 }
  }

  /// Names in braces that nothing stands for would be sent as they are.
  private mutating func checkTemplate(_ node: JSONNode, _ names: [String], _ shape: SettingShape) {
    guard let text = node.string, !text.isEmpty else { return wrong(node, shape) }
    for piece in text.split(separator: "{", omittingEmptySubsequences: false).dropFirst() {
      guard let close = piece.firstIndex(of: "}") else { continue }
      let name = String(piece[..<close])
      guard !names.contains(name) else { continue }
      let near = Suggestion.nearest(to: name, among: names)
      report(
        WorkspaceRules.wrongType, "nothing stands for '{\(name)}'" + (near.map { ", did you mean '{\($0)}'?" } ?? ""),
        "write " + shape.summary, places.span(of: node))
    }
  }

  /// Credentials are those of the personas that there are; a misspelt name would leave one without.
  mutating func checkPersonas(_ root: JSONNode) {
    func members(_ node: JSONNode?) -> [(name: String, value: JSONNode)] {
      node.map { $0.members.map { ($0.key, $0.value) } } ?? []
    }
    let personas = members(root["personas"]).map(\.name)
    guard !personas.isEmpty else { return }
    for environment in members(root["environments"]) {
      for (name, credential) in members(environment.value["credentials"]) where !personas.contains(name) {
        let near = Suggestion.nearest(to: name, among: personas)
        report(
          WorkspaceRules.unknownKey, "no persona is called '\(name)'" + (near.map { ", did you mean '\($0)'?" } ?? ""),
          "correct the name, or add it to \"personas\"", places.keySpan(of: credential))
      }
    }
  }

  private mutating func checkObject(_ node: JSONNode, _ keys: [SettingKey], _ shape: SettingShape) {
    guard node.kind == .object else { return wrong(node, shape) }
    let members = uniqueMembers(node)
    for (name, child) in members {
      if let key = keys.first(where: { $0.name == name }) {
        check(child, key.shape)
      } else {
        unknownKey(name, child, keys)
      }
    }
    for key in keys where key.isRequired && !members.contains(where: { $0.key == key.name }) {
      report(
        WorkspaceRules.missingKey, "the key '\(key.name)' is missing", "add it: \(key.summary)", places.span(of: node))
    }
  }

  private mutating func unknownKey(_ name: String, _ value: JSONNode, _ keys: [SettingKey]) {
    let near = Suggestion.nearest(to: name, among: keys.map(\.name))
    let span = places.keySpan(of: value)
    findings.report(
      Finding(
        WorkspaceRules.unknownKey, .error,
        "unknown key '\(name)'" + (near.map { ", did you mean '\($0)'?" } ?? ""),
        help: "known keys: " + keys.map(\.name).joined(separator: ", "), at: Place(span: span),
        fixIt: near.map { FixIt(replace: span, with: "\"\($0)\"") }))
  }

  /// The members, of two with one key the first; the other one is told.
  private mutating func uniqueMembers(_ node: JSONNode) -> [(key: String, value: JSONNode)] {
    var members: [(key: String, value: JSONNode)] = []
    var seen: Set<String> = []
    for (key, value) in node.members {
      if seen.insert(key).inserted {
        members.append((key, value))
      } else {
        report(
          WorkspaceRules.duplicateKey, "the key '\(key)' stands twice", "remove one of them", places.keySpan(of: value))
      }
    }
    return members
  }

  private mutating func checkChoice(_ node: JSONNode, _ words: [String], _ shape: SettingShape) {
    guard let text = node.string else { return wrong(node, shape) }
    guard !words.contains(text) else { return }
    let near = Suggestion.nearest(to: text, among: words)
    let span = places.span(of: node)
    findings.report(
      Finding(
        WorkspaceRules.wrongType, .error,
        "'\(text)' is not known here" + (near.map { ", did you mean '\($0)'?" } ?? ""),
        help: "write " + shape.summary, at: Place(span: span),
        fixIt: near.map { FixIt(replace: span, with: "\"\($0)\"") }))
  }

  private mutating func checkSetting(_ node: JSONNode) {
    guard let text = node.string else { return wrong(node, .setting) }
    if text.utf8.first == UInt8(ascii: "$"), SettingText(text).variable == nil {
      report(
        WorkspaceRules.wrongType, "a text that starts with '$' names an environment variable, and this is no such name",
        "write $NAME, in letters, digits and _", places.span(of: node))
    }
  }

  private mutating func checkSecret(_ node: JSONNode) {
    guard let text = node.string else { return wrong(node, .secret) }
    guard SettingText(text).variable == nil else { return }
    // The excerpt of the finding would print it.
    SecretRegistry.shared.register(text, name: "a secret of assay.json")
    report(
      WorkspaceRules.literalSecret, "a secret stands in the file itself",
      "move it to an environment variable and write its name: \"$NAME\"; then change the secret", places.span(of: node))
  }

  private mutating func wrong(_ node: JSONNode, _ expected: SettingShape) {
    report(
      WorkspaceRules.wrongType, "expected \(expected.summary)", "give the kind of value that is expected",
      places.span(of: node))
  }

  mutating func report(_ rule: RuleID, _ message: String, _ help: String, _ span: SourceSpan) {
    findings.report(Finding(rule, .error, message, help: help, at: Place(span: span)))
  }
}
