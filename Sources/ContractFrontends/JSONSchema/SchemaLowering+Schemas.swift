internal import ContractModel
internal import Diagnostics
internal import JSONText

extension SchemaLowering {
  /// The type of a schema that says all there is to say of a value.
  func lower(_ place: SchemaPlace) -> TypeExpression { wholePart(place).type }

  /// As ``lower(_:)``, with the view among objects.
  func wholePart(_ place: SchemaPlace) -> SchemaPart {
    let part = part(place)
    warnOfMissingType(part.type, place)
    return part
  }

  /// The type of a schema that says some more of a value, inside another one.
  func condition(_ node: JSONNode, in place: SchemaPlace) -> TypeExpression { part(inner(node, of: place)).type }

  /// The schema inside another one, at a node of it.
  func inner(_ node: JSONNode, of place: SchemaPlace) -> SchemaPlace { store.entering(place.part(node)) }

  /// The type of a schema inside another one.
  func lower(_ node: JSONNode, in place: SchemaPlace) -> TypeExpression { lower(inner(node, of: place)) }

  /// The types of a list of schemas inside another one.
  func parts(_ list: JSONNode?, in place: SchemaPlace) -> [SchemaPart] {
    list?.elements.map { part(inner($0, of: place)) } ?? []
  }

  /// The type of a schema, with its view among objects.
  func part(_ place: SchemaPlace) -> SchemaPart {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.maximumDepth else {
      report(
        Finding(
          SchemaRules.invalidKeyword, .error, "schemas are nested too deep here",
          help: "declare the inner ones under $defs, and refer to them", at: place.spot))
      return SchemaPart(TypeExpression(.anyJSON, span: place.span))
    }
    switch place.node.kind {
    case .bool where place.node.bool == true: return SchemaPart(TypeExpression(.anyJSON, span: place.span))
    case .bool: return SchemaPart(.nothing(at: place.span))
    case .object: return remembered(place) { objectSchema(place) }
    default:
      invalid(place, "a schema is an object, true or false")
      return SchemaPart(TypeExpression(.anyJSON, span: place.span))
    }
  }

  /// The type of an object's schema.
  ///
  /// - Parameter isBase: Whether another schema derives from it: a discriminator then lists no variants.
  func objectSchema(_ place: SchemaPlace, isBase: Bool = false) -> SchemaPart {
    checkKeywords(of: place)
    let dialect = place.document.dialect
    let node = place.node
    if let text = node["$ref"]?.string, !dialect.readsReferenceSiblings {
      return SchemaPart(nullable(reference(to: text, at: place), place, beside: "$ref"))
    }
    var parts: [SchemaPart] = []
    for (keyword, isDynamic) in [("$ref", false), ("$dynamicRef", true)] {
      guard let value = node[keyword] else { continue }
      guard let text = value.string else {
        invalid(place.part(value), "'\(keyword)' must be a string")
        continue
      }
      parts.append(SchemaPart(reference(to: text, at: place, isDynamic: isDynamic)))
    }
    parts += schemaList("allOf", place)?.elements.map { basePart(inner($0, of: place)) } ?? []
    parts.append(own(place, hasComposition: !parts.isEmpty || node["anyOf"] != nil || node["oneOf"] != nil))
    var result = conjunction(parts, place)
    for keyword in ["anyOf", "oneOf"] {
      guard let list = schemaList(keyword, place) else { continue }
      result = conjunction([result, alternatives(list, place, isExclusive: keyword == "oneOf")], place)
    }
    result.type = Self.withRequired(result.type)
    result.type.span = place.span
    warnOfUndeclaredRequired(result, place)
    if !isBase, let union = derivedVariants(place) { result.type = TypeExpression(.union(union), span: place.span) }
    guard dialect != .draft2020 else { return result }
    result.type = nullable(result.type, place, beside: node["allOf"] != nil ? "allOf" : nil)
    return result
  }

