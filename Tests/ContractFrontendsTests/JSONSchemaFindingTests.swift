import ContractModel
import Diagnostics
import Testing

/// A schema, and what is said of it.
private struct SchemaFault: Sendable, CustomTestStringConvertible {
  let name: String
  let schema: String
  let problems: [String]
  init(_ name: String, _ schema: String, _ problems: String...) {
    self.name = name
    self.schema = schema
    self.problems = problems
  }
  var testDescription: String { name }
}

private let faults: [SchemaFault] = [
  SchemaFault(
    "misspelt type (O6)", #"{"type":"int"}"#,
    "error schema/invalid-keyword 1:9 'int' is no type, did you mean 'integer'?"),
  SchemaFault(
    "misspelt keyword", #"{"type":"string","minLenght":3}"#,
    "warning schema/unknown-keyword 1:30 the keyword 'minLenght' means nothing here, did you mean 'minLength'?"),
  SchemaFault(
    "empty enumeration (O14)", #"{"enum":[]}"#, "error schema/invalid-keyword 1:9 an empty 'enum' allows no value"),
  SchemaFault(
    "required without a property (O5)", #"{"type":"object","properties":{"a":true},"required":["a","b"]}"#,
    "warning schema/undeclared-required 1:58 'required' names 'b', which the schema does not declare"),
  SchemaFault(
    "a bound that says nothing (O22)", #"{"type":"string","minItems":1}"#,
    "warning schema/idle-keyword 1:29 'minItems' says nothing about values of the type string"),
  SchemaFault(
    "circular allOf (O13)",
    ##"{"$ref":"#/$defs/P","$defs":{"P":{"allOf":[{"$ref":"#/$defs/Q"}]},"Q":{"allOf":[{"$ref":"#/$defs/P"}]}}}"##,
    "error schema/circular 1:34 the schemas 'P' of 'Q' of 'P' are made of each other"),
  SchemaFault(
    "circular allOf with more (O13)",
    ##"""
    {"$defs":{"P":{"allOf":[{"$ref":"#/$defs/Q"},{"type":"object","properties":{"x":true}}]},
    "Q":{"allOf":[{"$ref":"#/$defs/P"},{"type":"object","properties":{"y":true}}]}}}
    """##,
    "error schema/circular 1:15 the schemas 'P' of 'Q' of 'P' are made of each other"),
  SchemaFault(
    "a schema that is its own alternative", ##"{"anyOf":[{"$ref":"#"},{"type":"string"}]}"##,
    "error schema/circular 1:1 the schema 'A' is made of itself"),
  SchemaFault(
    "look-around", #"{"type":"string","pattern":"^(?!x)"}"#,
    "error schema/unsupported-keyword 1:28 the pattern /^(?!x)/ cannot be checked: it has look-ahead"),
  SchemaFault(
    "another dialect", #"{"$schema":"http://json-schema.org/draft-04/schema#"}"#,
    "error schema/unsupported-keyword 1:12 the dialect 'http://json-schema.org/draft-04/schema#' is not supported"),
  SchemaFault(
    "a keyword of an older draft", #"{"additionalItems":false}"#,
    "error schema/unsupported-keyword 1:20 the keyword 'additionalItems' is not supported"),
  SchemaFault(
    "a list of item schemas", #"{"type":"array","items":[{"type":"string"}]}"#,
    "error schema/invalid-keyword 1:25 a schema is an object, true or false"),
  SchemaFault(
    "a Boolean bound", #"{"type":"number","exclusiveMinimum":true}"#,
    "error schema/invalid-keyword 1:37 'exclusiveMinimum' must be a number"),
  SchemaFault(
    "required on the property", #"{"type":"object","properties":{"a":{"required":true}}}"#,
    "error schema/invalid-keyword 1:48 'required' must be a list of names"),
  SchemaFault(
    "a reference that leads nowhere", ##"{"$ref":"#/$defs/Gild","$defs":{"Guild":true}}"##,
    "error schema/unresolved-reference 1:9 '#/$defs/Gild' leads nowhere: 'a.json' has no '/$defs/Gild', "
      + "did you mean 'Guild'?"),
  SchemaFault(
    "the network", #"{"$ref":"https://example.com/x.json"}"#,
    "error schema/unresolved-reference 1:9 'https://example.com/x.json' cannot be read: "
      + "no file is 'https://example.com/x.json'"),
  SchemaFault(
    "no type", #"{"properties":{"a":true}}"#,
    "warning schema/missing-type 1:1 the schema has 'properties' and no type, so that values of any other type fit it"),
  SchemaFault(
    "no value fits", #"{"type":"string","allOf":[{"type":"object","properties":{"a":true}}]}"#,
    "warning schema/accepts-nothing 1:1 no value fits all that this schema asks for"),
  SchemaFault(
    "not JSON", "{", "error schema/not-json 1:2 not JSON: the document ends inside the object that opens at 1:1"),
  SchemaFault(
    "a key twice", #"{"type":"string","type":"integer"}"#,
    "error schema/duplicate-key 1:18 the key '/type' stands here a second time"),
]

struct JSONSchemaFindingTests {
  @Test("What is wrong with schemas", arguments: faults)
  private func fault(_ fault: SchemaFault) {
    #expect(LoadedSchemas(fault.schema).problems == fault.problems)
  }

  @Test("Notes to people pass")
  func annotations() {
    let loaded = LoadedSchemas(
      #"""
      {"$schema":"https://json-schema.org/draft/2020-12/schema","$comment":"c","title":"T","description":"d",
       "default":1,"examples":[1],"deprecated":true,"readOnly":true,"x-internal":true,"contentEncoding":"base64",
       "type":"integer"}
      """#)
    #expect(loaded.problems == [])
    #expect(loaded.contract.types.map(\.name) == ["T"])
    #expect(loaded.contract.types.first?.documentation == "d")
    #expect(loaded.contract.types.first?.deprecation == "")
  }
}
