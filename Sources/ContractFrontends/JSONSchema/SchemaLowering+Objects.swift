internal import ContractModel
internal import Diagnostics
internal import JSONText

/// What a schema says of an object's members, read once.
struct SchemaMembers {
  /// Properties that may be there, in source order.
  var properties: [Property] = []
  /// Properties that must not be there.
  var forbidden: [SchemaAssertion.NamedType] = []
  /// Whether the schema has `properties` at all.
  var namesProperties = false
  /// Names under `required` that are no properties.
  var undeclared: [String] = []
  /// Types by pattern.
  var patterns: [SchemaAssertion.NamedType] = []
  /// Type of all other members; nil without the keyword.
  var others: TypeExpression?
  /// Whether other members are forbidden.
  var forbidsOthers = false

  /// Every name under `properties`.
  var declaredNames: [String] { properties.map(\.name) + forbidden.map(\.name) }
}

extension SchemaLowering {
  /// An object, with all that a schema says of objects.
  func object(_ place: SchemaPlace) -> TypeExpression {
    let members = members(place)
    var conditions = objectAssertions(place)
    if !members.undeclared.isEmpty { conditions.insert(.required(members.undeclared), at: 0) }
    if !members.namesProperties, let map = map(members, &conditions, place) { return map }
    let additional: ObjectShape.Additional
    if members.patterns.isEmpty {
      if !members.forbidden.isEmpty { conditions.append(.members(.init(named: members.forbidden))) }
      additional = members.forbidsOthers ? .forbidden : members.others.map { .typed($0) } ?? .undeclared
    } else {
      additional = .typed(TypeExpression(.anyJSON, span: place.span))
      conditions.append(
        .members(
          .init(
            named: members.forbidden, patterns: members.patterns, declared: members.properties.map(\.name),
            others: members.others)))
    }
    return TypeExpression(
      .object(ObjectShape(properties: members.properties, additional: additional)), assertions: conditions,
      span: place.span)
  }

  /// An object without named properties, as a map; nil for one that may have no member at all.
  private func map(
    _ members: SchemaMembers, _ conditions: inout [SchemaAssertion], _ place: SchemaPlace
  ) -> TypeExpression? {
    let any = TypeExpression(.anyJSON, span: place.span)
    var keys = MapKeys.any
    var values = members.others ?? any
    if members.patterns.isEmpty {
      if members.forbidsOthers { return nil }
    } else if members.patterns.count == 1, members.forbidsOthers {
      keys = .strings(StringFacts(pattern: members.patterns[0].name))
      values = members.patterns[0].type
    } else {
      values = any
      conditions.append(.members(.init(patterns: members.patterns, others: members.others)))
    }
    if keys == .any, let facts = keyFacts(place) {
      keys = .strings(facts)
      conditions.removeAll { if case .keys = $0 { true } else { false } }
    }
    return TypeExpression(.map(values: values, keys: keys), assertions: conditions, span: place.span)
  }

  /// Keys that are nothing but strings with a pattern or a format.
  private func keyFacts(_ place: SchemaPlace) -> StringFacts? {
    guard let schema = place.node["propertyNames"], schema.kind == .object else { return nil }
    let type = lower(schema, in: place)
    let facts: StringFacts
    switch (type.shape, type.assertions.count, type.assertions.first) {
    case (.string(let found), 0, _): facts = found
    case (.anyJSON, 1, .string(let found)): facts = found
    default: return nil
    }
    return facts.minimumLength == nil && facts.maximumLength == nil && facts != StringFacts() ? facts : nil
  }

  /// What a schema says of objects, as conditions; none when it says nothing.
  func memberAssertions(_ place: SchemaPlace) -> [SchemaAssertion] {
    let members = members(place)
    var assertions: [SchemaAssertion] = []
    let required = members.properties.filter(\.isRequired).map(\.name) + members.undeclared
    if !required.isEmpty { assertions.append(.required(required)) }
    let named = members.properties.map { SchemaAssertion.NamedType($0.name, $0.type) } + members.forbidden
    let others = members.others.flatMap { $0.isTrivial ? nil : $0 }
    let kept = named.filter { !$0.type.isTrivial }
    if !kept.isEmpty || !members.patterns.isEmpty || others != nil {
      let declared = named.filter { $0.type.isTrivial }.map(\.name)
      assertions.append(
        .members(
          .init(named: kept, patterns: members.patterns, declared: others == nil ? [] : declared, others: others)))
    }
    return assertions + objectAssertions(place)
  }

