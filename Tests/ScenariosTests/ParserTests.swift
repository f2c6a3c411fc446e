import Diagnostics
import JSONText
import Scenarios
import Testing

private func parse(_ text: String) -> (scenario: Scenario, findings: [Finding]) {
  var findings = FindingList()
  let scenario = ScenarioParser.parse(
    SourceFile(path: "contracts/scenarios/path.http", text: text), findings: &findings)
  return (scenario, findings.all)
}

@Suite struct ParserTests {
  private static let sample = """
    # What it shows.
    @email = ada@example.test
    // Another comment.
    @greeting = hello {{email}}

    ### Sign in.
    # @name signIn
    # @persona leader
    # @sign-in token=$.accessToken refreshToken=$.refreshToken expiresIn=$.expiresIn refresh=POST /api/auth/refresh
    POST {{baseURL}}/api/auth/sign-in HTTP/1.1
    Content-Type: application/json
    # a comment between headers
    X-Empty:

    { "email": "{{email}}",
      "password": "{{$processEnv ASSAY_DEV_PASSWORD}}" }


    ###
    // @name list
    # @persona leader
    # @record guilds.list filled
    # @expect 200, 304
    # @until $.items[0].state == "ready" within 1.5s
    # @no-redirect
    GET {{baseURL}}/api/guilds
        ?limit=1
        &after={{signIn.response.body.$.id}}
    Authorization: Bearer {{signIn.response.body.$.accessToken}}
    If-None-Match: {{signIn.response.headers.ETag}}

    ###
    # @name upload
    PUT {{baseURL}}/api/file

    < ./picture.png
    """

