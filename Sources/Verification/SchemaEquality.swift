internal import ContractModel
internal import JSONText

/// Equality of values as JSON Schema has it: numbers by value, members in any order.
enum SchemaEquality {
  /// The first two elements that are equal, by their indices; nil when all differ.
  static func firstDuplicate(in list: JSONNode) -> (first: Int, second: Int)? {
    var buckets: [Int: [(index: Int, value: JSONValue)]] = [:]
    for (index, element) in list.elements.enumerated() {
      let value = element.value
      let hash = hash(value)
      if let known = buckets[hash]?.first(where: { $0.value.equals(value) }) { return (known.index, index) }
      buckets[hash, default: []].append((index, value))
    }
    return nil
  }

  /// Equal values have equal hashes.
  private static func hash(_ value: JSONValue) -> Int {
    var hasher = Hasher()
    switch value {
    case .null: hasher.combine(0)
    case .bool(let flag): hasher.combine(flag)
    case .number(let text): hasher.combine(JSONNumber(text: text))
    case .string(let text): for byte in text.utf8 { hasher.combine(byte) }
    case .array(let elements): for element in elements { hasher.combine(Self.hash(element)) }
    case .object(let members):
      // Members come in any order.
      hasher.combine(members.reduce(0) { $0 &+ Self.hash(.string($1.key)) &* 31 &+ Self.hash($1.value) })
    }
    return hasher.finalize()
  }
}
