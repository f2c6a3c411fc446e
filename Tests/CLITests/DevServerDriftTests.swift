import JSONText
import Testing
import Transport
import Workspace

@Suite struct DevServerDriftTests {
  struct DriftCase: Sendable, CustomTestStringConvertible {
    let name: String
    /// A signed-in read unless something else is asked.
    let ask: @Sendable (DevServerProcess) async throws -> DevServerReply
    /// Whether an answer shows the drift.
    let shows: @Sendable (DevServerReply) -> Bool
    var testDescription: String { name }

    /// A read of a path, in which `{guild}` stands for the first guild of who asks; of nobody's without a persona.
    init(
      _ name: String, _ path: String, as persona: String? = "ada", headers: [String: String] = [:],
      shows: @escaping @Sendable (DevServerReply) -> Bool
    ) {
      let ask: @Sendable (DevServerProcess) async throws -> DevServerReply = { server in
        guard let persona else { return try await server.send("GET", path, headers: headers) }
        let token = try await server.token(persona)
        let guild = try await server.send("GET", "/api/guilds", token: token).json?[0]?["id"]?.string ?? ""
        return try await server.send("GET", path.replacing("{guild}", with: guild), token: token, headers: headers)
      }
      self.init(name, ask: ask, shows: shows)
    }

    init(
      _ name: String, ask: @escaping @Sendable (DevServerProcess) async throws -> DevServerReply,
      shows: @escaping @Sendable (DevServerReply) -> Bool
    ) {
      self.name = name
      self.ask = ask
      self.shows = shows
    }
  }

  static let cases = [
    DriftCase("rename-field", "/api/guilds/{guild}") {
      $0.json?["weeklyGoal"] == nil && $0.json?["goalPerWeek"]?.number != nil
    },
    DriftCase("case-changed", "/api/journal") {
      $0.json?[0]?["createdAt"] == nil && $0.json?[0]?["created_at"]?.string != nil
        && $0.json?[0]?["updated_at"]?.string != nil
    },
    DriftCase("null-where-none-was", "/api/leaderboard") {
      $0.json?["entries"]?[0]?["user"]?["displayName"]?.isNull == true
    },
    DriftCase("enum-value-added", "/api/plans") { $0.json?[0]?["status"]?.string == "paused" },
    DriftCase("number-became-string", "/api/profile") { $0.json?["xp"]?.string != nil },
    DriftCase("seconds-became-milliseconds", "/api/profile") {
      ($0.json?["streak"]?["endsAt"]?.number?.int64 ?? 0) > 100_000_000_000
    },
    DriftCase("union-variant-added", "/api/guilds/{guild}") {
      $0.json?["feed"]?.elements.contains { $0["kind"]?.string == "celebrated" } == true
    },
    DriftCase("field-removed", "/api/me") { $0.json?["email"] != nil && $0.json?["capabilities"] == nil },
    DriftCase("field-added", "/api/me") { $0.json?["pronouns"] != nil },
    DriftCase("route-moved", "/api/me/profile") { $0.json?["xp"] != nil },
    DriftCase("status-changed", "/api/plans") { $0.status == 203 },
    DriftCase("envelope-changed", "/api/guilds/{guild}/members") {
      ($0.json?["data"]?.count ?? 0) > 1 && $0.json?["data"]?[0]?["role"] != nil
    },
    DriftCase("page-cursor-dropped", "/api/guilds/{guild}/messages") {
      $0.json?["items"] != nil && $0.json?["nextCursor"] == nil
    },
    DriftCase("etag-lost", "/api/screens/home", as: nil, headers: ["If-None-Match": "*"]) {
      $0.status == 200 && $0.headers.first(named: "ETag") == nil
    },
    DriftCase("precision-lost", "/api/rates") {
      let county = $0.json?["counties"]?["los-angeles"]
      return county?["rate"]?.numberText == "0.09" && county?["precise"]?.string == "0.095000"
        && county?["name"]?.string == "Los Angeles"
    },
    DriftCase("list-reordered", "/api/leaderboard") {
      let ranks = $0.json?["entries"]?.elements.compactMap { $0["rank"]?.number?.int64 } ?? []
      return ranks.count > 1 && ranks == ranks.sorted(by: >)
    },
    DriftCase("map-key-style-changed", "/api/rates") {
      $0.json?["counties"]?["los_angeles"] != nil && $0.json?["counties"]?["los-angeles"] == nil
    },
    DriftCase("nested-object-inlined", "/api/profile") {
      $0.json?["streak"] == nil && $0.json?["days"]?.number != nil && $0.json?["lastDay"]?.string != nil
    },
    DriftCase("default-omitted", "/api/reminders") {
      $0.json?[0]?["text"] != nil && $0.json?[0]?["enabled"] == nil
    },
    DriftCase("array-became-null", "/api/reminders", as: "hana") { $0.json?.isNull == true },
    DriftCase("error-without-code", "/api/me", as: nil) {
      $0.status == 401 && $0.json?["error"]?["message"] != nil && $0.errorCode == nil
    },
    DriftCase("cookie-fallback", ask: meByABadTokenAndAGoodCookie) { $0.status == 200 },
    DriftCase("price-in-locked-lesson", "/api/lessons/the-long-night") {
      $0.json?["price"]?["amount"] != nil && $0.json?["access"]?.string == "locked"
    },
    DriftCase("slug-for-title", "/api/lessons") { $0.json?[0]?["title"]?.string == "how-to-begin" },
    DriftCase(
      "minimum-version-ignored", "/api/config", as: nil, headers: ["X-App-Version": "1.0.0"]
    ) { $0.status == 200 },
    DriftCase("base-path-moved", "/dev/status", as: nil) { $0.status == 200 },
    DriftCase("html-error-page", "/api/today") {
      $0.status == 200 && $0.json == nil && $0.headers.first(named: "Content-Type")?.hasPrefix("text/html") == true
    },
  ]

