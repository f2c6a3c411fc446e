/// Copies part of a document to a tree.
enum JSONValueBuilder {
  /// Without recursion: a document may be 1024 levels deep, and the threads that run tasks have small stacks.
  static func copy(_ node: JSONNode) -> JSONValue {
    let tape = node.tape
    var open: [Open] = []
    var index = node.index
    while true {
      var finished: JSONValue
      let word = tape[index]
      if word.isContainer, tape[index + 1].count > 0 {
        let isObject = word.tag == TapeWord.object
        open.append(Open(isObject: isObject, remaining: tape[index + 1].count, next: index + 2))
        index = open[open.count - 1].advance(tape)
        continue
      }
      finished = scalar(tape, word, JSONNode(storage: node.storage, index: index))
      while true {
        guard let last = open.indices.last else { return finished }
        open[last].add(finished)
        guard open[last].remaining == 0 else {
          index = open[last].advance(tape)
          break
        }
        finished = open.removeLast().value
      }
    }
  }

  private static func scalar(_ tape: Tape, _ word: TapeWord, _ node: JSONNode) -> JSONValue {
    switch node.kind {
    case .null: .null
    case .bool: .bool(node.bool ?? false)
    case .number: .number(node.numberText ?? "")
    case .string: .string(tape.decoded(word))
    case .array: .array([])
    case .object: .object([])
    }
  }

  /// A container whose values are still coming.
  private struct Open {
    let isObject: Bool
    var remaining: Int
    var next: Int
    private var key = ""
    private var elements: [JSONValue] = []
    private var members: [JSONValue.Member] = []

    init(isObject: Bool, remaining: Int, next: Int) {
      self.isObject = isObject
      self.remaining = remaining
      self.next = next
      if isObject { members.reserveCapacity(remaining) } else { elements.reserveCapacity(remaining) }
    }

    /// The tape index of the next value.
    mutating func advance(_ tape: Tape) -> Int {
      remaining -= 1
      if isObject {
        key = tape.decoded(tape[next])
        next += 1
      }
      defer { next = tape.after(next) }
      return next
    }

    mutating func add(_ value: JSONValue) {
      if isObject { members.append(JSONValue.Member(key: key, value: value)) } else { elements.append(value) }
    }

    var value: JSONValue { isObject ? .object(members) : .array(elements) }
  }
}
