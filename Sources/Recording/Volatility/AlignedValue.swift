internal import Diagnostics
internal import JSONText

/// One document as every run answered it, laid side by side.
indirect enum AlignedValue: Sendable {
  /// A string, number, Boolean or null of each run, in the order of the runs.
  case scalar([JSONValue])
  /// Elements that stand at the same index in every run.
  case array([AlignedValue])
  /// Members in the first run's order; `keys` holds the key of each run.
  case object([AlignedMember])
}

/// A member of an object as every run answered it.
struct AlignedMember: Sendable {
  /// The key in each run; all equal unless the key is itself volatile.
  let keys: [String]
  /// The member's value.
  let value: AlignedValue
}

/// Lays the answers of several runs side by side, and says where their structure differs.
struct Alignment {
  /// A place at which the runs disagree in a way that no placeholder can mend.
  struct Mismatch: Hashable, Sendable {
    /// Place in the document of the first run.
    let pointer: JSONPointer
    /// What differs, for people.
    let fact: String
    /// The rule that speaks of it.
    let rule: RuleID
  }

  /// Tuples of values that are known to be one thing, by the value of the first run; object keys are matched by them.
  let identities: [String: [[String]]]
  private(set) var mismatches: [Mismatch] = []

  init(identities: [String: [[String]]] = [:]) { self.identities = identities }

  /// Aligns one document; nil when nothing of it can be compared.
  mutating func align(_ runs: [JSONValue], at pointer: JSONPointer = JSONPointer()) -> AlignedValue? {
    let objects = runs.compactMap(\.members)
    if objects.count == runs.count { return alignObjects(objects, at: pointer) }
    let arrays = runs.compactMap(\.elements)
    if arrays.count == runs.count { return alignArrays(arrays, at: pointer) }
    guard objects.isEmpty, arrays.isEmpty, Set(runs.map(\.kindName)).count == 1 else {
      let kinds = runs.map(\.kindName).joined(separator: ", then ")
      mismatches.append(
        Mismatch(pointer: pointer, fact: "the value is \(kinds)", rule: RecordingRules.unstableValue))
      return nil
    }
    return .scalar(runs)
  }

  private mutating func alignArrays(_ arrays: [[JSONValue]], at pointer: JSONPointer) -> AlignedValue? {
    guard Set(arrays.map(\.count)).count == 1 else {
      let counts = arrays.map { String($0.count) }.joined(separator: ", then ")
      mismatches.append(
        Mismatch(pointer: pointer, fact: "the list has \(counts) elements", rule: RecordingRules.unstableStructure))
      return nil
    }
    let texts = arrays.map { $0.map { $0.canonicalText(indent: 0) } }
    if Set(texts).count > 1, Set(texts.map { $0.sorted { $0.lexicographicallyPrecedes($1) } }).count == 1 {
      mismatches.append(
        Mismatch(
          pointer: pointer, fact: "the list holds the same elements in another order",
          rule: RecordingRules.unstableOrder))
      return nil
    }
    var elements: [AlignedValue] = []
    for index in arrays[0].indices {
      if let element = align(arrays.map { $0[index] }, at: pointer.appending(index)) { elements.append(element) }
    }
    return elements.count == arrays[0].count ? .array(elements) : nil
  }

  private mutating func alignObjects(_ objects: [[JSONValue.Member]], at pointer: JSONPointer) -> AlignedValue? {
    var rest = objects.map { Dictionary($0.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first }) }
    var members: [AlignedMember] = []
    var isWhole = true
    for member in objects[0] {
      guard let keys = keys(matching: member.key, among: rest) else {
        mismatches.append(
          Mismatch(
            pointer: pointer.appending(member.key), fact: "the member is not in every run",
            rule: RecordingRules.unstableStructure))
        rest[0][member.key] = nil
        isWhole = false
        continue
      }
      let values = keys.enumerated().compactMap { rest[$0].removeValue(forKey: $1) }
      if let value = align(values, at: pointer.appending(member.key)) {
        members.append(AlignedMember(keys: keys, value: value))
      } else {
        isWhole = false
      }
    }
    for extra in Set(rest.flatMap(\.keys)).sorted(by: { $0.precedesByBytes($1) }) {
      mismatches.append(
        Mismatch(
          pointer: pointer.appending(extra), fact: "the member is not in every run",
          rule: RecordingRules.unstableStructure))
      isWhole = false
    }
    return isWhole ? .object(members) : nil
  }

  /// The key of each run that stands for the same thing as the first run's key.
  private func keys(matching key: String, among rest: [[String: JSONValue]]) -> [String]? {
    if rest.allSatisfy({ $0[key] != nil }) { return rest.map { _ in key } }
    return identities[key]?.first { tuple in zip(tuple, rest).allSatisfy { $1[$0] != nil } }
  }
}

extension JSONValue {
  /// The text of a string or number; nil for anything else.
  var text: String? {
    switch self {
    case .string(let text), .number(let text): text
    default: nil
    }
  }
  /// The name of the kind, for people.
  var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "a Boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }
}