  /// What no shape of an object says.
  private func objectAssertions(_ place: SchemaPlace) -> [SchemaAssertion] {
    var assertions: [SchemaAssertion] = []
    let minimum = count("minProperties", place)
    let maximum = count("maxProperties", place)
    if minimum != nil || maximum != nil { assertions.append(.memberCount(minimum: minimum, maximum: maximum)) }
    if let schema = place.node["propertyNames"], schema.bool != true {
      assertions.append(.keys(lower(schema, in: place)))
    }
    if let entries = entries("dependentRequired", place), !entries.isEmpty {
      assertions.append(
        .dependentRequired(entries.map { .init($0.key, required: names($0.value, "dependentRequired")) }))
    }
    if let entries = entries("dependentSchemas", place), !entries.isEmpty {
      assertions.append(.dependentTypes(entries.map { .init($0.key, condition($0.value.node, in: place)) }))
    }
    return assertions
  }

  /// The members of a keyword's object; nil without the keyword.
  func entries(_ keyword: String, _ place: SchemaPlace) -> [(key: String, value: SchemaPlace)]? {
    guard let value = place.member(keyword) else { return nil }
    guard value.node.kind == .object else {
      invalid(value, "'\(keyword)' must be an object")
      return nil
    }
    return value.node.members.map { ($0.key, value.part($0.value)) }
  }

  /// Reads what a schema says of an object's members.
  private func members(_ place: SchemaPlace) -> SchemaMembers {
    var members = SchemaMembers()
    let required = place.member("required").map { names($0, "required") } ?? []
    let isRequired = Set(required.map { Array($0.utf8) })
    if let entries = entries("properties", place) {
      members.namesProperties = true
      for (name, value) in entries {
        let type = lower(value.node, in: place)
        if value.node.bool == false {
          members.forbidden.append(.init(name, type))
          if isRequired.contains(Array(name.utf8)) { members.undeclared.append(name) }
        } else {
          members.properties.append(property(name, type, value, isRequired: isRequired.contains(Array(name.utf8))))
        }
      }
    }
    let known = Set(members.declaredNames.map { Array($0.utf8) })
    members.undeclared += required.filter { !known.contains(Array($0.utf8)) }
    for (pattern, value) in entries("patternProperties", place) ?? [] {
      checkPattern(pattern, value)
      members.patterns.append(.init(pattern, lower(value.node, in: place)))
    }
    if let schema = place.node["additionalProperties"] {
      members.others = lower(schema, in: place)
      members.forbidsOthers = schema.bool == false
    }
    return members
  }

  private func property(
    _ name: String, _ type: TypeExpression, _ place: SchemaPlace, isRequired: Bool
  ) -> Property {
    let notes = SchemaNotes(place)
    return Property(
      name: name, type: type, isRequired: isRequired, documentation: notes.documentation,
      deprecation: notes.deprecation, isReadOnly: notes.isReadOnly, isWriteOnly: notes.isWriteOnly, span: place.span)
  }

  /// Warns of a name under `required` that neither the schema nor what it is composed of declares.
  func warnOfUndeclaredRequired(_ part: SchemaPart, _ place: SchemaPlace) {
    guard let list = place.member("required"), list.node.kind == .array,
      place.node["properties"] != nil, place.node["patternProperties"] == nil
    else { return }
    let open = place.node["additionalProperties"].map { $0.kind == .object || $0.bool == true } ?? false
    guard !open else { return }
    let declared = declaredNames(part.type) + (part.objectView.map(declaredNames) ?? [])
    guard !declared.isEmpty || place.node["properties"]?.count == 0 else { return }
    for name in names(list, "required") where !declared.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
      let own = place.node["properties"]?.members.map(\.key) ?? []
      if own.contains(where: { $0.utf8.elementsEqual(name.utf8) }) { continue }
      let near = Suggestion.nearest(to: name, among: declared).map { ", did you mean '\($0)'?" } ?? ""
      let element = list.node.elements.first { $0.string == name }
      report(
        Finding(
          SchemaRules.undeclaredRequired, .warning,
          "'required' names '\(name)', which the schema does not declare\(near)",
          help: "declare '\(name)' under 'properties', or correct the name; until then every answer must have it",
          at: (element.map(list.part) ?? list).spot,
          notes: place.member("properties").map { properties in
            let shown = own.prefix(8).map { "'\($0)'" }.joined(separator: ", ") + (own.count > 8 ? " and more" : "")
            return [FindingNote(own.isEmpty ? "it declares nothing" : "it declares \(shown)", at: properties.spot)]
          } ?? []))
    }
  }

  private func declaredNames(_ type: TypeExpression) -> [String] {
    guard let resolved = resolved(type) else { return [] }
    switch resolved.shape {
    case .object(let shape): return shape.properties.map(\.name)
    case .union(let shape): return shape.variants.flatMap { declaredNames($0.type) }
    case .nullable(let inner): return declaredNames(inner)
    default: return []
    }
  }
}
