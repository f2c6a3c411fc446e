import Diagnostics
import JSONText
import Scenarios
import Testing
import Transport

@Suite struct RendererTests {
  private static let answer = #"""
    {"id":"a/b?c d&é","quote":"say \"hi\"\\\n","big":12345678901234567890.10,"yes":true,"none":null,"list":[1,{"x":"y"}],
     "url":"http://127.0.0.1:1/up?sig=a%2Fb","crlf":"a\r\nX: y"}
    """#

  private func render(
    _ request: String, variables: String = "", environment: [String: String] = [:],
    baseURL: String = "http://127.0.0.1:4010"
  ) throws -> RequestRenderer.Rendered {
    var findings = FindingList()
    let text = variables + "\n# @name first\nGET {{baseURL}}/\n###\n# @name next\n" + request
    let scenario = ScenarioParser.parse(SourceFile(path: "a.http", text: text), findings: &findings)
    try #require(findings.all.map(\.message) == [])
    var context = ExpansionContext(variables: ["baseURL": baseURL], environment: environment)
    context.record(
      HTTPExchange(
        request: HTTPRequestSpec(url: baseURL), status: 200,
        headers: [HTTPHeader("Location", "/x y"), HTTPHeader("Bad", "a\tb")],
        body: Array(Self.answer.utf8)),
      for: "first")
    return try RequestRenderer(scenario).render(try #require(scenario.step(named: "next")), in: context)
  }

  private func capture(_ path: String) -> String { "{{first.response.body.$.\(path)}}" }

  @Test func urlPartsAreEncoded() throws {
    let rendered = try render(
      "GET {{baseURL}}/{{folder}}/\(capture("id"))\n  ?q=\(capture("id"))\n  &v={{folder}}&n=\(capture("big"))",
      variables: "@folder = guilds/old & new+")
    #expect(
      rendered.request.url
        == "http://127.0.0.1:4010/guilds/old%20%26%20new%2B/a%2Fb%3Fc%20d%26%C3%A9"
        + "?q=a%2Fb%3Fc%20d%26%C3%A9&v=guilds%2Fold%20%26%20new%2B&n=12345678901234567890.10")
    #expect(rendered.uses.map(\.pointer?.description) == ["/id", "/big"])
    #expect(rendered.uses.allSatisfy { $0.step == "first" })
  }

  @Test func valuesThatStartTheURLStandAsTheyAre() throws {
    #expect(try render("PUT \(capture("url"))").request.url == "http://127.0.0.1:1/up?sig=a%2Fb")
    #expect(
      try render("GET {{baseURL}}/a", baseURL: "http://127.0.0.1:1/base/").request.url == "http://127.0.0.1:1/base/a")
    #expect(try render("GET http://{{host}}/a", variables: "@host = 127.0.0.1:7").request.url == "http://127.0.0.1:7/a")
    #expect(throws: ScenarioError.self) { try render("GET http://{{host}}/a", variables: "@host = u@evil/x") }
  }

  /// Parts end with CRLF on the wire, whatever the file has.
  @Test(arguments: ["\n", "\r\n"]) func partsEndWithCRLF(end: String) throws {
    let lines = ["--b", "Content-Disposition: form-data; name=\"id\"", "", capture("id"), "--b--"]
    let rendered = try render(
      (["POST {{baseURL}}/a", "Content-Type: multipart/form-data; boundary=b", ""] + lines).joined(separator: end))
    let body = String(decoding: try #require(rendered.request.body), as: UTF8.self)
    #expect(
      body == "--b\r\nContent-Disposition: form-data; name=\"id\"\r\n\r\na/b?c d&é\r\n--b--")
  }

  @Test func jsonBodiesAreEscapedByPosition() throws {
    let body =
      #"{"s":"<\#(capture("quote"))>","n":\#(capture("big")),"t":"\#(capture("yes"))","b":\#(capture("yes")),"z":\#(capture("none")),"l":\#(capture("list")),"q":\#(capture("quote")),"v":"{{name}}","limit":{{limit}},"e\"":"{{name}}"}"#
    let rendered = try render(
      "POST {{baseURL}}/a\nContent-Type: application/vnd.api+json\n\n" + body, variables: "@name = a\"b\\\n@limit = 5")
    let document = try JSONDocument(parsing: try #require(rendered.request.body))
    #expect(document.root["s"]?.string == "<say \"hi\"\\\n>")
    #expect(document.root["n"]?.numberText == "12345678901234567890.10")
    #expect(document.root["t"]?.string == "true")
    #expect(document.root["b"]?.bool == true)
    #expect(document.root["z"]?.isNull == true)
    #expect(document.root["l"]?.count == 2)
    #expect(document.root["q"]?.string == "say \"hi\"\\\n")
    #expect(document.root["v"]?.string == "a\"b\\")
    #expect(document.root["limit"]?.numberText == "5")
    #expect(document.root["e\""]?.string == "a\"b\\")
    #expect(rendered.uses.map(\.pointer?.description) == ["/quote", "/big", "/yes", "/none", "/list"])
  }

  @Test func otherBodiesAreFilledForTheirKind() throws {
    let form = try render(
      "POST {{baseURL}}/a\nContent-Type: application/x-www-form-urlencoded\n\nid=\(capture("id"))\n&b=2")
    #expect(form.request.body == Array("id=a%2Fb%3Fc%20d%26%C3%A9&b=2".utf8))
    let text = try render("POST {{baseURL}}/a\nContent-Type: text/plain\n\n\(capture("quote"))!")
    #expect(text.request.body == Array("say \"hi\"\\\n!".utf8))
  }

  @Test func headersCarryNoLineEnds() throws {
    #expect(
      try render("GET {{baseURL}}/a\nX-From: {{first.response.headers.location}}").request.headers == [
        HTTPHeader("X-From", "/x y")
      ])
    let error = #expect(throws: ScenarioError.self) { try render("GET {{baseURL}}/a\nX: \(capture("crlf"))") }
    #expect(error?.finding.rule == "scenario/unusable-value")
  }

  @Test func authorizationIsNoDataFlow() throws {
    let rendered = try render("GET {{baseURL}}/a\nAuthorization: Bearer \(capture("id"))\nX: \(capture("yes"))")
    #expect(rendered.authorizedBy == "first")
    #expect(rendered.uses.map(\.pointer?.description) == ["/yes"])
  }

  @Test(arguments: [
    ("GET {{baseURL}}/{{first.response.body.$.list}}", "scenario/unusable-value"),
    ("GET {{baseURL}}/{{first.response.body.$.none}}", "scenario/unusable-value"),
    ("GET {{baseURL}}/{{first.response.body.$.nothing}}", "scenario/missing-capture"),
    ("GET {{baseURL}}/{{first.response.headers.ETag}}", "scenario/missing-capture"),
    ("GET {{baseURL}}/a\nX: {{$processEnv UNSET}}", "scenario/missing-variable"),
    ("PUT {{baseURL}}/a\n\n< ./no-such-file.bin", "scenario/missing-file"),
  ])
  func missingValuesAreTold(_ request: String, _ rule: String) throws {
    let error = #expect(throws: ScenarioError.self) { try render(request) }
    let finding = try #require(error).finding
    #expect(finding.rule.rawValue == rule)
    #expect(finding.place.span != nil)
    #expect(ScenarioRules.rules.contains { $0.id == finding.rule })
  }

  @Test(arguments: [
    ("{{first.response.body.$.nothing}}", "correct it: $ has "),
    ("{{first.response.body.$.list[9].x}}", "correct it: $.list is a list of "),
    ("{{first.response.headers.ETag}}", "correct it: the answer has "),
  ])
  func aCaptureThatFindsNothingSaysWhatThereIs(_ reference: String, _ help: String) throws {
    let error = #expect(throws: ScenarioError.self) { try render("GET {{baseURL}}/\(reference)") }
    let text = try #require(error?.finding.help)
    #expect(text.hasPrefix(help), "\(text)")
    #expect(!text.contains("say \"hi\""), "a value is shown")
  }

  @Test func environmentVariablesAreSecrets() throws {
    let rendered = try render(
      "POST {{baseURL}}/a\nContent-Type: application/json\n\n{\"p\":\"{{$processEnv DEV_PASSWORD}}\"}",
      environment: ["DEV_PASSWORD": "s3cret\"-0815"])
    #expect(rendered.request.body == Array(#"{"p":"s3cret\"-0815"}"#.utf8))
    #expect(SecretRegistry.shared.mask("it was s3cret\"-0815") == "it was ‹$DEV_PASSWORD›")
  }

  @Test func passwordsAreEncodedAsTheDialectSays() throws {
    func header(_ value: String) throws -> String? {
      try render(
        "GET {{baseURL}}/a\nAuthorization: \(value)", variables: "@user = Aladdin",
        environment: ["DEV_PASSWORD": "open-sesame"]
      ).request.headers.first(named: "Authorization")
    }
    let encoded = "Basic QWxhZGRpbjpvcGVuLXNlc2FtZQ=="
    #expect(try header("Basic {{user}} {{$processEnv DEV_PASSWORD}}") == encoded)
    #expect(try header("basic {{user}}:{{$processEnv DEV_PASSWORD}}") == encoded)
    #expect(try header(encoded) == encoded)
    #expect(try header("Basic {{user}}: open sesame: now") == "Basic QWxhZGRpbjogb3BlbiBzZXNhbWU6IG5vdw==")
    #expect(SecretRegistry.shared.mask("open-sesame QWxhZGRpbjpvcGVuLXNlc2FtZQ==").contains("QWx") == false)
  }

  @Test func linksLendTheirParameters() throws {
    let request = "POST {{baseURL}}/verify?v={{$link v}}\nContent-Type: application/json\n\n{\"t\":\"{{$link sig}}\"}"
    let rendered = try render("# @link \(capture("url"))&v=1%202\n" + request)
    #expect(rendered.link == "http://127.0.0.1:1/up?sig=a%2Fb&v=1%202")
    #expect(rendered.request.url == "http://127.0.0.1:4010/verify?v=1%202")
    #expect(rendered.request.body == Array(#"{"t":"a/b"}"#.utf8))
    #expect(rendered.request.staysOnOrigin)
    #expect(rendered.uses.map(\.pointer?.description) == ["/url"])
    let error = #expect(throws: ScenarioError.self) {
      try render("# @link \(capture("url"))\nGET {{baseURL}}/{{$link none}}")
    }
    #expect(error?.finding.rule == "scenario/missing-capture")
    #expect(error?.finding.help == "correct the name: the link has sig")
  }

  @Test func aCapturedURLIsALinkWhereItSignsIn() throws {
    let directive = "# @persona p\n# @sign-in cookie=session\n"
    #expect(try render(directive + "GET \(capture("url"))").link == "http://127.0.0.1:1/up?sig=a%2Fb")
    #expect(try render("PUT \(capture("url"))").link == nil)
    #expect(try render(directive + "GET {{baseURL}}/\(capture("yes"))").link == nil)
  }

  @Test func variablesOfTheCallerComeFirst() throws {
    #expect(
      try render("GET {{baseURL}}/a", variables: "@baseURL = http://10.0.0.1").request.url == "http://127.0.0.1:4010/a")
    #expect(
      try render("GET {{baseURL}}/{{id}}", variables: "@id = {{first.response.body.$.yes}}").uses.map(
        \.pointer?.description)
        == ["/yes"])
  }

  @Test func waitsEndWithTheValue() throws {
    var findings = FindingList()
    let text = "# @name a\n# @until $.state != null within 3s\nGET http://127.0.0.1/"
    let scenario = ScenarioParser.parse(SourceFile(path: "a.http", text: text), findings: &findings)
    let until = try #require(scenario.steps.first?.until)
    func ends(_ body: String) throws -> Bool { until.isSatisfied(by: try JSONDocument(parsing: Array(body.utf8))) }
    #expect(try ends(#"{"state":"done"}"#))
    #expect(try !ends(#"{"state":null}"#))
    #expect(try !ends(#"{}"#))
  }
}
