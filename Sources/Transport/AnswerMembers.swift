internal import Diagnostics
internal import JSONText

/// Says what an answer does hold, for who looks in the wrong place: names alone, never a value.
enum AnswerMembers {
  private static let maximumDepth = 4
  private static let maximumCount = 12

  /// `; it has /accessToken, /user/id`, for a message that says what is not at a place, or `; a number stands there`;
  /// empty where there is nothing to name.
  ///
  /// Names that do not look like a member of an API are left out: keys of a map may be anything, a secret among it.
  static func listed(_ document: JSONDocument, besides place: JSONPointer) -> String {
    if let node = document.root.resolve(place) { return "; \(title(node.kind)) stands there" }
    var found: [String] = []
    collect(document.root, JSONPointer(), into: &found)
    if found.isEmpty { return document.root.kind == .object ? "; it has no members" : "" }
    let shown = found.prefix(maximumCount).joined(separator: ", ")
    return "; it has " + shown + (found.count > maximumCount ? ", …" : "")
  }

  private static func title(_ kind: JSONKind) -> String {
    switch kind {
    case .object: "an object"
    case .array: "a list"
    case .string: "a text of another kind"
    case .number: "a number"
    case .bool: "true or false"
    case .null: "null"
    }
  }

  private static func collect(_ node: JSONNode, _ place: JSONPointer, into found: inout [String]) {
    guard node.kind == .object, place.tokens.count < maximumDepth, node.count > 0 else {
      if !place.tokens.isEmpty { found.append(place.description) }
      return
    }
    for (name, child) in node.members where isName(name) {
      // One more than is shown tells that there are more.
      guard found.count <= maximumCount else { return }
      collect(child, JSONPointer(tokens: place.tokens + [name]), into: &found)
    }
  }

  private static func isName(_ text: String) -> Bool {
    let bytes = text.utf8
    guard let first = bytes.first, (1...40).contains(bytes.count), !(0x30...0x39).contains(first) else { return false }
    let digits = bytes.count { (0x30...0x39).contains($0) }
    return digits <= 4 && bytes.allSatisfy { $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 || "_-.".utf8.contains($0) }
  }
}
