import ContractModel
import Testing

/// Operations as routes: ids, paths, parameters, bodies, answers.
@Suite struct OpenAPIRouteTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let operation: String
    var path = "/a"
    var method = "get"
    var components = "{}"
    let route: String
    var problems: [String] = []
  }

  private static let ok = "\"responses\": {\"204\": {\"description\": \"\"}}"

  @Test(arguments: [
    Case(testDescription: "no body", operation: "{\"operationId\": \"x\", \(ok)}", route: "GET /a gives 204 "),
    Case(
      testDescription: "path parameters of a mixed segment",
      operation: """
        {"operationId": "x", "parameters": [
          {"name": "base", "in": "path", "required": true, "schema": {"type": "string"}},
          {"name": "head", "in": "path", "required": true, "schema": {"type": "integer"}}], \(ok)}
        """, path: "/compare/{base}...{head}",
      route: "GET /compare/{base}...{head} path(base: string, head: integer) gives 204 "),
    Case(
      testDescription: "query and header parameters, those of the transport aside",
      operation: """
        {"operationId": "x", "parameters": [
          {"name": "q", "in": "query", "required": true, "schema": {"type": "string"}},
          {"name": "tags", "in": "query", "schema": {"type": "array", "items": {"type": "string"}}},
          {"name": "Idempotency-Key", "in": "header", "schema": {"type": "string"}},
          {"name": "Accept", "in": "header", "schema": {"type": "string"}}], \(ok)}
        """, route: "GET /a query(q: string, tags?: string[]) headers(Idempotency-Key?: string) gives 204 "),
    Case(
      testDescription: "an object in deepObject and in form style is one item for each property",
      operation: """
        {"operationId": "x", "parameters": [
          {"name": "filter", "in": "query", "style": "deepObject", "required": true, "schema": {"type": "object",
            "required": ["from"], "properties": {"from": {"type": "string"}, "to": {"type": "string"}}}},
          {"name": "page", "in": "query", "schema": {"$ref": "#/components/schemas/Page"}}], \(ok)}
        """,
      components:
        "{\"schemas\": {\"Page\": {\"type\": \"object\", \"properties\": {\"size\": {\"type\": \"integer\"}}}}}",
      route: "GET /a query(filter[from]: string, filter[to]?: string, size?: integer) gives 204 "),
    Case(
      testDescription: "a list in one item is text",
      operation: """
        {"operationId": "x", "parameters": [{"name": "ids", "in": "query", "explode": false,
          "schema": {"type": "array", "items": {"type": "integer"}}}], \(ok)}
        """, route: "GET /a query(ids?: string) gives 204 ",
      problems: [
        "warning openapi/parameter: the parameter 'ids' is a list whose elements commas separate: it is passed as text"
      ]),
    Case(
      testDescription: "a parameter that the path lacks, and one that is not declared",
      operation: """
        {"operationId": "x", "parameters": [
          {"name": "petId", "in": "path", "required": true, "schema": {"type": "string"}}], \(ok)}
        """, path: "/pets/{id}", route: "GET /pets/{id} gives 204 ",
      problems: [
        "warning openapi/parameter: the path's parameter '{id}' is not declared",
        "warning openapi/parameter: the path has no parameter '{petId}'",
      ]),
    Case(
      testDescription: "misspelt place",
      operation: """
        {"operationId": "x", "parameters": [{"name": "a", "in": "qery", "schema": {"type": "string"}}], \(ok)}
        """, route: "GET /a gives 204 ", problems: ["error openapi/invalid: the parameter 'a' is in 'qery'"]),
    Case(
      testDescription: "JSON body and answers by status, class and default",
      operation: """
        {"operationId": "x", "requestBody": {"required": true, "content": {"application/json": {"schema": {"type": "string"}}}},
         "responses": {
          "default": {"description": "", "content": {"application/json": {"schema": {"type": "boolean"}}}},
          "4XX": {"description": "", "content": {"application/json": {"schema": {"type": "number"}}}},
          "404": {"description": ""},
          "202": {"description": ""},
          "201": {"description": "", "content": {"application/json; charset=utf-8": {"schema": {"type": "integer"}}}}}}
        """, method: "post",
      route: "POST /a takes string gives 201 integer, 4XX number, 404 , 202 , default boolean"),
    Case(
      testDescription: "a body that is not required may be left out",
      operation: """
        {"operationId": "x", "requestBody": {"content": {"application/json": {"schema": {"type": "string"}}}}, \(ok)}
        """, method: "put", route: "PUT /a takes? string gives 204 "),
    Case(
      testDescription: "range of success",
      operation: """
        {"operationId": "x", "responses": {"2XX": {"description": "", "content": {"application/json":
          {"schema": {"type": "string"}}}}}}
        """, route: "GET /a gives 200 string, 2XX string"),
    Case(
      testDescription: "the default alone is success",
      operation: """
        {"operationId": "x", "responses": {"default": {"description": "", "content": {"application/json":
          {"schema": {"type": "string"}}}}}}
        """, route: "GET /a gives 200 string, default string"),
    Case(
      testDescription: "redirect only",
      operation: "{\"operationId\": \"x\", \"responses\": {\"302\": {\"description\": \"\"}}}",
      route: "GET /a gives 302 "),
    Case(
      testDescription: "status that is none",
      operation: """
        {"operationId": "x", "responses": {"2000": {"description": ""}, "204": {"description": ""}}}
        """, route: "GET /a gives 204 ", problems: ["error openapi/invalid: '2000' is not a status"]),
    Case(
      testDescription: "JSON without a schema",
      operation: """
        {"operationId": "x", "responses": {"200": {"description": "", "content": {"application/json": {}}}}}
        """, route: "GET /a gives 200 any",
      problems: ["warning openapi/untyped-body: the JSON body has no schema, so any JSON passes"]),
    Case(
      testDescription: "form",
      operation: """
        {"operationId": "x", "requestBody": {"required": true, "content": {"application/x-www-form-urlencoded":
          {"schema": {"type": "object", "properties": {"To": {"type": "string"}}}}}}, \(ok)}
        """, method: "post",
      route: "POST /a takes {\"To\"?:string;} as application/x-www-form-urlencoded gives 204 "),
    Case(
      testDescription: "path without a slash", operation: "{\"operationId\": \"x\", \(ok)}", path: "a", route: "-",
      problems: ["error openapi/invalid: the path 'a' does not start with '/'"]),
    Case(
      testDescription: "parameters that touch", operation: "{\"operationId\": \"x\", \(ok)}", path: "/{a}{b}",
      route: "-",
      problems: [
        "error openapi/unsupported: the path '/{a}{b}' is not made of names and {parameters} between slashes"
      ]),
    Case(
      testDescription: "id that leads out of the fixtures", operation: "{\"operationId\": \"../x\", \(ok)}", route: "-",
      problems: ["error openapi/invalid: the operationId '../x' cannot name a folder of fixtures"]),
    Case(
      testDescription: "reference that leads nowhere",
      operation: """
        {"operationId": "x", "parameters": [{"$ref": "#/components/parameters/p"}], \(ok)}
        """, route: "GET /a gives 204 ",
      problems: ["error openapi/invalid: 'api.json' has nothing at '#/components/parameters/p'"]),
  ])
  func operations(case expected: Case) {
    let loaded = LoadedDocument(
      paths: "{\"\(expected.path)\": {\"\(expected.method)\": \(expected.operation)}}", components: expected.components)
    #expect(loaded.route("x") == expected.route)
    #expect(loaded.problems == expected.problems)
  }

  @Test func missingIDsComeFromMethodAndPath() {
    let operation = "{\(Self.ok)}"
    let loaded = LoadedDocument(
      paths: """
        {"/pets/{petId}/photos.json": {"get": \(operation), "post": \(operation)}, "/": {"get": \(operation)},
         "/a b/{x}...{y}": {"get": \(operation)}}
        """)
    #expect(
      loaded.contract.routes.map(\.id)
        == ["get", "get.a_b.byX...ByY", "get.pets.byPetId.photos.json", "post.pets.byPetId.photos.json"])
    #expect(loaded.notes("openapi/derived-id").count == 4)
  }

  /// Catalogue O22.
  @Test func duplicateOperationIDsNameBoth() {
    let operation = "{\"operationId\": \"getX\", \(Self.ok)}"
    let loaded = LoadedDocument(
      paths: """
        {"/a": {"get": \(operation)},
        "/b": {"get": \(operation)}}
        """)
    #expect(
      loaded.problems == [
        "error openapi/duplicate-operation: operationId 'getX' names both GET /a and GET /b"
      ])
    #expect(loaded.rendered.contains("note: api.json:4:41: GET /a has it here"))
  }

  @Test func thePathItemsParametersAndReferencesAreRead() {
    let loaded = LoadedDocument(
      paths: """
        {"/a/{id}": {
          "parameters": [{"$ref": "#/components/parameters/id"},
            {"name": "q", "in": "query", "schema": {"type": "integer"}}],
          "get": {"operationId": "x", "parameters": [{"name": "q", "in": "query", "schema": {"type": "string"}}],
            "responses": {"200": {"$ref": "#/components/responses/gone"}}},
          "put": {"operationId": "y", "requestBody": {"$ref": "#/components/requestBodies/change"},
            "responses": {"200": {"$ref": "#/components/responses/gone"}}}},
         "/b/{id}": {"$ref": "#/components/pathItems/b"}}
        """,
      components: """
        {"parameters": {"id": {"name": "id", "in": "path", "required": true, "schema": {"enum": ["a", "b"]}}},
         "responses": {"gone": {"description": "", "content": {"application/json": {"schema":
           {"type": "object", "properties": {"at": {"type": "string"}}}}}}},
         "requestBodies": {"change": {"required": true, "content": {"application/json": {"schema":
           {"type": "object", "properties": {"to": {"type": "string"}}}}}}},
         "pathItems": {"b": {"delete": {"operationId": "z", "parameters": [{"$ref": "#/components/parameters/id"}],
           \(Self.ok)}}}}
        """)
    #expect(loaded.problems == [])
    #expect(loaded.route("x") == "GET /a/{id} path(id: IdParameter) query(q?: string) gives 200 GoneResponse")
    #expect(
      loaded.route("y")
        == "PUT /a/{id} path(id: IdParameter) query(q?: integer) takes ChangeBody gives 200 GoneResponse")
    #expect(loaded.route("z") == "DELETE /b/{id} path(id: IdParameter) gives 204 ")
    #expect(loaded.text("IdParameter") == "enum(\"a\"|\"b\")")
    #expect(loaded.text("GoneResponse") == "{\"at\"?:string;}")
  }

  @Test func documentationAndDeprecationAreCarried() throws {
    let loaded = LoadedDocument(
      paths: """
        {"/a": {"get": {"operationId": "x", "summary": "Lists.", "description": "All of them.\\n", "deprecated": true,
          "responses": {"204": {"description": "", "headers": {"Link": {"schema": {"type": "string"}}}}}}}}
        """)
    let route = try #require(loaded.contract.route(id: "x"))
    #expect(route.documentation == "Lists.\n\nAll of them.\n\nHeaders of the answer: `Link`.")
    #expect(route.deprecation == "")
  }

  struct MediaCase: Sendable, CustomTestStringConvertible {
    let content: String
    let response: String
    let notes: Int
    var testDescription: String { content }
  }

  /// Catalogue O19.
  @Test(arguments: [
    MediaCase(
      content: "\"application/problem+json\": {\"schema\": {\"type\": \"string\"}}", response: "string", notes: 0),
    MediaCase(
      content: "\"application/json+sarif\": {\"schema\": {\"type\": \"string\"}}", response: "string", notes: 0),
    MediaCase(content: "\"*/*\": {\"schema\": {\"type\": \"object\"}}", response: "map<string,any>", notes: 0),
    MediaCase(
      content: "\"application/vnd.x.v3\": {\"schema\": {\"type\": \"array\", \"items\": {\"type\": \"string\"}}}",
      response: "string[]", notes: 0),
    MediaCase(content: "\"text/csv\": {\"schema\": {\"type\": \"string\"}}", response: " as text/csv", notes: 1),
    MediaCase(content: "\"application/a-gzip\": {}", response: " as application/a-gzip", notes: 1),
    MediaCase(
      content: "\"*/*\": {\"schema\": {\"type\": \"string\", \"format\": \"binary\"}}", response: " as */*", notes: 1),
    MediaCase(
      content: "\"text/html\": {}, \"application/json\": {\"schema\": {\"type\": \"string\"}}", response: "string",
      notes: 1),
    MediaCase(
      content: """
        "application/scim+json": {"schema": {"type": "object", "properties": {"b": {"type": "string"}}}},
        "application/json": {"schema": {"type": "object", "properties": {"a": {"type": "string"}}}}
        """, response: "union({\"a\"?:string;}|{\"b\"?:string;})", notes: 1),
    MediaCase(
      content: """
        "application/scim+json": {"schema": {"type": "boolean"}}, "application/json": {"schema": {"type": "boolean"}}
        """, response: "boolean", notes: 0),
  ])
  func mediaTypes(case expected: MediaCase) {
    let loaded = LoadedDocument(
      paths: """
        {"/a": {"get": {"operationId": "x", "responses": {"200": {"description": "", "content": {\(expected.content)}}}}}}
        """)
    let shown = expected.response.hasPrefix(" as ") ? String(expected.response.dropFirst(4)) : expected.response
    #expect(loaded.route("x") == "GET /a gives 200 \(shown)")
    #expect(loaded.problems == [])
    #expect(loaded.notes("openapi/raw-body").count + loaded.notes("openapi/media-types").count == expected.notes)
  }
}
