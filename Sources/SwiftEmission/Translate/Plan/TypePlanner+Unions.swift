internal import ContractModel
internal import Diagnostics

extension TypePlanner {
  /// Properties that an unknown kind still shows, at most; the JSON has them all.
  static let maximumCommonProperties = 6

  /// Plans the enum of a union.
  mutating func union(_ shape: UnionShape, at site: Site) throws(EmissionError) -> PlannedType {
    facts.isTagged(shape) ? try tagged(shape, at: site) : try untagged(shape, at: site)
  }

  private mutating func tagged(_ shape: UnionShape, at site: Site) throws(EmissionError) -> PlannedType {
    let discriminator = shape.discriminator ?? ""
    let entries = shape.variants.map { variant -> NameResolver.Entry in
      let tag = variant.tag ?? .null
      var best = tag.text
      if case .string = tag {} else { best = variant.name ?? tag.text }
      return NameResolver.Entry(key: tag.identity, candidates: facts.member(best).candidates)
    }
    let names = NameResolver.resolve(entries, avoiding: ReservedNames.cases)
    noteRenaming(entries, names, owner: site.member, span: shape.variants.first?.type.span)
    var inline: [InlineType] = []
    for (variant, entry) in zip(shape.variants, entries) {
      let hint = SwiftNaming.upperCamel(names[entry.key] ?? entry.key)
      inline += facts.inlineTypes(in: variant.type, key: "variant/" + entry.key, hint: hint, suffix: "Variant")
    }
    let nested = try nest(inline, in: site, besides: names.values)
    var variants: [PlannedUnion.Variant] = []
    for (variant, entry) in zip(shape.variants, entries) {
      let payload = try translate(variant.type, key: "variant/" + entry.key, scope: nested.scope)
      variants.append(
        PlannedUnion.Variant(
          name: names[entry.key] ?? "empty", tag: variant.tag,
          payload: TranslatedType(core: payload.core, isNullable: false, inlineKey: payload.inlineKey),
          requiredKeys: 0, writesTag: !carries(variant.type, discriminator)))
    }
    let common = try commonProperties(shape, besides: discriminator)
    let labels = NameResolver.resolve(
      [facts.member(discriminator)] + common.map { facts.member($0.name) }, avoiding: ReservedNames.parameters)
    let valueLabel = labels.values.contains("value") ? "json" : "value"
    let union = PlannedUnion(
      discriminator: (
        discriminator, labels[discriminator] ?? "tag", RawKind(of: shape.variants.compactMap(\.tag))
      ),
      variants: variants,
      common: common.map { .init(wireName: $0.name, name: labels[$0.name] ?? $0.name, type: $0.type) },
      valueLabel: labels.values.contains(valueLabel) ? "unknownValue" : valueLabel)
    return PlannedType(
      name: site.name, key: site.key, notes: site.notes, form: .union(union), nested: nested.types)
  }

  private func carries(_ type: TypeExpression, _ discriminator: String) -> Bool {
    guard let resolved = facts.contract.resolve(type)?.withoutNull else { return false }
    switch resolved.shape {
    case .object(let shape):
      if shape.property(named: discriminator) != nil { return true }
      return shape.properties.isEmpty || { if case .typed = shape.additional { true } else { false } }()
    case .map: return true
    case .union(let shape): return shape.variants.allSatisfy { carries($0.type, discriminator) }
    default: return false
    }
  }

  /// Properties with one type in every variant, in the order of the first, as far as their types have names.
  private func commonProperties(
    _ shape: UnionShape, besides discriminator: String
  ) throws(EmissionError) -> [(name: String, type: SwiftType)] {
    let objects = shape.variants.map { variant -> ObjectShape? in
      if case .object(let object)? = facts.contract.resolve(variant.type)?.withoutNull.shape { object } else { nil }
    }
    guard let first = objects.first.flatMap(\.self), !objects.contains(where: { $0 == nil }) else { return [] }
    var common: [(name: String, type: SwiftType)] = []
    for property in first.properties where property.name != discriminator && common.count < Self.maximumCommonProperties
    {
      let type = facts.simplified(property.type)
      let text = ContractText.describe(type)
      let isShared = objects.allSatisfy { object in
        guard let other = object?.property(named: property.name) else { return false }
        return ContractText.describe(facts.simplified(other.type)) == text
      }
      guard isShared, Self.constant(property.type) == nil,
        facts.inlineTypes(in: type, key: "", hint: "X").isEmpty
      else { continue }
      let translated = try translate(type, key: "", scope: InlineScope(parent: "", names: ResolvedNames()))
      common.append((property.name, translated.core))
    }
    return common
  }

