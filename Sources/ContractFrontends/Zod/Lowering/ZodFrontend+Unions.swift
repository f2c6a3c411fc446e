internal import ContractModel
internal import Diagnostics

extension ZodFrontend {
  /// The members of a union, unions inside it spliced in.
  private struct Choice {
    var members: [ZodSchema] = []
    var cases: [EnumerationShape.Case] = []
    /// Where among the members the literals stand.
    var casesPlace: Int?
    var isNullable = false
  }

  func lowerUnion(_ schema: ZodSchema, _ side: ZodSide) -> TypeExpression {
    guard case .union(let members, let discriminator) = schema.kind else { return lower(schema, side) }
    var choice = Choice()
    for member in members { add(member, to: &choice, discriminator, side, depth: 0) }
    let type = lower(choice, discriminator, side, at: schema.span)
    return choice.isNullable ? Self.nullable(type, at: schema.span) : type
  }

  private func add(
    _ schema: ZodSchema, to choice: inout Choice, _ discriminator: String?, _ side: ZodSide, depth: Int
  ) {
    guard depth < Self.maximumDepth else { return choice.members.append(schema) }
    switch schema.kind {
    case .nullable(let inner):
      choice.isNullable = true
      add(inner, to: &choice, discriminator, side, depth: depth + 1)
    case .null: choice.isNullable = true
    case .undefined, .never: return
    case .optional(let inner), .fallback(let inner), .caught(let inner), .required(let inner), .refined(let inner),
      .described(let inner, _):
      add(inner, to: &choice, discriminator, side, depth: depth + 1)
    case .lazy(let cell): add(cell.schema, to: &choice, discriminator, side, depth: depth + 1)
    case .piped(let first, let second):
      add(side == .input ? first : second, to: &choice, discriminator, side, depth: depth + 1)
    case .transformed(let inner) where side == .input:
      add(inner, to: &choice, discriminator, side, depth: depth + 1)
    case .union(let members, let inner):
      // A union by another tag is one variant of this one.
      if let discriminator, let inner, inner != discriminator { return choice.members.append(schema) }
      for member in members { add(member, to: &choice, discriminator, side, depth: depth + 1) }
    case .choices(let cases):
      choice.casesPlace = choice.casesPlace ?? choice.members.count
      choice.cases += cases
    case .named(_, let inner):
      // Only what is a choice itself is spliced in; everything else keeps its name, so that recursion ends there.
      switch surface(of: inner, side).kind {
      case .union(_, let own?) where discriminator != nil && own != discriminator: choice.members.append(schema)
      case .union, .choices, .null, .undefined, .never, .any:
        add(inner, to: &choice, discriminator, side, depth: depth + 1)
      default:
        if acceptsNull(inner, side) { choice.isNullable = true }
        choice.members.append(schema)
      }
    default: choice.members.append(schema)
    }
  }

  private func acceptsNull(_ schema: ZodSchema, _ side: ZodSide) -> Bool {
    var current = schema
    while true {
      if case .nullable = current.kind { return true }
      guard let inner = current.inner else { return false }
      current = inner
    }
  }

  private func lower(_ choice: Choice, _ discriminator: String?, _ side: ZodSide, at span: SourceSpan) -> TypeExpression
  {
    var choice = choice
    choice.cases = Self.distinct(choice.cases)
    if choice.members.contains(where: { if case .any = $0.plain.kind { true } else { false } }) {
      return TypeExpression(.anyJSON, span: span)
    }
    if choice.cases.isEmpty, let tagged = tagged(choice.members, discriminator, side, at: span) { return tagged }
    var types: [TypeExpression] = []
    var literals = choice.cases
    var isOpen = false
    for (place, member) in choice.members.enumerated() {
      if place == choice.casesPlace { types.append(contentsOf: Self.scalar(literals, at: span)) }
      let type = lower(member, side)
      // Any text beside known texts: an open enumeration.
      if case .string(let facts) = type.shape, facts == StringFacts(),
        !literals.isEmpty, literals.allSatisfy({ if case .string = $0.value { true } else { false } })
      {
        isOpen = true
        continue
      }
      if case .number(let facts) = type.shape, facts == NumberFacts() {
        literals.removeAll { if case .number = $0.value { true } else { false } }
      }
      if case .boolean = type.shape { literals.removeAll { if case .boolean = $0.value { true } else { false } } }
      if !types.contains(where: { $0.shape == type.shape }) { types.append(type) }
    }
    types.removeAll { Self.isChoice($0, of: choice.cases) }
    let place = min(choice.casesPlace ?? types.count, types.count)
    if isOpen {
      types.insert(TypeExpression(.enumeration(EnumerationShape(cases: literals, isOpen: true)), span: span), at: place)
    } else {
      types.insert(contentsOf: Self.scalar(literals, at: span), at: place)
    }
    return union(types, at: span, isNullable: choice.isNullable)
  }

