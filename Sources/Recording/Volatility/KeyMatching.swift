internal import Diagnostics
internal import JSONText

/// Finds the members of several runs' objects that stand for one thing, their keys being data perhaps.
struct KeyMatching {
  private let objects: [[JSONValue.Member]]
  private let identities: KnownIdentities
  private var rest: [[String: JSONValue]]
  /// Keys that no other run's key stands for, sorted.
  private(set) var unmatched: [String] = []

  init(_ objects: [[JSONValue.Member]], _ identities: KnownIdentities) {
    self.objects = objects
    self.identities = identities
    rest = objects.map { Dictionary($0.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first }) }
  }

  /// The members that belong together, in the first run's order.
  ///
  /// Days and instants belong together by their order, ids by what is known of them, other keys by being equal; what
  /// is left by its form and by the value that stands under it.
  mutating func match() -> [(keys: [String], values: [JSONValue])] {
    var pairs: [[String]] = []
    if let days = chronological() {
      pairs = days
    } else {
      for member in objects[0] { if let keys = known(member.key) { pairs.append(take(keys)) } }
      for member in objects[0] where rest.allSatisfy({ $0[member.key] != nil }) {
        pairs.append(take(rest.map { _ in member.key }))
      }
      pairs += byForm()
    }
    unmatched = Set(rest.flatMap(\.keys)).subtracting(pairs.flatMap { $0 })
      .sorted { $0.precedesByBytes($1) }
    let order = Dictionary(
      objects[0].enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
    let values = objects.map { Dictionary($0.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first }) }
    return pairs.sorted { order[$0[0]] ?? 0 < order[$1[0]] ?? 0 }.map { keys in
      (keys, zip(keys, values).compactMap { $1[$0] })
    }
  }

  private mutating func take(_ keys: [String]) -> [String] {
    for (run, key) in keys.enumerated() { rest[run][key] = nil }
    return keys
  }

  /// All keys by time, where every key says when and the runs disagree.
  private mutating func chronological() -> [[String]]? {
    let runs = rest.map { Array($0.keys) }
    guard !runs[0].isEmpty, Set(runs.map(\.count)).isSingle, !runs.map({ Set($0) }).allEqual,
      runs.allSatisfy({ $0.allSatisfy { ValueFormat(of: $0).isTemporal } })
    else { return nil }
    return columns(runs.map { $0.sorted(by: Self.precedes) })
  }

  /// By time; two ways to write one moment by their bytes.
  private static func precedes(_ a: String, _ b: String) -> Bool {
    let (left, right) = (moment(a), moment(b))
    return left == right ? a.precedesByBytes(b) : left < right
  }

  private static func moment(_ key: String) -> Int { Moment(text: key)?.milliseconds ?? 0 }

  private mutating func columns(_ runs: [[String]]) -> [[String]] {
    runs[0].indices.map { index in take(runs.map { $0[index] }) }
  }

  /// The tuple of an id that differs between the runs, all of them keys here.
  private func known(_ key: String) -> [String]? {
    guard rest[0][key] != nil else { return nil }
    return identities.tuples(of: key).first { tuple in zip(tuple, rest).allSatisfy { $1[$0] != nil } }
  }

  /// What is left, where it has one form in every run: by what is stable below the keys, then by order.
  private mutating func byForm() -> [[String]] {
    let left = objects.enumerated().map { run, members in
      members.filter { rest[run][$0.key] != nil }
    }
    guard !left[0].isEmpty, Set(left.map(\.count)).isSingle else { return [] }
    let format = ValueFormat(of: left.map { $0[0].key })
    guard format != .text, left.allSatisfy({ $0.allSatisfy { ValueFormat(of: [$0.key, left[0][0].key]) != .text } })
    else {
      return []
    }
    let signed = left.enumerated().map { run, members in
      let signature = ElementSignature(run: run, identities: identities, strictness: .all)
      return members.map { (key: $0.key, text: signature.text($0.value)) }.enumerated().sorted { a, b in
        a.element.text == b.element.text
          ? a.offset < b.offset : a.element.text.precedesByBytes(b.element.text)
      }.map(\.element)
    }
    guard signed.map({ $0.map(\.text) }).allEqual || left[0].count == 1 else { return [] }
    return columns(signed.map { $0.map(\.key) })
  }
}
