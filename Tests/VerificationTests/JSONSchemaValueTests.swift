import ContractFrontends
import ContractModel
import Diagnostics
import JSONText
import Testing
import Verification

/// A schema, a value, and each finding as `severity rule pointer`.
private struct SchemaValueCase: Sendable, CustomTestStringConvertible {
  let name: String
  let schema: String
  let value: String
  let findings: [String]
  init(_ name: String, _ schema: String, _ value: String, _ findings: String...) {
    self.name = name
    self.schema = schema
    self.value = value
    self.findings = findings
  }
  var testDescription: String { name }
}

private let cases: [SchemaValueCase] = [
  SchemaValueCase(
    "a key that a closed object gets is refused by the schema (O10)",
    #"{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}"#, #"{"a":"x","b":1}"#,
    "error decode/undeclared-property /b"),
  SchemaValueCase(
    "a new value of an enumeration is refused by the schema (O17)", #"{"enum":["a","b"]}"#, #""c""#,
    "error decode/unknown-enum-value "),
  SchemaValueCase(
    "above int64 (O21)", #"{"type":"object","properties":{"n":{"type":"integer","format":"int64"}}}"#,
    #"{"n":9223372036854775808}"#, "error decode/out-of-range /n"),
  SchemaValueCase(
    "below int64 (O21)", #"{"type":"array","items":{"type":"integer"}}"#, "[-9223372036854775809]",
    "error decode/out-of-range /0"),
  SchemaValueCase("uint64", #"{"type":"integer","format":"uint64"}"#, "18446744073709551615"),
  SchemaValueCase(
    "above uint64 (O21)", #"{"type":"integer","format":"uint64"}"#, "18446744073709551616",
    "error decode/out-of-range "),
  SchemaValueCase(
    "a name under required that nothing declares (O5)",
    #"{"type":"object","properties":{"a":true},"required":["b"]}"#, #"{"a":1}"#, "error decode/missing-property /b"),
  SchemaValueCase(
    "two of one", #"{"oneOf":[{"type":"integer"},{"type":"number","minimum":2}]}"#, "3",
    "error decode/schema-condition "),
  SchemaValueCase(
    "a condition in a list", #"{"type":"array","items":{"type":"string","not":{"const":"x"}}}"#, #"["a","x"]"#,
    "error decode/schema-condition /1"),
  SchemaValueCase(
    "what no part looked at",
    #"{"allOf":[{"type":"object","properties":{"a":true}}],"unevaluatedProperties":false}"#, #"{"a":1,"b":2}"#,
    "error decode/schema-condition /*", "warning decode/undeclared-property /b"),
]

struct JSONSchemaValueTests {
  @Test("Values against schemas, as assay verify --type tells it", arguments: cases)
  private func value(_ example: SchemaValueCase) {
    var findings = FindingList()
    let contract = ContractLoader.load(
      sources: [
        ContractSourceSet(kind: .jsonSchema, files: [SourceFile(path: "value.json", text: example.schema)])
      ], reader: { _ in nil }, findings: &findings)
    #expect(!findings.all.contains { $0.severity == .error })
    let file = SourceFile(path: "answer.json", text: example.value)
    let found = Verifier.check(file, typeName: "Value", contract: contract).map {
      "\($0.severity.name) \($0.rule) \($0.place.pointer?.description ?? "-")"
    }
    #expect(found == example.findings)
  }
}
