import ContractFrontends
import ContractModel
import Diagnostics
import SwiftEmission
import Testing

/// OpenAPI documents as compiled Swift: what decodes, and what is sent.
@Suite("OpenAPI, emitted and run", .enabled(if: EmittedCode.compiler != nil, "swiftc is not on the path"))
struct OpenAPIRoundTripTests {
  private static let document = """
    {"openapi": "3.1.0", "servers": [{"url": "https://h.example/v1"}],
     "components": {"schemas": {
      "Small": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}, "n": {"type": "integer"}}},
      "Twin": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}, "n": {"type": "integer"}}},
      "Big": {"type": "object", "required": ["kind", "list"], "properties": {"kind": {"type": "string"},
        "list": {"type": "array", "items": {"type": "string"}}}},
      "Mapped": {"oneOf": [{"$ref": "#/components/schemas/Small"}, {"$ref": "#/components/schemas/Twin"},
        {"$ref": "#/components/schemas/Big"}], "discriminator": {"propertyName": "kind", "mapping": {
        "a": "#/components/schemas/Small", "b": "#/components/schemas/Twin", "c": "#/components/schemas/Big",
        "again": "#/components/schemas/Small"}}},
      "Times": {"type": "object", "properties": {"at": {"type": "string", "format": "date-time"},
        "on": {"type": "string", "format": "date"}}},
      "Mood": {"enum": ["good", "bad"]},
      "Closed": {"type": "object", "additionalProperties": false, "properties": {"mood": {"$ref": "#/components/schemas/Mood"}}},
      "Open": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"},
        "inner": {"type": "object", "properties": {"x": {"type": ["integer", "null"]}}}}},
      "Either": {"oneOf": [
        {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}},
        {"type": "object", "required": ["b"], "properties": {"b": {"type": "integer"}}},
        {"type": "array", "items": {"type": "integer"}}]},
      "ByValue": {"oneOf": [{"$ref": "#/components/schemas/Red"}, {"$ref": "#/components/schemas/Blue"}]},
      "Red": {"type": "object", "properties": {"tone": {"enum": ["rose", "ruby"]}}},
      "Blue": {"type": "object", "properties": {"tone": {"enum": ["navy", "teal"]}}},
      "Names": {"type": "object", "properties": {"_type": {"type": "string"}, "type_": {"type": "string"},
        "-type": {"type": "string"}}},
      "Nullables": {"type": "object", "required": ["anyOf"], "properties": {
        "anyOf": {"anyOf": [{"$ref": "#/components/schemas/Twin"}, {"type": "null"}]},
        "oneOf": {"oneOf": [{"$ref": "#/components/schemas/Twin"}, {"type": "null"}]},
        "reversed": {"anyOf": [{"type": "null"}, {"$ref": "#/components/schemas/Twin"}]}}},
      "Pet": {"type": "object", "properties": {"children": {"type": "array", "items": {"$ref": "#/components/schemas/Pet"}}}},
      "Amounts": {"type": "object", "additionalProperties": false, "properties": {"big": {"type": "integer", "format": "int64"},
        "price": {"type": "number"}, "ratio": {"type": "number"}}}}},
     "paths": {
      \([
        "Mapped", "Times", "Closed", "Open", "Either", "ByValue", "Names", "Nullables", "Pet", "Amounts",
      ].map { name in
        """
        "/\(name)": {"get": {"operationId": "\(name)", "responses": {"200": {"description": "", "content":
          {"application/json": {"schema": {"$ref": "#/components/schemas/\(name)"}}}}}}}
        """
      }.joined(separator: ",\n  ")),
      "/compare/{base}...{head}": {"post": {"operationId": "compare", "deprecated": true, "parameters": [
        {"name": "base", "in": "path", "required": true, "schema": {"type": "string"}},
        {"name": "head", "in": "path", "required": true, "schema": {"type": "integer"}},
        {"name": "X-Trace", "in": "header", "schema": {"type": "integer"}},
        {"name": "mood", "in": "query", "schema": {"$ref": "#/components/schemas/Mood"}}],
        "requestBody": {"content": {"application/json": {"schema": {"type": "array", "items": {"type": "integer"}}}}},
        "responses": {"4XX": {"description": "", "content": {"application/json": {"schema": {"type": "boolean"}}}},
          "204": {"description": ""}}}},
      "/form": {"post": {"operationId": "form", "requestBody": {"required": true, "content":
        {"application/x-www-form-urlencoded": {"schema": {"type": "object", "properties": {"To": {"type": "string"},
          "tags": {"type": "array", "items": {"type": "string"}}}}}}},
        "responses": {"200": {"description": "", "content": {"text/csv": {}}}}}},
      "/raw": {"put": {"operationId": "raw", "requestBody": {"required": true, "content": {"image/png": {}}},
        "responses": {"204": {"description": ""}}}}
     }}
    """

