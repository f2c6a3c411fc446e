internal import ContractModel
internal import Diagnostics

/// Finds the type that a contract declares for a place in an answer.
struct TypeLookup {
  let contract: Contract

  /// The first member of the enumeration at a place; nil when the contract declares none there.
  func firstLiteral(at pointer: JSONPointer, in type: TypeExpression) -> String? {
    guard let found = find(pointer.tokens[...], in: type), let resolved = contract.resolve(found.withoutNull) else {
      return nil
    }
    guard case .enumeration(let shape) = resolved.withoutNull.shape else { return nil }
    return shape.cases.lazy.compactMap { if case .string(let text) = $0.value { text } else { nil } }.first
  }

  private func find(_ tokens: ArraySlice<String>, in type: TypeExpression) -> TypeExpression? {
    guard let token = tokens.first else { return type }
    guard let resolved = contract.resolve(type.withoutNull)?.withoutNull else { return nil }
    let rest = tokens.dropFirst()
    switch resolved.shape {
    case .object(let shape):
      if let property = shape.property(named: token) { return find(rest, in: property.type) }
      if case .typed(let values) = shape.additional { return find(rest, in: values) }
      return nil
    case .array(let shape): return find(rest, in: shape.element)
    case .tuple(let elements, let more):
      guard let index = Int(token) else { return nil }
      return (elements.indices.contains(index) ? elements[index] : more).flatMap { find(rest, in: $0) }
    case .map(let values, _): return find(rest, in: values)
    case .union(let shape): return shape.variants.lazy.compactMap { find(tokens, in: $0.type) }.first
    default: return nil
    }
  }
}
