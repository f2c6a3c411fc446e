internal import Diagnostics
internal import JSONText

/// Reads settings out of `assay.json`, and says by place what is wrong with them.
struct SettingReader: Sendable {
  let document: JSONDocument
  let file: SourceFile

  /// The members of an object that may have these keys alone.
  func object(_ node: JSONNode, _ keys: [ConfigurationKeys.Key]) throws(WorkspaceError) -> [String: JSONNode] {
    guard node.kind == .object else { throw wrong(node, "an object") }
    var members: [String: JSONNode] = [:]
    for (key, value) in node.members {
      guard keys.contains(where: { $0.name == key }) else {
        let near = Suggestion.nearest(to: key, among: keys.map(\.name)).map { ", did you mean '\($0)'?" } ?? ""
        throw failure(
          WorkspaceRules.unknownKey, value, "unknown key '\(key)'\(near)",
          "known keys: \(keys.map(\.name).joined(separator: ", "))")
      }
      guard members.updateValue(value, forKey: key) == nil else {
        throw failure(WorkspaceRules.unknownKey, value, "the key '\(key)' stands twice", "remove one of them")
      }
    }
    return members
  }

  func required(
    _ members: [String: JSONNode], _ key: String, of node: JSONNode
  ) throws(WorkspaceError) -> JSONNode {
    guard let value = members[key] else {
      throw failure(WorkspaceRules.missingKey, node, "the key '\(key)' is missing", "add it")
    }
    return value
  }

  func string(_ node: JSONNode) throws(WorkspaceError) -> String {
    guard let text = node.string else { throw wrong(node, "a string") }
    return text
  }

  func bool(_ node: JSONNode) throws(WorkspaceError) -> Bool {
    guard let value = node.bool else { throw wrong(node, "true or false") }
    return value
  }

  func number(_ node: JSONNode) throws(WorkspaceError) -> Double {
    guard let value = node.number?.double, value.isFinite, value >= 0 else { throw wrong(node, "a number from 0 on") }
    return value
  }

  func strings(_ node: JSONNode) throws(WorkspaceError) -> [String] {
    try list(node) { node throws(WorkspaceError) in try string(node) }
  }

  func stringMap(_ node: JSONNode) throws(WorkspaceError) -> [String: String] {
    let pairs = try members(node) { name, node throws(WorkspaceError) in (name, try string(node)) }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  func choice<T: RawRepresentable & CaseIterable>(
    _ node: JSONNode, _ type: T.Type
  ) throws(WorkspaceError) -> T where T.RawValue == String {
    guard let text = node.string, let value = T(rawValue: text) else {
      throw wrong(node, "one of: \(T.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return value
  }

  func list<T>(
    _ node: JSONNode?, _ body: (JSONNode) throws(WorkspaceError) -> T
  ) throws(WorkspaceError) -> [T] {
    guard let node else { return [] }
    guard node.kind == .array else { throw wrong(node, "a list") }
    var values: [T] = []
    for element in node.elements { values.append(try body(element)) }
    return values
  }

  func members<T>(
    _ node: JSONNode?, _ body: (String, JSONNode) throws(WorkspaceError) -> T
  ) throws(WorkspaceError) -> [T] {
    guard let node else { return [] }
    guard node.kind == .object else { throw wrong(node, "an object") }
    var values: [T] = []
    for (key, value) in node.members { values.append(try body(key, value)) }
    return values
  }

  private func wrong(_ node: JSONNode, _ expected: String) -> WorkspaceError {
    failure(WorkspaceRules.wrongType, node, "expected \(expected)", "give the kind of value that is expected")
  }

  private func failure(_ rule: RuleID, _ node: JSONNode, _ message: String, _ help: String) -> WorkspaceError {
    let start = document.position(of: node).offset
    return .configuration(
      Finding(rule, .error, message, help: help, at: Place(span: SourceSpan(file: file, start: start, end: start + 1))))
  }
}
