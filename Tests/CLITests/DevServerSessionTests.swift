import JSONText
import Testing
import Transport
import Workspace

@Suite struct DevServerSessionTests {
  @Test func onlyAnAccessTokenOpensTheDoor() async throws {
    try await DevServerProcess.serving { server in
      let wrong = try await server.send(
        "POST", "/api/auth/sign-in", body: #"{"email":"ada@example.test","password":"no"}"#)
      #expect(wrong.status == 401)
      let unknown = try await server.send(
        "POST", "/api/auth/sign-in", body: #"{"email":"nobody@example.test","password":"no"}"#)
      #expect(unknown.status == 401)
      #expect(unknown.body == wrong.body)

      let session = try #require(try await server.signIn("ada").json)
      let access = try #require(session["accessToken"]?.string)
      let refresh = try #require(session["refreshToken"]?.string)
      #expect(try await server.send("GET", "/api/me", token: access).json?["email"]?.string == "ada@example.test")
      for token in [nil, "", "nonsense", refresh, access + "0", String(repeating: "a", count: 5000)] {
        let reply = try await server.send("GET", "/api/me", token: token)
        #expect(reply.status == 401)
        #expect(reply.errorCode == "unauthenticated")
        #expect(reply.headers.first(named: "WWW-Authenticate") == "Bearer")
      }
    }
  }

  @Test func aRefreshTokenWorksOnceAndItsReuseRevokesTheFamily() async throws {
    try await DevServerProcess.serving { server in
      let first = try await tokens(try await server.signIn("bob"))
      let other = try await tokens(try await server.signIn("bob"))
      let second = try await tokens(try await refresh(first.refresh, server))
      #expect(second != first)
      #expect(try await server.send("GET", "/api/me", token: second.access).status == 200)

      #expect(try await refresh(first.refresh, server).status == 401)
      #expect(try await server.send("GET", "/api/me", token: first.access).status == 401)
      #expect(try await server.send("GET", "/api/me", token: second.access).status == 401)
      #expect(try await refresh(second.refresh, server).status == 401)
      // Another sign-in of the same account is another family.
      #expect(try await server.send("GET", "/api/me", token: other.access).status == 200)
    }
  }

  @Test func tokensEndAndTheirEndSurvivesARestart() async throws {
    let folder = try ScratchFolder()
    let session = try await DevServerProcess.serving(["--clock", "2031-05-06T07:00:00Z"], in: folder) { server in
      try await tokens(try await server.signIn("ada"))
    }
    /// What the access token and the refresh token are answered at a later time.
    func statuses(_ clock: String, refreshing: Bool = true) async throws -> [Int] {
      try await DevServerProcess.serving(["--reuse", "--clock", clock], in: folder) { server in
        let me = try await server.send("GET", "/api/me", token: session.access)
        let refreshed = refreshing ? try await refresh(session.refresh, server) : nil
        return [me.status] + (refreshed.map { [$0.status] } ?? [])
      }
    }
    // Each server's clock goes on from its instant: minutes of real time are left to each. A token lasts ten.
    #expect(try await statuses("2031-05-06T07:05:00Z", refreshing: false) == [200])
    #expect(try await statuses("2031-06-06T07:00:00Z") == [401, 401])
    #expect(try await statuses("2031-05-06T07:30:00Z") == [401, 200])
  }

  @Test func noSecretIsStoredOrLoggedAsItIs() async throws {
    let folder = try ScratchFolder()
    let session = try await DevServerProcess.serving(["--request-log", folder.path + "/requests.log"], in: folder) {
      server in
      let session = try await tokens(try await server.signIn("ada"))
      _ = try await server.send("GET", "/api/me?token=\(session.access)", token: session.access)
      _ = try await server.sendRaw(Array("GET /a%0AGET%20/b HTTP/1.0\r\n\r\n".utf8))
      return session
    }
    #expect(
      try folder.read("requests.log") == "POST /api/auth/sign-in 200\nGET /api/me 200\nGET /a%0AGET%20/b 404\n")
    for file in try FileSystem.list(folder.path, recursive: true) {
      let text = String(decoding: try FileSystem.read(folder.path + "/" + file), as: UTF8.self)
      for secret in [DevServerProcess.password, session.access, session.refresh] {
        #expect(!text.contains(secret), "\(file)")
      }
    }
  }

  private struct Tokens: Equatable {
    let access: String
    let refresh: String
  }

  private func tokens(_ reply: DevServerReply) async throws -> Tokens {
    try #require(reply.status == 200)
    return Tokens(
      access: try #require(reply.json?["accessToken"]?.string),
      refresh: try #require(reply.json?["refreshToken"]?.string))
  }

  private func refresh(_ token: String, _ server: DevServerProcess) async throws -> DevServerReply {
    try await server.send("POST", "/api/auth/refresh", body: #"{"refreshToken":"\#(token)"}"#)
  }
}
