internal import ContractModel
internal import Diagnostics
internal import JSONText

/// What `type` may say.
enum SchemaType: String, CaseIterable {
  case string
  case integer
  case number
  case boolean
  case null
  case array
  case object
}

extension SchemaLowering {
  /// What a schema says by its own keywords: all but references, `allOf`, `anyOf` and `oneOf`.
  func own(_ place: SchemaPlace, hasComposition: Bool) -> SchemaPart {
    var conditions = conditionAssertions(place) + unevaluatedAssertions(place)
    let declared = types(place)
    if let values = valueList(place) {
      // All other keywords hold of the listed values too.
      conditions += untypedAssertions(place, beside: [])
      return SchemaPart(enumeration(values, types: declared, place).with(conditions))
    }
    var types = declared ?? []
    if declared == nil, place.document.dialect.infersTypes { types = inferredTypes(place) }
    guard declared != nil || !types.isEmpty else {
      return untyped(place, conditions, hasComposition: hasComposition)
    }
    if declared != nil { warnOfIdleKeywords(place, types) }
    if types.contains(.number) { types.removeAll { $0 == .integer } }
    let kinds = types.filter { $0 != .null }
    var variants = kinds.map { shape(of: $0, place) }
    let type: TypeExpression
    switch variants.count {
    case 0: type = TypeExpression(.null, span: place.span)
    case 1: type = variants.removeFirst()
    default:
      type = TypeExpression(.union(UnionShape(variants: variants.map { .init(type: $0) })), span: place.span)
    }
    return SchemaPart((types.contains(.null) ? type.orNull : type).with(conditions))
  }

  /// A schema without a type: any value, under conditions.
  private func untyped(
    _ place: SchemaPlace, _ conditions: [SchemaAssertion], hasComposition: Bool
  ) -> SchemaPart {
    let node = place.node
    let type = TypeExpression(
      .anyJSON, assertions: untypedAssertions(place, beside: []) + conditions, span: place.span)
    let namesMembers = ["properties", "additionalProperties", "patternProperties"].contains { node[$0] != nil }
    guard namesMembers || node["required"] != nil else { return SchemaPart(type) }
    let object = shape(of: .object, place)
    let others = untypedAssertions(place, beside: [.object])
    return SchemaPart(type, objectView: object.with(others + conditions))
  }

  /// The types that OpenAPI documents mean where they leave `type` out.
  private func inferredTypes(_ place: SchemaPlace) -> [SchemaType] {
    if place.node["properties"] != nil || place.node["additionalProperties"] != nil { return [.object] }
    return place.node["items"] != nil ? [.array] : []
  }

  /// The type of one kind of value, with all that the schema says of that kind.
  private func shape(of type: SchemaType, _ place: SchemaPlace) -> TypeExpression {
    switch type {
    case .string: TypeExpression(.string(stringFacts(place) ?? StringFacts()), span: place.span)
    case .integer, .number: number(place, isInteger: type == .integer)
    case .boolean: TypeExpression(.boolean, span: place.span)
    case .null: TypeExpression(.null, span: place.span)
    case .array: array(place)
    case .object: object(place)
    }
  }

  private func number(_ place: SchemaPlace, isInteger: Bool) -> TypeExpression {
    var facts = numberFacts(place) ?? NumberFacts()
    facts.isInteger = isInteger
    facts.format = place.node["format"]?.string
    return TypeExpression(.number(facts), span: place.span)
  }

  // MARK: Types

  /// The types under `type`; nil without the keyword, or when it names none.
  private func types(_ place: SchemaPlace) -> [SchemaType]? {
    guard let value = place.member("type") else { return nil }
    if value.node.kind == .string { return type(value).map { [$0] } }
    guard value.node.kind == .array, value.node.count > 0 else {
      invalid(value, "'type' must be a type's name or a list of names")
      return nil
    }
    if place.document.dialect == .openAPI30 {
      invalid(value, "'type' is one name in OpenAPI 3.0", help: "write one type, and \"nullable\": true for null")
    }
    var types: [SchemaType] = []
    for element in value.node.elements {
      guard let type = type(value.part(element)), !types.contains(type) else { continue }
      types.append(type)
    }
    return types.isEmpty ? nil : types
  }

  private func type(_ place: SchemaPlace) -> SchemaType? {
    guard let name = place.node.string else {
      invalid(place, "the name of a type must be a string")
      return nil
    }
    if let type = SchemaType(rawValue: name), type != .null || place.document.dialect != .openAPI30 { return type }
    if name == "null" {
      invalid(place, "'null' is no type in OpenAPI 3.0", help: "write \"nullable\": true beside the type")
      return .null
    }
    let known = SchemaType.allCases.map(\.rawValue)
    let aliases = [
      "int": "integer", "long": "integer", "float": "number", "double": "number", "decimal": "number",
      "bool": "boolean", "str": "string", "text": "string", "list": "array", "dict": "object", "map": "object",
      "nil": "null", "none": "null", "file": "string",
    ]
    let near = aliases[name.lowercased()] ?? Suggestion.nearest(to: name, among: known)
    report(
      Finding(
        SchemaRules.invalidKeyword, .error,
        "'\(name)' is no type" + (near.map { ", did you mean '\($0)'?" } ?? ""),
        help: "write one of \(known.joined(separator: ", "))", at: place.spot,
        fixIt: near.map { FixIt(replace: place.span, with: "\"\($0)\"") }))
    return nil
  }

  private static let keywordsByType: [(SchemaType, [String])] = [
    (.string, ["minLength", "maxLength", "pattern"]),
    (.number, ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]),
    (
      .array,
      [
        "items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains", "minContains", "maxContains",
        "unevaluatedItems",
      ]
    ),
    (
      .object,
      [
        "properties", "patternProperties", "additionalProperties", "required", "minProperties", "maxProperties",
        "propertyNames", "dependentRequired", "dependentSchemas", "unevaluatedProperties",
      ]
    ),
  ]

  private func warnOfIdleKeywords(_ place: SchemaPlace, _ types: [SchemaType]) {
    for (type, keywords) in Self.keywordsByType {
      guard !types.contains(type), !(type == .number && types.contains(.integer)) else { continue }
      for keyword in keywords {
        guard let value = place.member(keyword) else { continue }
        let names = types.map(\.rawValue).joined(separator: ", ")
        report(
          Finding(
            SchemaRules.idleKeyword, .warning, "'\(keyword)' says nothing about values of the type \(names)",
            help: "remove it, or correct the type", at: value.spot))
      }
    }
  }
}
