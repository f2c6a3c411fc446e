import Diagnostics
import Synchronization
import TestSupport
import Testing
import Transport
import Workspace

@testable import Recording

/// What a stub of a site remembers.
private final class SiteState: Sendable {
  private let value = Mutex((signIns: 0, links: 0))
  var current: (signIns: Int, links: Int) { value.withLock { $0 } }
  func signIn() -> Int {
    value.withLock { value in
      value.signIns += 1
      return value.signIns
    }
  }
  func link() { value.withLock { $0.links += 1 } }
}

@Suite struct MagicLinkTests {
  private static func scenario(_ signIn: String) -> String {
    """
    # @name ask
    POST {{baseURL}}/magic-link
    ###
    # @name mailbox
    # @until $.messages[0].link != null within 5s
    GET {{baseURL}}/mailbox
    ###
    # @name signIn
    # @persona reader
    \(signIn)
    ###
    # @name me
    # @persona reader
    GET {{baseURL}}/me
    Authorization: Bearer {{signIn.response.body.$.accessToken}}
    """
  }
  private static let byToken = scenario(
    """
    # @sign-in token=$.accessToken after=ask
    # @link {{mailbox.response.body.$.messages[0].link}}
    POST {{baseURL}}/verify
    Content-Type: application/json

    {"token":"{{$link token}}"}
    """)
  private static let byLink = scenario(
    """
    # @sign-in token=$.accessToken after=ask
    GET {{mailbox.response.body.$.messages[0].link}}
    """)
  private static let byCode = scenario(
    """
    # @sign-in token=$.accessToken after=ask
    POST {{baseURL}}/verify
    Content-Type: application/json

    {"code":"{{mailbox.response.body.$.messages[0].code}}"}
    """)

