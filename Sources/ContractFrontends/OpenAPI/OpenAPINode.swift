internal import Diagnostics
internal import JSONText

/// A value of an OpenAPI document, with the document and the place that it stands at.
struct OpenAPINode {
  let place: SchemaPlace

  init(_ place: SchemaPlace) { self.place = place }

  private var node: JSONNode { place.node }

  /// A member of an object.
  subscript(key: String) -> OpenAPINode? { place.member(key).map(OpenAPINode.init) }

  /// Members in document order; extensions (`x-`) left out.
  var members: [(key: String, value: OpenAPINode)] {
    node.members.filter { !$0.key.hasPrefix("x-") }.map { ($0.key, OpenAPINode(place.part($0.value))) }
  }

  /// Elements of a list.
  var elements: [OpenAPINode] { node.elements.map { OpenAPINode(place.part($0)) } }

  var string: String? { node.string }
  var isObject: Bool { node.kind == .object }
  var isList: Bool { node.kind == .array }
  var isEmpty: Bool { node.count == 0 }
  /// Where it stands.
  var span: SourceSpan { place.span }
  /// What tells it from every other value of the run.
  var identity: Identity {
    Identity(document: ObjectIdentifier(place.document), offset: node.position.offset)
  }
  /// The text of a member that is a string.
  func text(_ key: String) -> String? { node[key]?.string }
  /// A member that is a Boolean.
  func flag(_ key: String) -> Bool? { node[key]?.bool }
  /// Whether a member is `true`.
  func isTrue(_ key: String) -> Bool { flag(key) ?? false }

  /// The identity of a value.
  struct Identity: Hashable {
    let document: ObjectIdentifier
    let offset: Int
  }

  /// Summary and description as doc comment text.
  var documentation: String? {
    let parts = [text("summary"), text("description")].compactMap(\.self).map(Self.trimmed).filter { !$0.isEmpty }
    let distinct = parts.count == 2 && parts[0] == parts[1] ? [parts[0]] : parts
    return distinct.isEmpty ? nil : distinct.joined(separator: "\n\n")
  }

  private static func trimmed(_ text: String) -> String {
    let head = text.drop(while: \.isWhitespace)
    guard let last = head.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(head[...last])
  }
}
