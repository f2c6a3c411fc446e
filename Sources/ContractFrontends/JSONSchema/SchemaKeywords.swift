/// What Assay makes of a schema's keywords.
enum SchemaKeywords {
  /// What a keyword's value is, and what it does.
  enum Role: Hashable {
    /// Names or finds schemas.
    case identifier
    /// Restricts values; the value is no schema.
    case assertion
    /// Restricts values by one schema.
    case schema
    /// Restricts values by a list of schemas.
    case schemas
    /// Restricts values by schemas under names.
    case schemaMap
    /// Holds schemas under names and restricts nothing.
    case container
    /// Says something to people and tools; restricts nothing.
    case annotation
    /// Would change what the schema means; the reason says what to write instead.
    case refused(String)
  }

  /// The roles of JSON Schema 2020-12.
  static let draft2020: [String: Role] = [
    "$schema": .identifier, "$id": .identifier, "$anchor": .identifier, "$dynamicAnchor": .identifier,
    "$ref": .identifier, "$dynamicRef": .identifier, "$defs": .container, "definitions": .container,
    "$comment": .annotation,
    "allOf": .schemas, "anyOf": .schemas, "oneOf": .schemas, "prefixItems": .schemas,
    "not": .schema, "if": .schema, "then": .schema, "else": .schema, "items": .schema, "contains": .schema,
    "additionalProperties": .schema, "propertyNames": .schema, "unevaluatedItems": .schema,
    "unevaluatedProperties": .schema,
    "dependentSchemas": .schemaMap, "properties": .schemaMap, "patternProperties": .schemaMap,
    "type": .assertion, "enum": .assertion, "const": .assertion, "multipleOf": .assertion, "maximum": .assertion,
    "exclusiveMaximum": .assertion, "minimum": .assertion, "exclusiveMinimum": .assertion, "maxLength": .assertion,
    "minLength": .assertion, "pattern": .assertion, "maxItems": .assertion, "minItems": .assertion,
    "uniqueItems": .assertion, "maxContains": .assertion, "minContains": .assertion, "maxProperties": .assertion,
    "minProperties": .assertion, "required": .assertion, "dependentRequired": .assertion, "format": .assertion,
    "title": .annotation, "description": .annotation, "default": .annotation, "deprecated": .annotation,
    "readOnly": .annotation, "writeOnly": .annotation, "examples": .annotation, "contentEncoding": .annotation,
    "contentMediaType": .annotation, "contentSchema": .annotation,
    "$vocabulary": .refused("Assay reads the standard vocabularies only"),
    "$recursiveRef": .refused("it is of draft 2019-09: write $dynamicRef"),
    "$recursiveAnchor": .refused("it is of draft 2019-09: write $dynamicAnchor"),
    "additionalItems": .refused("it is of older drafts: write prefixItems and items"),
    "dependencies": .refused("it is of older drafts: write dependentRequired or dependentSchemas"),
    "extends": .refused("it is of draft 3: write allOf"),
    "disallow": .refused("it is of draft 3: write not"),
    "divisibleBy": .refused("it is of draft 3: write multipleOf"),
    "nullable": .refused("it is of OpenAPI 3.0: write \"type\": [\"string\", \"null\"] or the like"),
  ]

  /// What OpenAPI's documents have besides.
  private static let openAPI: [String: Role] = [
    "discriminator": .annotation, "xml": .annotation, "externalDocs": .annotation, "example": .annotation,
  ]

  /// The role of a keyword in a dialect; nil for a word that means nothing there.
  static func role(of keyword: String, in dialect: SchemaDialect) -> Role? {
    if dialect != .draft2020, let role = openAPI[keyword] { return role }
    if dialect != .draft2020, keyword == "nullable" { return .assertion }
    return draft2020[keyword] ?? (keyword.hasPrefix("x-") ? .annotation : nil)
  }
}
