import Diagnostics
import Scenarios
import TestSupport
import Testing
import Transport
import Workspace

@testable import Recording

/// Sign-ins at an environment that is only read: what they send is declared, and nothing else is written.
@Suite struct LiveSignInTests {
  private static let scenario = """
    # @name ask
    POST {{baseURL}}/api/auth/magic-link
    Content-Type: application/json

    {"email":"{{email}}"}
    ###
    # @name mailbox
    GET {{baseURL}}/api/dev/mailbox?to={{email}}
    ###
    # @name signIn
    # @persona reader
    # @sign-in token=$.accessToken after=ask refreshToken=$.refreshToken refresh=POST /api/auth/refresh
    # @link {{mailbox.response.body.$.link}}
    POST {{baseURL}}/api/auth/verify
    Content-Type: application/json

    {"token":"{{$link token}}"}
    ###
    # @name createUser
    POST {{baseURL}}/api/users
    ###
    # @name signInNew
    # @persona newcomer
    # @sign-in token=$.accessToken
    POST {{baseURL}}/api/auth/sign-in
    Content-Type: application/json

    {"id":"{{createUser.response.body.$.id}}","password":"{{$processEnv ASSAY_TEST_PASSWORD}}"}
    ###
    # @name signInKeyed
    # @persona keyed
    # @sign-in token=$.accessToken
    POST {{baseURL}}/api/auth/sign-in
    """

  private func stage(declared: String, link: String = ScenarioStage.baseURL) throws -> ScenarioStage {
    try ScenarioStage(
      "@email = bob@example.test\n" + Self.scenario,
      settings:
        #""credentialExchanges": [\#(declared)], "credentials": { "keyed": { "apiKey": { "value": "$KEY" } } }"#,
      variables: ["KEY": "key-4811"]
    ) { request, _ in
      switch request.url {
      case ScenarioStage.baseURL + "/api/dev/mailbox?to=bob%40example.test":
        (
          200, [HTTPHeader("Content-Type", "application/json"), HTTPHeader("X-Mailbox-Token", "mailbox-4816")],
          #"{"link":"\#(link)/sign-in?token=token-4812"}"#
        )
      case ScenarioStage.baseURL + "/api/auth/verify":
        json(
          #"{"accessToken":"access-4813","refreshToken":"refresh-4814"}"#,
          status: request.body == Array(#"{"token":"token-4812"}"#.utf8) ? 200 : 401)
      default: json("{}")
      }
    }
  }

  private func signIns(_ stage: ScenarioStage, environment: [String: String] = ["ASSAY_TEST_PASSWORD": "pass-4815"])
    throws(RecordingError) -> ScenarioSignIns
  {
    try ScenarioSignIns(stage.access, scenarios: [stage.scenario], personas: [], environment: environment)
  }

  private func session(_ stage: ScenarioStage, _ signIns: ScenarioSignIns) throws -> SignInSession {
    let transport = stage.access.transport(over: stage.server, clock: stage.time.clock) { policy in
      policy.readOnly = true
      policy.credentialExchanges += signIns.exchanges
    }
    let plan = try #require(signIns.plans.first { $0.persona == "reader" })
    return SignInSession(plan, transport: transport, cookies: CookieJar(owner: "reader"))
  }

  @Test func declaredStepsRunBeforeTheSignIn() async throws {
    let stage = try stage(declared: #""POST /api/auth/magic-link""#)
    let signIns = try signIns(stage)
    #expect(
      signIns.exchanges.map(\.path) == ["/api/auth/magic-link", "/api/auth/verify", "/api/auth/refresh"])
    let session = try session(stage, signIns)
    try await session.signIn()
    #expect(await session.accessToken == "access-4813")
    #expect(
      stage.server.requests.map { "\($0.method) \($0.url.dropFirst(ScenarioStage.baseURL.count))" } == [
        "POST /api/auth/magic-link", "GET /api/dev/mailbox?to=bob%40example.test", "POST /api/auth/verify",
      ])
    #expect(stage.server.requests.allSatisfy { !$0.loopbackOnly })
    let write = HTTPRequestSpec(method: "POST", url: ScenarioStage.baseURL + "/api/users")
    let error = await #expect(throws: TransportError.self) { try await session.send(write) }
    #expect(error?.isRefusal == true)
    #expect(stage.server.requests.count == 3)
    let masked = SecretRegistry.shared.mask("token-4812 access-4813 refresh-4814 mailbox-4816")
    #expect(!masked.contains("481"), "\(masked)")
  }

  @Test func whatNobodyDeclaredIsNotSent() async throws {
    let stage = try stage(declared: "")
    let signIns = try signIns(stage)
    #expect(signIns.plans.isEmpty && signIns.exchanges.isEmpty)
    #expect(signIns.obstacles.keys.sorted() == ["newcomer", "reader"], "a persona with a key needs no sign-in")
    let message = try #require(signIns.obstacles["reader"]?.finding.message)
    #expect(message.contains("'ask' sends POST /api/auth/magic-link") && message.contains("credentialExchanges"))
    #expect(signIns.obstacles["newcomer"]?.finding.message.contains("'createUser' sends POST /api/users") == true)
    #expect(stage.server.requests.isEmpty)
  }

  @Test func aLinkToElsewhereEndsIt() async throws {
    let stage = try stage(declared: #""POST /api/auth/magic-link""#, link: "https://reader.example.evil.example")
    let session = try session(stage, try signIns(stage))
    let error = await #expect(throws: TransportError.self) { try await session.signIn() }
    #expect(error?.finding.rule == "session/link-refused" && error?.isRefusal == true)
    #expect(stage.server.requests(to: "verify").isEmpty)
  }

  @Test func aVariableThatIsNotSetIsToldBeforeAnythingIsAsked() throws {
    let stage = try stage(declared: #""POST /api/auth/magic-link", "POST /api/users""#)
    let error = #expect(throws: RecordingError.self) { _ = try signIns(stage, environment: [:]) }
    #expect(error?.findings.map(\.rule) == ["scenario/missing-variable"])
    #expect(stage.server.requests.isEmpty)
  }
}
