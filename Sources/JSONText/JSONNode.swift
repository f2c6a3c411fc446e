public import Diagnostics

/// A value inside a document.
public struct JSONNode: Sendable {
  let storage: JSONStorage
  let index: Int

  init(storage: JSONStorage, index: Int) {
    self.storage = storage
    self.index = index
  }

  var tape: Tape { storage.tape }
  var word: TapeWord { storage.tape[index] }

  /// What kind of value it is.
  public var kind: JSONKind {
    let word = word
    switch word.tag {
    case TapeWord.literal: return UInt64(word.detail) == TapeWord.null ? .null : .bool
    case TapeWord.number: return .number
    case TapeWord.array: return .array
    case TapeWord.object: return .object
    default: return .string
    }
  }

  /// Whether it is `null`.
  public var isNull: Bool { word.tag == TapeWord.literal && UInt64(word.detail) == TapeWord.null }

  /// The value of `true` or `false`; nil for other kinds.
  public var bool: Bool? {
    guard word.tag == TapeWord.literal, UInt64(word.detail) != TapeWord.null else { return nil }
    return UInt64(word.detail) == TapeWord.yes
  }

  /// The decoded text of a string; nil for other kinds.
  public var string: String? { word.isString ? tape.decoded(word) : nil }

  /// A number as it is written; nil for other kinds.
  public var numberText: String? {
    let word = word
    guard word.tag == TapeWord.number else { return nil }
    return String(decoding: UnsafeBufferPointer(start: tape.text(word), count: word.detail), as: UTF8.self)
  }

  /// A number as an exact decimal; nil for other kinds.
  public var number: JSONNumber? {
    let word = word
    guard word.tag == TapeWord.number else { return nil }
    return JSONNumber(bytes: UnsafeBufferPointer(start: tape.text(word), count: word.detail))
  }

  /// Elements of an array or members of an object, duplicates included; 0 for other kinds.
  public var count: Int { word.isContainer ? tape[index + 1].count : 0 }

  /// Elements of an array, in order; none for other kinds.
  public var elements: JSONElements {
    JSONElements(storage: storage, first: index + 2, count: word.tag == TapeWord.array ? count : 0)
  }

  /// Members of an object in document order, duplicates kept; none for other kinds.
  public var members: JSONMembers {
    JSONMembers(storage: storage, first: index + 2, count: word.tag == TapeWord.object ? count : 0)
  }

  /// The first member with a key, compared by UTF-8 bytes; nil when there is none or this is no object.
  ///
  /// - Complexity: O(members), O(log members) for large objects.
  public subscript(key: String) -> JSONNode? {
    guard word.tag == TapeWord.object else { return nil }
    return MemberLookup(tape: tape, object: index).value(of: key).map { JSONNode(storage: storage, index: $0) }
  }

  /// An element by its 0-based index; nil out of bounds or when this is no array.
  ///
  /// - Complexity: O(`position`).
  public subscript(position: Int) -> JSONNode? {
    guard word.tag == TapeWord.array, position >= 0, position < count else { return nil }
    var index = index + 2
    for _ in 0..<position { index = tape.after(index) }
    return JSONNode(storage: storage, index: index)
  }

  /// The value that a pointer names, seen from here; array indices have no leading zeros.
  public func resolve(_ pointer: JSONPointer) -> JSONNode? {
    var node = self
    for token in pointer.tokens {
      let next: JSONNode?
      if node.word.tag == TapeWord.array {
        guard let position = Int(token), String(position).utf8.elementsEqual(token.utf8) else { return nil }
        next = node[position]
      } else {
        next = node[token]
      }
      guard let next else { return nil }
      node = next
    }
    return node
  }

  /// Where the value starts; of a string, its opening quote.
  public var position: SourcePosition { storage.position(at: tape.sourceOffset(word)) }

  /// A copy as a tree of its own.
  public var value: JSONValue { JSONValueBuilder.copy(self) }

  /// Canonical bytes of this value: see ``CanonicalWriter``.
  public func canonicalText(indent: Int = 2) -> [UInt8] {
    CanonicalWriter.write(self, indent: indent, sortKeys: true)
  }
}
