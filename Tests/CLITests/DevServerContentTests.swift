import JSONText
import Testing
import Transport
import Workspace

@Suite struct DevServerContentTests {
  @Test func screensAreSentOnceToWhoHasThem() async throws {
    try await DevServerProcess.serving { server in
      for path in ["/api/screens", "/api/screens/home"] {
        let first = try await server.send("GET", path)
        #expect(first.status == 200)
        #expect(first.headers.all(named: "Cache-Control") == ["private, max-age=60"])
        let tag = try #require(first.headers.first(named: "ETag"))
        for value in [tag, "W/" + tag, "\"other\", \(tag)", "*", " \(tag) "] {
          let again = try await server.send("GET", path, headers: ["If-None-Match": value])
          #expect(again.status == 304, "\(value)")
          #expect(again.body.isEmpty)
          #expect(again.headers.first(named: "ETag") == tag)
        }
        for value in ["\"other\"", "W/", "", ",,", String(tag.dropLast())] {
          let again = try await server.send("GET", path, headers: ["If-None-Match": value])
          #expect(again.status == 200, "\(value)")
        }
      }
      #expect(try await server.send("GET", "/api/screens/attic").status == 404)
    }
  }

  @Test func buildAndPublicationDifferFromStartToStart() async throws {
    func drawn() async throws -> [String] {
      try await DevServerProcess.serving { server in
        let config = try await server.send("GET", "/api/config").json
        let screens = try await server.send("GET", "/api/screens").json
        #expect(config?["uploadOrigin"]?.string == server.address.replacing("127.0.0.1", with: "localhost"))
        return [try #require(config?["build"]?.string), try #require(screens?["publishId"]?.string)]
      }
    }
    let first = try await drawn()
    let second = try await drawn()
    #expect(zip(first, second).allSatisfy { $0 != $1 })
  }

  @Test func lockedLessonsNameNoPrice() async throws {
    try await DevServerProcess.serving { server in
      let token = try await server.token("ada")
      let lessons = try #require(try await server.send("GET", "/api/lessons", token: token).json)
      var kinds: Set<String> = []
      for lesson in lessons.elements {
        let slug = try #require(lesson["slug"]?.string)
        let shown = try #require(try await server.send("GET", "/api/lessons/\(slug)", token: token).json)
        let access = try #require(shown["access"]?.string)
        kinds.insert(access)
        #expect(access == lesson["access"]?.string)
        let open = ["access", "body", "durationSeconds", "slug", "title"]
        #expect(shown.members.map(\.key).sorted() == (access == "open" ? open : ["access", "slug", "teaser", "title"]))
      }
      #expect(kinds == ["locked", "open"])
      #expect(try await server.send("GET", "/api/lessons/none", token: token).status == 404)
    }
  }

  @Test func whatIsToldRelativeToTodayFollowsTheClock() async throws {
    try await DevServerProcess.serving(["--clock", "2032-02-27T23:00:00Z"]) { server in
      let token = try await server.token("ada")
      let membership = try #require(try await server.send("GET", "/api/membership", token: token).json)
      #expect(membership["sentence"]?.string == "Your membership renews in 3 days.")
      #expect(membership["renewsOn"]?.string == "2032-03-01")
      #expect(membership["weekday"]?.string == "Monday")
      #expect(try await server.send("GET", "/api/rates", token: token).json?["asOf"]?.string == "2032-02-27")
      let empty = try await server.send("GET", "/api/streak/calendar", token: token).json
      #expect(empty?["month"]?.string == "2032-02")
      #expect(empty?["days"]?.count == 0)
      _ = try await server.send("POST", "/api/plans/first-steps/start", token: token)
      _ = try await server.send("POST", "/api/today/check", token: token, body: #"{"plan_slug":"first-steps"}"#)
      let full = try await server.send("GET", "/api/streak/calendar", token: token).json
      #expect(full?["days"]?["2032-02-27"]?["chapters"]?.numberText == "1")
    }
  }

  @Test func ratesKeepTheirDigits() async throws {
    try await DevServerProcess.serving { server in
      let token = try await server.token("ada")
      let counties = try await server.send("GET", "/api/rates", token: token).json?["counties"]
      #expect(counties?["los-angeles"]?["rate"]?.numberText == "0.0950")
      #expect(counties?["san-luis-obispo"]?["precise"]?.string == "0.072500000000000001")
    }
  }

  @Test func aPlanListsItsReadings() async throws {
    try await DevServerProcess.serving { server in
      let token = try await server.token("ada")
      let plan = try #require(try await server.send("GET", "/api/plans/first-steps", token: token).json)
      #expect(plan["readings"]?.elements.compactMap { $0["day"]?.numberText } == (1...7).map(String.init))
      #expect(plan["readings"]?[0]?["minutes"]?.numberText == "5.5")
      #expect(plan["status"]?.string == "notStarted")
      #expect(try await server.send("GET", "/api/plans/none", token: token).status == 404)
    }
  }

  @Test func tagsComeInNoOrder() async throws {
    try await DevServerProcess.serving { server in
      let token = try await server.token("ada")
      var orders: Set<[String]> = []
      // Five tags have 120 orders: thirty times the same one is as good as impossible.
      for _ in 0..<30 {
        let reply = try await server.send("GET", "/api/tags", token: token).json
        orders.insert(reply?["tags"]?.elements.compactMap(\.string) ?? [])
        let owned = reply?["byOwner"]?.members.map { $0.value.elements.compactMap(\.string) } ?? []
        #expect(Set(owned) == [[], ["calm", "night", "sea"], ["harbour", "night", "winter"]])
      }
      #expect(orders.count > 1)
      #expect(Set(orders.map { $0.sorted() }) == [["calm", "harbour", "night", "sea", "winter"]])
    }
  }
}
