internal import ContractModel
internal import Diagnostics
internal import JSONText

extension SchemaLowering {
  /// What fits every one of some schemas.
  func conjunction(_ parts: [SchemaPart], _ place: SchemaPlace) -> SchemaPart {
    let parts = parts.filter { !$0.isTrivial }
    guard var result = parts.first else { return SchemaPart(TypeExpression(.anyJSON, span: place.span)) }
    for part in parts.dropFirst() { result = meet(result, part, place) }
    return result
  }

  /// The type behind references, with the conditions of each step; nil while one of them is being read.
  func resolved(_ type: TypeExpression) -> TypeExpression? {
    var type = type
    var hops = 0
    while case .reference(let name) = type.shape {
      guard hops < 64, let target = self.type(named: name) else { return nil }
      type = target.with(type.assertions)
      hops += 1
    }
    return type
  }

  /// The view of a part among objects, behind references.
  private func view(of part: SchemaPart) -> TypeExpression? {
    if let view = part.objectView { return view }
    guard case .reference(let name) = part.type.shape, let target = self.part(named: name),
      let view = view(of: target)
    else { return nil }
    return view.with(part.type.assertions)
  }

  private func meet(_ a: SchemaPart, _ b: SchemaPart, _ place: SchemaPlace) -> SchemaPart {
    let first = viewed(a, beside: b)
    let second = viewed(b, beside: a)
    let type = meet(first, second, place)
    guard type.shape == .anyJSON else { return SchemaPart(type) }
    let views = [view(of: a), view(of: b)]
    guard views.contains(where: { $0 != nil }) else { return SchemaPart(type) }
    return SchemaPart(type, objectView: meet(views[0] ?? a.type, views[1] ?? b.type, place))
  }

  /// A part as its neighbour makes it look: among objects, when that one allows nothing else.
  private func viewed(_ part: SchemaPart, beside other: SchemaPart) -> TypeExpression {
    guard resolved(part.type)?.shape == .anyJSON, let view = view(of: part), let shape = resolved(other.type)?.shape,
      isObjects(shape)
    else { return part.type }
    if case .nullable = shape { return view.orNull.with(part.type.assertions) }
    return view
  }

  private func isObjects(_ shape: TypeExpression.Shape) -> Bool {
    switch shape {
    case .object, .map: true
    case .nullable(let inner): resolved(inner).map { isObjects($0.shape) } ?? false
    case .union(let shape): shape.variants.allSatisfy { resolved($0.type).map { isObjects($0.shape) } ?? false }
    default: false
    }
  }

  /// What fits both of two types.
  func meet(_ a: TypeExpression, _ b: TypeExpression, _ place: SchemaPlace) -> TypeExpression {
    if a.shape == b.shape { return a.with(b.assertions.filter { !a.assertions.contains($0) }) }
    if a.shape == .anyJSON { return TypeExpression(b.shape, assertions: a.assertions + b.assertions, span: b.span) }
    if b.shape == .anyJSON { return a.with(b.assertions) }
    guard let left = resolved(a) else { return a.with([.all([b])]) }
    guard let right = resolved(b) else { return b.with([.all([a])]) }
    if left.shape == .anyJSON { return b.with(a.assertions + [.all([TypeExpression(a.shape, span: a.span)])]) }
    if right.shape == .anyJSON { return a.with(b.assertions + [.all([TypeExpression(b.shape, span: b.span)])]) }
    return meetResolved(left, right, Operands(a: a, b: b), place)
  }

  /// Two types as they were written.
  private struct Operands {
    let a: TypeExpression
    let b: TypeExpression
  }