  /// An object with its properties marked that a condition requires.
  private static func withRequired(_ type: TypeExpression) -> TypeExpression {
    guard case .object(var shape) = type.shape else { return type }
    var type = type
    type.assertions = type.assertions.compactMap { assertion in
      guard case .required(let names) = assertion else { return assertion }
      let others = names.filter { name in
        guard let index = shape.properties.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
          return true
        }
        shape.properties[index].isRequired = true
        return false
      }
      return others.isEmpty ? nil : .required(others)
    }
    type.shape = .object(shape)
    return type
  }

  /// A list of schemas under a keyword; nil when the keyword is not there, or is not a list.
  func schemaList(_ keyword: String, _ place: SchemaPlace) -> JSONNode? {
    guard let list = place.node[keyword] else { return nil }
    guard list.kind == .array, list.count > 0 else {
      invalid(place.part(list), "'\(keyword)' must be a list of schemas, and not empty")
      return nil
    }
    return list
  }

  /// OpenAPI's `nullable`; tells which spelling was honoured where readers disagree.
  private func nullable(_ type: TypeExpression, _ place: SchemaPlace, beside keyword: String?) -> TypeExpression {
    guard let flag = place.member("nullable"), flag.node.bool == true else { return type }
    if place.document.dialect == .openAPI31 {
      report(
        Finding(
          SchemaRules.nullableSpelling, .warning, "'nullable' is not of OpenAPI 3.1; null is allowed here all the same",
          help: "write \"null\" among the types", at: flag.spot))
    } else if let keyword {
      report(
        Finding(
          SchemaRules.nullableSpelling, .note, "'nullable' beside '\(keyword)' is honoured: null is allowed here",
          help: "nothing, unless the server never sends null", at: flag.spot))
    }
    return type.orNull
  }

  /// Reports a keyword's value that it cannot have.
  func invalid(_ place: SchemaPlace, _ message: String, help: String = "correct the schema") {
    report(Finding(SchemaRules.invalidKeyword, .error, message, help: help, at: place.spot))
  }

  private func warnOfMissingType(_ type: TypeExpression, _ place: SchemaPlace) {
    guard type.shape == .anyJSON, place.document.dialect == .draft2020, place.node["type"] == nil else { return }
    let clues = [("properties", "object"), ("additionalProperties", "object"), ("items", "array")]
    guard let (keyword, name) = clues.first(where: { place.node[$0.0]?.kind == .object }) else { return }
    report(
      Finding(
        SchemaRules.missingType, .warning,
        "the schema has '\(keyword)' and no type, so that values of any other type fit it",
        help: "add \"type\": \"\(name)\"; until then the type is any JSON", at: place.spot))
  }

  // MARK: Keywords

  /// Refuses what would change the meaning, and doubts what means nothing.
  private func checkKeywords(of place: SchemaPlace) {
    let dialect = place.document.dialect
    for (key, value) in place.node.members {
      switch SchemaKeywords.role(of: key, in: dialect) {
      case .refused(let reason):
        report(
          Finding(
            SchemaRules.unsupportedKeyword, .error, "the keyword '\(key)' is not supported", help: reason,
            at: place.part(value).spot))
      case nil: reportUnknown(key, place.part(value))
      default: break
      }
    }
    if let text = place.node["$schema"]?.string { checkDialect(text, place) }
  }

  private func reportUnknown(_ key: String, _ place: SchemaPlace) {
    let known = SchemaKeywords.draft2020.keys.filter { SchemaKeywords.role(of: $0, in: place.document.dialect) != nil }
    let near = key.count > 3 ? Suggestion.nearest(to: key, among: known) : nil
    report(
      Finding(
        SchemaRules.unknownKeyword, .warning,
        "the keyword '\(key)' means nothing here" + (near.map { ", did you mean '\($0)'?" } ?? ""),
        help: "correct it, or name it 'x-\(key)' if it is a note of your own", at: place.spot))
  }

  private func checkDialect(_ text: String, _ place: SchemaPlace) {
    let known = ["https://json-schema.org/draft/2020-12/schema", "https://spec.openapis.org/oas/3.1/dialect/base"]
    guard !known.contains(where: { text == $0 || text == $0 + "#" }) else { return }
    let spot = place.member("$schema") ?? place
    report(
      Finding(
        SchemaRules.unsupportedKeyword, .error, "the dialect '\(text)' is not supported",
        help: "write the schema in draft 2020-12, and say \"$schema\": \"\(known[0])\"", at: spot.spot))
  }
}
