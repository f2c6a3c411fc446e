import JSONText
import TestSupport
import Testing
import Transport
import Verification
import Workspace

@Suite struct StubServerTests {
  /// A fixture set on disk.
  static func fixtures() throws -> ScratchFolder {
    let bodies = [
      "guilds.show/owls.json": "{\n  \"name\": \"Owls\"\n}\n", "guilds.show/gone.json": "{\n  \"error\": \"gone\"\n}\n",
      "guilds.mine/mine.json": "[]\n", "guilds.list/second.json": "[\n  2\n]\n",
      "guilds.list/first.json": "[\n  1\n]\n",
    ]
    func entry(
      _ route: String, _ name: String, _ path: String, status: Int = 200, query: [NamedValue] = []
    ) -> FixtureEntry {
      let file = "\(route)/\(name).json"
      return FixtureEntry(
        routeID: route, caseName: name, file: file, method: "GET", pathTemplate: path, query: query, status: status,
        headers: [NamedValue("etag", "\"1\"")], contentType: "application/json",
        sha256: SHA256.hexDigest(Array((bodies[file] ?? "").utf8)))
    }
    let manifest = FixtureManifest(entries: [
      entry("guilds.show", "owls", "/api/guilds/{guildId}"),
      entry("guilds.show", "gone", "/api/guilds/{guildId}", status: 410),
      entry("guilds.mine", "mine", "/api/guilds/mine"),
      entry("guilds.list", "first", "/api/guilds"),
      entry("guilds.list", "second", "/api/guilds", query: [NamedValue("page", "2")]),
      FixtureEntry(
        routeID: "guilds.leave", caseName: "leave", method: "DELETE", pathTemplate: "/api/guilds/{guildId}", status: 204
      ),
    ])
    let folder = try ScratchFolder()
    for (path, text) in bodies { try folder.write(text, to: "fixtures/" + path) }
    try FileSystem.write(manifest.canonicalText(), to: folder.path + "/fixtures/manifest.json")
    return folder
  }

  @Test func theStubAnswersWhatWasRecordedAndListsNearRoutes() async throws {
    let folder = try Self.fixtures()
    try await ServerProcess.serving(
      [AssayBinary.folder + "/assay", "serve", "--fixtures", "fixtures"], in: folder.path
    ) { url, _ in try await Self.checkAnswers(of: url) }
  }

  private static func checkAnswers(of url: String) async throws {
    let transport = CurlTransport(options: .patient)
    func ask(
      _ path: String, _ method: String = "GET", prefer: String? = nil
    ) async throws -> (text: String, headers: [HTTPHeader]) {
      let exchange = try await transport.send(
        HTTPRequestSpec(method: method, url: url + path, headers: prefer.map { [HTTPHeader("Prefer", $0)] } ?? []))
      return (String(decoding: exchange.body, as: UTF8.self) + " \(exchange.status)", exchange.headers)
    }
    #expect(try await ask("/api/guilds/7").text == "{\n  \"name\": \"Owls\"\n}\n 200")
    #expect(try await ask("/api/guilds/7", prefer: "code=410").text == "{\n  \"error\": \"gone\"\n}\n 410")
    #expect(try await ask("/api/guilds/7", prefer: "case=gone").text.hasSuffix(" 410"))
    #expect(try await ask("/api/guilds/7", "DELETE").text == " 204")
    #expect(try await ask("/api/guilds/mine").text == "[]\n 200")
    #expect(try await ask("/api/guilds").text == "[\n  1\n]\n 200")
    #expect(try await ask("/api/guilds?page=2").text == "[\n  2\n]\n 200")
    #expect(try await ask("/api/guilds?page=3").text == "[\n  1\n]\n 200")
    #expect(try await ask("/api/guilds/7").headers.first(named: "x-assay-fixture") == "guilds.show/owls")
    let missing = try await ask("/api/guild").text
    #expect(missing.hasSuffix(" 404"))
    #expect(missing.contains("GET /api/guilds\""))
    let wrongMethod = try await ask("/api/guilds", "POST")
    #expect(wrongMethod.text.hasSuffix(" 405"))
    #expect(wrongMethod.headers.first(named: "allow") == "GET")
  }

  @Test func aFolderWithoutFixturesIsRefused() async throws {
    let folder = try ScratchFolder()
    let run = try await AssayBinary.run("assay-serve", ["--fixtures", "none"], in: folder.path)
    #expect(run.status == 2)
    #expect(run.error.contains("fixtures/missing-manifest"))
  }
}
