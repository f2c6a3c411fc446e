import JSONText
import TestSupport
import Testing
import Verification
import Workspace

/// What somebody who does not know Assay types, and what helps.
@Suite struct NewcomerTests {
  // MARK: Where a command runs

  @Test(arguments: ["contracts", "contracts/types", "fixtures/guild.show"])
  func aCommandFindsTheProjectThatItStandsIn(folder: String) async throws {
    let project = try SampleProject.make()
    try FileSystem.createDirectory(project.path + "/.git")
    let run = try await AssayBinary.assay(["verify"], in: project.path + "/" + folder)
    #expect(run.status == 0, "\(run.output)\(run.error)")
    #expect(run.output.contains("1 fixture"), "\(run.output)")
  }

  @Test func aProjectIsNotLookedForAboveARepository() async throws {
    let project = try SampleProject.make()
    try FileSystem.createDirectory(project.path + "/other/.git")
    let run = try await AssayBinary.assay(["verify"], in: project.path + "/other")
    #expect(run.status == 2)
    #expect(run.error.contains("there is no contracts/assay.json here, nor in a folder above"), "\(run.error)")
  }

  // MARK: Files of another format

  static let mistaken: [(option: String, file: String, text: String, message: String, help: String)] = [
    (
      "zod", "a.json", #"{ "openapi": "3.1.0" }"#, "a.json is an OpenAPI document, and is read as TypeScript with Zod",
      "name it so: --openapi a.json"
    ),
    (
      "json-schema", "a.yaml", "openapi: 3.1.0\n", "a.yaml is an OpenAPI document, and is read as a JSON Schema",
      "name it so: --openapi a.yaml"
    ),
    (
      "typescript", "a.json", #"{ "$schema": "https://json-schema.org/draft/2020-12/schema" }"#,
      "a.json is a JSON Schema, and is read as TypeScript", "name it so: --json-schema a.json"
    ),
    (
      "openapi", "a.ts", "import { z } from \"zod\";\n",
      "a.ts is TypeScript with Zod schemas, and is read as an OpenAPI document", "name it so: --zod a.ts"
    ),
    (
      "zod", "a.ts", "export interface A { a: string }\n", "the contract files declare no type",
      "it imports no Zod; for types, name it so: --typescript a.ts"
    ),
    (
      "typescript", "a.ts", "import { z } from \"zod\";\nexport const a = z.object({});\n",
      "the contract files declare no type", "it imports Zod; for its schemas, name it so: --zod a.ts"
    ),
  ]

  @Test(arguments: mistaken.indices) func aFileOfAnotherFormatIsTold(index: Int) async throws {
    let (option, file, text, message, help) = Self.mistaken[index]
    let folder = try ScratchFolder([file: text])
    let run = try await AssayBinary.assay(["generate", "--" + option, file, "--swift", "out"], in: folder.path)
    #expect(run.status != 0)
    #expect((run.output + run.error).contains(message), "\(run.output)\(run.error)")
    #expect((run.output + run.error).contains(help), "\(run.output)\(run.error)")
  }

  @Test func whatIsLeftOutIsCalledAsTheSourceCallsIt() async throws {
    let folder = try ScratchFolder([
      "a.ts": """
      import { z } from "zod/v4";
      export const userInput = z.object({ f: z.function() });
      export const post = z.object({ user: userInput });
      export const tag = z.object({ name: z.string() });
      """
    ])
    let run = try await AssayBinary.assay(
      ["generate", "--zod", "a.ts", "--allow-skips", "--swift", "out"], in: folder.path)
    #expect(run.status == 0, "\(run.output)\(run.error)")
    #expect(run.output.contains("type 'UserInput' (userInput in the source) is left out"), "\(run.output)")
    #expect(run.output.contains("it holds 'UserInput' (userInput in the source), which is left out"), "\(run.output)")
  }

  // MARK: Approvals

  private static func approve(_ key: String, _ folder: ScratchFolder) async throws -> AssayBinary.Run {
    try await AssayBinary.assay(["approve", key, "--owner", "kim", "--reason", "known"], in: folder.path)
  }

