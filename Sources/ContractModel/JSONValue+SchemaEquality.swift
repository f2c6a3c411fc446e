public import JSONText

extension JSONValue {
  /// Whether two values are the same to JSON Schema: numbers by value, members in any order.
  ///
  /// - Complexity: O(members) for objects, where keys are compared by bytes; of a key that is there twice the first counts.
  public func equals(_ other: JSONValue) -> Bool {
    switch (self, other) {
    case (.number, .number): number != nil && number == other.number
    case (.array(let a), .array(let b)): a.count == b.count && zip(a, b).allSatisfy { $0.equals($1) }
    case (.object(let a), .object(let b)):
      a.count == b.count
        && a.map(Self.bytes).sorted(by: Self.precedes).elementsEqual(
          b.map(Self.bytes).sorted(by: Self.precedes)
        ) { $0.key == $1.key && $0.value.equals($1.value) }
    default: self == other
    }
  }

  private static func bytes(_ member: Member) -> (key: [UInt8], value: JSONValue) {
    (Array(member.key.utf8), member.value)
  }

  private static func precedes(_ a: (key: [UInt8], value: JSONValue), _ b: (key: [UInt8], value: JSONValue)) -> Bool {
    a.key.lexicographicallyPrecedes(b.key)
  }
}
