import JSONText
import Testing
import Transport
import Workspace

/// What holds for many routes alike: the app's version and key, names in both styles, and starting afresh.
@Suite struct DevServerRulesTests {
  static let versions: [(text: String, status: Int)] = [
    ("1.9.9", 426), ("0", 426), ("1.99999", 426), ("2.0.0", 200), ("2", 200), ("2.0", 200), ("10.0.1", 200),
    ("two", 422), ("2.0.0.0", 422), ("2..0", 422), ("-3.0.0", 422), ("99999999999999999999.0", 422), ("", 422),
  ]

  @Test func oldAppsAreToldToUpdate() async throws {
    try await DevServerProcess.serving { server in
      for version in Self.versions {
        let reply = try await server.send("GET", "/api/config", headers: ["X-App-Version": version.text])
        #expect(reply.status == version.status, "'\(version.text)'")
        guard version.status == 426 else { continue }
        #expect(reply.errorCode == "update_required")
        #expect(reply.json?["error"]?["minimumVersion"]?.string == "2.0.0")
      }
      let old = ["X-App-Version": "1.0.0"]
      // Before the question who asks; not for the tools of development and for other programs.
      #expect(try await server.send("GET", "/api/me", headers: old).status == 426)
      #expect(try await server.send("GET", "/api/dev/status", headers: old).status == 200)
      #expect(try await server.send(form: "", to: "/oauth/token", headers: old).status == 400)
    }
  }

  @Test func writesNeedTheKeyOfTheApp() async throws {
    try await DevServerProcess.serving(["--app-key", "planted-app-key"]) { server in
      let body = #"{"email":"ada@example.test","password":"\#(DevServerProcess.password)"}"#
      for (key, status) in [(nil, 403), ("", 403), ("planted-app-ke", 403), ("planted-app-key", 200)] {
        let headers = key.map { ["X-App-Key": $0] } ?? [:]
        let reply = try await server.send("POST", "/api/auth/sign-in", body: body, headers: headers)
        #expect(reply.status == status)
        if status == 403 { #expect(reply.errorCode == "forbidden") }
      }
      #expect(try await server.send("GET", "/api/config").status == 200)
      #expect(try await server.send("POST", "/api/dev/reset").status == 204)
      #expect(try await server.send(form: "", to: "/oauth/token").status == 400)
    }
  }

  @Test func namesComeInBothStyles() async throws {
    try await DevServerProcess.serving { server in
      let token = try await server.token("ada")
      let cases: [(method: String, path: String, body: String, member: String, value: String)] = [
        ("PATCH", "/api/me", #"{"display_name":"Ada I"}"#, "displayName", "Ada I"),
        ("PATCH", "/api/me", #"{"displayName":"Ada II","display_name":"other"}"#, "displayName", "Ada II"),
        (
          "PATCH", "/api/me", #"{"avatarUrl":"https://a.test/a","avatar_url":"https://a.test/b"}"#, "avatarUrl",
          "https://a.test/a"
        ),
        ("POST", "/api/guilds", #"{"name":"Owls","isPublic":true,"is_public":"no"}"#, "name", "Owls"),
        ("POST", "/api/guilds", #"{"name":"Owls","isPublic":true,"weeklyGoal":4,"weekly_goal":0}"#, "name", "Owls"),
        ("PATCH", "/api/me", #"{"avatar_url":"https://a.test/b"}"#, "avatarUrl", "https://a.test/b"),
        ("POST", "/api/guilds", #"{"name":" Owls ","is_public":true,"weekly_goal":7}"#, "name", "Owls"),
      ]
      for (method, path, body, member, value) in cases {
        let reply = try await server.send(method, path, token: token, body: body)
        #expect(reply.json?[member]?.string == value, "\(body)")
      }
      // A fault is told under the name that the contract has.
      for body in [#"{"display_name":""}"#, #"{"display_name":"  "}"#, #"{"displayName":null}"#] {
        let reply = try await server.send("PATCH", "/api/me", token: token, body: body)
        #expect(reply.status == 422, "\(body)")
        #expect(reply.json?["error"]?["fields"]?["displayName"] != nil, "\(body)")
      }
      for body in [#"{"_":1}"#, #"{"__display_name":1}"#, #"{"display__name":1}"#, #"{"":1}"#] {
        #expect(try await server.send("PATCH", "/api/me", token: token, body: body).status == 200, "\(body)")
      }
    }
  }

  @Test(arguments: ["dev", "production"]) func aResetBringsTheSeedBack(seed: String) async throws {
    try await DevServerProcess.serving(["--seed", seed, "--sequence-offset", "41"]) { server in
      func state() async throws -> [String?] {
        let token = try await server.token("ada")
        let guild = try await server.foundGuild(token: token).id
        let sent = try await server.send("POST", "/api/guilds/\(guild)/messages", token: token, body: #"{"text":"a"}"#)
        let guilds = try await server.send("GET", "/api/guilds", token: token)
        let reminder = #"{"text":"a","at":"07:30","weekdays":["mon"]}"#
        _ = try await server.send("POST", "/api/reminders", token: token, body: reminder)
        let reminders = try await server.send("GET", "/api/reminders", token: token)
        _ = try await server.send("POST", "/api/auth/magic-link", body: #"{"email":"ada@example.test"}"#)
        let mail = try await server.send("GET", "/api/dev/mailbox")
        return [
          sent.json?["id"]?.numberText, guilds.json.map { String($0.count) }, reminders.json.map { String($0.count) },
          (mail.json?["messages"]).map { String($0.count) },
        ]
      }
      let fresh = try await state()
      let token = try await server.token("bob")
      #expect(try await state() != fresh)
      #expect(try await server.send("POST", "/api/dev/reset").status == 204)
      #expect(try await server.send("GET", "/api/me", token: token).status == 401)
      #expect(try await state() == fresh)
    }
  }
}
