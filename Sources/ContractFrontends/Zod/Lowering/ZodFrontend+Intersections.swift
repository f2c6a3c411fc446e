internal import ContractModel
internal import Diagnostics

extension ZodFrontend {
  /// What belongs to both schemas: objects are merged, unions distributed, rules joined.
  func lowerIntersection(_ first: ZodSchema, _ second: ZodSchema, _ side: ZodSide, at span: SourceSpan)
    -> TypeExpression
  {
    intersection(lower(first, side), lower(second, side), name: nil, at: span)
  }

  private func intersection(_ a: TypeExpression, _ b: TypeExpression, name: String?, at span: SourceSpan)
    -> TypeExpression
  {
    descend(at: span, otherwise: a) {
      if a.shape == b.shape { return a }
      switch (a.shape, b.shape) {
      case (.anyJSON, _): return b
      case (_, .anyJSON): return a
      case (.reference(let name), _):
        guard let inner = expansion(of: name) else { return a }
        return intersection(inner, b, name: name, at: span)
      case (_, .reference(let name)):
        guard let inner = expansion(of: name) else { return b }
        return intersection(a, inner, name: name, at: span)
      case (.nullable(let left), .nullable(let right)):
        return Self.nullable(intersection(left, right, name: name, at: span), at: span)
      case (.nullable(let left), _): return intersection(left, b, name: name, at: span)
      case (_, .nullable(let right)): return intersection(a, right, name: name, at: span)
      case (.union(let shape), _): return distributed(shape, span) { intersection($0, b, name: name, at: span) }
      case (_, .union(let shape)): return distributed(shape, span) { intersection(a, $0, name: name, at: span) }
      case (.object(let left), .object(let right)): return merged(left, right, at: span)
      case (.object(let object), .map(let values, .any)), (.map(let values, .any), .object(let object)):
        var result = object
        result.additional = .typed(values)
        return TypeExpression(.object(result), span: span)
      case (.string(let left), .string(let right)): return TypeExpression(.string(joined(left, right)), span: span)
      default: return narrowed(a, b, name: name, at: span)
      }
    }
  }

  /// What a name stands for; nil for a name that is no schema's.
  func expansion(of name: String) -> TypeExpression? {
    guard let pending = progress.named[name] else { return nil }
    return lower(pending.schema, pending.side)
  }

  private func distributed(
    _ shape: UnionShape, _ span: SourceSpan, _ change: (TypeExpression) -> TypeExpression
  ) -> TypeExpression {
    var result = shape
    result.variants = shape.variants.map { UnionShape.Variant(name: nil, tag: $0.tag, type: change($0.type)) }
    return TypeExpression(.union(result), span: span)
  }

  private func merged(_ left: ObjectShape, _ right: ObjectShape, at span: SourceSpan) -> TypeExpression {
    var result = left
    for property in right.properties {
      guard let place = result.properties.firstIndex(where: { $0.name == property.name }) else {
        result.properties.append(property)
        continue
      }
      let known = result.properties[place]
      result.properties[place].type = intersection(known.type, property.type, name: property.name, at: property.span)
      result.properties[place].isRequired = known.isRequired || property.isRequired
    }
    switch (left.additional, right.additional) {
    case (.forbidden, .forbidden): result.additional = .forbidden
    case (.typed(let a), .typed(let b)): result.additional = .typed(intersection(a, b, name: nil, at: span))
    case (.typed(let type), _), (_, .typed(let type)): result.additional = .typed(type)
    default: result.additional = .undeclared
    }
    return TypeExpression(.object(result), span: span)
  }

  private func joined(_ a: StringFacts, _ b: StringFacts) -> StringFacts {
    StringFacts(
      format: a.format ?? b.format, pattern: a.pattern ?? b.pattern,
      minimumLength: [a.minimumLength, b.minimumLength].compactMap(\.self).max(),
      maximumLength: [a.maximumLength, b.maximumLength].compactMap(\.self).min())
  }

  private func narrowed(_ a: TypeExpression, _ b: TypeExpression, name: String?, at span: SourceSpan) -> TypeExpression
  {
    if case .number(let left) = a.shape, case .number(let right) = b.shape {
      if left == NumberFacts() { return b }
      if right == NumberFacts() || right == NumberFacts(isInteger: left.isInteger) { return a }
    }
    if let left = Self.literals(of: a) {
      let kept = Self.literals(of: b).map { right in left.filter { entry in right.contains { $0.value == entry.value } }
      }
      if let kept, !kept.isEmpty { return Self.choice(kept, at: span) }
      if kept == nil, Self.isScalar(b) { return a }
    } else if Self.literals(of: b) != nil, Self.isScalar(a) {
      return b
    }
    let subject = name.map { "member '\($0)'" } ?? "a value"
    return fail(
      ZodRules.unsupportedType, "\(subject) would have to belong to two types at once",
      help: "declare it once, with the type that it has", at: span)
  }

  private static func literals(of type: TypeExpression) -> [EnumerationShape.Case]? {
    switch type.shape {
    case .literal(let literal): [EnumerationShape.Case(literal)]
    case .enumeration(let shape): shape.cases
    default: nil
    }
  }

  private static func isScalar(_ type: TypeExpression) -> Bool {
    switch type.shape {
    case .string, .number, .boolean: true
    default: false
    }
  }
}
