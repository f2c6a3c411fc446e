internal import ContractModel

/// A type without a name in the contract that needs one in Swift.
struct InlineType {
  /// Where it stands, below the declaration that holds it: property names and steps such as `/element`.
  let key: String
  let type: TypeExpression
  let candidates: [String]
}

/// Where inline types of a declaration live, and what they are called.
struct InlineScope {
  /// Key of the type that they are nested in; empty at the top of the module.
  let parent: String
  /// Swift names by key of the inline type.
  let names: ResolvedNames

  /// The identity of an inline type's plan.
  func planKey(_ name: String) -> String { parent.isEmpty ? name : "\(parent).\(name)" }
}

extension TypeFacts {
  /// The inline types of a type expression that need a name at this level: those within them are theirs to name.
  ///
  /// - Parameters:
  ///   - key: Where the expression stands.
  ///   - hint: Upper-camel name that its place suggests.
  ///   - suffix: What makes the name another one when it is taken.
  func inlineTypes(in type: TypeExpression, key: String, hint: String, suffix: String = "Value") -> [InlineType] {
    let type = simplified(type)
    switch type.shape {
    case .anyJSON, .null, .boolean, .string, .number, .reference, .literal: return []
    case .nullable(let inner): return inlineTypes(in: inner, key: key, hint: hint, suffix: suffix)
    case .array(let shape):
      let single = SwiftNaming.singular(hint)
      return inlineTypes(in: shape.element, key: key + "/element", hint: single, suffix: "Element")
    case .map(let values, _):
      return inlineTypes(in: values, key: key + "/value", hint: SwiftNaming.singular(hint), suffix: "Entry")
    case .enumeration, .object, .union, .tuple:
      // `Type` cannot be nested; a property `type` has a kind.
      let first = hint == "Type" ? ["Kind", "TypeValue"] : [hint]
      return [InlineType(key: key, type: type, candidates: first + [hint + suffix])]
    }
  }
}
