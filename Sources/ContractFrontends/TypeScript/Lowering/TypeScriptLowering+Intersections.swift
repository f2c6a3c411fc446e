internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

extension TypeScriptLowering {
  /// Lowers `A & B`: objects are merged, a union is distributed, and a brand on a primitive is dropped.
  func lowerIntersection(_ type: LazyType) -> TypeExpression {
    let parts = intersectionParts(of: type) ?? []
    if let primitive = parts.first(where: isPrimitive) {
      let rest = parts.filter { !isPrimitive($0) }
      // `string & { readonly __brand: "Id" }`: the brand exists for the compiler only.
      let primitives = parts.filter(isPrimitive).map(lower)
      if rest.allSatisfy({ alternatives(of: head($0)) == nil }) {
        return primitives.dropFirst().reduce(primitives.first ?? lower(primitive)) { intersection($0, $1, name: nil) }
      }
    }
    if let place = parts.firstIndex(where: { alternatives(of: head($0)) != nil }),
      let choices = alternatives(of: head(parts[place]))
    {
      let distributed = choices.map { choice in
        var changed = parts
        changed[place] = choice
        return LazyType(intersection: changed, span: type.span)
      }
      return lower(LazyType(union: distributed, span: type.span))
    }
    guard let set = memberSet(type) else { return TypeExpression(.anyJSON, span: type.span) }
    return lowerMembers(set, span: type.span)
  }

  private func isPrimitive(_ type: LazyType) -> Bool {
    guard case .syntax(let syntax, _) = head(type).form else { return false }
    switch syntax.node {
    case .keyword(.string), .keyword(.number), .keyword(.boolean), .keyword(.bigint), .literal, .template: return true
    default: return false
    }
  }

  /// What belongs to both types.
  func intersection(_ a: TypeExpression, _ b: TypeExpression, name: String?) -> TypeExpression {
    if a.shape == b.shape { return a }
    switch (a.shape, b.shape) {
    case (.anyJSON, _): return b
    case (_, .anyJSON): return a
    case (.nullable(let left), .nullable(let right)):
      return TypeExpression(.nullable(intersection(left, right, name: name)), span: b.span)
    case (.nullable(let left), _): return intersection(left, b, name: name)
    case (_, .nullable(let right)): return intersection(a, right, name: name)
    case (.object(let left), .object(let right)): return merged(left, right, b.span)
    default: break
    }
    if Self.admits(a, b) { return b }
    if Self.admits(b, a) { return a }
    if let left = Self.literals(of: a), let right = Self.literals(of: b) {
      let common = left.filter { entry in right.contains { $0.value == entry.value } }
      if common.count == 1 { return TypeExpression(.literal(common[0].value), span: b.span) }
      if !common.isEmpty { return TypeExpression(.enumeration(EnumerationShape(cases: common)), span: b.span) }
    }
    let subject = name.map { "member '\($0)'" } ?? "a value"
    return fail(
      TypeScriptRules.unsupportedType, "\(subject) would have to belong to two types at once",
      help: "declare it once, with the type that it has", at: b.span,
      notes: [FindingNote("the other type is here", at: Place(span: a.span))])
  }

  private func merged(_ left: ObjectShape, _ right: ObjectShape, _ span: SourceSpan) -> TypeExpression {
    var result = left
    for property in right.properties {
      guard let place = result.properties.firstIndex(where: { $0.name == property.name }) else {
        result.properties.append(property)
        continue
      }
      let known = result.properties[place]
      result.properties[place].type = intersection(known.type, property.type, name: property.name)
      result.properties[place].isRequired = known.isRequired || property.isRequired
    }
    if case .undeclared = result.additional { result.additional = right.additional }
    return TypeExpression(.object(result), span: span)
  }

  private static func literals(of type: TypeExpression) -> [EnumerationShape.Case]? {
    switch type.shape {
    case .literal(let literal): [EnumerationShape.Case(literal)]
    case .enumeration(let shape): shape.isOpen ? nil : shape.cases
    default: nil
    }
  }

  /// Whether a primitive takes in every literal of another type.
  private static func admits(_ wide: TypeExpression, _ narrow: TypeExpression) -> Bool {
    if case .string(let facts) = wide.shape, case .string = narrow.shape { return facts == StringFacts() }
    if case .number(let facts) = wide.shape, case .number = narrow.shape { return facts == NumberFacts() }
    guard let literals = literals(of: narrow) else { return false }
    return literals.allSatisfy { entry in
      switch (wide.shape, entry.value) {
      case (.string, .string), (.number, .number), (.boolean, .boolean): true
      case (.enumeration(let shape), .string): shape.isOpen
      default: false
      }
    }
  }
}