  private static func scalar(_ cases: [EnumerationShape.Case], at span: SourceSpan) -> [TypeExpression] {
    cases.isEmpty ? [] : [choice(cases, at: span)]
  }

  private static func isChoice(_ type: TypeExpression, of cases: [EnumerationShape.Case]) -> Bool {
    guard !cases.isEmpty else { return false }
    return type.shape == choice(cases, at: type.span).shape
  }

  private func union(_ types: [TypeExpression], at span: SourceSpan, isNullable: Bool) -> TypeExpression {
    if types.count == 1 { return types[0] }
    guard !types.isEmpty else {
      if isNullable { return TypeExpression(.null, span: span) }
      return fail(
        ZodRules.unsupportedType, "no value belongs to this union", help: "leave the member out", at: span)
    }
    var isNullable = false
    let variants = types.map { type in
      if case .nullable = type.shape { isNullable = true }
      return UnionShape.Variant(name: Self.name(of: type), type: type.withoutNull)
    }
    let type = TypeExpression(.union(UnionShape(variants: variants)), span: span)
    return isNullable ? Self.nullable(type, at: span) : type
  }

  private static func name(of type: TypeExpression) -> String? {
    if case .reference(let name) = type.shape { name } else { nil }
  }

  // MARK: Tags

  /// The union by a tag, when every member is an object with literals of its own in one required property.
  private func tagged(
    _ members: [ZodSchema], _ discriminator: String?, _ side: ZodSide, at span: SourceSpan
  ) -> TypeExpression? {
    guard members.count > 1 else { return nil }
    let candidates: [String]
    if let discriminator {
      candidates = [discriminator]
    } else {
      guard let first = object(of: members[0], side) else { return nil }
      candidates = first.entries.map(\.name)
    }
    var best: (name: String, tags: [[Literal]])?
    for name in candidates {
      var tags: [[Literal]] = []
      var seen: Set<Literal> = []
      for member in members {
        guard let own = self.tags(of: member, name, side, depth: 0), own.allSatisfy({ seen.insert($0).inserted }) else {
          break
        }
        tags.append(own)
      }
      guard tags.count == members.count else { continue }
      let isText = seen.allSatisfy { if case .string = $0 { true } else { false } }
      if isText {
        best = (name, tags)
        break
      }
      best = best ?? (name, tags)
    }
    guard let best else { return nil }
    var variants: [UnionShape.Variant] = []
    for (member, tags) in zip(members, best.tags) {
      let type = lower(member, side)
      for tag in tags { variants.append(UnionShape.Variant(name: Self.name(of: type), tag: tag, type: type)) }
    }
    return TypeExpression(.union(UnionShape(variants: variants, discriminator: best.name)), span: span)
  }

  private func object(of schema: ZodSchema, _ side: ZodSide) -> ZodObject? {
    let surface = surface(of: schema, side)
    switch surface.kind {
    case .object(let object): return object
    case .intersection(let first, let second):
      guard var merged = object(of: first, side), let other = object(of: second, side) else { return nil }
      for entry in other.entries { merged.set(entry) }
      return merged
    default: return nil
    }
  }

  /// The literals that a member of a union has in a property; nil when it may have others, or none.
  private func tags(of schema: ZodSchema, _ name: String, _ side: ZodSide, depth: Int) -> [Literal]? {
    guard depth < Self.maximumDepth else { return nil }
    if case .union(let members, _) = surface(of: schema, side).kind {
      var all: [Literal] = []
      for member in members {
        guard let own = tags(of: member, name, side, depth: depth + 1) else { return nil }
        all += own.filter { !all.contains($0) }
      }
      return all.isEmpty ? nil : all
    }
    guard let entry = object(of: schema, side)?.entries.first(where: { $0.name == name }) else { return nil }
    let tag = entry.schema.schema
    guard !acceptsAbsence(tag, side), case .choices(let cases) = surface(of: tag, side).kind else { return nil }
    return cases.map(\.value)
  }
}
