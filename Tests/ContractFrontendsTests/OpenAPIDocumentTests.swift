import ContractFrontends
import ContractModel
import Diagnostics
import Testing

/// What a document says as a whole: version, servers, security, other files, and what makes no route.
@Suite struct OpenAPIDocumentTests {
  struct Version: Sendable, CustomTestStringConvertible {
    let head: String
    let shown: String
    var testDescription: String { head }
  }

  @Test(arguments: [
    Version(
      head: "\"swagger\": \"2.0\"",
      shown: """
        api.json:1:13: error: this is Swagger 2.0 (OpenAPI 2.0), which is not read [openapi/version]
         1 | {"swagger": "2.0", "paths": {}}
           |             ^^^^^ help: convert it to OpenAPI 3: npx swagger2openapi FILE

        """),
    Version(
      head: "\"openapi\": \"4.0\"",
      shown: """
        api.json:1:13: error: OpenAPI '4.0' is not read [openapi/version]
         1 | {"openapi": "4.0", "paths": {}}
           |             ^^^^^ help: use 3.0 or 3.1

        """),
    Version(
      head: "\"info\": {}",
      shown: """
        api.json:1:1: error: the document has no 'openapi' version [openapi/version]
         1 | {"info": {}, "paths": {}}
           | ^ help: write "openapi": "3.1.0", or name the file with --json-schema

        """),
    Version(head: "\"openapi\": \"3.0.4\"", shown: ""),
    Version(head: "\"openapi\": \"3.1.1\"", shown: ""),
    Version(head: "\"openapi\": 3.1", shown: ""),
  ])
  func versions(case version: Version) {
    #expect(LoadedDocument(["api.json": "{\(version.head), \"paths\": {}}"]).rendered == version.shown)
  }

  struct Server: Sendable, CustomTestStringConvertible {
    let servers: String
    let path: String
    var notes = 0
    var testDescription: String { servers }
  }

  private static let operation = "{\"operationId\": \"x\", \"responses\": {\"204\": {\"description\": \"\"}}}"

  @Test(arguments: [
    Server(servers: "[]", path: "/a"),
    Server(servers: "[{\"url\": \"/\"}]", path: "/a"),
    Server(servers: "[{\"url\": \"https://h.example\"}]", path: "/a"),
    Server(servers: "[{\"url\": \"https://h.example/v71/\"}]", path: "/v71/a"),
    Server(servers: "[{\"url\": \"/api/v1\"}]", path: "/api/v1/a"),
    Server(servers: "[{\"url\": \"//h.example/v2\"}]", path: "/v2/a"),
    Server(
      servers:
        "[{\"url\": \"https://{host}/{base}\", \"variables\": {\"host\": {\"default\": \"h\"}, \"base\": {\"default\": \"v3\"}}}]",
      path: "/v3/a"),
    Server(servers: "[{\"url\": \"https://a/v1\"}, {\"url\": \"https://b/v1\"}]", path: "/v1/a"),
    Server(servers: "[{\"url\": \"https://a/v1\"}, {\"url\": \"https://b/v2\"}]", path: "/v1/a", notes: 1),
  ])
  func serversGiveTheBasePath(case server: Server) {
    let loaded = LoadedDocument(
      paths: "{\"/a\": {\"get\": \(Self.operation)}}", more: "\"servers\": \(server.servers),")
    #expect(loaded.contract.route(id: "x")?.path.text == server.path)
    #expect(loaded.notes("openapi/servers").count == server.notes)
  }

  @Test func anOperationsServerCountsForIt() {
    let loaded = LoadedDocument(
      paths: """
        {"/a": {"get": {"operationId": "x", "servers": [{"url": "https://uploads.example/up"}],
          "responses": {"204": {"description": ""}}}}}
        """, more: "\"servers\": [{\"url\": \"https://h.example/v1\"}],")
    #expect(loaded.contract.route(id: "x")?.path.text == "/up/a")
    #expect(loaded.notes("openapi/servers") == ["the operation has a server of its own: https://uploads.example"])
  }

  struct Security: Sendable, CustomTestStringConvertible {
    let document: String
    let operation: String?
    let authentication: Route.Authentication
    var testDescription: String { "\(document) \(operation ?? "")" }
  }

  @Test(arguments: [
    Security(document: "[]", operation: nil, authentication: .none),
    Security(document: "[{\"jwt\": []}]", operation: nil, authentication: .bearer),
    Security(document: "[{\"jwt\": []}]", operation: "[]", authentication: .none),
    Security(document: "[]", operation: "[{\"oauth\": [\"read\"]}]", authentication: .bearer),
    Security(document: "[{\"key\": []}]", operation: nil, authentication: .other("key")),
    Security(document: "[{\"basic\": []}]", operation: nil, authentication: .other("basic")),
    Security(document: "[{\"key\": []}, {\"jwt\": []}]", operation: nil, authentication: .bearer),
    Security(document: "[{\"key\": []}, {}]", operation: nil, authentication: .none),
  ])
  func security(case security: Security) {
    let own = security.operation.map { ", \"security\": \($0)" } ?? ""
    let loaded = LoadedDocument(
      paths: "{\"/a\": {\"get\": {\"operationId\": \"x\"\(own), \"responses\": {\"204\": {\"description\": \"\"}}}}}",
      components: """
        {"securitySchemes": {"jwt": {"type": "http", "scheme": "Bearer"}, "basic": {"type": "http", "scheme": "basic"},
          "oauth": {"type": "oauth2", "flows": {}}, "key": {"type": "apiKey", "in": "header", "name": "X-Key"}}}
        """, more: "\"security\": \(security.document),")
    #expect(loaded.contract.route(id: "x")?.authentication == security.authentication)
    #expect(loaded.problems == [])
  }