  @Test func everyPartIsRead() throws {
    let (scenario, findings) = parse(Self.sample)
    #expect(findings.map(\.message) == [])
    #expect(scenario.name == "path")
    #expect(scenario.variables.map(\.name) == ["email", "greeting"])
    #expect(scenario.variables.map(\.value.text) == ["ada@example.test", "hello {{email}}"])
    try #require(scenario.steps.map(\.name) == ["signIn", "list", "upload"])
    let signIn = scenario.steps[0]
    #expect(signIn.title == "Sign in.")
    #expect(signIn.method == "POST")
    #expect(signIn.url.text == "{{baseURL}}/api/auth/sign-in")
    #expect(signIn.headers.map(\.name) == ["Content-Type", "X-Empty"])
    #expect(signIn.headers.map(\.value.text) == ["application/json", ""])
    guard case .template(let body)? = signIn.body else {
      Issue.record("the body is no template")
      return
    }
    #expect(
      body.text == "{ \"email\": \"{{email}}\",\n  \"password\": \"{{$processEnv ASSAY_DEV_PASSWORD}}\" }")
    #expect(signIn.persona == "leader")
    #expect(signIn.signIn?.token?.description == "$.accessToken")
    #expect(signIn.signIn?.refreshToken?.pointer.description == "/refreshToken")
    #expect(signIn.signIn?.expiresIn?.description == "$.expiresIn")
    #expect(
      signIn.signIn?.refresh
        == .request(method: "POST", path: "/api/auth/refresh", body: SignInDirective.defaultRefreshBody))
    let list = scenario.steps[1]
    #expect(list.url.text == "{{baseURL}}/api/guilds?limit=1&after={{signIn.response.body.$.id}}")
    #expect(list.record?.routeID == "guilds.list")
    #expect(list.record?.caseName == "filled")
    #expect(list.expectedStatuses == [200, 304])
    #expect(list.until?.path.description == "$.items[0].state")
    #expect(list.until?.value == .string("ready"))
    #expect(list.until?.seconds == 1.5)
    #expect(!list.followRedirects)
    #expect(list.body == nil)
    guard case .file("./picture.png", _)? = scenario.steps[2].body else {
      Issue.record("the body is no file")
      return
    }
  }

  @Test func signInsOfEachKindAreRead() throws {
    func directive(_ text: String, before: String = "") throws -> SignInDirective {
      let (scenario, findings) = parse(
        before + "# @name a\n# @persona p\n# @sign-in \(text)\nPOST http://127.0.0.1/")
      try #require(findings.map(\.message) == [])
      return try #require(scenario.step(named: "a")?.signIn)
    }
    let oauth = try directive("oauth")
    #expect(oauth.token?.description == "$.access_token" && oauth.isOAuth && oauth.refresh == .oauth)
    #expect(oauth.refreshToken?.description == "$.refresh_token" && oauth.expiresIn?.description == "$.expires_in")
    let other = try directive("oauth token=$.data.token refresh=POST /oauth/refresh")
    #expect(other.token?.description == "$.data.token")
    #expect(
      other.refresh
        == .request(
          method: "POST", path: "/oauth/refresh", body: "grant_type=refresh_token&refresh_token={{refreshToken}}"))
    let cookie = try directive("cookie=session csrf=cookie:csrf csrfHeader=X-XSRF")
    #expect(cookie.credential == .cookie("session") && cookie.token == nil && cookie.refresh == nil)
    #expect(cookie.csrf?.source == .cookie("csrf") && cookie.csrf?.header == "X-XSRF")
    #expect(try directive("cookie=s csrf=header:X-A").csrf?.source == .header("X-A"))
    #expect(try directive("cookie=s csrf=$.t").csrf?.header == "X-CSRF-Token")
    let before = "# @name page\nGET http://127.0.0.1/\n###\n"
    let earlier = try directive("cookie=s csrf={{ page.response.body.$.t }} csrfHeader=X-A", before: before)
    guard case .earlier(let template)? = earlier.csrf?.source else {
      Issue.record("the token is not that of an earlier answer")
      return
    }
    #expect(template.text == "{{page.response.body.$.t}}" && earlier.csrf?.header == "X-A")
    let form = try directive("token=$.a refreshToken=$.b refresh=POST /r refreshBody=a=b&token={{refreshToken}}")
    #expect(form.refresh == .request(method: "POST", path: "/r", body: "a=b&token={{refreshToken}}"))
  }

  @Test func stepsThatSetCookiesAreKept() throws {
    func step(_ name: String, _ directive: String = "# @persona p", _ method: String = "GET", _ header: String = "")
      -> String
    {
      "# @name \(name)\n\(directive)\n\(method) http://127.0.0.1/\(name)\n\(header)\n###\n"
    }
    let text =
      step("first", "# @persona p\n# @sign-in cookie=s", "POST") + step("open") + step("page")
      + step("form", "# @persona p\n# @sign-in cookie=s csrf=cookie:c", "POST")
      + step("other", "# @persona q\n# @sign-in cookie=s", "POST") + step("home")
      + step("write", "# @persona p", "POST")
      + step("token", "# @persona p", "GET", "Authorization: Bearer x") + step("nobody", "# a")
      + step("bare", "# @persona p\n# @no-cookie-jar")
    let (scenario, findings) = parse(text)
    try #require(findings.map(\.message) == [])
    func kept(_ name: String) -> [String] { scenario.keeping { $0.name == name }.steps.map(\.name) }
    #expect(kept("home") == ["open", "page", "form", "home"])
    #expect(kept("write") == ["open", "page", "form", "write"])
    #expect(kept("form") == ["open", "page", "form"])
    #expect(kept("open") == ["first", "open"])
    for name in ["token", "nobody", "bare", "first"] { #expect(kept(name) == [name]) }
  }

  @Test func linksAndJarsAreRead() throws {
    let (scenario, findings) = parse(
      """
      # @name ask
      POST http://127.0.0.1/ask
      ###
      # @name mail
      GET http://127.0.0.1/mail
      ###
      # @name open
      # @persona p
      # @no-cookie-jar
      # @sign-in token=$.a after=ask
      # @link {{mail.response.body.$.messages[0].link}}
      POST http://127.0.0.1/verify
      Content-Type: application/json

      {"token":"{{$link token}}"}
      """)
    #expect(findings.map(\.message) == [])
    #expect(scenario.steps[1].usesCookieJar && !scenario.steps[2].usesCookieJar)
    #expect(scenario.steps[2].link?.template.text == "{{mail.response.body.$.messages[0].link}}")
    #expect(scenario.keeping { $0.name == "open" }.steps.map(\.name) == ["ask", "mail", "open"])
    #expect(
      scenario.credentialCaptures(ofStep: "mail").map(\.description) == ["mail.response.body.$.messages[0].link"])
  }

  @Test(arguments: ["\r\n", "\r"])
  func lineEndsAndByteOrderMarkChangeNothing(_ lineEnd: String) {
    let plain = parse(Self.sample).scenario
    let (other, findings) = parse("\u{FEFF}" + Self.sample.replacing("\n", with: lineEnd))
    #expect(findings.isEmpty)
    #expect(other.steps.map(\.url.text) == plain.steps.map(\.url.text))
    #expect(other.steps.map { $0.headers.map(\.value.text) } == plain.steps.map { $0.headers.map(\.value.text) })
    guard case .template(let a)? = other.steps[0].body, case .template(let b)? = plain.steps[0].body else {
      Issue.record("a body is missing")
      return
    }
    #expect(a.text == b.text)
  }

  @Test func statusesAreExpected() {
    let step = parse("# @name a\nGET http://127.0.0.1/").scenario.steps[0]
    #expect(step.expects(200) && step.expects(304) && !step.expects(404) && !step.expects(500))
    let listed = parse("# @name a\n# @expect 404\nGET http://127.0.0.1/").scenario.steps[0]
    #expect(listed.expects(404) && !listed.expects(200))
  }

  @Test func bytesThatAreNoTextAreToldOnce() {
    var findings = FindingList()
    let file = SourceFile(path: "a.http", bytes: Array("# @name a\nGET http://127.0.0.1/".utf8) + [0xFF])
    #expect(ScenarioParser.parse(file, findings: &findings).steps.isEmpty)
    #expect(findings.all.map(\.rule) == ["scenario/invalid-encoding"])
  }
}

