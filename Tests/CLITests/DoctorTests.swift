import Testing
import Workspace

/// `assay doctor` names a next command that can work.
@Suite struct DoctorTests {
  /// A project that could be recorded, but for what a test takes away.
  private static func make(
    _ changes: [(String, String)] = [], scenario: String = scenario
  ) async throws -> ScratchFolder {
    var configuration = """
      {
        "sources": [{ "kind": "typescript", "include": ["types/*.ts"] }],
        "fixtures": "../fixtures",
        "scenarios": ["scenarios/*.http"],
        "webServer": { "command": "sh serve.sh {port}", "url": "http://127.0.0.1:{port}/" },
        "environments": { "local": { "baseURL": "http://127.0.0.1:{port}", "guard": { "statusPath": "/" } } }
      }

      """
    for (old, new) in changes {
      #expect(configuration.contains(old))
      configuration.replace(old, with: new)
    }
    return try ScratchFolder([
      "contracts/assay.json": configuration, "contracts/types/guild.ts": SampleProject.contract,
      "contracts/scenarios/a.http": scenario,
    ])
  }

  private static let scenario = """
    # @name showGuild
    # @record guild.show
    GET {{baseURL}}/api/guild

    """

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var changes: [(String, String)] = []
    var scenario = DoctorTests.scenario
    var status: Int32 = 0
    var texts: [String] = []
    let next: String
  }

  static let cases = [
    Case(testDescription: "all is there", next: "assay record"),
    Case(
      testDescription: "no scenarios", changes: [("\"scenarios\": [\"scenarios/*.http\"],", "")],
      texts: ["no scenario says what to record"], next: "write a scenario, then: assay record"),
    Case(
      testDescription: "no environment that is written to",
      changes: [("\"guard\": { \"statusPath\": \"/\" }", "\"readOnly\": true")],
      texts: ["no environment may be recorded"], next: "describe an environment, then: assay record"),
    Case(
      testDescription: "the server's program is missing", changes: [("sh serve.sh", "no-such-program-0815")],
      texts: ["no-such-program-0815, which the command of webServer starts, is not there"],
      next: "install no-such-program-0815, then: assay record"),
    Case(
      testDescription: "a scenario's variable is not set",
      scenario: scenario.replacing("guild\n", with: "guild?p={{$processEnv ASSAY_TEST_UNSET}}\n"),
      texts: ["ASSAY_TEST_UNSET, which scenario contracts/scenarios/a.http needs, is not set"],
      next: "export ASSAY_TEST_UNSET=…, then: assay record"),
    Case(
      testDescription: "no URL", changes: [("http://127.0.0.1:{port}\"", "nonsense\"")], status: 2,
      texts: ["contracts/assay.json:6:43: error: the base URL of 'local' is not an http or https URL"],
      next: "mend what is shown, then: assay doctor"),
  ]

  @Test(arguments: cases) func theNextCommandCanWork(_ testCase: Case) async throws {
    let folder = try await Self.make(testCase.changes, scenario: testCase.scenario)
    let run = try await AssayBinary.assay(["doctor"], in: folder.path)
    #expect(run.status == testCase.status, "\(run.output)\(run.error)")
    for text in testCase.texts { #expect(run.output.contains(text), "\(run.output)") }
    #expect(run.output.contains("next: \(testCase.next)\n"), "\(run.output)")
  }

  @Test(arguments: [
    ("{}", "the configuration names no contract files"),
    (#"{ "sources": [{ "kind": "typescript", "include": ["none/*.ts"] }] }"#, "no file matches none/*.ts"),
    (
      #"{ "sources": [{ "kind": "typescript", "include": ["types/*.ts"] }], "scenarios": ["none/*.http"] }"#,
      "no file matches none/*.http (scenarios)"
    ),
  ])
  func whatCannotWorkIsSaidAsRecordSaysIt(_ configuration: String, _ text: String) async throws {
    let folder = try ScratchFolder([
      "contracts/assay.json": configuration, "contracts/types/guild.ts": SampleProject.contract,
    ])
    for command in ["doctor", "record"] {
      let run = try await AssayBinary.assay([command], in: folder.path)
      #expect(run.status == 2, "\(run.output)\(run.error)")
      #expect((run.output + run.error).contains(text), "\(run.output)\(run.error)")
    }
  }

  @Test func aServerThatIsDownIsNotNextRecorded() async throws {
    let folder = try SampleProject.make()
    _ = try await AssayBinary.assay(["generate"], in: folder.path)
    let run = try await AssayBinary.assay(["doctor", "--env", "broken"], in: folder.path)
    #expect(run.status == 3, "\(run.output)\(run.error)")
    #expect(run.output.contains("next: mend what is shown, then: assay doctor --env broken"), "\(run.output)")
  }

  @Test func aRecordingWithoutScenariosSaysWhereTheyGo() async throws {
    let folder = try await Self.make([("\"scenarios\": [\"scenarios/*.http\"],", "")])
    let run = try await AssayBinary.assay(["record"], in: folder.path)
    #expect(run.status == 2)
    #expect(run.error.contains("add: \"scenarios\": [\"scenarios/*.http\"]"), "\(run.error)")
  }
}
