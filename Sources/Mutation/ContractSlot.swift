import ContractModel
import Diagnostics
import JSONText
import Verification

/// What the contract says of one place in a document.
struct ContractSlot {
  /// Contract member, such as `Guild.motto`; nil inside a type without a name.
  var member: String?
  /// Whether the place may be left out.
  var isOptional = false
  /// Type of the place, references followed, null taken off.
  var type: TypeExpression
  /// Whether null may stand there.
  var isNullable = false

  /// The slot of a place; nil where the contract does not declare it.
  ///
  /// - Parameters:
  ///   - tokens: The place.
  ///   - node: The document's root.
  ///   - type: The document's type.
  static func find(
    _ tokens: [String], in node: JSONNode, type: TypeExpression, checker: ValueChecker
  ) -> ContractSlot? {
    var node = node
    var name: String?
    var slot = ContractSlot(type: type)
    slot.settle(&name, node, checker)
    for token in tokens {
      guard let (next, step) = slot.step(into: token, node, owner: name) else { return nil }
      node = next
      // Inside a list or map the owner stays what it was: the place has no name of its own.
      if step.member != nil { name = nil }
      slot = step
      slot.settle(&name, node, checker)
    }
    return slot
  }

  private func step(into token: String, _ node: JSONNode, owner: String?) -> (JSONNode, ContractSlot)? {
    switch type.shape {
    case .object(let shape):
      guard let next = node[token] else { return nil }
      if let property = shape.property(named: token) {
        let member = owner.map { "\($0).\(token)" }
        return (next, ContractSlot(member: member, isOptional: !property.isRequired, type: property.type))
      }
      guard case .typed(let type) = shape.additional else { return nil }
      return (next, ContractSlot(isOptional: true, type: type))
    case .map(let values, _):
      guard let next = node[token] else { return nil }
      return (next, ContractSlot(isOptional: true, type: values))
    case .array(let shape):
      guard let index = Int(token), let next = node[index] else { return nil }
      return (next, ContractSlot(type: shape.element))
    case .tuple(let elements, let rest):
      guard let index = Int(token), let next = node[index] else { return nil }
      if elements.indices.contains(index) { return (next, ContractSlot(type: elements[index])) }
      return rest.map { (next, ContractSlot(isOptional: true, type: $0)) }
    default: return nil
    }
  }

  /// Follows references and null, and takes the variant of a union that the value fits best.
  private mutating func settle(_ name: inout String?, _ node: JSONNode, _ checker: ValueChecker) {
    // Bounded, since a contract with an endless reference reaches this too.
    for _ in 0..<64 {
      switch type.shape {
      case .reference(let reference):
        guard let declaration = checker.contract.type(named: reference) else { return }
        name = reference
        type = declaration.type
      case .nullable(let inner):
        isNullable = true
        type = inner
      case .union(let shape):
        let ranked = shape.variants.map { ($0, checker.check(node, against: $0.type).count) }
        guard let best = ranked.min(by: { $0.1 < $1.1 })?.0 else { return }
        type = best.type
      default: return
      }
    }
  }

  /// Whether the place has a listed set of values.
  var isEnumerated: Bool {
    switch type.shape {
    case .enumeration, .literal: true
    default: false
    }
  }

  /// Why the contract lets a mutant through, as far as it says.
  func excuse(for mutation: MutationOperator) -> String {
    switch mutation {
    case .dropMember where isOptional, .renameKey where isOptional: "it is optional in the contract"
    case .null where isNullable: "it may be null in the contract"
    case .unknownValue: "its enumeration is open"
    default:
      if case .anyJSON = type.shape { "its type is any JSON" } else { "its type allows it" }
    }
  }
}
