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
    if rest.allSatisfy({ $0.count == rest[0].count && $0.keys.allSatisfy { rest[0][$0] != nil } }) {
      for member in objects[0] where rest[0][member.key] != nil { pairs.append(take(rest.map { _ in member.key })) }
    } else if let days = chronological() {
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
    let tuples = identities.tuples(of: key).filter { tuple in zip(tuple, rest).allSatisfy { $1[$0] != nil } }
    guard let first = tuples.first, case .integer = ValueFormat(of: first) else { return tuples.first }
    // Two tables have the same numbers: what stands under the keys must agree.
    let agreeing = tuples.filter(agrees)
    return agreeing.first(where: holdsKeys) ?? agreeing.first
  }

  private func values(_ keys: [String]) -> [JSONValue] { zip(keys, rest).compactMap { $1[$0] } }

  /// Whether one member of every run's value is the key.
  private func holdsKeys(_ keys: [String]) -> Bool {
    let values = values(keys)
    return (values[0].members ?? []).contains { member in
      zip(keys, values).allSatisfy { key, value in value[member.key]?.text == key }
    }
  }

  private func agrees(_ keys: [String]) -> Bool {
    values(keys).enumerated().map { run, value in
      ElementSignature(run: run, identities: identities, strictness: .words).text(value)
    }.allEqual
  }

  /// What is left, where the keys that come together are no words that people read: by what is stable below the keys,
  /// then by order.
  private mutating func byForm() -> [[String]] {
    let left = objects.enumerated().map { run, members in
      members.filter { rest[run][$0.key] != nil }
    }
    guard !left[0].isEmpty, Set(left.map(\.count)).isSingle else { return [] }
    for strictness in [ElementSignature.Strictness.all, .words] {
      let signed = left.enumerated().map { run, members in
        let signature = ElementSignature(run: run, identities: identities, strictness: strictness)
        return members.map { (key: $0.key, text: signature.text($0.value)) }.enumerated().sorted { a, b in
          a.element.text == b.element.text
            ? a.offset < b.offset : a.element.text.precedesByBytes(b.element.text)
        }.map(\.element)
      }
      guard signed.map({ $0.map(\.text) }).allEqual || left[0].count == 1 else { continue }
      let pairs = left[0].indices.map { index in signed.map { $0[index].key } }
      return Self.areAllData(pairs) ? columns(signed.map { $0.map(\.key) }) : []
    }
    return []
  }

  /// Whether all keys are data. Of many codes some have no digit by chance: what most are, words of their lengths are too.
  private static func areAllData(_ pairs: [[String]]) -> Bool {
    let data = pairs.filter(areData)
    guard data.count < pairs.count else { return true }
    let lengths = data.joined().map(\.utf8.count)
    guard data.count * 2 > pairs.count, let least = lengths.min(), let most = lengths.max(), least >= 6 else {
      return false
    }
    return pairs.joined().allSatisfy { key in
      (least...most).contains(key.utf8.count) && key.utf8.allSatisfy(ValueFormat.isWordByte)
    }
  }

  /// Whether keys are of one form, or the same text around parts of one form.
  private static func areData(_ keys: [String]) -> Bool {
    if ValueFormat(of: keys) != .text { return true }
    let columns = TextDecomposition { _ in false }.fragments(keys)?.columns ?? []
    return !columns.isEmpty && columns.allSatisfy { ValueFormat(of: $0.texts) != .text }
  }
}
