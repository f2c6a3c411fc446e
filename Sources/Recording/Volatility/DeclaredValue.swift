internal import ContractModel
internal import JSONText

/// The value that a declared type lets stand in place of a volatile one.
struct DeclaredValue {
  private let type: TypeExpression?

  init(_ type: TypeExpression?) { self.type = type }

  /// The first member of an enumeration, or the one value that there is; nil for any other type.
  var literal: JSONValue? {
    switch type?.shape {
    case .literal(let literal)?: Self.value(literal)
    case .enumeration(let shape)?: shape.cases.first.flatMap { Self.value($0.value) }
    default: nil
    }
  }

  /// A number within the declared bounds: 1, or 1.5, where they allow it.
  func number(isDecimal: Bool) -> String {
    guard case .number(let facts)? = type?.shape else { return isDecimal ? "1.5" : "1" }
    let plain = isDecimal && !facts.isInteger ? "1.5" : "1"
    guard let value = JSONNumber(text: plain) else { return plain }
    if let minimum = facts.minimum, let bound = JSONNumber(text: minimum),
      value < bound || value == bound && facts.isMinimumExclusive
    {
      return facts.isMinimumExclusive ? Self.next(minimum, by: 1) : minimum
    }
    if let maximum = facts.maximum, let bound = JSONNumber(text: maximum),
      bound < value || value == bound && facts.isMaximumExclusive
    {
      return facts.isMaximumExclusive ? Self.next(maximum, by: -1) : maximum
    }
    return plain
  }

  private static func next(_ text: String, by step: Int) -> String { Int(text).map { String($0 + step) } ?? text }

  private static func value(_ literal: Literal) -> JSONValue? {
    switch literal {
    case .string(let text): .string(text)
    case .number(let text): .number(text)
    case .boolean(let value): .bool(value)
    case .null: nil
    }
  }
}
