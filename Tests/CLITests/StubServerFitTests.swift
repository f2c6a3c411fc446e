import Diagnostics
import JSONText
import TestSupport
import Testing
import Transport
import Verification
import Workspace

/// Of several cases of a route the stub serves the one that fits the request.
@Suite struct StubServerFitTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var method = "GET"
    let target: String
    var headers: [HTTPHeader] = []
    var body: String?
    let fixture: String
    var differs: String?
  }

  private static let token = HTTPHeader("Authorization", "Bearer any")

  static let cases = [
    Case(testDescription: "a literal parameter", target: "/g/none", headers: [token], fixture: "g.show/absent"),
    Case(testDescription: "a parameter that an answer gave", target: "/g/7", headers: [token], fixture: "g.show/seven"),
    Case(
      testDescription: "a parameter of nobody", target: "/g/8", headers: [token], fixture: "g.show/seven",
      differs: "id"),
    Case(testDescription: "no token", target: "/g/7", fixture: "g.show/guest"),
    Case(
      testDescription: "a persona", target: "/g/7", headers: [token, HTTPHeader("Prefer", "persona=bo")],
      fixture: "g.show/ofBo"),
    Case(testDescription: "a query", target: "/g?page=2", headers: [token], fixture: "g.list/second"),
    Case(
      testDescription: "a query of nobody", target: "/g?page=3", headers: [token], fixture: "g.list/first",
      differs: "?page"),
    Case(
      testDescription: "a query whose secret was redacted", target: "/in?key=any", fixture: "in.see/keyed"),
    Case(
      testDescription: "a tag", target: "/g", headers: [token, HTTPHeader("If-None-Match", "\"1\"")],
      fixture: "g.list/unchanged"),
    Case(
      testDescription: "the same body", method: "POST", target: "/g", headers: [token], body: #"{"name": ""}"#,
      fixture: "g.make/empty"),
    Case(
      testDescription: "a body whose secret was redacted", method: "POST", target: "/in",
      body: #"{"password": "any", "user": "ada"}"#, fixture: "in/ada"),
    Case(
      testDescription: "the same form in another order", method: "POST", target: "/in",
      headers: [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")], body: "user=eve+l&password=any",
      fixture: "in/eve"),
    Case(
      testDescription: "the same text", method: "POST", target: "/in",
      headers: [HTTPHeader("Content-Type", "text/plain")],
      body: "hello", fixture: "in/text"),
    Case(
      testDescription: "what is too long to be kept", method: "POST", target: "/in",
      headers: [HTTPHeader("Content-Type", "image/png")],
      body: String(repeating: "x", count: 70_000), fixture: "in/picture", differs: "body"),
    Case(
      testDescription: "a body of the same keys", method: "POST", target: "/g", headers: [token],
      body: #"{"name": "new"}"#, fixture: "g.make/made", differs: "body"),
    Case(
      testDescription: "no body", method: "POST", target: "/g", headers: [token], fixture: "g.make/made",
      differs: "body"),
    Case(
      testDescription: "a method of the template beside", method: "DELETE", target: "/g/mine", headers: [token],
      fixture: "g.drop/gone", differs: "id"),
  ]

  private static func fixtures() throws -> ScratchFolder {
    let folder = try ScratchFolder([
      "contracts/assay.json": """
      { "sources": [{ "kind": "typescript", "include": ["*.ts"] }], "fixtures": "../fixtures" }
      """,
      "contracts/a.ts": """
      export interface Routes {
        "GET /g": { id: "g.list"; response: string[]; auth: "bearer" };
        "GET /g/mine": { id: "g.mine"; response: string[]; auth: "bearer" };
        "GET /g/{id}": { id: "g.show"; response: { id: number }; auth: "bearer" };
        "DELETE /g/{id}": { id: "g.drop"; auth: "bearer" };
        "POST /g": { id: "g.make"; response: { id: number }; auth: "bearer" };
        "POST /in": { id: "in"; response: string[] };
        "GET /in": { id: "in.see"; response: string[] };
      }
      """,
    ])
    func body(_ members: [(String, String)]) -> JSONValue {
      .object(members.map { JSONValue.Member(key: $0.0, value: .string($0.1)) })
    }
    func entry(
      _ route: String, _ name: String, _ method: String, _ path: String, _ status: Int = 200, persona: String? = "ada",
      parameters: [String: ParameterOrigin] = [:], query: [NamedValue] = [], request: JSONValue? = nil,
      requestType: String? = nil, headers: [NamedValue] = []
    ) throws -> FixtureEntry {
      let text = name == "first" ? "[\n  7\n]\n" : "\"\(name)\"\n"
      let file = status == 304 || status == 204 ? nil : "\(route)/\(name).json"
      if let file { try folder.write(text, to: "fixtures/" + file) }
      return FixtureEntry(
        routeID: route, caseName: name, file: file, method: method, pathTemplate: path, parameters: parameters,
        query: query, persona: persona, status: status, headers: headers,
        contentType: file == nil ? nil : "application/json", requestBody: request, requestType: requestType,
        sha256: file.map { _ in SHA256.hexDigest(Array(text.utf8)) })
    }
    let seven = ["id": ParameterOrigin.answer(route: "g.list", case: "first", pointer: JSONPointer(tokens: ["0"]))]
    let manifest = FixtureManifest(entries: [
      try entry("g.list", "first", "GET", "/g", headers: [NamedValue("etag", "\"1\"")]),
      try entry("g.list", "second", "GET", "/g", query: [NamedValue("page", "2")]),
      try entry("g.list", "unchanged", "GET", "/g", 304, headers: [NamedValue("etag", "\"1\"")]),
      try entry("g.mine", "mine", "GET", "/g/mine"),
      try entry("g.show", "absent", "GET", "/g/{id}", 404, parameters: ["id": .literal("none")]),
      try entry("g.show", "guest", "GET", "/g/{id}", 401, persona: nil, parameters: seven),
      try entry("g.show", "ofBo", "GET", "/g/{id}", 403, persona: "bo", parameters: seven),
      try entry("g.show", "seven", "GET", "/g/{id}", parameters: seven),
      try entry("g.drop", "gone", "DELETE", "/g/{id}", 204, parameters: ["id": .literal("1")]),
      try entry("g.make", "empty", "POST", "/g", 422, request: body([("name", "")])),
      try entry("g.make", "made", "POST", "/g", 201, request: body([("name", "Owls")])),
      try entry(
        "in", "ada", "POST", "/in", persona: "ada", request: body([("password", "redacted"), ("user", "ada")])),
      try entry(
        "in", "eve", "POST", "/in", persona: "eve", request: body([("password", "redacted"), ("user", "eve l")]),
        requestType: "application/x-www-form-urlencoded"),
      try entry("in.see", "keyed", "GET", "/in", query: [NamedValue("key", "redacted")]),
      try entry("in.see", "guest", "GET", "/in"),
      try entry("in", "picture", "POST", "/in", requestType: "image/png"),
      try entry("in", "text", "POST", "/in", request: .string("hello"), requestType: "text/plain"),
      try entry("in", "wrong", "POST", "/in", 401, persona: nil, request: body([("user", "ada")])),
    ])
    try FileSystem.write(manifest.canonicalText(), to: folder.path + "/fixtures/manifest.json")
    return folder
  }

  @Test func theCaseThatFitsIsServedAndLogged() async throws {
    let folder = try Self.fixtures()
    let command = [AssayBinary.folder + "/assay", "serve"]
    try await ServerProcess.serving(command, in: folder.path) { url, server in
      for testCase in Self.cases {
        let exchange = try await CurlTransport(options: .patient).send(
          HTTPRequestSpec(
            method: testCase.method, url: url + testCase.target, headers: testCase.headers,
            body: testCase.body.map { Array($0.utf8) }))
        #expect(exchange.headers.first(named: "X-Assay-Fixture") == testCase.fixture, "\(testCase.testDescription)")
        #expect(exchange.headers.first(named: "X-Assay-Differs") == testCase.differs, "\(testCase.testDescription)")
      }
      let unknown = try await CurlTransport(options: .patient).send(HTTPRequestSpec(url: url + "/gs"))
      let error = try JSONDocument(parsing: unknown.body).root["error"]
      #expect(unknown.status == 404)
      #expect(error?["message"]?.string == "no fixture answers GET /gs")
      #expect(error?["near"]?[0]?.string == "GET /g")
      try await eventually("the log", hopeless: server.endedText) { server.capturedOutput.contains("/gs: 404") }
      #expect(server.capturedOutput.contains("GET /g/8: 200 g.show/seven, recorded with other id\n"))
    }
  }
}
