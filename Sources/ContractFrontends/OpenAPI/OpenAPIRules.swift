public import Diagnostics

/// The rules that reading OpenAPI documents speaks in.
public enum OpenAPIRules {
  static let version: RuleID = "openapi/version"
  static let invalid: RuleID = "openapi/invalid"
  static let unsupported: RuleID = "openapi/unsupported"
  static let duplicateOperation: RuleID = "openapi/duplicate-operation"
  static let derivedID: RuleID = "openapi/derived-id"
  static let rawBody: RuleID = "openapi/raw-body"
  static let mediaTypes: RuleID = "openapi/media-types"
  static let untypedBody: RuleID = "openapi/untyped-body"
  static let parameter: RuleID = "openapi/parameter"
  static let passedOver: RuleID = "openapi/passed-over"
  static let servers: RuleID = "openapi/servers"

  /// All of them.
  public static let rules: [Rule] = [
    Rule(
      version, .error, summary: "The document is not OpenAPI 3.0 or 3.1.", example: "swagger: \"2.0\"",
      mend: "Convert it to OpenAPI 3 (for example with npx swagger2openapi), or name the file under another kind."),
    Rule(
      invalid, .error, summary: "Something that OpenAPI requires is not there, or is not what it should be.",
      example: "a parameter without \"in\", a $ref that leads nowhere", mend: "Correct the place shown."),
    Rule(
      unsupported, .error, summary: "The document says something that Assay has no words for.",
      example: "paths: { \"/files/{name}{extension}\": … }", mend: "Write it another way; the message says how."),
    Rule(
      duplicateOperation, .error, summary: "Two operations share an operationId.",
      example: "operationId: getPet for GET /pets/{id} and GET /pets/{id}/details",
      mend: "Give each an id of its own: fixtures, findings and Swift functions are named by it."),
    Rule(
      derivedID, .note, summary: "An operation has no operationId, so its id comes from method and path.",
      example: "GET /pets/{petId} is get.pets.byPetId", mend: "Add an operationId, so that a moved path keeps its id."),
    Rule(
      rawBody, .note, summary: "A body is not JSON, so it stays raw bytes.",
      example: "content: { \"text/csv\": … }", mend: "Nothing, unless the server does send JSON: then declare it."),
    Rule(
      mediaTypes, .note, summary: "A body has several media types, of which some are left aside or taken together.",
      example: "content: { \"application/json\": A, \"application/xml\": A }",
      mend: "Nothing: JSON is what is read; of several JSON types the union is."),
    Rule(
      untypedBody, .warning, summary: "A JSON body has no schema, so any JSON passes.",
      example: "content: { \"application/json\": {} }", mend: "Give it a schema."),
    Rule(
      parameter, .warning, summary: "A parameter is declared in a way that the typed endpoint cannot carry exactly.",
      example: "style: pipeDelimited", mend: "Read the message: it says what the caller passes."),
    Rule(
      passedOver, .note, summary: "A part of the document makes no route: a callback, a webhook, a cookie parameter.",
      example: "webhooks: { newPet: … }", mend: "Nothing; the types that it names are there all the same."),
    Rule(
      servers, .note, summary: "The document names several servers whose base paths differ; the first one counts.",
      example: "servers: [{ url: /v1 }, { url: /v2 }]", mend: "Put the one that clients use first."),
  ]
}