  /// A site that mails one link after another and takes each once; the first access token is refused at the second use.
  private func stage(
    _ scenario: String, host: String = ScenarioStage.baseURL
  ) throws -> (ScenarioStage, SiteState) {
    let state = SiteState()
    let stage = try ScenarioStage(scenario) { request, number in
      let path = request.url.split(separator: "/").last.map { String($0.prefix { $0 != "?" }) } ?? ""
      switch path {
      case "magic-link":
        state.link()
        return json("{}", status: 202)
      case "mailbox":
        guard number > 1 else { return json(#"{"messages":[]}"#) }
        let count = state.current.links
        return json(
          #"{"messages":[{"link":"\#(host)/sign-in?token=token-474\#(count)","code":"47110\#(count)","to":"b@x"}]}"#)
      case "verify", "sign-in":
        let text = request.url + String(decoding: request.body ?? [], as: UTF8.self)
        let links = state.current.links
        guard text.contains("token-474\(links)") || text.contains("47110\(links)") else {
          return json("{}", status: 410)
        }
        return json(#"{"accessToken":"access-475\#(state.signIn())"}"#)
      default:
        let isFresh = request.headers.first(named: "Authorization") == "Bearer access-4752"
        return json("{}", status: isFresh ? 200 : 401)
      }
    }
    return (stage, state)
  }

  @Test(arguments: [byToken, byLink, byCode])
  func aSignInIsRepeatedWithWhatComesBeforeIt(_ scenario: String) async throws {
    let (stage, state) = try stage(scenario)
    let exchanges = try await stage.exchanges()
    #expect(exchanges.map(\.status) == [202, 200, 200, 200])
    // The first token was refused: another link was asked for, read from the mailbox, and used.
    #expect(state.current.signIns == 2 && state.current.links == 2)
    let masked = SecretRegistry.shared.mask("token-4741 token-4742 471101 471102 access-4751 access-4752")
    #expect(!masked.contains("access-475"))
    #expect(scenario == Self.byCode ? !masked.contains("47110") : !masked.contains("token-474"), "\(masked)")
  }

  @Test(arguments: [byToken, byLink])
  func aLinkToElsewhereIsNotUsed(_ scenario: String) async throws {
    for host in ["http://127.0.0.1:4011", "https://evil.example", ScenarioStage.baseURL + "@evil.example"] {
      let (stage, state) = try stage(scenario, host: host)
      let error = try #require(await stage.error(), "\(host)")
      #expect(error.isRefusal)
      #expect(error.findings[0].rule == "session/link-refused")
      #expect(!error.findings.description.contains("token-474"))
      #expect(state.current.signIns == 0)
      let asked = Set(stage.server.requests.map(\.url))
      #expect(asked == [ScenarioStage.baseURL + "/magic-link", ScenarioStage.baseURL + "/mailbox"])
    }
  }

  @Test func theLinkIsASecretBeforeItsStepIsRendered() async throws {
    let stage = try ScenarioStage(
      """
      # @name mailbox
      GET {{baseURL}}/mailbox
      ###
      # @name broken
      GET {{baseURL}}/{{mailbox.response.body.$.none}}
      ###
      # @name signIn
      # @persona reader
      # @sign-in token=$.accessToken
      # @link {{mailbox.response.body.$.link}}
      POST {{baseURL}}/verify
      """
    ) { _, _ in json(#"{"link":"https://reader.example/?x=token-4761","code":"code-4762"}"#) }
    #expect(await stage.error() != nil)
    let masked = SecretRegistry.shared.mask("token-4761 code-4762")
    #expect(masked == "‹x of a link of mailbox› code-4762")
  }
}

@Suite struct PersonaTests {
  private static let cookies = """
    # @name page
    # @persona reader
    GET {{baseURL}}/csrf
    ###
    # @name signIn
    # @persona reader
    # @sign-in cookie=session csrf={{page.response.body.$.csrfToken}}
    POST {{baseURL}}/form
    Content-Type: application/x-www-form-urlencoded

    email=b@x
    &csrf={{page.response.body.$.csrfToken}}
    ###
    # @name write
    # @persona reader
    POST {{baseURL}}/things
    ###
    # @name wrongToken
    # @persona reader
    # @expect 401
    GET {{baseURL}}/me
    Authorization: Bearer wrong
    ###
    # @name withoutJar
    # @persona reader
    # @no-cookie-jar
    GET {{baseURL}}/open
    ###
    # @name nobody
    GET {{baseURL}}/open
    ###
    # @name other
    # @persona leader
    GET {{baseURL}}/open
    """

  @Test func cookiesAreAPersonasOwn() async throws {
    let stage = try ScenarioStage(Self.cookies) { request, _ in
      switch request.url.split(separator: "/").last {
      case "csrf":
        (200, [HTTPHeader("Set-Cookie", "csrf=csrf-4771; Path=/")], #"{"csrfToken":"csrf-4771"}"#)
      case "form":
        (303, [HTTPHeader("Set-Cookie", "session=session-4772; Path=/"), HTTPHeader("Location", "/home")], "")
      case "me": json("{}", status: 401)
      default: json("{}")
      }
    }
    let exchanges = try await stage.exchanges()
    #expect(exchanges.map(\.status) == [200, 200, 200, 401, 200, 200, 200])
    func request(_ path: String, _ index: Int = 0) throws -> HTTPRequestSpec {
      let found = stage.server.requests(to: path)
      return try #require(found.indices.contains(index) ? found[index] : nil)
    }
    #expect(try request("/form").headers.first(named: "Cookie") == "csrf=csrf-4771")
    #expect(try request("/home").headers.first(named: "Cookie") == "csrf=csrf-4771; session=session-4772")
    #expect(try request("/things").headers.first(named: "X-CSRF-Token") == "csrf-4771")
    // An invalid token with a valid cookie: both are sent, and the 401 is the answer.
    #expect(try request("/me").headers.first(named: "Cookie")?.contains("session=") == true)
    #expect(try request("/me").headers.first(named: "Authorization") == "Bearer wrong")
    #expect(stage.server.requests(to: "/me").count == 1)
    for index in 0..<3 { #expect(try request("/open", index).headers.first(named: "Cookie") == nil) }
    #expect(!SecretRegistry.shared.mask("csrf-4771 session-4772").contains("477"))
  }

  @Test func aStepThatWantsItsRefusalGetsIt() async throws {
    let stage = try ScenarioStage(
      """
      # @name signIn
      # @persona reader
      # @sign-in token=$.token refreshToken=$.refresh refresh=POST /refresh
      POST {{baseURL}}/sign-in
      ###
      # @name revoked
      # @persona reader
      # @expect 401
      GET {{baseURL}}/me
      Authorization: Bearer {{signIn.response.body.$.token}}
      ###
      # @name cookie
      # @persona former
      # @sign-in cookie=session
      POST {{baseURL}}/form
      ###
      # @name expired
      # @persona former
      # @expect 401
      GET {{baseURL}}/me
      """
    ) { request, _ in
      switch request.url.split(separator: "/").last {
      case "sign-in": json(#"{"token":"access-4795","refresh":"refresh-4796"}"#)
      case "form": (200, [HTTPHeader("Set-Cookie", "session=session-4797; Path=/")], "")
      default: json("{}", status: 401)
      }
    }
    #expect(try await stage.exchanges().map(\.status) == [200, 401, 200, 401])
    #expect(stage.server.requests.count == 4)
  }

  @Test func credentialsOfTheConfigurationAreCarried() async throws {
    let stage = try ScenarioStage(
      """
      # @name a
      # @persona robot
      GET {{baseURL}}/key
      ###
      # @name b
      # @persona robot
      # @expect 401
      GET {{baseURL}}/key
      X-API-Key: wrong
      ###
      # @name c
      # @persona batch
      GET {{baseURL}}/token
      ###
      # @name d
      # @persona user
      GET {{baseURL}}/basic
      ###
      # @name e
      # @persona signer
      POST {{baseURL}}/signed?a=b

      body
      ###
      # @name f
      GET {{baseURL}}/open
      """,
      settings: """
        "headers": { "X-App-Version": "2.3.0" },
        "credentials": {
          "robot": { "apiKey": { "value": "$ROBOT_KEY" } },
          "batch": { "bearer": { "token": "$BATCH_TOKEN" } },
          "user": { "basic": { "user": "ada", "password": "$USER_PASSWORD" } },
          "signer": { "hmac": { "keyId": "ada", "key": "$SIGNER_KEY", "timestamp": "milliseconds" } }
        }
        """,
      variables: [
        "ROBOT_KEY": "robot-4781", "BATCH_TOKEN": "batch-4782", "USER_PASSWORD": "user-4783", "SIGNER_KEY": "key-4784",
      ]
    ) { request, _ in json("{}", status: request.headers.first(named: "X-API-Key") == "wrong" ? 401 : 200) }
    #expect(try await stage.exchanges().map(\.status) == [200, 401, 200, 200, 200, 200])
    let requests = stage.server.requests
    #expect(requests.map { $0.headers.first(named: "X-API-Key") } == ["robot-4781", "wrong", nil, nil, nil, nil])
    #expect(requests[2].headers.first(named: "Authorization") == "Bearer batch-4782")
    #expect(requests[3].headers.first(named: "Authorization") == "Basic YWRhOnVzZXItNDc4Mw==")
    #expect(requests[4].headers.first(named: "Authorization")?.hasPrefix("HMAC-SHA256 ada:") == true)
    #expect(requests[4].headers.first(named: "X-Timestamp")?.count == 13)
    #expect(requests[5].headers.first(named: "Authorization") == nil)
    #expect(requests.allSatisfy { $0.headers.first(named: "X-App-Version") == "2.3.0" })
    let masked = SecretRegistry.shared.mask("robot-4781 batch-4782 user-4783 key-4784 YWRhOnVzZXItNDc4Mw==")
    #expect(!masked.contains("478") && !masked.contains("YWRh"), "\(masked)")
  }

  @Test func oauthRefreshesWhileTheScenarioRuns() async throws {
    let stage = try ScenarioStage(
      """
      # @name token
      # @persona cli
      # @sign-in oauth
      POST {{baseURL}}/oauth/token
      Content-Type: application/x-www-form-urlencoded

      grant_type=password
      &username=ada
      &password={{$processEnv ASSAY_TEST_PASSWORD}}
      &client_id=reader-cli
      ###
      # @name me
      # @persona cli
      GET {{baseURL}}/me
      Authorization: Bearer {{token.response.body.$.access_token}}
      """.replacing("{{$processEnv ASSAY_TEST_PASSWORD}}", with: "p%20w-4791")
    ) { request, _ in
      let form = String(decoding: request.body ?? [], as: UTF8.self)
      if form.contains("grant_type=password") {
        return json(#"{"access_token":"access-4792","token_type":"Bearer","expires_in":60,"refresh_token":"ref-4793"}"#)
      }
      if form == "grant_type=refresh_token&refresh_token=ref-4793&client_id=reader-cli" {
        return json(#"{"access_token":"access-4794","token_type":"Bearer"}"#)
      }
      return json("{}", status: request.headers.first(named: "Authorization") == "Bearer access-4794" ? 200 : 401)
    }
    #expect(try await stage.exchanges().map(\.status) == [200, 200])
    #expect(stage.server.requests.count == 4)
  }
}
