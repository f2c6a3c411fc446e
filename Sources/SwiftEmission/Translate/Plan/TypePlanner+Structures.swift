internal import ContractModel
internal import Diagnostics

extension TypePlanner {
  /// Plans the struct of an object.
  mutating func structure(_ shape: ObjectShape, at site: Site) throws(EmissionError) -> PlannedType {
    let entries = shape.properties.map { facts.member($0.name) }
    let names = NameResolver.resolve(entries, avoiding: ReservedNames.members)
    for (property, entry) in zip(shape.properties, entries) {
      noteRenaming([entry], names, owner: site.member, span: property.span)
    }
    var inline: [InlineType] = []
    for property in shape.properties where Self.constant(property.type) == nil {
      inline += facts.inlineTypes(
        in: property.type, key: property.name, hint: SwiftNaming.upperCamel(property.name))
    }
    if case .typed(let value) = shape.additional {
      inline += facts.inlineTypes(in: value, key: "/additional", hint: "AdditionalMember")
    }
    let nested = try nest(inline, in: site, besides: names.values)
    var properties: [PlannedProperty] = []
    for property in shape.properties {
      properties.append(
        try plan(property, name: names[property.name] ?? property.name, scope: nested.scope))
    }
    let known = Set(names.values)
    var additional: (name: String, value: TranslatedType)?
    var keepsUndeclared = false
    switch shape.additional {
    case .typed(let value):
      let name = ["additionalMembers", "otherMembers"].first { !known.contains($0) } ?? "additionalMembers_"
      additional = (name, try translate(value, key: "/additional", scope: nested.scope))
    case .undeclared where shape.properties.first.map({ facts.isInSchema($0.span) }) ?? false:
      let name = ["undeclaredMembers", "otherMembers"].first { !known.contains($0) } ?? "undeclaredMembers_"
      additional = (name, TranslatedType(core: .jsonValue, isNullable: false, inlineKey: nil))
      keepsUndeclared = true
    case .undeclared, .forbidden: break
    }
    let structure = PlannedStructure(properties: properties, additional: additional, keepsUndeclared: keepsUndeclared)
    return PlannedType(
      name: site.name, key: site.key, notes: site.notes, form: .structure(structure), nested: nested.types)
  }

  /// The one value of a property that is written as a literal.
  static func constant(_ type: TypeExpression) -> Literal? {
    switch type.shape {
    case .literal(.null): nil
    case .literal(let literal): literal
    case .nullable(let inner): constant(inner)
    default: nil
    }
  }

  private func plan(
    _ property: Property, name: String, scope: InlineScope
  ) throws(EmissionError) -> PlannedProperty {
    let constant = Self.constant(property.type)
    let type: TranslatedType
    if let constant {
      let raw = RawKind(of: [constant])
      type = TranslatedType(core: raw.type, isNullable: property.type.isNullable, inlineKey: nil)
    } else {
      type = try translate(property.type, key: property.name, scope: scope)
    }
    let state: PlannedProperty.State =
      switch (property.isRequired, type.isNullable) {
      case (true, false): .required
      case (true, true): .nullable
      case (false, false): .optional
      case (false, true): .field
      }
    return PlannedProperty(
      wireName: property.name, name: name, type: type, state: state, constant: constant,
      notes: SwiftNotes(
        documentation: Self.documentation(of: property), deprecation: property.deprecation))
  }

  /// The property's own words, then what the contract promises of its values.
  private static func documentation(of property: Property) -> String? {
    let promise = FactsText.describe(property.type.withoutNull)
    let parts = [property.documentation, promise].compactMap(\.self).filter { !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: "\n\n")
  }
}

/// Bounds and formats in words, for doc comments.
enum FactsText {
  /// One sentence; nil when there is nothing to say.
  static func describe(_ type: TypeExpression) -> String? {
    var parts: [String] = []
    switch type.shape {
    case .string(let facts):
      if let format = facts.format, format != "date-time" { parts.append("format `\(format)`") }
      if let pattern = facts.pattern { parts.append("pattern `\(pattern)`") }
      if let length = range(facts.minimumLength.map(String.init), facts.maximumLength.map(String.init)) {
        parts.append("length \(length)")
      }
    case .number(let facts):
      let minimum = facts.minimum.map { facts.isMinimumExclusive ? "more than \($0)" : $0 }
      let maximum = facts.maximum.map { facts.isMaximumExclusive ? "less than \($0)" : $0 }
      if let bounds = range(minimum, maximum) { parts.append("value \(bounds)") }
      if let multiple = facts.multipleOf { parts.append("a multiple of \(multiple)") }
    case .array(let shape):
      if let count = range(shape.minimumCount.map(String.init), shape.maximumCount.map(String.init)) {
        parts.append("count \(count)")
      }
    default: break
    }
    guard !parts.isEmpty else { return nil }
    let text = parts.joined(separator: ", ")
    return text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  private static func range(_ minimum: String?, _ maximum: String?) -> String? {
    switch (minimum, maximum) {
    case (nil, nil): nil
    case (let low?, nil): "from \(low)"
    case (nil, let high?): "up to \(high)"
    case (let low?, let high?): low == high ? low : "\(low) to \(high)"
    }
  }
}
