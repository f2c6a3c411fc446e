internal import ContractModel
internal import Diagnostics
internal import JSONText

/// One schema of `anyOf` or `oneOf`.
struct SchemaBranch {
  let place: SchemaPlace
  let part: SchemaPart
  var type: TypeExpression { part.type }
}

extension SchemaLowering {
  /// `anyOf` or, exclusive, `oneOf`.
  func alternatives(_ list: JSONNode, _ place: SchemaPlace, isExclusive: Bool) -> SchemaPart {
    choiceDepth += 1
    defer { choiceDepth -= 1 }
    guard choiceDepth <= Self.maximumChoiceDepth else {
      invalid(
        place.part(list), "alternatives are nested too deep here",
        help: "declare the inner ones under $defs, and refer to them")
      return SchemaPart(TypeExpression(.anyJSON, span: place.span))
    }
    let branches = list.elements.map { element in
      let place = inner(element, of: place)
      return SchemaBranch(place: place, part: part(place))
    }
    let types = branches.map(\.type)
    let others = branches.filter { $0.type.shape != .null }
    let allowsNull = others.count < branches.count || others.contains { Self.isInlineNullable($0.type) }
    let core = choice(others, place)
    guard let core else {
      // A branch allows any kind of value: no shape tells them apart.
      let assertion: SchemaAssertion = isExclusive ? .exactlyOne(types) : .any(types)
      return SchemaPart(
        TypeExpression(.anyJSON, assertions: [assertion], span: place.span),
        objectView: objectChoice(others, place).map { isExclusive ? $0.with([.atMostOne(types)]) : $0 })
    }
    let type = allowsNull ? core.type.orNull : core.type
    var conditions: [SchemaAssertion] = []
    if !core.isExact { conditions.append(.any(types)) }
    if isExclusive, !arePairwiseDisjoint(types), core.type.discriminator == nil { conditions.append(.atMostOne(types)) }
    return SchemaPart(type.with(conditions), objectView: core.view)
  }

  private struct Choice {
    var type: TypeExpression
    var view: TypeExpression?
    /// Whether the shape lets through exactly what fits a branch.
    var isExact = true
  }

  private static func isInlineNullable(_ type: TypeExpression) -> Bool {
    if case .nullable = type.shape { true } else { false }
  }

  /// The shape of the branches that are not null; nil when one of them allows any kind of value.
  private func choice(_ branches: [SchemaBranch], _ place: SchemaPlace) -> Choice? {
    guard let first = branches.first else { return Choice(type: TypeExpression(.null, span: place.span)) }
    if branches.count == 1 { return Choice(type: first.type, view: first.part.objectView) }
    if let enumeration = literalChoice(branches, place) { return enumeration }
    if branches.contains(where: { resolved($0.type)?.shape == .anyJSON }) { return nil }
    if let union = discriminated(branches, place) {
      return Choice(type: TypeExpression(.union(union), span: place.span))
    }
    var variants: [UnionShape.Variant] = []
    for branch in branches {
      let type = withoutInlineNull(branch.type)
      if !variants.contains(where: { $0.type == type }) { variants.append(variant(type, branch.place)) }
    }
    if variants.count == 1 { return Choice(type: variants[0].type) }
    return Choice(type: TypeExpression(.union(tagged(variants)), span: place.span))
  }

  /// A nullable type without its null; conditions on both stay.
  private func withoutInlineNull(_ type: TypeExpression) -> TypeExpression {
    guard case .nullable(let inner) = type.shape else { return type }
    return inner.with(type.assertions)
  }

  func variant(_ type: TypeExpression, _ place: SchemaPlace) -> UnionShape.Variant {
    if case .reference(let name) = type.shape { return UnionShape.Variant(name: name, type: type) }
    return UnionShape.Variant(name: place.node["title"]?.string, type: type)
  }

  /// Literals, perhaps with any string beside them; nil when another type is among the branches.
  private func literalChoice(_ branches: [SchemaBranch], _ place: SchemaPlace) -> Choice? {
    var cases: [EnumerationShape.Case] = []
    var isOpen = false
    var isExact = true
    for branch in branches {
      let type = withoutInlineNull(branch.type)
      if !type.assertions.isEmpty { isExact = false }
      switch type.shape {
      case .literal(let literal):
        let notes = SchemaNotes(branch.place)
        add(.init(literal, documentation: notes.documentation), to: &cases)
      case .enumeration(let shape):
        for entry in shape.cases { add(entry, to: &cases) }
        isOpen = isOpen || shape.isOpen
      case .string(let facts):
        isOpen = true
        if facts != StringFacts() { isExact = false }
      default: return nil
      }
    }
    guard !cases.isEmpty else { return nil }
    guard isOpen else { return Choice(type: Self.choice(of: cases, at: place.span), isExact: isExact) }
    guard cases.allSatisfy({ if case .string = $0.value { true } else { false } }) else { return nil }
    return Choice(
      type: TypeExpression(.enumeration(EnumerationShape(cases: cases, isOpen: true)), span: place.span),
      isExact: isExact)
  }

