import JSONText
import Testing
import Transport
import Workspace

/// The ways to sign in besides the JSON password login, which DevServerSessionTests has.
@Suite struct DevServerSignInTests {
  @Test func signingOutEndsTheFamilyAndNothingElse() async throws {
    try await DevServerProcess.serving { server in
      let first = try #require(try await server.signIn("ada").json)
      let other = try await server.token("ada")
      let access = try #require(first["accessToken"]?.string)
      let refresh = try #require(first["refreshToken"]?.string)
      let out = try await server.send("POST", "/api/auth/sign-out", token: access)
      #expect(out.status == 204)
      #expect(out.body.isEmpty)
      #expect(try await server.send("GET", "/api/me", token: access).status == 401)
      let body = #"{"refreshToken":"\#(refresh)"}"#
      #expect(try await server.send("POST", "/api/auth/refresh", body: body).status == 401)
      #expect(try await server.send("GET", "/api/me", token: other).status == 200)
    }
  }

  @Test func aLinkAndItsCodeWorkOnce() async throws {
    try await DevServerProcess.serving { server in
      let sent = try await server.send("POST", "/api/auth/magic-link", body: #"{"email":"Ada@Example.test"}"#)
      #expect(sent.status == 202)
      #expect(sent.json?["sentTo"]?.string == "a…@example.test")
      #expect(sent.json?["expiresIn"]?.number?.int64 == 60)
      _ = try await server.send("POST", "/api/auth/magic-link", body: #"{"email":"ada@example.test"}"#)
      let box = try await server.send("GET", "/api/dev/mailbox?to=ada@example.test").json?["messages"]
      let mail = try #require(box?[0])
      #expect(box?.count == 2)
      let link = try #require(mail["link"]?.string)
      let code = try #require(mail["code"]?.string)
      #expect(link.hasPrefix(server.address + "/sign-in?token="))
      #expect(code.utf8.count == 6)
      #expect(mail["text"]?.string?.contains(link) == true)

      let token = #"{"token":"\#(link.split(separator: "=").last ?? "")"}"#
      let signedIn = try await server.send("POST", "/api/auth/magic-link/verify", body: token)
      #expect(signedIn.status == 200)
      let access = try #require(signedIn.json?["accessToken"]?.string)
      #expect(try await server.send("GET", "/api/me", token: access).json?["email"]?.string == "ada@example.test")
      // The code belongs to the same mail, which is used up now; the other mail's still works, in either spelling.
      let used = #"{"email":"ada@example.test","code":"\#(code)"}"#
      let fresh = #"{"email":"ADA@example.test","code":"\#(box?[1]?["code"]?.string ?? "")"}"#
      for (body, status) in [
        (token, 410), (used, 410), (fresh, 200), (fresh, 410), (#"{"token":"guessed"}"#, 401), ("{}", 422),
        (#"{"email":"bob@example.test","code":"\#(code)"}"#, 401), (#"{"email":"ada@example.test"}"#, 422),
      ] {
        #expect(try await server.send("POST", "/api/auth/magic-link/verify", body: body).status == status, "\(body)")
      }
    }
  }

  @Test func addressesAreLimitedOneByOneAndNotGivenAway() async throws {
    try await DevServerProcess.serving { server in
      for name in ["ada", "nobody"] {
        for number in 1...4 {
          let reply = try await server.send(
            "POST", "/api/auth/magic-link", body: #"{"email":"\#(name)@example.test"}"#)
          #expect(reply.status == (number < 4 ? 202 : 429), "\(name) \(number)")
          guard number == 4 else { continue }
          #expect(reply.errorCode == "rate_limited")
          let seconds = reply.headers.first(named: "Retry-After").flatMap { Int($0) } ?? 0
          #expect((1...60).contains(seconds))
        }
      }
      #expect(try await server.send("GET", "/api/dev/mailbox?to=nobody@example.test").json?["messages"]?.count == 0)
      #expect(try await server.send("GET", "/api/dev/mailbox").json?["messages"]?.count == 3)
      for body in [#"{"email":"a"}"#, #"{"email":"a@b@c"}"#, #"{"email":"a b@c"}"#, #"{"email":"@c"}"#] {
        #expect(try await server.send("POST", "/api/auth/magic-link", body: body).status == 422, "\(body)")
      }
    }
  }

  @Test func guessingEndsTheCodesThatAreOut() async throws {
    try await DevServerProcess.serving { server in
      _ = try await server.send("POST", "/api/auth/magic-link", body: #"{"email":"bob@example.test"}"#)
      let mail = try await server.send("GET", "/api/dev/mailbox").json?["messages"]?[0]
      let code = try #require(mail?["code"]?.string)
      func verify(_ code: String) async throws -> Int {
        try await server.send(
          "POST", "/api/auth/magic-link/verify", body: #"{"email":"bob@example.test","code":"\#(code)"}"#
        ).status
      }
      for _ in 1...5 { #expect(try await verify("wrong!") == 401) }
      #expect(try await verify(code) == 410)
    }
  }

  @Test func aLinkEndsAfterAMinute() async throws {
    let folder = try ScratchFolder()
    let token = try await DevServerProcess.serving(["--clock", "2031-05-06T07:00:00Z"], in: folder) { server in
      _ = try await server.send("POST", "/api/auth/magic-link", body: #"{"email":"ada@example.test"}"#)
      let mail = try await server.send("GET", "/api/dev/mailbox").json?["messages"]?[0]
      return try #require(mail?["link"]?.string?.split(separator: "=").last)
    }
    // What comes by mail is in memory alone.
    for file in try FileSystem.list(folder.path, recursive: true) {
      let text = String(decoding: try FileSystem.read(folder.path + "/" + file), as: UTF8.self)
      #expect(!text.contains(token), "\(file)")
    }
    try await DevServerProcess.serving(["--reuse", "--clock", "2031-05-06T08:00:00Z"], in: folder) { server in
      let reply = try await server.send("POST", "/api/auth/magic-link/verify", body: #"{"token":"\#(token)"}"#)
      #expect(reply.status == 410)
      #expect(reply.errorCode == "gone")
    }
  }

  struct GrantCase: Sendable, CustomTestStringConvertible {
    let form: String
    var basic: String?
    let status: Int
    /// Of RFC 6749, section 5.2.
    var error: String?
    var testDescription: String { "\(form) \(basic ?? "") \(error ?? "granted")" }
  }

  static let grants = [
    GrantCase(form: "grant_type=password&username=bob%40example.test&password={password}", status: 200),
    GrantCase(
      form: "grant_type=password&username=bob%40example.test&password=no", status: 400, error: "invalid_grant"),
    GrantCase(form: "grant_type=password&username=bob%40example.test", status: 400, error: "invalid_request"),
    GrantCase(
      form: "grant_type=client_credentials&client_id=reader-cli&client_secret=dev-client-secret", status: 200),
    // reader-cli:dev-client-secret
    GrantCase(
      form: "grant_type=client_credentials", basic: "cmVhZGVyLWNsaTpkZXYtY2xpZW50LXNlY3JldA==", status: 200),
    GrantCase(
      form: "grant_type=client_credentials&client_id=reader-cli&client_secret=no", status: 401,
      error: "invalid_client"),
    GrantCase(form: "grant_type=client_credentials", basic: "%%", status: 401, error: "invalid_client"),
    GrantCase(form: "grant_type=refresh_token&refresh_token=guessed", status: 400, error: "invalid_grant"),
    GrantCase(form: "grant_type=refresh_token", status: 400, error: "invalid_request"),
    GrantCase(form: "grant_type=implicit", status: 400, error: "unsupported_grant_type"),
    GrantCase(form: "", status: 400, error: "invalid_request"),
    GrantCase(form: "grant_type=password&grant_type=password", status: 400, error: "invalid_request"),
    GrantCase(
      form: "grant_type=refresh_token&grant_type=client_credentials&client_id=reader-cli"
        + "&client_secret=dev-client-secret", status: 400, error: "invalid_request"),
    GrantCase(form: "grant_type=%zz", status: 400, error: "invalid_request"),
    GrantCase(form: "grant_type=%ff", status: 400, error: "invalid_request"),
  ]

  @Test func theTokenEndpointAnswersByTheStandard() async throws {
    try await DevServerProcess.serving { server in
      for grant in Self.grants {
        let form = grant.form.replacing("{password}", with: DevServerProcess.password)
        let headers = grant.basic.map { ["Authorization": "Basic " + $0] } ?? [:]
        let reply = try await server.send(form: form, to: "/oauth/token", headers: headers)
        #expect(reply.status == grant.status, "\(grant.testDescription)")
        #expect(reply.json?["error"]?.string == grant.error, "\(grant.testDescription)")
        guard grant.status == 200 else { continue }
        let access = try #require(reply.json?["access_token"]?.string)
        #expect(try await server.send("GET", "/api/me", token: access).status == 200)
        let refresh = "grant_type=refresh_token&refresh_token=" + (reply.json?["refresh_token"]?.string ?? "")
        #expect(try await server.send(form: refresh, to: "/oauth/token").status == 200)
        #expect(try await server.send(form: refresh, to: "/oauth/token").status == 400)
      }
      let json = try await server.send("POST", "/oauth/token", body: #"{"grant_type":"password"}"#)
      #expect(json.json?["error"]?.string == "invalid_request")
    }
  }

  @Test func aBrowserSignsInByAFormAndActsByItsCookies() async throws {
    try await DevServerProcess.serving { server in
      let start = try await server.send("GET", "/api/auth/csrf")
      let csrf = try #require(start.json?["csrfToken"]?.string)
      #expect(start.headers.first(named: "Set-Cookie")?.hasPrefix("csrf=\(csrf); ") == true)
      let guarded = ["Cookie": "csrf=\(csrf)"]
      let form = "email=ada%40example.test&password=\(DevServerProcess.password)&csrf="
      #expect(try await server.send(form: form + csrf, to: "/api/auth/form").status == 403)
      #expect(try await server.send(form: form + "x", to: "/api/auth/form", headers: guarded).status == 403)
      #expect(try await server.send(form: "csrf=" + csrf, to: "/api/auth/form", headers: guarded).status == 422)
      let wrong = "email=ada%40example.test&password=a+b&csrf=" + csrf
      #expect(try await server.send(form: wrong, to: "/api/auth/form", headers: guarded).status == 401)

      // A plus is a space.
      let spaced = try await server.send(form: form + "a+b%2B", to: "/api/auth/form", headers: ["Cookie": "csrf=a b+"])
      #expect(spaced.status == 303)

      let signedIn = try await server.send(form: form + csrf, to: "/api/auth/form", headers: guarded)
      #expect(signedIn.status == 303)
      #expect(signedIn.headers.first(named: "Location") == "/api/me")
      let cookie = try #require(signedIn.headers.first(named: "Set-Cookie"))
      #expect(cookie.contains("; HttpOnly"))
      let session = String(cookie.prefix { $0 != ";" })
      let both = "\(session); csrf=\(csrf)"
      let guild = #"{"name":"Owls","isPublic":true}"#
      let cases: [(method: String, token: String?, headers: [String: String], status: Int)] = [
        ("GET", nil, ["Cookie": session], 200), ("GET", nil, ["Cookie": "a=b; \(session)"], 200),
        ("GET", nil, ["Cookie": "session=guessed"], 401), ("GET", nil, ["Cookie": "session"], 401),
        // A bad token is not forgiven for a good cookie.
        ("GET", "guessed", ["Cookie": session], 401), ("POST", nil, ["Cookie": session], 403),
        ("POST", nil, ["Cookie": both], 403), ("POST", nil, ["Cookie": both, "X-CSRF-Token": "x"], 403),
        ("POST", nil, ["Cookie": "\(session); csrf=", "X-CSRF-Token": ""], 403),
        ("POST", nil, ["Cookie": both, "X-CSRF-Token": csrf], 201),
        // The two kinds of session are not mixed up.
        ("GET", String(session.dropFirst("session=".count)), [:], 401),
        ("GET", nil, ["Cookie": "session=" + (try await server.token("ada"))], 401),
      ]
      for (method, token, headers, status) in cases {
        let reply = try await server.send(
          method, "/api/guilds", token: token, body: method == "POST" ? guild : nil, headers: headers)
        #expect(reply.status == status, "\(method) \(headers.keys.sorted()) \(status)")
      }
      let out = ["Cookie": both, "X-CSRF-Token": csrf]
      #expect(try await server.send("POST", "/api/auth/sign-out", headers: out).status == 204)
      #expect(try await server.send("GET", "/api/me", headers: ["Cookie": session]).status == 401)
    }
  }

  @Test func programsSignInByAKeyOrBySigning() async throws {
    try await DevServerProcess.serving { server in
      let body = #"{"name":"Owls","isPublic":true}"#
      let now = DevServerProcess.instant
      /// The headers of a request that is signed as stated.
      func signed(
        _ line: String, body: String = "", at time: Int, keyID: String = "ada", key: String = "dev-hmac-key"
      ) -> [String: String] {
        let message = "\(line)\n\(time)\n\(SHA256.hexDigest(Array(body.utf8)))"
        let code = HMACSHA256.authenticate(Array(message.utf8), key: Array(key.utf8))
        let hex = code.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        return ["Authorization": "HMAC-SHA256 \(keyID):\(hex)", "X-Timestamp": String(time)]
      }
      let path = "/api/guilds?a=%41&b"
      let good = signed("GET\n" + path, at: now)
      let cases: [(String, [String: String], String?, Int)] = [
        ("GET", ["X-API-Key": "dev-api-key-ada"], nil, 200), ("GET", ["X-API-Key": "dev-api-key"], nil, 401),
        ("GET", ["X-API-Key": ""], nil, 401), ("POST", ["X-API-Key": "dev-api-key-ada"], body, 201),
        ("GET", good, nil, 200), ("GET", signed("GET\n" + path, at: now - 250), nil, 200),
        ("GET", signed("GET\n" + path, at: now - 900), nil, 401),
        ("GET", signed("GET\n/api/guilds?a=A&b", at: now), nil, 401),
        ("GET", signed("GET\n" + path, at: now, keyID: "bob"), nil, 401),
        ("GET", signed("GET\n" + path, at: now, key: "no"), nil, 401),
        ("POST", signed("POST\n" + path, body: body, at: now), body, 201),
        ("POST", signed("POST\n" + path, body: body + " ", at: now), body, 401), ("POST", good, body, 401),
        ("GET", good.merging(["X-Timestamp": "99999999999999999999"]) { $1 }, nil, 401),
        ("GET", ["Authorization": "HMAC-SHA256 "], nil, 401),
      ]
      for (number, (method, headers, body, status)) in cases.enumerated() {
        let reply = try await server.send(method, path, body: body, headers: headers)
        #expect(reply.status == status, "case \(number)")
      }
    }
  }
}
