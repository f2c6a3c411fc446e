public import Diagnostics

/// A value of a parsed document; cheap to copy, and it keeps the document alive.
public struct JSONNode: Sendable {
  let tape: Tape
  let index: Int

  /// The kind of the value.
  public var kind: JSONKind { tape.kind(at: index) }
  /// Whether the value is `null`.
  public var isNull: Bool { kind == .null }
  /// The value of a Boolean; nil for anything else.
  public var bool: Bool? { kind == .bool ? tape.length(at: index) == 4 : nil }
  /// The decoded text of a string; nil for anything else.
  public var string: String? { kind == .string ? tape.string(at: index) : nil }
  /// A number as it is written; nil for anything else.
  public var numberText: String? {
    kind == .number ? String(decoding: tape.text(at: index), as: UTF8.self) : nil
  }
  /// A number's exact value; nil for anything else.
  public var number: JSONNumber? { numberText.flatMap { JSONNumber(text: $0) } }
  /// Elements of an array or members of an object; 0 for scalars.
  public var count: Int {
    switch kind {
    case .array, .object: tape.count(at: index)
    default: 0
    }
  }
  /// Elements of an array in order; none for anything else.
  public var elements: JSONElements {
    JSONElements(tape: tape, index: index + 2, remaining: kind == .array ? count : 0)
  }
  /// Members of an object in document order, duplicates kept; none for anything else.
  public var members: JSONMembers {
    JSONMembers(tape: tape, index: index + 2, remaining: kind == .object ? count : 0)
  }

  /// The first member with a key, compared by bytes.
  public subscript(key: String) -> JSONNode? {
    guard kind == .object else { return nil }
    var place = index + 2
    var wanted = key
    return wanted.withUTF8 { bytes in
      for _ in 0..<tape.count(at: index) {
        let matches =
          Entry.hasEscapes(tape.entries[place])
          ? tape.decoded(at: place).elementsEqual(bytes) : tape.text(at: place).elementsEqual(bytes)
        if matches { return JSONNode(tape: tape, index: place + 2) }
        place = tape.next(after: place + 2)
      }
      return nil
    }
  }

  /// The element at a position.
  ///
  /// - Complexity: O(position).
  public subscript(position: Int) -> JSONNode? {
    guard kind == .array, position >= 0, position < count else { return nil }
    var place = index + 2
    for _ in 0..<position { place = tape.next(after: place) }
    return JSONNode(tape: tape, index: place)
  }

  /// The value that a pointer leads to from here (RFC 6901); nil when there is none.
  public func resolve(_ pointer: JSONPointer) -> JSONNode? {
    var node = self
    for token in pointer.tokens {
      let next: JSONNode?
      switch node.kind {
      case .object: next = node[token]
      case .array:
        // RFC 6901 section 4: digits without a leading zero.
        let isIndex = token == "0" || !token.isEmpty && token.first != "0" && token.utf8.allSatisfy { $0 &- 0x30 < 10 }
        next = isIndex ? Int(token).flatMap { node[$0] } : nil
      default: next = nil
      }
      guard let next else { return nil }
      node = next
    }
    return node
  }

  /// A copy as a tree, for building other documents.
  public var value: JSONValue {
    switch kind {
    case .null: .null
    case .bool: .bool(bool ?? false)
    case .number: .number(numberText ?? "0")
    case .string: .string(string ?? "")
    case .array: .array(elements.map(\.value))
    case .object: .object(members.map { JSONValue.Member(key: $0.key, value: $0.value.value) })
    }
  }

  /// Canonical bytes of this value.
  public func canonicalText(indent: Int = 2) -> [UInt8] {
    var writer = TapeWriter(tape, indent: indent, sortKeys: true)
    return writer.write(from: index)
  }
}

/// The elements of an array, in order.
public struct JSONElements: Sequence, IteratorProtocol, Sendable {
  let tape: Tape
  var index: Int
  var remaining: Int

  /// The next element.
  public mutating func next() -> JSONNode? {
    guard remaining > 0 else { return nil }
    remaining -= 1
    defer { index = tape.next(after: index) }
    return JSONNode(tape: tape, index: index)
  }
}

/// The members of an object, in document order.
public struct JSONMembers: Sequence, IteratorProtocol, Sendable {
  let tape: Tape
  var index: Int
  var remaining: Int

  /// The next member.
  public mutating func next() -> (key: String, value: JSONNode)? {
    guard remaining > 0 else { return nil }
    remaining -= 1
    let key = index
    index = tape.next(after: key + 2)
    return (tape.string(at: key), JSONNode(tape: tape, index: key + 2))
  }
}
