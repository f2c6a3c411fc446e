import JSONText
import Testing
import Transport
import Workspace

@Suite struct DevServerGuildTests {
  @Test func onlyLeadersLead() async throws {
    try await DevServerProcess.serving { server in
      let ada = try await server.token("ada")
      let bob = try await server.token("bob")
      let cleo = try await server.token("cleo")
      let guild = try await server.foundGuild(token: ada)
      let path = "/api/guilds/\(guild.id)"
      let join = #"{"inviteCode":"\#(guild.inviteCode)"}"#
      #expect(try await server.send("POST", path + "/join", token: bob, body: join).status == 200)
      let me = try #require(try await server.send("GET", "/api/me", token: ada).json?["id"]?.string)
      let other = try #require(try await server.send("GET", "/api/me", token: bob).json?["id"]?.string)
      let cases: [(token: String, method: String, path: String, body: String?, status: Int)] = [
        (bob, "PATCH", "", #"{"name":"Mine"}"#, 403), (cleo, "PATCH", "", #"{"name":"Mine"}"#, 403),
        (ada, "PATCH", "", #"{"name":"","weeklyGoal":0,"isPublic":null}"#, 422), (ada, "PATCH", "", "{}", 200),
        (bob, "POST", "/invite", nil, 403), (cleo, "POST", "/invite", nil, 403),
        (bob, "PATCH", "/members/\(me)", #"{"role":"member"}"#, 403),
        (ada, "PATCH", "/members/nobody", #"{"role":"member"}"#, 404),
        (ada, "PATCH", "/members/\(other)", #"{"role":"king"}"#, 422),
        (ada, "PATCH", "/members/\(other)", "{}", 422), (ada, "PATCH", "/members/\(other)", #"{"role":null}"#, 422),
        (ada, "PATCH", "/members/\(other)", #"{"role":"officer"}"#, 200),
        // The last leader stays one and stays.
        (ada, "PATCH", "/members/\(me)", #"{"role":"member"}"#, 409), (ada, "POST", "/leave", nil, 409),
        (cleo, "POST", "/leave", nil, 403), (ada, "PATCH", "/members/\(other)", #"{"role":"leader"}"#, 200),
        (ada, "POST", "/leave", nil, 204), (ada, "GET", "", nil, 403), (bob, "POST", "/leave", nil, 409),
      ]
      for (number, (token, method, end, body, status)) in cases.enumerated() {
        let reply = try await server.send(method, path + end, token: token, body: body)
        #expect(reply.status == status, "case \(number)")
      }
    }
  }

  @Test func aChangeKeepsWhatItDoesNotName() async throws {
    try await DevServerProcess.serving { server in
      let token = try await server.token("ada")
      let path = "/api/guilds/" + (try await server.foundGuild(token: token).id)
      let before = try #require(try await server.send("GET", path, token: token).json)
      #expect(before["motto"] == nil)
      let named = try await server.send("PATCH", path, token: token, body: #"{"motto":"Hu","weeklyGoal":9}"#).json
      #expect(named?["motto"]?.string == "Hu")
      #expect(named?["name"]?.string == before["name"]?.string)
      #expect(named?["weeklyGoal"]?.numberText == "9")
      let taken = try await server.send("PATCH", path, token: token, body: #"{"motto":null,"isPublic":true}"#).json
      #expect(taken?["motto"]?.isNull == true)
      #expect(taken?["isPublic"]?.bool == true)
      #expect(taken?["weeklyGoal"]?.numberText == "9")
    }
  }

  @Test func aNewInviteEndsTheOldOne() async throws {
    try await DevServerProcess.serving { server in
      let ada = try await server.token("ada")
      let bob = try await server.token("bob")
      let guild = try await server.foundGuild(token: ada)
      let invite = try await server.send("POST", "/api/guilds/\(guild.id)/invite", token: ada)
      #expect(invite.status == 201)
      let code = try #require(invite.json?["inviteCode"]?.string)
      #expect(invite.json?["inviteUrl"]?.string == "https://reader.example/join/\(code)")
      #expect(try await server.send("GET", "/api/guilds/by-invite/\(guild.inviteCode)", token: bob).status == 404)
      let preview = try await server.send("GET", "/api/guilds/by-invite/\(code)", token: bob).json
      #expect(preview?["guildId"]?.string == guild.id)
      #expect(preview?["memberCount"]?.numberText == "1")
      #expect(preview?["invitePath"]?.string == "/join/\(code)")
      for (code, status) in [(guild.inviteCode, 403), (code, 200)] {
        let body = #"{"inviteCode":"\#(code)"}"#
        #expect(
          try await server.send("POST", "/api/guilds/\(guild.id)/join", token: bob, body: body).status == status)
      }
    }
  }

  @Test func anInviteEndsAfterAWeek() async throws {
    let folder = try ScratchFolder()
    let (guild, code) = try await DevServerProcess.serving(["--clock", "2031-05-06T07:00:00Z"], in: folder) {
      server in
      let ada = try await server.token("ada")
      let guild = try await server.foundGuild(token: ada).id
      let invite = try await server.send("POST", "/api/guilds/\(guild)/invite", token: ada)
      return (guild, try #require(invite.json?["inviteCode"]?.string))
    }
    try await DevServerProcess.serving(["--reuse", "--clock", "2031-05-14T07:00:00Z"], in: folder) { server in
      let bob = try await server.token("bob")
      #expect(try await server.send("GET", "/api/guilds/by-invite/\(code)", token: bob).status == 404)
      let join = try await server.send(
        "POST", "/api/guilds/\(guild)/join", token: bob, body: #"{"inviteCode":"\#(code)"}"#)
      #expect(join.status == 410)
      #expect(join.errorCode == "gone")
    }
  }

  @Test func membersAreToldWhoJoins() async throws {
    try await DevServerProcess.serving(["--clock", "2031-05-06T07:00:00Z"]) { server in
      let ada = try await server.token("ada")
      let bob = try await server.token("bob")
      let guild = try await server.foundGuild(token: ada)
      _ = try await server.send(
        "POST", "/api/guilds/\(guild.id)/join", token: bob, body: #"{"inviteCode":"\#(guild.inviteCode)"}"#)
      for text in ["a", "b"] {
        _ = try await server.send(
          "POST", "/api/guilds/\(guild.id)/messages", token: bob, body: #"{"text":"\#(text)"}"#)
      }
      #expect(try await server.send("GET", "/api/notifications", token: bob).json?.count == 0)
      let list = try await server.send("GET", "/api/notifications", token: ada).json
      let told = try #require(list?[0])
      #expect(list?.count == 1)
      #expect(told["text"]?.string?.hasPrefix("Bob joined Owls ") == true)
      #expect(told["text"]?.string?.hasSuffix(" ago") == true)
      #expect(told["id"]?.string?.wholeMatch(of: /[0-9A-HJKMNP-TV-Z]{26}/) != nil)
      #expect(told["path"]?.string == "/guilds/\(guild.id)")
      #expect(told["url"]?.string?.hasPrefix("\(server.address)/guilds/\(guild.id)?ref=") == true)
      #expect(told["payload"]?.string == #"{"guildId":"\#(guild.id)","memberCount":2}"#)
      #expect(told["ids"]?.string == "1,2")
      #expect(told["sentDate"]?.string?.hasPrefix("Tue, 06 May 2031 07:") == true)
      let milliseconds = try #require(told["sentEpochMs"]?.number?.int64)
      #expect(told["sentEpoch"]?.number?.int64 == milliseconds / 1000)
      let age = try #require(told["ageMs"]?.number?.int64)
      let left = try #require(told["ttl"]?.string?.wholeMatch(of: /PT(\d+(?:\.\d{1,3})?)S/)).1
      #expect(((Double(left) ?? -1) * 1000).rounded() == Double(max(0, 60_000 - age)))
      #expect(age >= 0)
    }
  }
}