/// A faulty scenario: `«…»` marks what the finding must point at, and is taken out before the text is read.
private struct Fault: Sendable, CustomTestStringConvertible {
  let rule: RuleID
  let text: String
  let help: String?
  var testDescription: String { "\(rule): \(text.split(separator: "\n").first { $0.contains("«") } ?? "")" }

  init(_ rule: RuleID, _ text: String, help: String? = nil) {
    self.rule = rule
    self.text = text
    self.help = help
  }

  private static let request = "\n# @name last\nGET http://127.0.0.1/"

  static let all: [Fault] = [
    Fault("scenario/unknown-directive", "# «@persna» leader" + request, help: "did you mean '@persona'?"),
    Fault("scenario/unknown-directive", "# «@recrod» a.b" + request, help: "did you mean '@record'?"),
    Fault("scenario/unknown-directive", "# «@prompt» code" + request),
    Fault("scenario/invalid-directive", "# «@persona»" + request),
    Fault("scenario/invalid-directive", "# @record «a b c»" + request),
    Fault("scenario/invalid-directive", "# @record «a/../b»" + request),
    Fault("scenario/invalid-directive", "# @expect «20x»" + request),
    Fault("scenario/invalid-directive", "# @expect «200,»" + request),
    Fault("scenario/invalid-directive", "# @until «$.a = 1 within 3s»" + request),
    Fault("scenario/invalid-directive", "# @until «$.a == 1»" + request),
    Fault("scenario/invalid-directive", "# @until «$.a == ready within 3s»" + request),
    Fault("scenario/invalid-directive", "# @until «$..a == 1 within 3s»" + request),
    Fault("scenario/invalid-directive", "# @until «$.a == 1 within 3 days»" + request),
    Fault("scenario/invalid-directive", "# @persona a\n# @sign-in «expiresIn=$.a»" + request),
    Fault("scenario/invalid-directive", "# @persona a\n# @sign-in «tokn=$.a»" + request, help: "did you mean 'token'?"),
    Fault("scenario/invalid-directive", "# @persona a\n# @sign-in «token=$.a refresh=POST /r»" + request),
    Fault(
      "scenario/invalid-directive",
      "# @persona a\n# @sign-in token=$.a refreshToken=$.b refresh=POST /r «refreshBody={\"a\":1}»" + request),
    Fault(
      "scenario/invalid-directive",
      "# @persona a\n# @sign-in token=$.a refreshToken=$.b refresh=POST /r «refreshBody=a={{refreshToken}} b»" + request
    ),
    Fault(
      "scenario/invalid-directive",
      "# @persona a\n# @sign-in token=$.a refreshToken=$.b «refresh=POST //evil/r»" + request
    ),
    Fault("scenario/invalid-directive", "# @persona a\n# @sign-in token=$.a «refreshBody={{refreshToken}}»" + request),
    Fault("scenario/invalid-directive", "# @persona a\n# @sign-in token=$.a «token»=$.b" + request),
    Fault("scenario/invalid-directive", "# @persona a\n# @sign-in «token=a.b»" + request),
    Fault("scenario/invalid-directive", "# @persona a\n# @sign-in «oauth2»" + request, help: "did you mean 'oauth'?"),
    Fault("scenario/invalid-directive", "# @persona a\n# @sign-in oauth «cookie=session»" + request),
    Fault("scenario/invalid-directive", "# @persona a\n# @sign-in cookie=session «token=$.a»" + request),
    Fault("scenario/invalid-directive", "# @persona a\n# @sign-in «cookie=a;b»" + request),
    Fault("scenario/invalid-directive", "# @persona a\n# @sign-in cookie=session «csrf=csrf»" + request),
    Fault("scenario/invalid-directive", "# @persona a\n# @sign-in cookie=session «csrf=cooky:csrf»" + request),
    Fault("scenario/invalid-directive", "# @persona a\n# @sign-in cookie=session «csrf=$..a»" + request),
    Fault("scenario/invalid-directive", "# @persona a\n# @sign-in cookie=session «csrfHeader=X-A»" + request),
    Fault(
      "scenario/invalid-directive", "# @persona a\n# @sign-in cookie=session csrf=cookie:a «csrfHeader=X:A»" + request),
    Fault(
      "scenario/undefined", "# @persona a\n# @sign-in cookie=session csrf=«{{pag.response.body.$.a}}»" + request),
    Fault("scenario/undefined", "# @persona a\n# @sign-in «token=$.a after=lst»" + request),
    Fault("scenario/invalid-directive", "# «@link»" + request),
    Fault("scenario/undefined", "# @link «{{mail.response.body.$.link}}»" + request),
    Fault("scenario/undefined", "# @link «{{$link}}»" + request),
    Fault("scenario/undefined", "# @name a\nGET http://127.0.0.1/?t=«{{$link token}}»"),
    Fault("scenario/undefined", "@t = {{$link token}}\n# @name a\nGET http://127.0.0.1/?t=«{{t}}»"),
    Fault("scenario/invalid-template", "# @name a\nGET http://127.0.0.1/?t=«{{$link a b}}»"),
    Fault(
      "scenario/invalid-template", "# @name a\nGET http://127.0.0.1/?t=«{{$lnk token}}»", help: "did you mean '$link'?"),
    Fault("scenario/invalid-directive", "# @sign-in «token=$.a»" + request),
    Fault("scenario/invalid-directive", "# «@name» alone\n###" + request),
    Fault("scenario/invalid-directive", "# @name a\nGET http://127.0.0.1/\n«# @expect 200»\nX: y"),
    Fault("scenario/duplicate-directive", "# @name a\n# «@name» b\nGET http://127.0.0.1/"),
    Fault("scenario/invalid-name", "# @name «my step»\nGET http://127.0.0.1/"),
    Fault("scenario/missing-name", "«GET http://127.0.0.1/»"),
    Fault(
      "scenario/duplicate-name", "# @name last\nGET http://127.0.0.1/\n###\n# @name last\n«GET http://127.0.0.1/b»"),
    Fault("scenario/duplicate-name", "@a = 1\n«@a = 2»" + request),
    Fault("scenario/invalid-request", "«@a b»" + request),
    Fault("scenario/invalid-request", "# @name a\n«GET»"),
    Fault("scenario/invalid-request", "# @name a\n«GET http://127.0.0.1/ /b»"),
    Fault("scenario/invalid-request", "# @name a\n«get» http://127.0.0.1/", help: "write 'GET'"),
    Fault("scenario/invalid-request", "# @name a\n«GET /api/guilds»", help: "write '{{baseURL}}…'"),
    Fault("scenario/invalid-request", "# @name a\nGET http://127.0.0.1/\n«no header»"),
    Fault("scenario/invalid-request", "# @name a\nGET http://127.0.0.1/\n«X Y: z»"),
    Fault("scenario/unsupported", "# @name a\nGET http://127.0.0.1/\n«authorization: Digest user {{baseURL}}»"),
    Fault("scenario/unsupported", "# @name a\nGET http://127.0.0.1/\n\n«> {% client.test() %}»"),
    Fault("scenario/unsupported", "# @name a\nPOST http://127.0.0.1/\n\n«<@ ./file.json»"),
    Fault("scenario/unsupported", "# @name a\nPOST http://127.0.0.1/\n\n--x\n«< ./file.json»"),
    Fault("scenario/invalid-template", "# @name a\nGET http://127.0.0.1/«{{a»"),
    Fault(
      "scenario/invalid-template", "@guild = 1\n# @name a\nGET http://127.0.0.1/«{gild}»",
      help: "did you mean '{{guild}}'?"),
    Fault("scenario/invalid-template", "# @name a\nGET http://127.0.0.1/g/«{guildId}»/{{$processEnv A}}"),
    Fault(
      "scenario/invalid-template",
      "@token = t\n# @name a\n«GET http://127.0.0.1/»\nAuthorization: Bearer {tokn}\nX-Other: {unlike}",
      help: "did you mean '{{token}}'?"),
    Fault("scenario/invalid-template", "# @name a\nGET http://127.0.0.1/«{{}}»"),
    Fault("scenario/invalid-template", "# @name a\nGET http://127.0.0.1/«{{a b}}»"),
    Fault("scenario/invalid-template", "# @name a\nGET http://127.0.0.1/«{{a.request.body.$.b}}»"),
    Fault(
      "scenario/invalid-template", "# @name a\nGET http://127.0.0.1/«{{a.response.bdy.$.b}}»",
      help: "did you mean 'body'?"),
    Fault("scenario/invalid-template", "# @name a\nGET http://127.0.0.1/«{{a.response.body.b}}»"),
    Fault("scenario/invalid-template", "# @name a\nGET http://127.0.0.1/«{{a.response.body.$.b[*]}}»"),
    Fault(
      "scenario/invalid-template", "# @name a\nGET http://127.0.0.1/«{{$processEnvv A}}»",
      help: "did you mean '$processEnv'?"),
    Fault("scenario/invalid-template", "# @name a\nGET http://127.0.0.1/«{{$processEnv}}»"),
    Fault("scenario/nondeterministic", "# @name a\nGET http://127.0.0.1/«{{$guid}}»"),
    Fault("scenario/nondeterministic", "# @name a\nGET http://127.0.0.1/«{{$timestamp -1 d}}»"),
    Fault("scenario/nondeterministic", "# @name a\nGET http://127.0.0.1/«{{$randomInt 1 9}}»"),
    Fault("scenario/nondeterministic", "# @name a\nGET http://127.0.0.1/«{{$dotenv KEY}}»"),
    Fault(
      "scenario/undefined", "@email = a\n# @name a\nGET http://127.0.0.1/«{{emial}}»", help: "did you mean 'email'?"),
    Fault("scenario/undefined", "# @name a\nGET http://127.0.0.1/«{{last.response.body.$.id}}»\n###" + request),
    Fault("scenario/undefined", "# @name a\nGET http://127.0.0.1/«{{a.response.body.$.id}}»"),
    Fault(
      "scenario/undefined",
      "# @name guild\nGET http://127.0.0.1/\n###\n# @name b\nGET http://127.0.0.1/«{{gild.response.body.$.id}}»",
      help: "did you mean 'guild'?"),
    Fault("scenario/undefined", "@a = «{{b}}»" + request),
    Fault(
      "scenario/undefined",
      "@id = {{last.response.body.$.id}}\n# @name a\nGET http://127.0.0.1/«{{id}}»\n###" + request),
    Fault("scenario/circular-variable", "«@a = {{a}}»" + request),
  ]
}