  @Test(arguments: [
    ("drift/field-removed Guild.moto", "did you mean: assay approve 'drift/field-removed Guild.motto'"),
    ("drift/field-removed Gild.motto", "did you mean: assay approve 'drift/field-removed Guild.motto'"),
    ("drift/status-changed guild.shw", "did you mean: assay approve 'drift/status-changed guild.show'"),
    ("drift/type-changed guild.show /nmae", "did you mean: assay approve 'drift/type-changed guild.show /name'"),
    ("verify/route-not-covered guild.shw", "it has none at all, so there is nothing to approve"),
  ])
  func aKeyThatNoFindingCanHaveIsRefused(key: String, help: String) async throws {
    let folder = try SampleProject.make()
    _ = try await AssayBinary.assay(["generate"], in: folder.path)
    let run = try await Self.approve(key, folder)
    #expect(run.status == 2, "\(run.output)")
    #expect(run.error.contains(help), "\(run.error)")
    #expect(!FileSystem.exists(folder.path + "/fixtures/approvals.json"))
  }

  @Test(arguments: [
    "drift/field-removed Guild.motto", "drift/field-added Guild.crest", "drift/status-changed guild.show",
    "drift/type-changed guild.show /name",
  ])
  func aKeyThatAServerMayGiveIsTaken(key: String) async throws {
    let folder = try SampleProject.make()
    let run = try await Self.approve(key, folder)
    #expect(run.status == 0, "\(run.error)")
  }

  // MARK: Live answers

  private static func environment(_ server: FaultServer) -> [String: String] {
    ["ASSAY_TEST_URL": server.url, "ASSAY_TEST_TOKEN": "planted-token-4711"]
  }

  private static func json(_ body: String, status: Int = 200) -> Fault {
    .status(status, ["Content-Type: application/json"], body: body)
  }

  private static let renamed = #"{"title":"Owls","rank":"gold","accessToken":"planted-answer-4711"}"#

  @Test func diffShowsItsExchangesMaskedWhereItIsAskedTo() async throws {
    let folder = try SampleProject.make()
    let server = try FaultServer { _ in Self.json(Self.renamed) }
    defer { server.stop() }
    let words = ["diff", "--env", "production"]
    let run = try await AssayBinary.assay(words + ["-v"], in: folder.path, environment: Self.environment(server))
    #expect(run.error.contains("GET \(server.url)/api/guild answered 200"), "\(run.error)")
    // What production answers is people's.
    #expect(!run.error.contains("Owls"), "\(run.error)")
    #expect(!(run.output + run.error).contains("planted"), "\(run.error)")
    let quiet = try await AssayBinary.assay(words, in: folder.path, environment: Self.environment(server))
    #expect(!quiet.error.contains("answered 200"), "\(quiet.error)")
  }