  private mutating func untagged(_ shape: UnionShape, at site: Site) throws(EmissionError) -> PlannedType {
    let variants = distinct(shape.variants, at: site)
    let entries = variants.map { variant in
      let best = caseName(of: variant, among: variants)
      return NameResolver.Entry(key: identity(of: variant), candidates: [best, best + "Value", best + "Variant"])
    }
    let names = NameResolver.resolve(entries, avoiding: ReservedNames.cases)
    var inline: [InlineType] = []
    for (variant, entry) in zip(variants, entries) {
      let hint = SwiftNaming.upperCamel(names[entry.key] ?? "variant")
      inline += facts.inlineTypes(in: variant.type, key: "variant/" + entry.key, hint: hint, suffix: "Variant")
    }
    let nested = try nest(inline, in: site, besides: names.values)
    var planned: [PlannedUnion.Variant] = []
    for (variant, entry) in zip(variants, entries) {
      let payload = try translate(variant.type, key: "variant/" + entry.key, scope: nested.scope)
      planned.append(
        PlannedUnion.Variant(
          name: names[entry.key] ?? "empty", tag: nil,
          payload: TranslatedType(core: payload.core, isNullable: false, inlineKey: payload.inlineKey),
          requiredKeys: requiredKeys(of: variant.type), writesTag: false))
    }
    return PlannedType(
      name: site.name, key: site.key, notes: site.notes,
      form: .union(PlannedUnion(discriminator: nil, variants: planned, common: [], valueLabel: "value")),
      nested: nested.types)
  }

  /// The variants without those that another one equals for every decoder, each of which is a finding.
  private mutating func distinct(_ variants: [UnionShape.Variant], at site: Site) -> [UnionShape.Variant] {
    var known: [(variant: UnionShape.Variant, signature: WireSignature)] = []
    return variants.filter { variant in
      let signature = WireSignature(of: variant.type, in: facts.contract)
      guard let other = known.first(where: { $0.signature.looksLike(signature) })?.variant else {
        known.append((variant, signature))
        return true
      }
      report(variant, like: other, at: site)
      return false
    }
  }

  /// In TypeScript two equal variants are a slip. Schemas have them on purpose, since `anyOf` lets a value be several
  /// of its branches; nothing is lost when the first stands for both.
  private mutating func report(_ variant: UnionShape.Variant, like other: UnionShape.Variant, at site: Site) {
    let isSchema = facts.isInSchema(variant.type.span)
    let fact = "two variants of '\(site.member)' accept the same JSON: \(label(of: other)) and \(label(of: variant))"
    findings.report(
      Finding(
        EmissionRules.ambiguousUnion, isSchema ? .warning : .error,
        isSchema ? fact + "; the first stands for both" : fact,
        help: "give each a property with a literal type of its own, or keep one", at: Place(span: variant.type.span),
        member: site.member, notes: [FindingNote("the other one is here", at: Place(span: other.type.span))]))
  }

  private func label(of variant: UnionShape.Variant) -> String {
    variant.name.map { "'\($0)'" } ?? ContractText.describe(variant.type)
  }

  private func identity(of variant: UnionShape.Variant) -> String {
    variant.name ?? ContractText.describe(variant.type)
  }

  private func requiredKeys(of type: TypeExpression) -> Int {
    guard case .object(let shape)? = facts.contract.resolve(type)?.withoutNull.shape else { return 0 }
    return shape.properties.count { $0.isRequired }
  }

  private func caseName(of variant: UnionShape.Variant, among all: [UnionShape.Variant]) -> String {
    if let name = variant.name { return SwiftNaming.lowerCamel(name) }
    switch facts.simplified(variant.type).shape {
    case .reference(let name): return SwiftNaming.lowerCamel(name)
    case .anyJSON: return "json"
    case .null: return "null"
    case .boolean, .literal: return "boolean"
    case .string: return "string"
    case .number(let shape): return shape.isInteger ? "integer" : "number"
    case .enumeration: return "choice"
    case .tuple: return "tuple"
    case .map: return "map"
    case .union, .nullable: return "union"
    case .array(let shape):
      let element = caseName(of: UnionShape.Variant(type: shape.element), among: [])
      return element.hasSuffix("s") ? element + "List" : element + "s"
    case .object(let shape): return objectCaseName(shape, among: all)
    }
  }

  /// An object is called after a key that only it must have, the first by bytes, so that order changes nothing.
  private func objectCaseName(_ shape: ObjectShape, among all: [UnionShape.Variant]) -> String {
    let others = all.compactMap { variant -> ObjectShape? in
      guard case .object(let other)? = facts.contract.resolve(variant.type)?.withoutNull.shape, other != shape else {
        return nil
      }
      return other
    }
    guard !others.isEmpty else { return "object" }
    let own = shape.properties.filter { property in
      property.isRequired && others.allSatisfy { $0.property(named: property.name) == nil }
    }
    guard let key = own.map(\.name).min(by: { $0.precedesByBytes($1) }) else { return "object" }
    return "with" + SwiftNaming.upperCamel(key)
  }
}
