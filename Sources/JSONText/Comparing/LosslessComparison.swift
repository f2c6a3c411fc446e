import Diagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Compares values losslessly: key sets and strings by bytes, numbers as exact decimals, arrays in order.
///
/// The order of members says nothing; duplicate keys are paired in their order.
public enum LosslessComparison {
  /// All differences, at most `limit`: members by key, elements by index, outer before inner.
  ///
  /// - Complexity: O(values of both).
  public static func differences(
    _ expected: JSONNode, _ actual: JSONNode, limit: Int = .max
  ) -> [JSONDifference] {
    var walk = ComparisonWalk(expected: expected, actual: actual, limit: limit)
    return walk.run()
  }

  /// Whether there is no difference.
  public static func areEqual(_ expected: JSONNode, _ actual: JSONNode) -> Bool {
    differences(expected, actual, limit: 1).isEmpty
  }
}

/// The walk over two tapes at once, without recursion.
private struct ComparisonWalk {
  /// Two containers of one kind that are being compared.
  private struct Frame {
    let isObject: Bool
    var left: MemberCursor
    var right: MemberCursor
    /// Tape indices of the next elements.
    var leftElement: Int
    var rightElement: Int
    let counts: (left: Int, right: Int)
    var position = 0
    /// Tape index of the current key, and whether it is of the actual value.
    var key = 0
    var isKeyActual = false
  }

  private let expected: JSONNode
  private let actual: JSONNode
  private let left: Tape
  private let right: Tape
  private let limit: Int
  private var frames: [Frame] = []
  private var found: [JSONDifference] = []

  init(expected: JSONNode, actual: JSONNode, limit: Int) {
    self.expected = expected
    self.actual = actual
    self.limit = limit
    left = expected.tape
    right = actual.tape
  }

  mutating func run() -> [JSONDifference] {
    guard limit > 0 else { return [] }
    visit(expected.index, actual.index)
    while let last = frames.indices.last, found.count < limit {
      if frames[last].isObject { stepMember(last) } else { stepElement(last) }
    }
    return found
  }

  private mutating func stepElement(_ last: Int) {
    let frame = frames[last]
    guard frame.position < max(frame.counts.left, frame.counts.right) else {
      frames.removeLast()
      return
    }
    frames[last].position += 1
    let leftIndex = frame.position < frame.counts.left ? frame.leftElement : nil
    let rightIndex = frame.position < frame.counts.right ? frame.rightElement : nil
    if let leftIndex { frames[last].leftElement = left.after(leftIndex) }
    if let rightIndex { frames[last].rightElement = right.after(rightIndex) }
    visit(leftIndex, rightIndex)
  }

  private mutating func stepMember(_ last: Int) {
    let leftKey = frames[last].left.peek(left)
    let rightKey = frames[last].right.peek(right)
    let order: Int
    switch (leftKey, rightKey) {
    case (nil, nil):
      frames.removeLast()
      return
    case (_, nil): order = -1
    case (nil, _): order = 1
    case (let a?, let b?): order = compare(left[a], right[b])
    }
    var indices: (Int?, Int?) = (nil, nil)
    if order <= 0 { indices.0 = frames[last].left.next(left) + 1 }
    if order >= 0 { indices.1 = frames[last].right.next(right) + 1 }
    frames[last].isKeyActual = order > 0
    frames[last].key = (order > 0 ? rightKey : leftKey) ?? 0
    visit(indices.0, indices.1)
  }

  /// Orders keys of the two tapes by the bytes that they stand for.
  private func compare(_ a: TapeWord, _ b: TapeWord) -> Int {
    let own = UnsafeBufferPointer(start: left.text(a), count: a.detail)
    let other = UnsafeBufferPointer(start: right.text(b), count: b.detail)
    if a.isEscaped || b.isEscaped {
      let first = UnescapedText(own)
      let second = UnescapedText(other)
      return first.elementsEqual(second) ? 0 : first.lexicographicallyPrecedes(second) ? -1 : 1
    }
    // Sound: both texts are at least as long as the shorter one.
    let order = memcmp(left.text(a), right.text(b), min(a.detail, b.detail))
    return order != 0 ? Int(order) : a.detail - b.detail
  }

  private mutating func visit(_ leftIndex: Int?, _ rightIndex: Int?) {
    guard let leftIndex else {
      if let rightIndex { add(.added, nil, rightIndex) }
      return
    }
    guard let rightIndex else { return add(.missing, leftIndex, nil) }
    let a = left[leftIndex]
    let b = right[rightIndex]
    if a.isString && b.isString {
      if !left.equals(a, b, of: right) { add(.changed, leftIndex, rightIndex) }
    } else if a.tag != b.tag {
      add(.typeChanged, leftIndex, rightIndex)
    } else if a.isContainer {
      enter(leftIndex, rightIndex, isObject: a.tag == TapeWord.object)
    } else if a.tag == TapeWord.number {
      if !equalNumbers(a, b) { add(.changed, leftIndex, rightIndex) }
    } else if a.detail != b.detail {
      let hasNull = UInt64(a.detail) == TapeWord.null || UInt64(b.detail) == TapeWord.null
      add(hasNull ? .typeChanged : .changed, leftIndex, rightIndex)
    }
  }

  private func equalNumbers(_ a: TapeWord, _ b: TapeWord) -> Bool {
    if left.equals(a, b, of: right) { return true }
    let first = JSONNumber(bytes: UnsafeBufferPointer(start: left.text(a), count: a.detail))
    return first == JSONNumber(bytes: UnsafeBufferPointer(start: right.text(b), count: b.detail))
  }

  private mutating func enter(_ leftIndex: Int, _ rightIndex: Int, isObject: Bool) {
    frames.append(
      Frame(
        isObject: isObject, left: MemberCursor(tape: left, object: leftIndex, sorted: isObject),
        right: MemberCursor(tape: right, object: rightIndex, sorted: isObject), leftElement: leftIndex + 2,
        rightElement: rightIndex + 2, counts: (left[leftIndex + 1].count, right[rightIndex + 1].count)))
  }

  private mutating func add(_ kind: JSONDifference.Kind, _ leftIndex: Int?, _ rightIndex: Int?) {
    guard found.count < limit else { return }
    let tokens = frames.map { frame in
      guard frame.isObject else { return String(frame.position - 1) }
      return frame.isKeyActual ? right.decoded(right[frame.key]) : left.decoded(left[frame.key])
    }
    found.append(
      JSONDifference(
        pointer: JSONPointer(tokens: tokens), kind: kind,
        expected: leftIndex.map { JSONNode(storage: expected.storage, index: $0).shortText },
        actual: rightIndex.map { JSONNode(storage: actual.storage, index: $0).shortText }))
  }
}

extension JSONNode {
  /// The value for a message: a scalar as it is written, cut after 80 bytes; a container by its size.
  public var shortText: String {
    switch kind {
    case .array: return "array of \(count) \(count == 1 ? "element" : "elements")"
    case .object: return "object with \(count) \(count == 1 ? "member" : "members")"
    default: break
    }
    let text = String(decoding: canonicalText(indent: 0), as: UTF8.self)
    guard text.utf8.count > 80 else { return text }
    var end = text.utf8.index(text.utf8.startIndex, offsetBy: 80)
    while end > text.startIndex, end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
    return text[..<end] + "…"
  }
}