  private func add(_ entry: EnumerationShape.Case, to cases: inout [EnumerationShape.Case]) {
    if !cases.contains(where: { Self.areEqual($0.value, entry.value) }) { cases.append(entry) }
  }

  /// Branches as a union of objects; nil when one of them names no property.
  private func objectChoice(_ branches: [SchemaBranch], _ place: SchemaPlace) -> TypeExpression? {
    var variants: [UnionShape.Variant] = []
    for branch in branches {
      let type = branch.part.objectView ?? branch.type
      guard case .object(let shape)? = resolved(type)?.shape, !shape.properties.isEmpty else { return nil }
      variants.append(variant(type, branch.place))
    }
    return variants.count > 1 ? TypeExpression(.union(tagged(variants)), span: place.span) : nil
  }

  // MARK: Tags

  /// Variants with the property that tells them apart, where each has one literal of its own in it.
  private func tagged(_ variants: [UnionShape.Variant]) -> UnionShape {
    var shapes: [ObjectShape] = []
    for variant in variants {
      guard case .object(let shape)? = resolved(variant.type)?.shape else { return UnionShape(variants: variants) }
      shapes.append(shape)
    }
    for property in shapes.first?.properties ?? [] {
      var tags: [Literal] = []
      for shape in shapes {
        guard let tag = tag(property.name, shape), !tags.contains(where: { Self.areEqual($0, tag) }) else { break }
        tags.append(tag)
      }
      guard tags.count == variants.count else { continue }
      let tagged = zip(variants, tags).map { UnionShape.Variant(name: $0.name, tag: $1, type: $0.type) }
      return UnionShape(variants: tagged, discriminator: property.name)
    }
    return UnionShape(variants: variants)
  }

  private func tag(_ name: String, _ shape: ObjectShape) -> Literal? {
    guard let property = shape.property(named: name), property.isRequired,
      case .literal(let literal)? = resolved(property.type)?.shape
    else { return nil }
    return literal
  }

  // MARK: Overlap

  /// Whether no value fits two of the types, as far as shapes tell.
  private func arePairwiseDisjoint(_ types: [TypeExpression]) -> Bool {
    for (index, type) in types.enumerated() {
      for other in types[(index + 1)...] where !areDisjoint(type, other) { return false }
    }
    return true
  }

  /// Whether no value fits both types, as far as shapes tell.
  func areDisjoint(_ a: TypeExpression, _ b: TypeExpression) -> Bool {
    guard let a = resolved(a), let b = resolved(b), let left = kinds(a, budget: 8), let right = kinds(b, budget: 8)
    else { return false }
    if left.isDisjoint(with: right) { return true }
    if let left = literals(a), let right = literals(b) {
      return !left.contains { value in right.contains { Self.areEqual($0, value) } }
    }
    guard case .object(let left) = a.shape, case .object(let right) = b.shape else { return false }
    return left.properties.contains { property in
      guard property.isRequired, let other = right.property(named: property.name), other.isRequired,
        let mine = resolved(property.type).flatMap(literals), let theirs = resolved(other.type).flatMap(literals)
      else { return false }
      return !mine.contains { value in theirs.contains { Self.areEqual($0, value) } }
    }
  }

  private func literals(_ type: TypeExpression) -> [Literal]? {
    switch type.shape {
    case .literal(let literal): [literal]
    case .enumeration(let shape): shape.isOpen ? nil : shape.cases.map(\.value)
    default: nil
    }
  }

  /// The kinds of values that a type may have; nil for all.
  private func kinds(_ type: TypeExpression, budget: Int) -> Set<JSONKind>? {
    guard budget > 0, let type = resolved(type) else { return nil }
    switch type.shape {
    case .anyJSON, .reference: return nil
    case .null: return [.null]
    case .boolean: return [.bool]
    case .string: return [.string]
    case .number: return [.number]
    case .array, .tuple: return [.array]
    case .map, .object: return [.object]
    case .literal(let literal): return [Self.kind(of: literal)]
    case .enumeration(let shape):
      return Set(shape.cases.map { Self.kind(of: $0.value) } + (shape.isOpen ? [.string] : []))
    case .nullable(let inner): return kinds(inner, budget: budget - 1).map { $0.union([.null]) }
    case .union(let shape):
      var all: Set<JSONKind> = []
      for variant in shape.variants {
        guard let kinds = kinds(variant.type, budget: budget - 1) else { return nil }
        all.formUnion(kinds)
      }
      return all
    }
  }

  private static func kind(of literal: Literal) -> JSONKind {
    switch literal {
    case .string: .string
    case .number: .number
    case .boolean: .bool
    case .null: .null
    }
  }

  /// Whether two literals are one value: numbers by value, strings by bytes.
  static func areEqual(_ a: Literal, _ b: Literal) -> Bool {
    switch (a, b) {
    case (.number(let x), .number(let y)): JSONNumber(text: x) == JSONNumber(text: y)
    case (.string(let x), .string(let y)): x.utf8.elementsEqual(y.utf8)
    default: a == b
    }
  }
}

extension TypeExpression {
  /// The tag of a union, null aside.
  var discriminator: String? {
    if case .union(let shape) = withoutNull.shape { shape.discriminator } else { nil }
  }
}
