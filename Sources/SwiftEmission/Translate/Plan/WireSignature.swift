internal import ContractModel
internal import Diagnostics

/// What a decoder can see of a type: two types with one signature accept the same JSON.
struct WireSignature {
  /// References deeper than this are told apart by name.
  private static let maximumDepth = 4

  let contract: Contract

  /// The signature of a type.
  func describe(_ type: TypeExpression) -> String { describe(type, depth: 0) }

  private func describe(_ type: TypeExpression, depth: Int) -> String {
    switch type.shape {
    case .anyJSON: return "any"
    case .null, .literal(.null): return "null"
    case .boolean: return "boolean"
    case .string: return "string"
    case .number(let facts): return facts.isInteger ? "integer" : "number"
    // Literals are checked, so they tell variants apart.
    case .literal(let literal): return "=" + literal.identity
    case .enumeration(let shape):
      if shape.cases.allSatisfy(\.value.isBoolean) { return "boolean" }
      // Values that an enumeration does not know count against a variant, so its values tell variants apart.
      let values = shape.isOpen ? [] : shape.cases.map(\.value.identity).sorted { $0.precedesByBytes($1) }
      return "\(RawKind(of: shape.cases.map(\.value)))\(values)"
    case .array(let shape): return "[" + describe(shape.element, depth: depth + 1) + "]"
    case .tuple(let elements, let rest):
      let parts = elements.map { describe($0, depth: depth + 1) }
      return "(" + (parts + [rest.map { "..." + describe($0, depth: depth + 1) } ?? ""]).joined(separator: ",") + ")"
    case .map(let values, _): return "map " + describe(values, depth: depth + 1)
    case .nullable(let inner): return describe(inner, depth: depth) + "?"
    case .reference(let name):
      guard depth < Self.maximumDepth, let declaration = contract.type(named: name) else { return name }
      return describe(declaration.type, depth: depth + 1)
    case .object(let shape): return describe(shape, depth: depth)
    case .union(let shape):
      return "{" + shape.variants.map { describe($0.type, depth: depth + 1) }.joined(separator: "|") + "}"
    }
  }

  private func describe(_ shape: ObjectShape, depth: Int) -> String {
    var parts = shape.properties.sorted { $0.name.precedesByBytes($1.name) }.map {
      "\($0.name)\u{0}\($0.isRequired ? "" : "?"):" + describe($0.type, depth: depth + 1)
    }
    if case .typed(let value) = shape.additional { parts.append("*:" + describe(value, depth: depth + 1)) }
    return "{" + parts.joined(separator: ";") + "}"
  }
}
