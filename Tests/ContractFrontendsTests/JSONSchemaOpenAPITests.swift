import ContractModel
import Diagnostics
import Testing

/// Schemas of an OpenAPI document, and the types that they become, as text by name.
private struct ComponentCase: Sendable, CustomTestStringConvertible {
  let name: String
  let version: String
  let schemas: String
  let types: [String: String]
  var problems: [String] = []
  init(_ name: String, _ version: String, _ schemas: String, _ types: [String: String], problems: [String] = []) {
    self.name = name
    self.version = version
    self.schemas = schemas
    self.types = types
    self.problems = problems
  }
  var testDescription: String { "\(name), \(version)" }
}

private let animals = ##"""
  "Pet":{"oneOf":[{"$ref":"#/components/schemas/Cat"},{"$ref":"#/components/schemas/Dog"}],
    "discriminator":{"propertyName":"kind"MAPPING}},
  "Cat":{"type":"object","properties":{"kind":{"type":"string"},"lives":{"type":"integer"}},"required":["kind"]},
  "Dog":{"type":"object","properties":{"kind":{"type":"string"}},"required":["kind"]}
  """##

private func animals(mapping: String) -> String {
  let parts = animals.split(separator: "MAPPING")
  return parts.joined(separator: mapping)
}

private let components: [ComponentCase] = [
  ComponentCase(
    "nullable", "3.0.3",
    #""A":{"type":"string","nullable":true},"B":{"type":"string","enum":["x","y",null],"nullable":true}"#,
    ["A": "string?", "B": #"enum("x"|"y")?"#]),
  ComponentCase(
    "nullable beside a reference (O2)", "3.0.3",
    ##"""
    "X":{"type":"object","properties":{}},
    "A":{"type":"object","properties":{"x":{"$ref":"#/components/schemas/X","nullable":true,"description":"no"},
      "y":{"allOf":[{"$ref":"#/components/schemas/X"}],"nullable":true,"description":"yes"}}}
    """##, ["A": #"{"x"?:X?;"y"?:X? doc "yes";}"#]),
  ComponentCase(
    "nullable is not of 3.1", "3.1.0", #""A":{"type":"string","nullable":true}"#, ["A": "string?"],
    problems: [
      "warning schema/nullable-spelling: 'nullable' is not of OpenAPI 3.1; null is allowed here all the same"
    ]),
  ComponentCase(
    "exclusive bounds of two dialects", "3.0.3", #""A":{"type":"number","minimum":1,"exclusiveMinimum":true}"#,
    ["A": "number>1"]),
  ComponentCase("exclusive bound", "3.1.0", #""A":{"type":"number","exclusiveMinimum":1}"#, ["A": "number>1"]),
  ComponentCase(
    "types are inferred", "3.1.0", #""A":{"properties":{"a":{"items":{"type":"string"}}}}"#,
    ["A": #"{"a"?:string[];}"#]),
  ComponentCase(
    "keywords beside a reference", "3.1.0",
    ##""X":{"type":"string"},"A":{"$ref":"#/components/schemas/X","maxLength":3}"##, ["A": "X where string[..3]"]),
  ComponentCase(
    "keywords beside a reference count for nothing in 3.0", "3.0.3",
    ##""X":{"type":"string"},"A":{"$ref":"#/components/schemas/X","maxLength":3}"##, ["A": "X"]),
  ComponentCase(
    "discriminator without a mapping (O8)", "3.1.0", animals(mapping: ""),
    ["Pet": #"union by "kind"("Cat"=>Cat:Cat|"Dog"=>Dog:Dog)"#]),
  ComponentCase(
    "discriminator with a mapping (O8)", "3.1.0",
    animals(mapping: ##","mapping":{"cat":"#/components/schemas/Cat","kitten":"Cat","dog":"Dog"}"##),
    ["Pet": #"union by "kind"("cat"=>Cat:Cat|"kitten"=>Cat:Cat|"dog"=>Dog:Dog)"#]),
  ComponentCase(
    "a mapping to a stranger", "3.1.0", animals(mapping: ##","mapping":{"fish":"Fish"}"##) + #","Fish":{}"#,
    ["Pet": #"union by "kind"("Cat"=>Cat:Cat|"Dog"=>Dog:Dog)"#],
    problems: [
      "error schema/discriminator: the mapping leads 'fish' to 'Fish', which is not among the variants"
    ]),
  ComponentCase(
    "derived schemas are variants of their base", "3.0.3",
    ##"""
    "Pet":{"type":"object","properties":{"kind":{"type":"string"}},"required":["kind"],
      "discriminator":{"propertyName":"kind","mapping":{"cat":"#/components/schemas/Cat"}}},
    "Cat":{"allOf":[{"$ref":"#/components/schemas/Pet"},{"type":"object","properties":{"lives":{"type":"integer"}}}]},
    "Dog":{"allOf":[{"$ref":"#/components/schemas/Pet"}]}
    """##,
    [
      "Pet": #"union by "kind"("cat"=>Cat:Cat|"Dog"=>Dog:Dog)"#, "Cat": #"{"kind":string;"lives"?:integer;}"#,
      "Dog": #"{"kind":string;}"#,
    ]),
  ComponentCase(
    "required in another part makes a property required", "3.1.0",
    ##"""
    "X":{"type":"object","properties":{"a":{"type":"string"}}},
    "A":{"allOf":[{"$ref":"#/components/schemas/X"},{"required":["a"]}]}
    """##, ["A": #"{"a":string;}"#]),
]

struct JSONSchemaOpenAPITests {
  @Test("Schemas of OpenAPI documents", arguments: components)
  private func component(_ example: ComponentCase) {
    let loaded = LoadedDocument(
      paths: "{}", components: #"{"schemas":{\#(example.schemas)}}"#, version: example.version)
    for (name, text) in example.types { #expect(loaded.text(name) == text) }
    #expect(loaded.problems == example.problems)
  }

  @Test("Which spelling of nullable was honoured is said (O2)")
  func spelling() {
    let loaded = LoadedDocument(
      paths: "{}",
      components: ##"""
        {"schemas":{"X":{"type":"string"},"A":{"$ref":"#/components/schemas/X","nullable":true}}}
        """##, version: "3.0.3")
    #expect(
      loaded.notes("schema/nullable-spelling") == ["'nullable' beside '$ref' is honoured: null is allowed here"])
  }
}