  private static func contract() -> (Contract, FindingList) {
    var findings = FindingList()
    let contract = ContractLoader.load(
      sources: [ContractSourceSet(kind: .openapi, files: [SourceFile(path: "api.json", text: document)])],
      reader: { _ in nil }, findings: &findings)
    return (contract, findings)
  }

  private static let trips = [
    // Catalogue O8: every value of the mapping decodes, two equal shapes or not.
    RouteTrip("Mapped", #"{"kind":"a","n":1}"#), RouteTrip("Mapped", #"{"kind":"b","n":2}"#),
    RouteTrip("Mapped", #"{"kind":"c","list":["x"]}"#), RouteTrip("Mapped", #"{"kind":"again","n":3}"#),
    RouteTrip("Mapped", #"{"kind":"later","what":[1]}"#),
    // Catalogue O1: a nullable reference is there in every spelling; O13: children of one's own kind are fine.
    RouteTrip("Nullables", #"{"anyOf":null}"#),
    RouteTrip("Nullables", #"{"anyOf":{"kind":"k"},"oneOf":{"kind":"k","n":1},"reversed":{"kind":"k"}}"#),
    RouteTrip("Nullables", #"{"anyOf":null,"oneOf":null,"reversed":null}"#),
    RouteTrip("Pet", #"{"children":[{"children":[]},{}]}"#),
    // Catalogue J15: numbers keep their text. O21: the ends of 64 bits are values, what is past them is an error below.
    RouteTrip("Amounts", #"{"big":9223372036854775807,"price":129.9,"ratio":139.745438}"#),
    RouteTrip("Amounts", #"{"big":-9223372036854775808}"#),
    RouteTrip("Open", #"{"id":"1","z":[129.9,139.745438]}"#),
    // Catalogue O11 and J19: times keep their text.
    RouteTrip("Times", #"{"at":"2024-05-01T00:00:00.123456Z"}"#),
    RouteTrip("Times", #"{"at":"2024-05-01T00:00:00Z","on":"2024-05-01"}"#),
    RouteTrip("Times", #"{"at":"2024-05-01t00:00:00.123456+02:00"}"#),
    // Catalogue O10 and O17: a closed object and an enumeration bear what the server adds.
    RouteTrip("Closed", #"{"mood":"mixed","more":1}"#, #"{"mood":"mixed"}"#),
    // Schemas allow members that they do not declare: they come back.
    RouteTrip("Open", #"{"id":"1","inner":{"x":null,"y":[{}]},"z":{"deep":1.5}}"#),
    RouteTrip("Either", #"{"b":1}"#), RouteTrip("Either", "[1,2]"),
    RouteTrip("ByValue", #"{"tone":"navy"}"#),
  ]

  /// Catalogue O18 among them: the error of a union names what each variant lacks.
  private static let uses = #"""
    func kind(_ json: String) throws -> String {
      switch try JSONDecoder().decode(Mapped.self, from: Data(json.utf8)) {
      case .a: "a"
      case .b: "b"
      case .c: "c"
      case .again: "again"
      case .unrecognized(let kind, _): "new " + kind
      }
    }
    print(try [#"{"kind":"a"}"#, #"{"kind":"b"}"#, #"{"kind":"c","list":[]}"#, #"{"kind":"again"}"#, #"{"kind":"d"}"#].map(kind))
    let texts = ["2024-05-01T00:00:00Z", "2024-05-01T00:00:00.123Z", "2024-05-01T00:00:00.123456Z", "2024-05-01T02:00:00+02:00",
      "2024-05-01t00:00:00z", "2024-05-01"]
    print(texts.map { Timestamp(text: $0).date.map { "\(Int((($0.timeIntervalSince1970 - 1_714_521_600) * 1000).rounded()))" } ?? "none" })
    print(CalendarDate(text: "2024-05-01").day.map { "\($0.year) \($0.month) \($0.day)" } ?? "none",
      CalendarDate(text: "2024-02-30").day == nil, CalendarDate(text: "2024-05-01T00:00:00Z").day == nil)
    print(["9223372036854775808", "-9223372036854775809", "1e19"].map {
      (try? JSONDecoder().decode(Amounts.self, from: Data("{\"big\":\($0)}".utf8))) == nil
    })
    print(Mood(rawValue: "mixed") == .unrecognized("mixed"), Mood(rawValue: "mixed").isUnrecognized, Mood.good.isUnrecognized)
    do {
      _ = try JSONDecoder().decode(Either.self, from: Data(#"{"c":1}"#.utf8))
    } catch DecodingError.dataCorrupted(let context) {
      let reasons = [["WithA: ", "'a'"], ["WithB: ", "'b'"], ["Array<Int>: ", "Array"]]
      let told = context.debugDescription.split(separator: "; ")
      print(told.count, zip(told, reasons).allSatisfy { text, parts in parts.allSatisfy { text.contains($0) } })
    }
    if case .red = try JSONDecoder().decode(ByValue.self, from: Data(#"{"tone":"teal"}"#.utf8)) { print("red") } else { print("blue") }
    let form = Endpoint.form(body: .init(to: "a b&c", tags: ["x", "y"]))
    print(form.path, form.body?.mediaType ?? "-", String(decoding: try form.body?.data() ?? Data(), as: UTF8.self))
    print(try form.decode(Data("1;2".utf8)).count)
    let raw = Endpoint.raw(body: Data([1, 2]))
    print(raw.body?.mediaType ?? "-", try raw.body?.data().count ?? 0)
    print(ContractRegistry.entry(routeID: "compare", status: 404)?.typeName ?? "-", ContractRegistry.entry(routeID: "compare", status: 500)?.typeName ?? "-")
    """#

  private static let answers = [
    #"["a", "b", "c", "again", "new d"]"#,
    #"["0", "123", "123", "0", "0", "none"]"#,
    "2024 5 1 true true", "[true, true, true]", "true true false", "3 true", "blue",
    "/v1/form application/x-www-form-urlencoded To=a%20b%26c&tags=x&tags=y",
    "3", "image/png 2", "Bool -",
  ]

  @Test("answers come back without loss, and requests are what the document says")
  func roundTripsAreLossless() async throws {
    let (contract, findings) = Self.contract()
    #expect(findings.all.filter { $0.severity == .error }.map(\.message) == [])
    let code = try EmittedCode(contract)
    #expect(code.result.findings.filter { $0.severity == .error } == [])
    try await code.check(Self.trips, then: Self.uses, answers: Self.answers)
  }

  @Test("endpoints carry typed path parameters, headers, optional bodies and deprecation")
  func endpointsAreTyped() throws {
    let text = try EmittedCode(Self.contract().0).text("Api.swift")
    #expect(
      text.contains(
        """
          public static func compare(
            base: String,
            head: Int,
            mood: Mood? = nil,
            xTrace: Int? = nil,
            body: [Int]? = nil
          ) -> Self {
        """))
    #expect(
      text.contains(#"path: "/v1/compare/\(EndpointPath.encode(base))...\(EndpointPath.encode(parameter: head))""#))
    #expect(text.contains(#"headers: [("X-Trace", xTrace)]"#))
    #expect(text.contains("body: body.map({ EndpointBody($0) })"))
    #expect(text.contains("@available(*, deprecated"))
  }

  /// Catalogue O16.
  @Test("names that differ by punctuation are distinct, and reported")
  func punctuationIsTold() throws {
    let code = try EmittedCode(Self.contract().0)
    let renamed = code.result.findings.filter {
      $0.rule == "emission/renamed" && $0.member?.hasPrefix("Names.") == true
    }
    // All three would be called `type`.
    #expect(renamed.compactMap(\.member).sorted() == ["Names.-type", "Names._type", "Names.type_"])
    let names = try code.text("Api.swift").split(separator: "\n").filter {
      $0.contains("public let") && $0.lowercased().contains("type")
    }
    #expect(Set(names).count == 3)
  }
}
