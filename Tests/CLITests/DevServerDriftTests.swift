import JSONText
import Testing
import Transport
import Workspace

@Suite struct DevServerDriftTests {
  struct DriftCase: Sendable, CustomTestStringConvertible {
    let name: String
    let path: String
    var isSignedIn = true
    /// Whether an answer shows the drift.
    let shows: @Sendable (DevServerReply) -> Bool
    var testDescription: String { name }
  }

  static let cases = [
    DriftCase(name: "rename-field", path: "/api/guilds/{guild}") {
      $0.json?["weeklyGoal"] == nil && $0.json?["goalPerWeek"]?.number != nil
    },
    DriftCase(name: "null-where-none-was", path: "/api/leaderboard") {
      $0.json?["entries"]?[0]?["user"]?["displayName"]?.isNull == true
    },
    DriftCase(name: "enum-value-added", path: "/api/plans") { $0.json?[0]?["status"]?.string == "paused" },
    DriftCase(name: "number-became-string", path: "/api/profile") { $0.json?["xp"]?.string != nil },
    DriftCase(name: "seconds-became-milliseconds", path: "/api/profile") {
      ($0.json?["streak"]?["endsAt"]?.number?.int64 ?? 0) > 100_000_000_000
    },
    DriftCase(name: "union-variant-added", path: "/api/guilds/{guild}") {
      $0.json?["feed"]?.elements.contains { $0["kind"]?.string == "celebrated" } == true
    },
    DriftCase(name: "field-removed", path: "/api/me") {
      $0.json?["email"] != nil && $0.json?["capabilities"] == nil
    },
    DriftCase(name: "field-added", path: "/api/me") { $0.json?["pronouns"] != nil },
    DriftCase(name: "status-changed", path: "/api/plans") { $0.status == 203 },
    DriftCase(name: "page-cursor-dropped", path: "/api/guilds/{guild}/messages") {
      $0.json?["items"] != nil && $0.json?["nextCursor"] == nil
    },
    DriftCase(name: "base-path-moved", path: "/dev/status", isSignedIn: false) { $0.status == 200 },
    DriftCase(name: "html-error-page", path: "/api/today") {
      $0.status == 200 && $0.json == nil && $0.headers.first(named: "Content-Type")?.hasPrefix("text/html") == true
    },
  ]

  @Test(arguments: cases) func aDriftShowsAndNothingShowsWithoutIt(drift: DriftCase) async throws {
    let plain = try await Self.reply(to: drift, options: [])
    #expect(!drift.shows(plain))
    let drifted = try await Self.reply(to: drift, options: ["--drift", drift.name])
    #expect(drift.shows(drifted))
  }

  @Test func everyListedDriftHasACase() async throws {
    let run = try await AssayBinary.run("assay-devserver", ["--list-drifts"])
    let listed = run.output.split(separator: "\n").map { String($0.prefix { $0 != ":" }) }
    #expect(listed.sorted() == Self.cases.map(\.name).sorted())
    #expect(run.status == 0)
  }

  private static func reply(to drift: DriftCase, options: [String]) async throws -> DevServerReply {
    try await DevServerProcess.serving(["--seed", "production"] + options) { server in
      guard drift.isSignedIn else { return try await server.send("GET", drift.path) }
      let token = try await server.token("ada")
      let guild = try await server.send("GET", "/api/guilds", token: token).json?[0]?["id"]?.string ?? ""
      return try await server.send("GET", drift.path.replacing("{guild}", with: guild), token: token)
    }
  }
}
