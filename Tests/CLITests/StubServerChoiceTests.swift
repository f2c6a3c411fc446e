import TestSupport
import Testing
import Transport
import Workspace

@Suite struct StubServerChoiceTests {
  @Test(arguments: ["case=zzz", "code=404", "case=owls, code=410"])
  func aPreferenceThatWasNotRecordedIsAnsweredWithWhatThereIs(prefer: String) async throws {
    let folder = try StubServerTests.fixtures()
    let command = [AssayBinary.folder + "/assay", "serve", "--fixtures", "fixtures"]
    let exchange = try await ServerProcess.serving(command, in: folder.path) { url, _ in
      try await CurlTransport(options: .patient).send(
        HTTPRequestSpec(method: "GET", url: url + "/api/guilds/7", headers: [HTTPHeader("Prefer", prefer)]))
    }
    #expect(exchange.status == 404)
    #expect(
      String(decoding: exchange.body, as: UTF8.self) == """
        {
          "error": {
            "code": "no_fixture",
            "help": "prefer what 'near' lists",
            "message": "no fixture of GET /api/guilds/{guildId} has '\(prefer)'",
            "near": [
              "case=gone",
              "case=owls",
              "code=200",
              "code=410"
            ]
          }
        }

        """)
  }

  @Test func aPortThatIsTakenIsToldWithTheNextStep() async throws {
    let folder = try StubServerTests.fixtures()
    let command = [AssayBinary.folder + "/assay", "serve", "--fixtures", "fixtures"]
    let run = try await ServerProcess.serving(command, in: folder.path) { url, _ in
      let port = url.split(separator: ":").last.map(String.init) ?? ""
      return try await AssayBinary.assay(["serve", "--fixtures", "fixtures", "--port", port], in: folder.path)
    }
    #expect(run.status == 2)
    #expect(run.error.contains("cannot be had: Address already in use"), "\(run.error)")
    #expect(run.error.contains("leave out --port"), "\(run.error)")
  }

  @Test(arguments: ["70000", "-1", "http"])
  func aPortThatIsNoneIsRefusedByTheCommandThatWasTyped(port: String) async throws {
    let run = try await AssayBinary.assay(["serve", "--port", port])
    #expect(run.status == 2)
    #expect(run.error.contains("assay: error: --port '\(port)' is no number from 0 to 65535"), "\(run.error)")
    #expect(!run.error.contains("assay-serve"))
  }
}