  @Test func referencesLeadToOtherFiles() {
    let loaded = LoadedDocument(
      [
        "specs/api.json": """
        {"openapi": "3.1.0", "paths": {"/a": {"$ref": "paths/a.json"}}}
        """
      ],
      unlisted: [
        "specs/paths/a.json": """
        {"get": {"operationId": "x", "parameters": [{"$ref": "../common.json#/page"}], "responses": {"200": {
          "description": "", "content": {"application/json": {"schema": {"$ref": "../common.json#/schemas/Pet"}}}}}}}
        """,
        "specs/common.json": """
        {"page": {"name": "page", "in": "query", "schema": {"type": "integer"}},
         "schemas": {"Pet": {"type": "object", "properties": {"name": {"type": "string"}}}}}
        """,
      ])
    #expect(loaded.problems == [])
    #expect(loaded.route("x") == "GET /a query(page?: integer) gives 200 Pet")
    #expect(loaded.text("Pet") == "{\"name\"?:string;}")
  }

  @Test func aFileThatIsNotThereIsNamedAtItsReference() {
    let loaded = LoadedDocument(["api.json": "{\"openapi\": \"3.1.0\", \"paths\": {\"/a\": {\"$ref\": \"b.json\"}}}"])
    #expect(
      loaded.rendered == """
        api.json:1:47: error: 'b.json' cannot be read [openapi/invalid]
         1 | {"openapi": "3.1.0", "paths": {"/a": {"$ref": "b.json"}}}
           |                                               ^^^^^^^^ help: correct the path; it is relative to this file

        """)
  }

  @Test func webhooksMakeTypesAndCallbacksAreNoted() {
    let loaded = LoadedDocument(
      paths: """
        {"/a": {"post": {"operationId": "x", "callbacks": {"onData": {"{$request.query.url}": {"post": {}}}},
          "responses": {"204": {"description": ""}}}}}
        """,
      more: """
        "webhooks": {"newPet": {"post": {"requestBody": {"content": {"application/json": {"schema":
          {"type": "object", "properties": {"name": {"type": "string"}}}}}}}}},
        """)
    #expect(loaded.text("NewPetWebhook") == "{\"name\"?:string;}")
    #expect(loaded.contract.routes.map(\.id) == ["x"])
    #expect(loaded.notes("openapi/passed-over").count == 2)
    #expect(loaded.problems == [])
  }

  @Test func oneContractComesFromSeveralFormats() {
    var findings = FindingList()
    let contract = ContractLoader.load(
      sources: [
        ContractSourceSet(
          kind: .typescript, files: [SourceFile(path: "a.ts", text: "export interface Guild { id: string }")]),
        ContractSourceSet(
          kind: .openapi,
          files: [
            SourceFile(
              path: "b.json",
              text: "{\"openapi\": \"3.1.0\", \"components\": {\"schemas\": {\"Pet\": {\"type\": \"string\"}}}}")
          ]),
      ], reader: { _ in nil }, findings: &findings)
    #expect(contract.types.map(\.name) == ["Guild", "Pet"])
    #expect(contract.sources.map(\.path) == ["a.ts", "b.json"])
    #expect(findings.all.filter { $0.severity > .note }.isEmpty)
  }

  @Test func yamlKeepsItsPlaces() {
    var findings = FindingList()
    let yaml = "openapi: 3.1.0\npaths:\n  /a:\n    get:\n      operationId: x\n      responses:\n        20x: {}\n"
    let json = "{\"openapi\":\"3.1.0\",\"paths\":{\"/a\":{\"get\":{\"operationId\":\"x\",\"responses\":{\"20x\":{}}}}}}"
    let positions = "{\"/openapi\":[1,10],\"/paths/~1a/get/responses/20x\":[7,14]}"
    let contract = ContractLoader.load(
      sources: [ContractSourceSet(kind: .openapi, files: [SourceFile(path: "api.yaml", text: yaml)])],
      conversions: ["api.yaml": ConvertedDocument(json: Array(json.utf8), positions: Array(positions.utf8))],
      reader: { _ in nil }, findings: &findings)
    #expect(contract.routes.map(\.id) == ["x"])
    let shown = findings.all.map { TextRenderer().render($0) }.joined()
    #expect(shown.contains("api.yaml:7:14: error: '20x' is not a status"))
    #expect(shown.contains(" 7 |         20x: {}\n"))
  }

  @Test func yamlWithoutAConversionSaysWhatToBuild() {
    var findings = FindingList()
    _ = ContractLoader.load(
      sources: [ContractSourceSet(kind: .openapi, files: [SourceFile(path: "api.yaml", text: "openapi: 3.1.0")])],
      reader: { _ in nil }, findings: &findings)
    #expect(findings.all.first?.help?.contains("swift build -c release --product assay-yaml") == true)
  }
}
