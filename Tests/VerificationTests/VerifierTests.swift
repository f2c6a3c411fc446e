import ContractModel
import Diagnostics
import JSONText
import TestSupport
import Testing

@testable import Verification

/// One fixture against one contract, and the rules that speak.
struct VerifierCase: Sendable, CustomTestStringConvertible {
  let name: String
  var routeID = "guilds.show"
  var method = "GET"
  var path = "/api/guilds/{guildId}"
  var status = 200
  var body: String? = #"{"name":"a"}"#
  var contentType = "application/json"
  var request: JSONValue?
  var waivers: [String: String] = [:]
  var expected: [String] = []
  var testDescription: String { name }
}

private let verifierCases: [VerifierCase] = [
  VerifierCase(name: "in order"),
  VerifierCase(
    name: "unknown route", routeID: "guilds.shw", expected: ["verify/unknown-route", "verify/route-not-covered"]),
  VerifierCase(name: "another method", method: "POST", expected: ["verify/route-differs"]),
  VerifierCase(name: "another path", path: "/api/guild/{guildId}", expected: ["verify/route-differs"]),
  VerifierCase(name: "undeclared status", status: 409, expected: ["verify/undeclared-status"]),
  VerifierCase(name: "declared error", status: 404, body: #"{"error":"x"}"#),
  VerifierCase(
    name: "wrong error", status: 404, body: #"{"name":"x"}"#,
    expected: ["decode/missing-property", "decode/undeclared-property"]),
  VerifierCase(name: "error without body", status: 403, body: nil),
  VerifierCase(name: "body where none is declared", status: 403, expected: ["verify/undeclared-body"]),
  VerifierCase(name: "no body where one is declared", body: nil, expected: ["verify/missing-body"]),
  VerifierCase(name: "not JSON", body: "<html>", expected: ["verify/not-json"]),
  VerifierCase(
    name: "duplicate key", body: #"{"name":"a","name":"b"}"#, expected: ["json/duplicate-key"]),
  VerifierCase(
    name: "keys that Swift merges", body: "{\"name\":\"a\",\"x\":{\"\u{E9}\":1,\"e\u{301}\":2}}",
    expected: ["decode/undeclared-property", "json/similar-keys"]),
  VerifierCase(
    name: "request body where none is declared", request: .object([]), expected: ["verify/undeclared-request-body"]),
  VerifierCase(name: "stale waiver", waivers: ["guilds.show": "x"], expected: ["verify/stale-waiver"]),
]

private func contract() throws -> Contract {
  IR.contract(
    ["Guild": IR.object(["name": IR.string]), "Failure": IR.object(["error": IR.string])],
    routes: [
      try IR.route(
        "guilds.show", "GET", "/api/guilds/{guildId}", IR.ref("Guild"),
        errors: [.init(status: 404, type: IR.ref("Failure")), .init(status: 403, type: nil)])
    ])
}

struct VerifierTests {
  @Test("Fixtures against a contract", arguments: verifierCases)
  func verify(_ example: VerifierCase) throws {
    let isJSON = example.contentType == "application/json"
    let file = example.body.map { _ in "guilds.show/show." + (isJSON ? "json" : "html") }
    let entry = FixtureEntry(
      routeID: example.routeID, caseName: "show", file: file, method: example.method, pathTemplate: example.path,
      status: example.status, contentType: example.contentType, requestBody: example.request)
    let bodies = file.map { [$0: Array((example.body ?? "").utf8)] } ?? [:]
    let set = FixtureSet(manifest: FixtureManifest(entries: [entry]), bodies: bodies)
    let report = Verifier(contract: try contract(), fixtures: set, waivers: example.waivers).verify()
    #expect(report.findings.map(\.rule.rawValue).sorted() == example.expected.sorted(), "\(report.findings)")
  }

  @Test("An empty set fails, and so does a route without a fixture unless it is waived")
  func coverageOfRoutes() throws {
    let set = FixtureSet(manifest: FixtureManifest(entries: []), bodies: [:])
    let bare = Verifier(contract: try contract(), fixtures: set).verify()
    #expect(bare.findings.map(\.rule.rawValue).sorted() == ["verify/empty-set", "verify/route-not-covered"])
    let waived = Verifier(contract: try contract(), fixtures: set, waivers: ["guilds.show": "needs a payment"]).verify()
    #expect(waived.findings.map(\.rule) == ["verify/empty-set"])
  }

  @Test("A request body is held against its schema, an error answer's is not")
  func requests() throws {
    let route = try IR.route(
      "a", "POST", "/a", nil, status: 204, request: IR.object(["n": IR.integer], additional: .forbidden),
      errors: [.init(status: 422, type: nil)])
    func rules(_ body: JSONValue?, status: Int) -> [String] {
      let entry = FixtureEntry(
        routeID: "a", caseName: "c", method: "POST", pathTemplate: "/a", status: status, requestBody: body)
      let set = FixtureSet(manifest: FixtureManifest(entries: [entry]), bodies: [:])
      return Verifier(contract: IR.contract(routes: [route]), fixtures: set).verify().findings.map {
        "\($0.rule) \($0.place.pointer?.description ?? "-")"
      }
    }
    let wrong = JSONValue.object([.init(key: "m", value: .integer(1)), .init(key: "n", value: .string("x"))])
    #expect(
      rules(wrong, status: 204) == [
        "decode/undeclared-property /request/m", "decode/type-mismatch /request/n",
      ])
    #expect(rules(wrong, status: 422).isEmpty)
    #expect(rules(nil, status: 204) == ["verify/missing-request-body -"])
  }

  @Test("What the manifest holds of several cases names each, and the key does not")
  func casesOfTheManifest() throws {
    let route = try IR.route("a", "POST", "/a", nil, status: 204, request: IR.object(["n": IR.integer]))
    let entries = ["first", "second"].map { name in
      FixtureEntry(
        routeID: "a", caseName: name, method: "POST", pathTemplate: "/a", status: 204,
        requestBody: .object([.init(key: "n", value: .string("x"))]))
    }
    let set = FixtureSet(manifest: FixtureManifest(entries: entries), bodies: [:])
    let finding = try #require(Verifier(contract: IR.contract(routes: [route]), fixtures: set).verify().findings.first)
    #expect(finding.place.description == "a/first fixtures/manifest.json /request/n")
    #expect(finding.morePlaces.map(\.description) == ["a/second fixtures/manifest.json /request/n"])
    #expect(!finding.key.contains("first"))
  }

  @Test("Coverage says what the set never showed, and nothing more")
  func coverage() throws {
    let type = IR.object([
      "rank": IR.ref("Rank"), "motto": IR.nullable(IR.string), "tags": IR.list(IR.string), "names": IR.list(IR.string),
      "note?": IR.string,
      "both": IR.nullable(IR.integer),
    ])
    let contract = IR.contract(["Rank": IR.literals("a", "b", "c"), "Guild": type])
    var coverage = Coverage()
    for text in [
      #"{"rank":"a","motto":"x","tags":[],"names":["n"],"both":null}"#,
      #"{"rank":"c","motto":"x","tags":[],"names":[],"both":1,"note":"n"}"#,
    ] {
      let found = ValueChecker(contract: contract).check(
        try json(text), against: IR.ref("Guild"), coverage: &coverage, label: "r")
      #expect(found.isEmpty)
    }
    #expect(
      coverage.findings.map { "\($0.rule) \($0.member ?? "")" }.sorted() == [
        "coverage/always-empty Guild.tags", "coverage/never-null Guild.motto", "coverage/unseen-enum-case Rank",
      ])
    #expect(coverage.findings.allSatisfy { $0.severity == .note })
    #expect(coverage.counts.shown == 10 && coverage.counts.all == 13)
  }

  @Test("A file is held against a type or a route by name")
  func file() throws {
    let file = SourceFile(path: "x.json", text: #"{"name":1}"#)
    let contract = try contract()
    #expect(Verifier.check(file, typeName: "Guild", contract: contract).map(\.rule) == ["decode/type-mismatch"])
    #expect(Verifier.check(file, typeName: "guilds.show", contract: contract).map(\.rule) == ["decode/type-mismatch"])
    let unknown = Verifier.check(file, typeName: "Gild", contract: contract)
    #expect(unknown.map(\.rule) == ["verify/unknown-type"])
    #expect(unknown.first?.message.contains("'Guild'") == true)
  }

  @Test("Every rule has an id of its own, a summary and a mend")
  func rules() {
    let ids = VerificationRules.rules.map(\.id)
    #expect(Set(ids).count == ids.count)
    for kind in Mismatch.Kind.allCases { #expect(ids.contains(kind.rule)) }
    #expect(VerificationRules.rules.allSatisfy { !$0.summary.isEmpty && !$0.mend.isEmpty })
  }
}
