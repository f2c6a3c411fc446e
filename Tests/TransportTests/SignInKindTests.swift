import Diagnostics
import Synchronization
import TestSupport
import Testing
import Transport

/// A site that signs in by a form: a page sets a token against forged writes, the form a session.
private final class FormSite: Sendable {
  struct State {
    var session = 0
    var csrf = 1
    var isExpired = false
  }
  private let state = Mutex(State())

  var current: State { state.withLock { $0 } }
  func change(_ body: @Sendable (inout State) -> Void) { state.withLock { body(&$0) } }

  func answer(_ request: ReceivedRequest) -> Fault {
    state.withLock { state in
      let cookies = request.header("Cookie") ?? ""
      let isSignedIn = cookies.contains("session=session-\(state.session)x") && !state.isExpired
      switch (request.method, request.target) {
      case ("GET", "/csrf"):
        return .status(
          200, ["Set-Cookie: csrf=csrf%3Atoken-\(state.csrf); Path=/", "X-CSRF-Token: csrf:token-\(state.csrf)"],
          body: #"{"csrfToken":"csrf:token-\#(state.csrf)"}"#)
      case ("POST", "/form"):
        let form = String(decoding: request.body, as: UTF8.self)
        guard cookies.contains("csrf=csrf%3Atoken-\(state.csrf)"), form.contains("csrf=csrf%3Atoken-\(state.csrf)")
        else {
          return .status(403)
        }
        guard form.contains("password=right-4711") else { return .status(401, body: #"{"error":{"code":"invalid"}}"#) }
        state.session += 1
        state.isExpired = false
        return .status(
          303, ["Location: /home", "Set-Cookie: session=session-\(state.session)x; Path=/; HttpOnly; SameSite=Lax"])
      case ("GET", _): return .status(isSignedIn ? 200 : 401)
      default:
        guard isSignedIn else { return .status(401) }
        return .status(request.header("X-CSRF-Token") == "csrf:token-\(state.csrf)" ? 200 : 403)
      }
    }
  }
}

@Suite struct FormSignInTests {
  private struct Stage {
    let site = FormSite()
    let server: FaultServer
    let jar = CookieJar(owner: "reader")
    let session: SignInSession

    init(password: String = "right-4711", csrf: SignInPlan.CSRF.Source = .cookie("csrf")) throws {
      let site = site
      server = try FaultServer { site.answer($0) }
      let url = server.url
      var plan = SignInPlan(
        persona: "reader", signIn: HTTPRequestSpec(method: "POST", url: url + "/form"), credential: .cookie("session"),
        csrf: .init(csrf))
      plan.prepare = { transport async throws(TransportError) in
        let page = try await transport.send(HTTPRequestSpec(url: url + "/csrf", timeout: Patience.limit))
        let token = page.headers.first(named: "X-CSRF-Token") ?? ""
        let form = "email=bob%40example.test&password=\(password)&csrf=\(PercentEncoding.encode(token))"
        let request = HTTPRequestSpec(
          method: "POST", url: url + "/form",
          headers: [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")],
          body: Array(form.utf8), timeout: Patience.limit)
        return SignInAttempt(request, csrfToken: token)
      }
      session = SignInSession(plan, transport: CurlTransport(options: .patient), cookies: jar)
    }

    func status(_ method: String, _ path: String) async throws -> Int {
      try await session.send(HTTPRequestSpec(method: method, url: server.url + path, timeout: Patience.limit)).status
    }
  }

  @Test(arguments: [SignInPlan.CSRF.Source.cookie("csrf"), .attempt])
  func cookiesAndTokensFollow(_ source: SignInPlan.CSRF.Source) async throws {
    let stage = try Stage(csrf: source)
    defer { stage.server.stop() }
    #expect(try await stage.status("GET", "/me") == 200)
    for method in ["POST", "PUT", "PATCH", "DELETE"] { #expect(try await stage.status(method, "/things") == 200) }
    #expect(stage.site.current.session == 1)
    let reads = stage.server.requests.filter { $0.method == "GET" }
    #expect(reads.allSatisfy { $0.header("X-CSRF-Token") == nil }, "reads carry no token")
    #expect(
      stage.server.requests.contains { $0.target == "/home" && $0.header("Cookie")?.contains("session=") == true })
    let text = "session-1x csrf%3Atoken-1 csrf:token-1"
    #expect(!SecretRegistry.shared.mask(text).contains("session-1x"))
    #expect(!SecretRegistry.shared.mask(text).contains("token-1"))
  }

  @Test func aStepMayBringItsOwnToken() async throws {
    let stage = try Stage()
    defer { stage.server.stop() }
    let request = HTTPRequestSpec(
      method: "POST", url: stage.server.url + "/things", headers: [HTTPHeader("x-csrf-token", "forged")])
    #expect(try await stage.session.send(request).status == 403)
  }

  @Test func anExpiredSessionSignsInOnceForMany() async throws {
    let stage = try Stage()
    defer { stage.server.stop() }
    #expect(try await stage.status("GET", "/me") == 200)
    stage.site.change { $0.isExpired = true }
    let statuses = await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<50 { group.addTask { try? await stage.status("GET", "/me") } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.allSatisfy { $0 == 200 })
    #expect(stage.site.current.session == 2)
  }

  @Test func aCookieThatHasEndedIsRenewedBeforeTheRequest() async throws {
    let stage = try Stage()
    defer { stage.server.stop() }
    #expect(try await stage.status("GET", "/me") == 200)
    stage.jar.store(
      HTTPExchange(
        request: HTTPRequestSpec(url: stage.server.url), status: 200,
        headers: [HTTPHeader("Set-Cookie", "session=; Path=/; Max-Age=0")]))
    #expect(try await stage.status("GET", "/me") == 200)
    #expect(stage.site.current.session == 2)
    #expect(!stage.server.requests.contains { $0.target == "/me" && $0.header("Cookie")?.contains("session=") != true })
  }

  @Test func aWrongPasswordEndsTheSession() async throws {
    let stage = try Stage(password: "wrong-4711")
    defer { stage.server.stop() }
    let error = await #expect(throws: TransportError.self) { try await stage.status("GET", "/me") }
    #expect(error?.finding.message.contains("the server answered 401 (invalid)") == true, "\(error.debugDescription)")
    #expect(stage.server.requests.map(\.target) == ["/csrf", "/form"])
  }

  @Test func anAnswerWithoutTheCookieIsNoSignIn() async throws {
    let server = try FaultServer { _ in .status(200, body: "<h1>Wrong password</h1>") }
    defer { server.stop() }
    let plan = SignInPlan(
      persona: "reader", signIn: HTTPRequestSpec(method: "POST", url: server.url), credential: .cookie("session"))
    let session = SignInSession(plan, transport: CurlTransport(options: .patient), cookies: CookieJar(owner: "reader"))
    let error = await #expect(throws: TransportError.self) { try await session.signIn() }
    #expect(error?.finding.message.contains("no answer set the cookie 'session'") == true)
  }

  @Test(arguments: [true, false]) func theTokenDoesNotFollowToAnotherOrigin(_ hasCookies: Bool) async throws {
    let other = try FaultServer { _ in .status(200) }
    let otherURL = other.url
    let server = try FaultServer { request in
      request.target == "/sign-in"
        ? .status(200, ["X-XSRF: token-4713"], body: #"{"token":"access-4713"}"#)
        : .status(307, ["Location: \(otherURL)/elsewhere"])
    }
    defer {
      server.stop()
      other.stop()
    }
    let plan = SignInPlan(
      persona: "reader", signIn: HTTPRequestSpec(method: "POST", url: server.url + "/sign-in"),
      credential: .bearer(.init(accessToken: JSONPointer(tokens: ["token"]))),
      csrf: .init(.header("X-XSRF"), header: "X-Own-CSRF"))
    let session = SignInSession(
      plan, transport: CurlTransport(options: .patient), cookies: hasCookies ? CookieJar(owner: "reader") : nil)
    #expect(try await session.send(HTTPRequestSpec(method: "POST", url: server.url + "/a")).status == 200)
    #expect(server.requests.last?.header("X-Own-CSRF") == "token-4713")
    let followed = try #require(other.requests.first)
    #expect(followed.header("X-Own-CSRF") == nil && followed.header("Authorization") == nil)
  }

  @Test func aTokenInAHeaderIsReadAnewFromEachAnswer() async throws {
    let server = try FaultServer { request in
      request.target == "/sign-in"
        ? .status(200, ["Set-Cookie: session=cookie-4714; Path=/", "X-XSRF: token-4711"])
        : .status(200, ["X-XSRF: token-4712"], body: request.header("X-XSRF") ?? "none")
    }
    defer { server.stop() }
    let plan = SignInPlan(
      persona: "reader", signIn: HTTPRequestSpec(method: "POST", url: server.url + "/sign-in"),
      credential: .cookie("session"), csrf: .init(.header("X-XSRF"), header: "X-XSRF"))
    let session = SignInSession(plan, transport: CurlTransport(options: .patient), cookies: CookieJar(owner: "reader"))
    let write = HTTPRequestSpec(method: "POST", url: server.url + "/a")
    #expect(try await session.send(write).body == Array("token-4711".utf8))
    #expect(try await session.send(write).body == Array("token-4712".utf8))
  }
}

@Suite struct OAuthTests {
  private func session(
    _ server: FaultServer, form: String, headers: [HTTPHeader] = [], clock: TestTime = TestTime()
  ) -> SignInSession {
    let signIn = HTTPRequestSpec(
      method: "POST", url: server.url + "/oauth/token",
      headers: [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")] + headers, body: Array(form.utf8),
      timeout: Patience.limit)
    let plan = SignInPlan(
      persona: "cli", signIn: signIn,
      credential: .bearer(
        .init(
          accessToken: JSONPointer(tokens: ["access_token"]), refreshToken: JSONPointer(tokens: ["refresh_token"]),
          expiresIn: JSONPointer(tokens: ["expires_in"]), isOAuth: true)),
      refresh: { OAuthRefresh.request(after: signIn, refreshToken: $0) })
    return SignInSession(plan, transport: CurlTransport(options: .patient), now: { .seconds(clock.now) })
  }

  private func status(_ session: SignInSession, _ server: FaultServer) async throws -> Int {
    try await session.send(HTTPRequestSpec(url: server.url + "/me", timeout: Patience.limit)).status
  }

  private static func tokens(_ number: Int, refresh: Bool) -> Fault {
    .status(
      200,
      body: #"{"access_token":"access-\#(number)","token_type":"bEarer","expires_in":60"#
        + (refresh ? #","refresh_token":"ref/resh-\#(number)""# : "") + "}")
  }

  @Test func passwordGrantRefreshesAtTheTokenEndpoint() async throws {
    let server = try FaultServer { request in
      let form = String(decoding: request.body, as: UTF8.self)
      return switch form.split(separator: "&").first {
      case "grant_type=password": Self.tokens(1, refresh: true)
      case "grant_type=refresh_token": Self.tokens(2, refresh: true)
      default: .status(200)
      }
    }
    defer { server.stop() }
    let clock = TestTime()
    let session = session(
      server, form: "grant_type=password&username=bob&password=p&client_id=reader-app&scope=a%20b", clock: clock)
    #expect(try await status(session, server) == 200)
    clock.advance(by: 55)
    #expect(try await status(session, server) == 200)
    let refresh = try #require(
      server.requests.first { $0.target == "/oauth/token" && $0.body.starts(with: "grant_type=r".utf8) })
    #expect(
      String(decoding: refresh.body, as: UTF8.self)
        == "grant_type=refresh_token&refresh_token=ref%2Fresh-1&client_id=reader-app")
    #expect(refresh.header("Content-Type") == "application/x-www-form-urlencoded")
    #expect(server.requests.map { $0.header("Authorization") } == [nil, "Bearer access-1", nil, "Bearer access-2"])
    #expect(SecretRegistry.shared.mask("ref/resh-1 ref%2Fresh-2") == "‹cli's refresh token› ‹cli's refresh token›")
  }

  @Test func clientCredentialsSignInAgain() async throws {
    let count = Mutex(0)
    let server = try FaultServer { request in
      guard request.target == "/oauth/token" else { return .status(200) }
      let number = count.withLock { count in
        count += 1
        return count
      }
      return Self.tokens(number, refresh: false)
    }
    defer { server.stop() }
    let clock = TestTime()
    let session = session(
      server, form: "grant_type=client_credentials",
      headers: [HTTPHeader("Authorization", "Basic cmVhZGVyOnNlY3JldA==")],
      clock: clock)
    #expect(try await status(session, server) == 200)
    clock.advance(by: 55)
    #expect(try await status(session, server) == 200)
    let asked = server.requests.filter { $0.target == "/oauth/token" }
    #expect(asked.count == 2)
    #expect(asked.allSatisfy { $0.header("Authorization") == "Basic cmVhZGVyOnNlY3JldA==" })
    #expect(asked.allSatisfy { $0.body == Array("grant_type=client_credentials".utf8) })
  }

  @Test func aTokenThatIsNoBearerIsNotUsed() async throws {
    let server = try FaultServer { _ in .status(200, body: #"{"access_token":"access-9","token_type":"mac"}"#) }
    defer { server.stop() }
    let session = session(server, form: "grant_type=password")
    let error = await #expect(throws: TransportError.self) { try await status(session, server) }
    #expect(error?.finding.message.contains("token_type is 'mac'") == true)
    #expect(server.requests.count == 1)
  }

  @Test func theErrorOfTheServerIsTold() async throws {
    let server = try FaultServer { _ in
      .status(400, body: #"{"error":"invalid_grant","error_description":"bob's password is not hunter2"}"#)
    }
    defer { server.stop() }
    let session = session(server, form: "grant_type=password")
    let error = await #expect(throws: TransportError.self) { try await status(session, server) }
    #expect(error?.finding.message.contains("the server answered 400 (invalid_grant)") == true)
    #expect(error?.finding.message.contains("hunter2") == false)
  }

  @Test func withoutALifeTheTokenIsUsedUntilItIsRefused() async throws {
    let isRefused = Atomic(false)
    let server = try FaultServer { request in
      if request.target == "/oauth/token" {
        let isRefresh = request.body.starts(with: "grant_type=refresh".utf8)
        return .status(
          200,
          body: #"{"access_token":"access-\#(isRefresh ? 2 : 1)","token_type":"Bearer","refresh_token":"refresh-4711"}"#
        )
      }
      let isOld = request.header("Authorization") == "Bearer access-1"
      return .status(isOld && isRefused.load(ordering: .acquiring) ? 401 : 200)
    }
    defer { server.stop() }
    let clock = TestTime()
    let session = session(server, form: "grant_type=password", clock: clock)
    #expect(try await status(session, server) == 200)
    clock.advance(by: 1e6)
    #expect(try await status(session, server) == 200)
    #expect(server.requests.filter { $0.target == "/oauth/token" }.count == 1)
    isRefused.store(true, ordering: .releasing)
    #expect(try await status(session, server) == 200)
    #expect(server.requests.filter { $0.target == "/oauth/token" }.count == 2)
  }
}