@Suite struct ParserFaultTests {
  @Test(arguments: Fault.all) private func isToldWhereItIs(_ fault: Fault) throws {
    let text = fault.text.replacing("«", with: "").replacing("»", with: "")
    let findings = parse(text).findings
    try #require(findings.map(\.rule) == [fault.rule], "\(findings.map(\.message))")
    let span = try #require(findings[0].place.span)
    let start = try #require(fault.text.firstRange(of: "«"))
    let end = try #require(fault.text.firstRange(of: "»"))
    #expect(span.text == fault.text[start.upperBound..<end.lowerBound])
    #expect(span.start == fault.text[..<start.lowerBound].utf8.count)
    if let help = fault.help { #expect(findings[0].help == help) }
    #expect(findings[0].help != nil)
    #expect(ScenarioRules.rules.contains { $0.id == fault.rule })
  }

  @Test func personasLendTheirStepsVariables() {
    func messages(_ persona: String, _ name: String) -> [String] {
      var findings = FindingList()
      let text = "# @name a\n# @persona \(persona)\nGET {{baseURL}}/{{\(name)}}\n"
      _ = ScenarioParser.parse(
        SourceFile(path: "a.http", text: text), personas: ["leader": ["email"], "reader": []], findings: &findings)
      return findings.all.map { $0.message + ": " + ($0.help ?? "") }
    }
    #expect(messages("leader", "email") == [])
    #expect(messages("reader", "email").map { $0.prefix(30) } == ["no variable is called 'email':"])
    #expect(
      messages("laeder", "baseURL")
        == ["the configuration has no persona 'laeder': did you mean 'leader'?"])
  }

