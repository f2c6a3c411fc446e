internal import ContractModel
internal import Diagnostics

/// Finds the type that a contract declares for a place in an answer.
struct TypeLookup {
  let contract: Contract

  /// The type at a place in the answer to an exchange, references followed and null taken off; nil where none is declared.
  func type(at pointer: JSONPointer, inAnswerTo exchange: RecordedExchange) -> TypeExpression? {
    guard let record = exchange.record,
      case .body(let type)? = contract.route(id: record.routeID)?.answer(status: exchange.status)
    else { return nil }
    return find(pointer.tokens[...], in: type).flatMap { contract.resolve($0.withoutNull)?.withoutNull }
  }

  /// Whether the contract says that the list at a place has no order.
  func isUnordered(at pointer: JSONPointer, inAnswerTo exchange: RecordedExchange) -> Bool {
    guard case .array(let shape)? = type(at: pointer, inAnswerTo: exchange)?.shape else { return false }
    return shape.isUnordered
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
