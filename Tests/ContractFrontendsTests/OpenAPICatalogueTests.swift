import ContractModel
import Diagnostics
import Testing

/// Schemas of a document as the catalogue's third group has them, the types that they become, and what is said.
private struct CatalogueDocument: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let version: String
  let schemas: String
  let types: [String: String]
  let problems: [String]

  init(
    _ description: String, v version: String = "3.1.0", _ schemas: String, _ types: [String: String] = [:],
    problems: [String] = []
  ) {
    testDescription = description
    self.version = version
    self.schemas = schemas
    self.types = types
    self.problems = problems
  }
}

private let documents: [CatalogueDocument] = [
  CatalogueDocument(
    "O1 no spelling of a nullable reference loses the property",
    ##"""
    "X":{"type":"object","properties":{}},
    "A":{"type":"object","required":["a","c"],"properties":{
      "a":{"anyOf":[{"$ref":"#/components/schemas/X"},{"type":"null"}]},
      "b":{"oneOf":[{"$ref":"#/components/schemas/X"},{"type":"null"}]},
      "c":{"anyOf":[{"type":"null"},{"$ref":"#/components/schemas/X"}]},
      "d":{"oneOf":[{"type":"null"},{"$ref":"#/components/schemas/X"}]},
      "e":{"type":"array","items":{"anyOf":[{"type":"null"},{"$ref":"#/components/schemas/X"}]}}}}
    """##, ["A": #"{"a":X?;"b"?:X?;"c":X?;"d"?:X?;"e"?:X?[];}"#]),
  CatalogueDocument(
    "O1 a property that cannot be read is an error",
    ##""A":{"type":"object","properties":{"a":{"type":"string"},"b":{"$ref":"#/components/schemas/Gone"}}}"##,
    problems: [
      "error schema/unresolved-reference: '#/components/schemas/Gone' leads nowhere: "
        + "'api.json' has no '/components/schemas/Gone'"
    ]),
  CatalogueDocument(
    "O4 an enumeration without a type, in a property",
    #""A":{"type":"object","properties":{"mode":{"enum":["a","b"]}}}"#,
    ["A": #"{"mode"?:enum("a"|"b");}"#]),
  CatalogueDocument(
    "O5 a required name that nothing declares is not invented",
    #""A":{"type":"object","properties":{"a":{"type":"string"}},"required":["b"]}"#,
    ["A": #"{"a"?:string;} where required "b""#],
    problems: ["warning schema/undeclared-required: 'required' names 'b', which the schema does not declare"]),
  CatalogueDocument(
    "O13 a circle of allOf",
    ##"""
    "A":{"allOf":[{"$ref":"#/components/schemas/B"}]},"B":{"allOf":[{"$ref":"#/components/schemas/A"}]}
    """##, problems: ["error schema/circular: the schemas 'A' of 'B' of 'A' are made of each other"]),
  CatalogueDocument(
    "O13 children of one's own kind",
    ##""Pet":{"type":"object","properties":{"children":{"type":"array","items":{"$ref":"#/components/schemas/Pet"}}}}"##,
    ["Pet": #"{"children"?:Pet[];}"#]),
  CatalogueDocument(
    "O14 an empty enumeration", #""A":{"type":"string","enum":[]}"#,
    problems: ["error schema/invalid-keyword: an empty 'enum' allows no value"]),
  CatalogueDocument(
    "O14 an empty schema", #""A":{"type":"object","properties":{"a":{}}}"#, ["A": #"{"a"?:any;}"#]),
  CatalogueDocument(
    "O22 a bound of another type", #""A":{"type":"string","minItems":1}"#, ["A": "string"],
    problems: ["warning schema/idle-keyword: 'minItems' says nothing about values of the type string"]),
]

@Suite("The catalogue's lines on OpenAPI, as they are read")
struct OpenAPICatalogueTests {
  @Test("each line", arguments: documents)
  private func reads(_ example: CatalogueDocument) {
    let loaded = LoadedDocument(
      paths: "{}", components: "{\"schemas\": {\(example.schemas)}}", version: example.version)
    for (name, text) in example.types { #expect(loaded.text(name) == text) }
    #expect(loaded.problems == example.problems, "\(loaded.rendered)")
  }

  @Test("O2 both spellings beside a reference are honoured, and each is said")
  func nullableReferences() {
    let loaded = LoadedDocument(
      paths: "{}",
      components: ##"""
        {"schemas":{"X":{"type":"object","properties":{}},"A":{"type":"object","properties":{
          "x":{"$ref":"#/components/schemas/X","nullable":true},
          "y":{"allOf":[{"$ref":"#/components/schemas/X"}],"nullable":true}}}}}
        """##, version: "3.0.3")
    #expect(loaded.text("A") == #"{"x"?:X?;"y"?:X?;}"#)
    #expect(
      loaded.notes("schema/nullable-spelling") == [
        "'nullable' beside '$ref' is honoured: null is allowed here",
        "'nullable' beside 'allOf' is honoured: null is allowed here",
      ])
  }

  @Test("O5 the warning shows the name that is asked for and those that are declared")
  func undeclaredRequired() {
    let loaded = LoadedDocument([
      "api.json": #"""
      {"openapi": "3.1.0", "components": {"schemas": {"A": {
        "type": "object",
        "properties": {"a": {"type": "string"}},
        "required": ["b"]}}}}
      """#
    ])
    #expect(loaded.rendered.contains("api.json:4:16: warning: 'required' names 'b'"), "\(loaded.rendered)")
    #expect(loaded.rendered.contains("note: api.json:3:17: it declares 'a'"), "\(loaded.rendered)")
  }

  @Test("O6 a misspelt type is shown where it stands, with the type that was meant")
  func misspeltType() {
    let loaded = LoadedDocument([
      "api.json": "{\"openapi\": \"3.1.0\", \"components\": {\"schemas\": {\"A\":\n  {\"type\": \"int\"}}}}"
    ])
    #expect(
      loaded.rendered.hasPrefix("api.json:2:12: error: 'int' is no type, did you mean 'integer'?"), "\(loaded.rendered)"
    )
  }

  @Test("O14 a body without conditions is any JSON")
  func emptySchema() {
    let loaded = LoadedDocument(
      paths: """
        {"/a": {"get": {"operationId": "x", "responses": {"200": {"description": "",
          "content": {"application/json": {"schema": {}}}}}}}}
        """)
    #expect(loaded.route("x") == "GET /a gives 200 any")
    #expect(!loaded.problems.contains { $0.hasPrefix("error") })
  }
}