  @Test func diffDoesNotProposeWhatIsApproved() async throws {
    let folder = try SampleProject.make()
    let server = try FaultServer { _ in Self.json(#"{"rank":"gold"}"#) }
    defer { server.stop() }
    func diff() async throws -> AssayBinary.Run {
      try await AssayBinary.assay(
        ["diff", "--env", "production"], in: folder.path, environment: Self.environment(server))
    }
    let before = try await diff()
    let key = try #require(before.output.firstMatch(of: /assay approve '([^']+)'/).map { String($0.1) })
    let approved = try await Self.approve(key, folder)
    #expect(approved.status == 0, "\(approved.error)")
    let after = try await diff()
    #expect(after.output.contains("(1 approved)"), "\(after.output)")
    #expect(!after.output.contains("assay approve"), "\(after.output)")
  }

  @Test(arguments: [true, false]) func doctorTriesATokenByARead(isAccepted: Bool) async throws {
    let folder = try SampleProject.make()
    try folder.write(
      SampleProject.contract.replacing("response: Guild", with: "response: Guild; auth: \"bearer\""),
      to: "contracts/types/guild.ts")
    let server = try FaultServer { _ in Self.json("{}", status: isAccepted ? 200 : 401) }
    defer { server.stop() }
    let run = try await AssayBinary.assay(
      ["doctor", "--env", "production"], in: folder.path, environment: Self.environment(server))
    #expect(run.status == (isAccepted ? 0 : 3), "\(run.output)\(run.error)")
    #expect(
      run.output.contains(
        isAccepted
          ? "the token is accepted" : "the token does not lead into 'production': GET /api/guild answered 401"),
      "\(run.output)")
    #expect(server.requests.contains { $0.method == "GET" && $0.target == "/api/guild" })
    #expect(!(run.output + run.error).contains("planted"), "\(run.output)\(run.error)")
  }

  @Test func aValueOfAParameterThatNoRouteHasIsTold() async throws {
    let folder = try SampleProject.make()
    let configuration = SampleProject.configuration.replacing(
      "\"readOnly\": true,", with: "\"readOnly\": true, \"values\": { \"guildID\": \"7\" },")
    try folder.write(configuration, to: "contracts/assay.json")
    try folder.write(
      SampleProject.contract.replacing(
        "export interface Routes {",
        with: "export interface Routes {\n  \"GET /api/guilds/{guildId}\": { id: \"guilds.show\"; response: Guild };"),
      to: "contracts/types/guild.ts")
    let run = try await AssayBinary.assay(["doctor"], in: folder.path)
    #expect(run.output.contains("'production' has a value, did you mean 'guildId'?"), "\(run.output)\(run.error)")
  }

  @Test func doctorHoldsScenariosAgainstTheContract() async throws {
    let folder = try SampleProject.make()
    let configuration = SampleProject.configuration.replacing(
      "\"fixtures\":", with: "\"scenarios\": [\"*.http\"], \"fixtures\":")
    try folder.write(configuration, to: "contracts/assay.json")
    let missing = try await AssayBinary.assay(["doctor"], in: folder.path)
    #expect(missing.status == 2)
    #expect(missing.error.contains("write one, such as contracts/scenarios/first.http"), "\(missing.error)")
    try folder.write("# @name a\n# @record guild.shw\nGET {{baseURL}}/api/guild\n", to: "contracts/a.http")
    let run = try await AssayBinary.assay(["doctor"], in: folder.path)
    #expect(run.status == 1, "\(run.output)")
    #expect(run.output.contains("the contract has no route 'guild.shw', did you mean 'guild.show'?"), "\(run.output)")
  }

  @Test func credentialsAreForPersonasThatThereAre() async throws {
    let folder = try SampleProject.make()
    let configuration = SampleProject.configuration.replacing(
      "\"fixtures\":", with: "\"scenarios\": [\"*.http\"], \"fixtures\":"
    ).replacing(
      "\"http://127.0.0.1:9\"",
      with:
        "\"http://127.0.0.1:9\", \"credentials\": { \"redaer\": { \"bearer\": { \"token\": \"$ASSAY_TEST_TOKEN\" } } }")
    try folder.write(configuration, to: "contracts/assay.json")
    try folder.write(
      "# @name a\n# @persona reader\n# @record guild.show\nGET {{baseURL}}/api/guild\n", to: "contracts/a.http")
    let run = try await AssayBinary.assay(["doctor"], in: folder.path)
    #expect(run.status == 1, "\(run.output)")
    #expect(
      run.output.contains(
        "'broken' has credentials for 'redaer', and no step has that persona, did you mean 'reader'?"),
      "\(run.output)")
  }

  // MARK: What facts mean

  @Test func coverageSaysOfWhatAndHowToSeeTheRest() async throws {
    let folder = try SampleProject.make()
    let short = try await AssayBinary.assay(["verify"], in: folder.path)
    let fact = "2 of 4 variations of the types shown"
    #expect(short.output.contains(fact + " (the others: assay verify --coverage)"), "\(short.output)")
    let long = try await AssayBinary.assay(["verify", "--coverage"], in: folder.path)
    #expect(long.output.contains(fact + "\n"), "\(long.output)")
  }
}