  private func meetResolved(
    _ a: TypeExpression, _ b: TypeExpression, _ written: Operands, _ place: SchemaPlace
  ) -> TypeExpression {
    let conditions = a.assertions + b.assertions.filter { !a.assertions.contains($0) }
    switch (a.shape, b.shape) {
    case (.nullable(let x), .nullable(let y)): return meet(x, y, place).orNull.with(conditions)
    case (.nullable(let x), _) where b.shape != .null:
      return meet(x, TypeExpression(b.shape, span: b.span), place).with(conditions)
    case (_, .nullable(let y)) where a.shape != .null:
      return meet(TypeExpression(a.shape, span: a.span), y, place).with(conditions)
    case (.string(let x), .string(let y)):
      let (facts, others) = Self.meet(x, y)
      return TypeExpression(.string(facts), assertions: conditions + others, span: a.span)
    case (.number(let x), .number(let y)):
      let (facts, others) = Self.meet(x, y)
      return TypeExpression(.number(facts), assertions: conditions + others, span: a.span)
    case (.union(let shape), .object), (.union(let shape), .map):
      if let union = distribute(shape, over: TypeExpression(b.shape, span: b.span), isFirst: false, place) {
        return TypeExpression(.union(union), assertions: conditions, span: a.span)
      }
    case (.object, .union(let shape)), (.map, .union(let shape)):
      if let union = distribute(shape, over: TypeExpression(a.shape, span: a.span), isFirst: true, place) {
        return TypeExpression(.union(union), assertions: conditions, span: a.span)
      }
    default:
      if let left = SchemaObject(a), let right = SchemaObject(b) {
        return merge(left, right, written.a, written.b, conditions, place)
      }
    }
    if areDisjoint(written.a, written.b) {
      report(
        Finding(
          SchemaRules.acceptsNothing, .warning, "no value fits all that this schema asks for",
          help: "correct one of the schemas that it is made of", at: place.spot))
    }
    return rank(a.shape) <= rank(b.shape) ? written.a.with([.all([written.b])]) : written.b.with([.all([written.a])])
  }

  /// Which of two shapes a client learns more from: the lower one.
  private func rank(_ shape: TypeExpression.Shape) -> Int {
    switch shape {
    case .null, .literal: 0
    case .enumeration: 1
    case .boolean, .string, .number: 2
    case .tuple: 3
    case .object: 4
    case .array: 5
    case .map: 6
    case .union: 7
    case .nullable: 8
    case .reference, .anyJSON: 9
    }
  }

  private func distribute(
    _ union: UnionShape, over object: TypeExpression, isFirst: Bool, _ place: SchemaPlace
  ) -> UnionShape? {
    let areObjects = union.variants.allSatisfy { variant in
      guard case .object(let shape)? = resolved(variant.type)?.shape else { return false }
      return !shape.properties.isEmpty
    }
    guard areObjects else { return nil }
    if case .map(let values, .any) = object.shape, values.isTrivial { return union }
    var result = union
    for index in union.variants.indices {
      let variant = union.variants[index].type
      result.variants[index].type = isFirst ? meet(object, variant, place) : meet(variant, object, place)
    }
    return result
  }

  // MARK: Scalars

  private static func meet(_ a: StringFacts, _ b: StringFacts) -> (StringFacts, [SchemaAssertion]) {
    var facts = a
    var others = StringFacts()
    if facts.format == nil { facts.format = b.format } else if b.format != a.format { others.format = b.format }
    if facts.pattern == nil { facts.pattern = b.pattern } else if b.pattern != a.pattern { others.pattern = b.pattern }
    facts.minimumLength = [a.minimumLength, b.minimumLength].compactMap(\.self).max()
    facts.maximumLength = [a.maximumLength, b.maximumLength].compactMap(\.self).min()
    return (facts, others == StringFacts() ? [] : [.string(others)])
  }

  private static func meet(_ a: NumberFacts, _ b: NumberFacts) -> (NumberFacts, [SchemaAssertion]) {
    var facts = a
    var others = b
    facts.isInteger = a.isInteger || b.isInteger
    others.isInteger = false
    if facts.format == nil { facts.format = b.format }
    others.format = nil
    if facts.minimum == nil {
      (facts.minimum, facts.isMinimumExclusive) = (b.minimum, b.isMinimumExclusive)
      (others.minimum, others.isMinimumExclusive) = (nil, false)
    }
    if facts.maximum == nil {
      (facts.maximum, facts.isMaximumExclusive) = (b.maximum, b.isMaximumExclusive)
      (others.maximum, others.isMaximumExclusive) = (nil, false)
    }
    if facts.multipleOf == nil {
      facts.multipleOf = b.multipleOf
      others.multipleOf = nil
    }
    return (facts, others == NumberFacts() ? [] : [.number(others)])
  }
}