  @Sendable private static func meByABadTokenAndAGoodCookie(
    _ server: DevServerProcess
  ) async throws -> DevServerReply {
    let csrf = try await server.send("GET", "/api/auth/csrf").json?["csrfToken"]?.string ?? ""
    let form = try await server.send(
      form: "email=ada%40example.test&password=\(DevServerProcess.password)&csrf=\(csrf)", to: "/api/auth/form",
      headers: ["Cookie": "csrf=\(csrf)"])
    let cookie = try #require(form.headers.first(named: "Set-Cookie"))
    return try await server.send(
      "GET", "/api/me", token: "guessed", headers: ["Cookie": String(cookie.prefix { $0 != ";" })])
  }

  @Test(arguments: cases) func aDriftShowsAndNothingShowsWithoutIt(drift: DriftCase) async throws {
    let plain = try await DevServerProcess.serving(["--seed", "production"]) { try await drift.ask($0) }
    #expect(!drift.shows(plain))
    let drifted = try await DevServerProcess.serving(["--seed", "production", "--drift", drift.name]) {
      try await drift.ask($0)
    }
    #expect(drift.shows(drifted))
  }

  @Test func aDriftLeavesTheRestAsItIs() async throws {
    try await DevServerProcess.serving(["--seed", "production", "--drift", "route-moved"]) { server in
      let token = try await server.token("ada")
      #expect(try await server.send("GET", "/api/profile", token: token).status == 404)
    }
    try await DevServerProcess.serving(["--seed", "production", "--drift", "price-in-locked-lesson"]) { server in
      let token = try await server.token("ada")
      #expect(try await server.send("GET", "/api/lessons/how-to-begin", token: token).json?["price"] == nil)
    }
    try await DevServerProcess.serving(["--drift", "status-changed", "--drift", "base-path-moved"]) { server in
      for (path, status) in [("/plans", 401), ("/api/plans", 404)] {
        let reply = try await server.send("GET", path)
        #expect(reply.status == status)
      }
      #expect(try await server.send(form: "", to: "/oauth/token").status == 400)
    }
  }

  @Test func everyListedDriftHasACaseAndASentence() async throws {
    let run = try await AssayBinary.run("assay-devserver", ["--list-drifts"])
    let listed = run.output.split(separator: "\n").map { String($0.prefix { $0 != ":" }) }
    #expect(listed.sorted() == Self.cases.map(\.name).sorted())
    #expect(listed.count >= 25)
    #expect(run.output.split(separator: "\n").allSatisfy { $0.contains(": ") && !$0.hasSuffix(": ") })
    #expect(run.status == 0)
  }
}
