import ContractModel
import Diagnostics
import Testing

/// Schemas that would take an engine without bounds for ever, or its stack.
struct JSONSchemaLimitTests {
  private func nested(_ depth: Int, _ open: String, _ inner: String, _ close: String) -> String {
    String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)
  }

  @Test("Nested objects without types are read once each")
  func untypedObjects() {
    let loaded = LoadedSchemas(nested(60, #"{"properties":{"a":"#, "true", "}}"))
    #expect(loaded.findings.allSatisfy { $0.severity == .warning })
  }

  @Test("Nesting that is too deep is an error with its place")
  func depth() {
    let loaded = LoadedSchemas(nested(400, #"{"not":"#, "true", "}"))
    #expect(loaded.findings.map(\.message) == ["schemas are nested too deep here"])
    let choices = LoadedSchemas(nested(60, #"{"oneOf":[{"minimum":3},"#, "true", "]}"))
    #expect(choices.findings.map(\.message) == ["alternatives are nested too deep here"])
  }

  @Test("A ladder of references, two on each step, is climbed once")
  func ladder() {
    func definitions(_ step: (Int) -> String) -> String {
      let steps = (0..<30).map { #""S\#($0)":\#(step($0))"# }.joined(separator: ",")
      return ##"{"$ref":"#/$defs/S0","$defs":{\##(steps),"S30":{"type":"object","properties":{"x":true}}}}"##
    }
    for keyword in ["allOf", "anyOf", "oneOf"] {
      let loaded = LoadedSchemas(
        definitions { index in
          let next = ##"{"$ref":"#/$defs/S\##(index + 1)"}"##
          return #"{"\#(keyword)":[\#(next),\#(next)]}"#
        })
      #expect(loaded.findings.filter { $0.severity == .error }.map(\.message) == [], "\(keyword)")
    }
    let seen = LoadedSchemas(
      definitions { index in
        let next = ##"{"$ref":"#/$defs/S\##(index + 1)"}"##
        return #"{"allOf":[\#(next),\#(next)],"unevaluatedProperties":false}"#
      })
    #expect(seen.findings.contains { $0.message.contains("too many to look at") })
  }

  @Test("Many closed parts of one object stay small")
  func closedParts() {
    let parts = (0..<24).map { #"{"type":"object","properties":{"p\#($0)":true},"additionalProperties":false}"# }
    let loaded = LoadedSchemas(#"{"allOf":[\#(parts.joined(separator: ","))]}"#)
    #expect(loaded.findings.map(\.message) == [])
    #expect(loaded.text("A").utf8.count < 100_000)
  }

  @Test("The width of an integer is kept, for what is checked by it (O21)", arguments: ["int64", "uint64"])
  func formats(_ format: String) {
    let loaded = LoadedSchemas(#"{"type":"integer","format":"\#(format)"}"#)
    #expect(loaded.text("A") == "integer@\(format)")
  }
}
