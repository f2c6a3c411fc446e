internal import Diagnostics
internal import JSONText

/// One place where a recorded value differs from the one that stands.
struct ValueDifference: Hashable, Sendable {
  /// Most characters of a value that are shown.
  private static let shownLength = 60

  /// The place; in the old value for what is gone, else in the new one.
  let pointer: JSONPointer
  /// What stood there; nil for nothing.
  let old: JSONValue?
  /// What stands there now; nil for nothing.
  let new: JSONValue?

  /// `value was 5, and is 6 now`.
  var fact: String {
    switch (old, new) {
    case (let old?, let new?): "value was \(Self.shown(old)), and is \(Self.shown(new)) now"
    case (let old?, nil): "value \(Self.shown(old)) is gone"
    case (nil, let new?): "value \(Self.shown(new)) is new"
    case (nil, nil): "value is gone"
    }
  }

  /// The differences of two values, outer before inner, members by the bytes of their keys.
  ///
  /// In lists, what is equal at both ends is paired first: an element that was put in or taken out is one difference.
  /// - Complexity: O(values of both × depth).
  static func all(_ old: JSONValue, _ new: JSONValue, limit: Int) -> [ValueDifference] {
    var walk = DifferenceWalk(limit: limit)
    walk.compare(old, new, at: JSONPointer())
    return walk.found
  }

  private static func shown(_ value: JSONValue) -> String {
    let text = String(decoding: value.canonicalText(indent: 0).filter { $0 != 0x0A }, as: UTF8.self)
    return text.count > shownLength ? SecretRegistry.shared.excerpt(text, characters: shownLength) + "…" : text
  }
}

private struct DifferenceWalk {
  let limit: Int
  var found: [ValueDifference] = []

  mutating func compare(_ old: JSONValue?, _ new: JSONValue?, at pointer: JSONPointer) {
    guard found.count < limit, old != new else { return }
    switch (old, new) {
    case (.object(let before)?, .object(let after)?): compare(before, after, at: pointer)
    case (.array(let before)?, .array(let after)?): compare(before, after, at: pointer)
    default: found.append(ValueDifference(pointer: pointer, old: old, new: new))
    }
  }

  private mutating func compare(_ old: [JSONValue.Member], _ new: [JSONValue.Member], at pointer: JSONPointer) {
    let before = Dictionary(old.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    let after = Dictionary(new.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    for key in Set(before.keys).union(after.keys).sorted(by: { $0.precedesByBytes($1) }) {
      compare(before[key], after[key], at: pointer.appending(key))
    }
  }

  private mutating func compare(_ old: [JSONValue], _ new: [JSONValue], at pointer: JSONPointer) {
    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter, old[start] == new[start] { start += 1 }
    var end = 0
    while end < shorter - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    let before = old[start..<old.count - end]
    let after = new[start..<new.count - end]
    for offset in 0..<max(before.count, after.count) {
      let index = start + offset
      compare(
        offset < before.count ? old[index] : nil, offset < after.count ? new[index] : nil,
        at: pointer.appending(index))
    }
  }
}

/// The first line in which two texts that are no JSON differ.
enum TextDifference {
  /// The difference in words.
  static func fact(_ old: [UInt8], _ new: [UInt8]) -> String {
    guard let before = String(validating: old, as: UTF8.self), let after = String(validating: new, as: UTF8.self) else {
      return "\(old.count) bytes were \(new.count) other ones"
    }
    let left = before.split(separator: "\n", omittingEmptySubsequences: false)
    let right = after.split(separator: "\n", omittingEmptySubsequences: false)
    let line = zip(left, right).prefix { $0 == $1 }.count
    func shown(_ lines: [Substring]) -> String {
      line < lines.count ? "'\(SecretRegistry.shared.excerpt(String(lines[line]), characters: 60))'" : "nothing"
    }
    return "line \(line + 1) was \(shown(left)), and is \(shown(right)) now"
  }
}
