public import Diagnostics

/// The rules that reading JSON Schema speaks in, in documents of its own and in OpenAPI's.
public enum SchemaRules {
  static let notJSON: RuleID = "schema/not-json"
  static let duplicateKey: RuleID = "schema/duplicate-key"
  static let duplicateIdentifier: RuleID = "schema/duplicate-identifier"
  static let unresolvedReference: RuleID = "schema/unresolved-reference"
  static let circular: RuleID = "schema/circular"
  static let unsupportedKeyword: RuleID = "schema/unsupported-keyword"
  static let unknownKeyword: RuleID = "schema/unknown-keyword"
  static let invalidKeyword: RuleID = "schema/invalid-keyword"
  static let idleKeyword: RuleID = "schema/idle-keyword"
  static let undeclaredRequired: RuleID = "schema/undeclared-required"
  static let acceptsNothing: RuleID = "schema/accepts-nothing"
  static let missingType: RuleID = "schema/missing-type"
  static let nullableSpelling: RuleID = "schema/nullable-spelling"
  static let discriminator: RuleID = "schema/discriminator"

  /// All of them.
  public static let rules: [Rule] = [
    Rule(
      notJSON, .error, summary: "A document that should hold schemas is not JSON.", example: "{ type: object }",
      mend: "Correct the document at the place."),
    Rule(
      duplicateKey, .error,
      summary: "An object of a schema document has a key twice; readers disagree on which counts.",
      example: "{\"type\": \"string\", \"type\": \"integer\"}", mend: "Remove one of the two."),
    Rule(
      duplicateIdentifier, .error, summary: "Two schemas have the same `$id`.",
      example: "\"$id\": \"https://example.com/guild\" in two files", mend: "Give each identifier once."),
    Rule(
      unresolvedReference, .error,
      summary: "A `$ref` or `$dynamicRef` leads nowhere; nothing is read from the network.",
      example: "\"$ref\": \"#/$defs/Gild\"",
      mend: "Correct the reference, or put the document beside the sources and refer to its path."),
    Rule(
      circular, .error, summary: "A schema is made of itself, so that no value can be held against it.",
      example: "A: allOf [B], B: allOf [A]", mend: "Break the circle; a property of a schema's own type is fine."),
    Rule(
      unsupportedKeyword, .error,
      summary: "A keyword, dialect or pattern would change what the schema means, and Assay does not read it.",
      example: "\"$schema\": \"http://json-schema.org/draft-04/schema#\"", mend: "Write it as the finding says."),
    Rule(
      unknownKeyword, .warning, summary: "A keyword means nothing in this dialect; it is probably misspelt.",
      example: "\"minLenght\": 3", mend: "Correct it, or call it `x-…`."),
    Rule(
      invalidKeyword, .error, summary: "A keyword has a value that it cannot have.", example: "\"type\": \"int\"",
      mend: "Correct the value."),
    Rule(
      idleKeyword, .warning, summary: "A keyword says nothing about values of the schema's type.",
      example: "\"type\": \"string\", \"minItems\": 1", mend: "Remove it, or correct the type."),
    Rule(
      undeclaredRequired, .warning, summary: "`required` names a property that the schema does not declare.",
      example: "\"properties\": {\"a\": {}}, \"required\": [\"b\"]", mend: "Declare the property, or correct the name."),
    Rule(
      acceptsNothing, .warning, summary: "No value fits a schema.", example: "\"response\": false",
      mend: "Correct the schema."),
    Rule(
      missingType, .warning,
      summary: "A schema names properties or items and no type, so values of other types fit too.",
      example: "{ \"properties\": { \"name\": { \"type\": \"string\" } } }", mend: "Add \"type\": \"object\"."),
    Rule(
      nullableSpelling, .note, summary: "Null was allowed by a spelling that readers of OpenAPI disagree on.",
      example: "{ \"$ref\": \"#/components/schemas/Guild\", \"nullable\": true }",
      mend: "Write oneOf with the reference and null (3.1), or keep it: Assay honours it."),
    Rule(
      discriminator, .error, summary: "A discriminator does not tell its variants apart.",
      example: "a mapping to a schema that is not among the variants",
      mend: "Name each variant under `mapping`, and declare the property in each of them."),
  ]
}
