public import Diagnostics

/// The elements of an array.
public struct JSONElements: Sequence, Sendable {
  let storage: JSONStorage
  let first: Int
  /// Number of elements.
  public let count: Int

  /// Whether there are none.
  public var isEmpty: Bool { count == 0 }

  /// The lower bound that arrays of the elements reserve: exact.
  public var underestimatedCount: Int { count }

  /// Starts at the first element.
  public func makeIterator() -> Iterator { Iterator(storage: storage, index: first, remaining: count) }

  /// Walks the elements in order.
  public struct Iterator: IteratorProtocol {
    let storage: JSONStorage
    var index: Int
    var remaining: Int

    /// The next element.
    public mutating func next() -> JSONNode? {
      guard remaining > 0 else { return nil }
      remaining -= 1
      let node = JSONNode(storage: storage, index: index)
      index = storage.tape.after(index)
      return node
    }
  }
}

/// The members of an object.
public struct JSONMembers: Sequence, Sendable {
  let storage: JSONStorage
  let first: Int
  /// Number of members, duplicates included.
  public let count: Int

  /// Whether there are none.
  public var isEmpty: Bool { count == 0 }

  /// The lower bound that arrays of the members reserve: exact.
  public var underestimatedCount: Int { count }

  /// Starts at the first member.
  public func makeIterator() -> Iterator { Iterator(storage: storage, index: first, remaining: count) }

  /// Walks the members in document order.
  public struct Iterator: IteratorProtocol {
    let storage: JSONStorage
    var index: Int
    var remaining: Int

    /// The next member.
    public mutating func next() -> (key: String, value: JSONNode)? {
      guard remaining > 0 else { return nil }
      remaining -= 1
      let tape = storage.tape
      let member = (key: tape.decoded(tape[index]), value: JSONNode(storage: storage, index: index + 1))
      index = tape.after(index + 1)
      return member
    }
  }

  /// Where each member's key starts (its opening quote), in document order.
  public var keyPositions: [SourcePosition] {
    var positions: [SourcePosition] = []
    var index = first
    for _ in 0..<count {
      positions.append(storage.position(at: storage.tape.sourceOffset(storage.tape[index])))
      index = storage.tape.after(index + 1)
    }
    return positions
  }
}