  @Test func circlesOfSeveralAreToldForEach() {
    let findings = parse("@a = {{b}}\n@b = {{c}}\n@c = {{a}}\n@d = {{a}}").findings
    #expect(findings.map(\.rule) == Array(repeating: "scenario/circular-variable", count: 3))
  }

  @Test func noTextMakesTheParserFail() {
    let whole = Array(
      """
      @a = {{b}}
      ### t
      # @name x
      # @until $.a[0]['b'] == "c" within 3s
      # @sign-in token=$.a refreshToken=$.b csrf={{x.response.body.$.a}} refresh=POST /r refreshBody={"a":"{{refreshToken}}"}
      # @link {{x.response.body.$.a}}
      POST {{baseURL}}/a/{{x.response.body.$.a}} HTTP/1.1
      A: b {{$processEnv C}}

      {"a": "{{b}}"}
      """.utf8)
    for cut in whole.indices {
      var findings = FindingList()
      _ = ScenarioParser.parse(SourceFile(path: "a.http", bytes: Array(whole[..<cut])), findings: &findings)
      _ = ScenarioParser.parse(SourceFile(path: "a.http", bytes: Array(whole[cut...])), findings: &findings)
      for byte in [UInt8(ascii: "{"), UInt8(ascii: "@"), 0x0D, 0x20, 0x00, 0xC3] {
        var damaged = whole
        damaged[cut] = byte
        _ = ScenarioParser.parse(SourceFile(path: "a.http", bytes: damaged), findings: &findings)
      }
    }
  }
}
