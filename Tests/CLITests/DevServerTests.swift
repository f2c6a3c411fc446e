import JSONText
import Testing
import Transport
import Workspace

@Suite struct DevServerTests {
  struct RefusalCase: Sendable, CustomTestStringConvertible {
    let method: String
    let path: String
    var body: String?
    let status: Int
    let code: String
    /// Fields that the envelope names.
    var fields: [String] = []
    var testDescription: String { "\(method) \(path) \(body ?? "") \(status)" }
  }

  static let refusals = [
    RefusalCase(method: "GET", path: "/api/nowhere", status: 404, code: "not_found"),
    RefusalCase(method: "GET", path: "/api/guilds/", status: 404, code: "not_found"),
    RefusalCase(method: "GET", path: "/api/guilds/no-such-guild", status: 404, code: "not_found"),
    RefusalCase(method: "GET", path: "/api/guilds/{foreign}", status: 403, code: "forbidden"),
    RefusalCase(method: "GET", path: "/api/today", status: 404, code: "not_found"),
    RefusalCase(method: "DELETE", path: "/api/me", status: 405, code: "method_not_allowed"),
    RefusalCase(method: "POST", path: "/api/guilds", body: "{", status: 400, code: "invalid_json"),
    RefusalCase(method: "POST", path: "/api/guilds", body: "[]", status: 400, code: "invalid_json"),
    RefusalCase(method: "POST", path: "/api/guilds", body: "", status: 400, code: "invalid_json"),
    RefusalCase(
      method: "POST", path: "/api/guilds", body: #"{"name":"","isPublic":1,"weeklyGoal":2.5}"#, status: 422,
      code: "validation_failed", fields: ["isPublic", "name", "weeklyGoal"]),
    RefusalCase(
      method: "POST", path: "/api/guilds/{foreign}/join", body: "{}", status: 422, code: "validation_failed",
      fields: ["inviteCode"]),
    RefusalCase(
      method: "POST", path: "/api/guilds/{foreign}/join", body: #"{"inviteCode":"guessed"}"#, status: 403,
      code: "forbidden"),
    RefusalCase(
      method: "POST", path: "/api/guilds/{own}/join", body: #"{"inviteCode":"{code}"}"#, status: 409, code: "conflict"),
    RefusalCase(
      method: "GET", path: "/api/guilds/{own}/messages?cursor=bWVzc2FnZTp4", status: 422, code: "validation_failed",
      fields: ["cursor"]),
    RefusalCase(
      method: "GET", path: "/api/guilds/{own}/messages?limit=51", status: 422, code: "validation_failed",
      fields: ["limit"]),
    RefusalCase(
      method: "POST", path: "/api/journal", body: #"{"text":"a","mood":"angry","reference":null}"#, status: 422,
      code: "validation_failed", fields: ["mood", "reference"]),
    RefusalCase(
      method: "POST", path: "/api/today/check", body: #"{"planSlug":"first-steps"}"#, status: 404, code: "not_found"),
  ]

  @Test func refusalsComeInTheEnvelope() async throws {
    try await DevServerProcess.serving { server in
      let ada = try await server.token("ada")
      let own = try await server.foundGuild(token: ada)
      let foreign = try await server.foundGuild(token: try await server.token("bob"))
      for refusal in Self.refusals {
        let path = refusal.path.replacing("{own}", with: own.id).replacing("{foreign}", with: foreign.id)
        let reply = try await server.send(
          refusal.method, path, token: ada, body: refusal.body?.replacing("{code}", with: own.inviteCode))
        #expect(reply.status == refusal.status, "\(refusal.testDescription)")
        #expect(reply.errorCode == refusal.code, "\(refusal.testDescription)")
        #expect(reply.json?["error"]?["message"]?.string?.isEmpty == false)
        let fields = reply.json?["error"]?["fields"].map { Array($0.members.map(\.key)) } ?? []
        #expect(fields == refusal.fields, "\(refusal.testDescription)")
      }
      let wrongMethod = try await server.send("DELETE", "/api/journal", token: ada)
      #expect(wrongMethod.headers.first(named: "Allow") == "GET, HEAD, POST")
    }
  }

  @Test func absenceStaysAndNullTakesAway() async throws {
    try await DevServerProcess.serving { server in
      let token = try await server.token("ada")
      let written = try #require(
        try await server.send(
          "POST", "/api/journal", token: token,
          body: #"{"text":"a\u0000b","mood":"calm","reference":"1","unknown":[]}"#
        ).json)
      let path = "/api/journal/" + (try #require(written["id"]?.string))
      #expect(written["text"]?.string == "a\0b")

      let kept = try await server.send("PATCH", path, token: token, body: "{}").json
      #expect(kept?["mood"]?.string == "calm")
      #expect(kept?["reference"]?.string == "1")
      let taken = try await server.send("PATCH", path, token: token, body: #"{"mood":null,"reference":null}"#).json
      #expect(taken?["mood"]?.isNull == true)
      #expect(taken?["reference"]?.isNull == true)
      #expect(taken?["text"]?.string == "a\0b")
      #expect(try await server.send("GET", path, token: token).json?["reference"]?.isNull == true)
      // Another account neither sees nor changes it.
      let other = try await server.token("bob")
      for method in ["GET", "PATCH", "DELETE"] {
        let body = method == "PATCH" ? "{}" : nil
        #expect(try await server.send(method, path, token: other, body: body).status == 404)
      }
      #expect(try await server.send("DELETE", path, token: token).status == 204)
      #expect(try await server.send("GET", path, token: token).status == 404)
      let bare = try await server.send("POST", "/api/journal", token: token, body: #"{"text":"b"}"#).json
      #expect(bare?["mood"]?.isNull == true)
      #expect(bare?["reference"] == nil)
    }
  }

  @Test(arguments: [1, 2, 5, 7, 50]) func pagesHoldEveryMessageOnce(limit: Int) async throws {
    try await DevServerProcess.serving(["--sequence-offset", "41"]) { server in
      let token = try await server.token("ada")
      let guild = try await server.foundGuild(token: token).id
      for number in 1...7 {
        let sent = try await server.send(
          "POST", "/api/guilds/\(guild)/messages", token: token, body: #"{"text":"message \#(number)"}"#)
        #expect(sent.json?["id"]?.number?.int64 == Int64(41 + number))
      }
      var seen: [String] = []
      var cursor: String?
      var pages = 0
      repeat {
        let query = "?limit=\(limit)" + (cursor.map { "&cursor=\($0)" } ?? "")
        let page = try #require(
          try await server.send("GET", "/api/guilds/\(guild)/messages\(query)", token: token).json)
        seen += page["items"]?.elements.compactMap { $0["text"]?.string } ?? []
        cursor = page["nextCursor"]?.string?.replacing("=", with: "%3D").replacing("+", with: "%2B")
        pages += 1
      } while cursor != nil && pages < 20
      #expect(seen == (1...7).map { "message \($0)" })
      #expect(pages == (7 + limit - 1) / limit)
    }
  }

  @Test func aStreakCountsDaysInARow() async throws {
    let folder = try ScratchFolder()
    func days(_ clock: String, checks: Bool) async throws -> (Int64?, Bool) {
      try await DevServerProcess.serving(["--reuse", "--clock", clock], in: folder) { server in
        let token = try await server.token("ada")
        if checks {
          _ = try await server.send("POST", "/api/plans/long-winter/start", token: token)
          _ = try await server.send("POST", "/api/today/check", token: token, body: #"{"planSlug":"long-winter"}"#)
        }
        let streak = try await server.send("GET", "/api/profile", token: token).json?["streak"]
        return (streak?["days"]?.number?.int64, streak?["endsAt"]?.isNull == true)
      }
    }
    #expect(try await days("2026-03-01T10:00:00Z", checks: false) == (0, true))
    #expect(try await days("2026-03-01T23:50:00Z", checks: true) == (1, false))
    #expect(try await days("2026-03-02T00:05:00Z", checks: true) == (2, false))
    #expect(try await days("2026-03-03T12:00:00Z", checks: false) == (2, false))
    #expect(try await days("2026-03-04T00:05:00Z", checks: false) == (0, true))
    #expect(try await days("2026-03-05T00:05:00Z", checks: true) == (1, false))
  }

  @Test(arguments: ["ada", "bob"]) func productionAnswersEveryReadForEachPersona(persona: String) async throws {
    try await DevServerProcess.serving(["--seed", "production"]) { server in
      let token = try await server.token(persona)
      let guild = try #require(
        try await server.send("GET", "/api/guilds", token: token).json?[0]?["id"]?.string)
      let entry = try #require(
        try await server.send("GET", "/api/journal", token: token).json?[0]?["id"]?.string)
      for path in [
        "/api/me", "/api/profile", "/api/leaderboard", "/api/guilds", "/api/guilds/\(guild)",
        "/api/guilds/\(guild)/members", "/api/guilds/\(guild)/messages", "/api/plans",
        "/api/plans/first-steps/progress", "/api/today", "/api/journal", "/api/journal/\(entry)",
        "/api/plans/first-steps", "/api/streak/calendar", "/api/membership", "/api/notifications", "/api/tags",
        "/api/reminders", "/api/lessons", "/api/lessons/the-long-night", "/api/rates", "/api/screens",
        "/api/screens/home", "/api/config",
      ] {
        let read = try await server.send("GET", path, token: token)
        #expect(read.status == 200, "\(path)")
        #expect((read.json?.count ?? 0) > 0, "\(path)")
        let head = try await server.send("HEAD", path, token: token)
        #expect(head.status == 200, "\(path)")
        #expect(head.body.isEmpty)
      }
    }
  }
}
