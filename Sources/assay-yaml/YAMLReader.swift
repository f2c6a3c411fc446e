import Diagnostics
import JSONText

/// Builds the JSON of a document from events, with a stack of its own.
struct YAMLReader {
  private struct Node {
    let value: JSONValue
    /// Values in it, itself counted, aliases expanded.
    let size: Int
  }

  /// A collection that is open; changed in place, so that adding stays linear.
  private struct Frame {
    let isMapping: Bool
    let anchor: String?
    var elements: [JSONValue] = []
    var members: [JSONValue.Member] = []
    /// Byte offset of each key seen.
    var keys: [String: Int] = [:]
    /// The key whose value is due.
    var key: String?
    var size = 1

    /// Whether the next node is a key.
    var wantsKey: Bool { isMapping && key == nil }
  }

  private let file: SourceFile
  private let source: YAMLEventSource
  private var stack: [Frame] = []
  private var tokens: [String] = []
  private var anchors: [String: Node] = [:]
  private var openAnchors: Set<String> = []
  private var offsets: [(pointer: JSONPointer, offset: Int)] = []
  private var root: Node?
  // Events come in order, so the byte offset of a code point index is found by walking on.
  private var walkedIndex = 0
  private var walkedOffset: Int

  init(_ file: SourceFile) {
    self.file = file
    source = YAMLEventSource(file.bytes)
    walkedOffset = file.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  mutating func read() throws(YAMLProblem) -> YAMLDocument {
    var documents = 0
    while true {
      let event = try next()
      let offset = offset(of: event.index)
      switch event.kind {
      case .streamStart, .documentEnd: continue
      case .streamEnd:
        guard let root else { throw problem("the file holds no document", at: offset) }
        return YAMLDocument(value: root.value, offsets: offsets)
      case .documentStart:
        documents += 1
        guard documents == 1 else {
          throw problem("a second document starts here", help: "keep one document in a file", at: offset)
        }
      default: try handle(event.kind, at: offset)
      }
    }
  }

  private mutating func next() throws(YAMLProblem) -> YAMLEvent {
    do throws(YAMLEventSource.Problem) {
      return try source.next()
    } catch {
      let offset = error.index >= walkedIndex ? self.offset(of: error.index) : 0
      throw problem(error.message, at: offset)
    }
  }

  private mutating func handle(_ kind: YAMLEvent.Kind, at offset: Int) throws(YAMLProblem) {
    switch kind {
    case .scalar(let text, let tag, let isPlain, let anchor):
      if try takeKey(text, at: offset) { return }
      let node = Node(value: try scalar(text, tag: tag, isPlain: isPlain, at: offset), size: 1)
      remember(node, as: anchor)
      try add(node, at: offset)
    case .alias(let name):
      if openAnchors.contains(name) { throw problem("'*\(name)' stands inside what it names", at: offset) }
      guard let node = anchors[name] else { throw problem("there is no anchor '&\(name)' before this", at: offset) }
      if stack.last?.wantsKey == true {
        guard case .string(let text) = node.value else { throw problem("a key is a text", at: offset) }
        _ = try takeKey(text, at: offset)
      } else {
        try add(node, at: offset)
      }
    case .sequenceStart(let tag, let anchor):
      try open(Frame(isMapping: false, anchor: anchor), tag: tag, at: offset)
    case .mappingStart(let tag, let anchor):
      try open(Frame(isMapping: true, anchor: anchor), tag: tag, at: offset)
    case .sequenceEnd, .mappingEnd: try close(at: offset)
    default: break
    }
  }

  private mutating func open(_ frame: Frame, tag: String?, at offset: Int) throws(YAMLProblem) {
    let plain = frame.isMapping ? "map" : "seq"
    if stack.last?.wantsKey == true { throw problem("a key is a text, not a collection", at: offset) }
    if let tag, tag != "tag:yaml.org,2002:\(plain)", tag != "!" { throw unknownTag(tag, at: offset) }
    guard stack.count < YAMLDocument.maximumDepth else {
      throw problem("the nesting is deeper than \(YAMLDocument.maximumDepth)", at: offset)
    }
    note(offset)
    if let anchor = frame.anchor { openAnchors.insert(anchor) }
    stack.append(frame)
    tokens.append(frame.isMapping ? "" : "0")
  }

  private mutating func close(at offset: Int) throws(YAMLProblem) {
    guard let frame = stack.popLast() else { return }
    tokens.removeLast()
    let node = Node(value: frame.isMapping ? .object(frame.members) : .array(frame.elements), size: frame.size)
    if let anchor = frame.anchor { openAnchors.remove(anchor) }
    remember(node, as: frame.anchor)
    try place(node, at: offset)
  }

  private mutating func remember(_ node: Node, as anchor: String?) {
    if let anchor { anchors[anchor] = node }
  }

  /// Takes a scalar as a key where a key is due; the key keeps its text, so that `404:` is `"404"`.
  private mutating func takeKey(_ text: String, at offset: Int) throws(YAMLProblem) -> Bool {
    guard stack.last?.wantsKey == true else { return false }
    let top = stack.count - 1
    if text == "<<" {
      throw problem(
        "YAML 1.2 has no merge key '<<'", help: "write the members out", at: offset, length: text.utf8.count)
    }
    if let first = stack[top].keys[text] {
      let span = SourceSpan(file: file, start: first, end: first + text.utf8.count)
      throw problem(
        "the key '\(text)' stands twice", at: offset, length: text.utf8.count,
        notes: [FindingNote("first here", at: Place(span: span))])
    }
    stack[top].keys[text] = offset
    stack[top].key = text
    tokens[tokens.count - 1] = text
    return true
  }

  private mutating func add(_ node: Node, at offset: Int) throws(YAMLProblem) {
    note(offset)
    try place(node, at: offset)
  }

  /// Puts a finished value into the collection that is open.
  private mutating func place(_ node: Node, at offset: Int) throws(YAMLProblem) {
    guard !stack.isEmpty else {
      root = node
      return
    }
    let top = stack.count - 1
    if stack[top].isMapping {
      stack[top].members.append(JSONValue.Member(key: stack[top].key ?? "", value: node.value))
      stack[top].key = nil
    } else {
      stack[top].elements.append(node.value)
      tokens[tokens.count - 1] = String(stack[top].elements.count)
    }
    stack[top].size += node.size
    guard stack[top].size <= YAMLDocument.maximumNodes else {
      throw problem("the document has more than \(YAMLDocument.maximumNodes) values, aliases expanded", at: offset)
    }
  }

  private mutating func note(_ offset: Int) {
    offsets.append((JSONPointer(tokens: tokens), offset))
  }

  private func scalar(
    _ text: String, tag: String?, isPlain: Bool, at offset: Int
  ) throws(YAMLProblem) -> JSONValue {
    let name = tag.map { $0.hasPrefix("tag:yaml.org,2002:") ? String($0.dropFirst(18)) : $0 }
    switch name {
    case nil where !isPlain, "!", "str": return .string(text)
    case nil, "null", "bool", "int", "float":
      guard let value = CoreSchema.resolve(text) else {
        throw problem(
          "\(text) has no JSON form", help: "quote it, or leave it out", at: offset, length: text.utf8.count)
      }
      guard Self.kind(of: value, matches: name) else {
        throw problem("'\(text)' is no \(name ?? "value")", at: offset, length: text.utf8.count)
      }
      return value
    default: throw unknownTag(tag ?? "", at: offset)
    }
  }

  private static func kind(of value: JSONValue, matches name: String?) -> Bool {
    switch (name, value) {
    case (nil, _), ("null", .null), ("bool", .bool), ("float", .number): true
    case ("int", .number(let text)): !text.contains { $0 == "." || $0 == "e" }
    default: false
    }
  }

  private func unknownTag(_ tag: String, at offset: Int) -> YAMLProblem {
    problem("the tag '\(tag)' has no JSON form", help: "leave the tag out", at: offset)
  }

  private func problem(
    _ message: String, help: String? = nil, at offset: Int, length: Int = 1, notes: [FindingNote] = []
  ) -> YAMLProblem {
    YAMLProblem(message, help: help, in: file, at: offset, length: length, notes: notes)
  }

  private mutating func offset(of index: Int) -> Int {
    while walkedIndex < index, walkedOffset < file.bytes.count {
      walkedOffset += 1
      while walkedOffset < file.bytes.count, file.bytes[walkedOffset] & 0xC0 == 0x80 { walkedOffset += 1 }
      walkedIndex += 1
    }
    return walkedOffset
  }
}
