import Foundation
import TestSupport
import Testing
import Workspace

/// Secrets that a server is sent and hands out, echoed in many forms and places: no part of one is in any output.
@Suite struct PlantedSecretTests {
  /// Where the server echoes.
  struct Exposure: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The answer of the echo route that holds a text.
    let answer: @Sendable (String) -> Fault
    /// The exit code of `record`.
    let status: Int32
    /// Whether the step that is answered so is the last one: what comes after it is not sent.
    var endsRun = true
    /// What must stand in the output or the fixtures, so that the text has been there.
    let trace: String

    static let json = "Content-Type: application/json"
    static let fine = #"{"text":"fine","kind":"short"}"#
    static let all = [
      Exposure(
        testDescription: "in a recorded answer",
        answer: { .status(200, [json], body: #"{"text":"\#(PlantedSecret.json($0))","kind":"short"}"#) }, status: 0,
        endsRun: false, trace: "redacted"),
      Exposure(
        testDescription: "in a header of a recorded answer",
        answer: { .status(200, [json, "X-Echo: " + $0], body: fine) }, status: 0, endsRun: false, trace: "redacted"),
      Exposure(
        testDescription: "as the key of an object",
        answer: { .status(200, [json], body: #"{"text":"fine","kind":"short","\#(PlantedSecret.json($0))":1}"#) },
        status: 1, endsRun: false, trace: "[record/secret-in-output]"),
      Exposure(
        testDescription: "in a page",
        answer: { .status(200, ["Content-Type: text/html"], body: "<p>" + $0) }, status: 3, trace: "‹"),
      Exposure(
        testDescription: "in JSON that is broken", answer: { .status(200, [json], body: "{\"text\":\"" + $0) },
        status: 3,
        trace: "‹"),
      Exposure(
        testDescription: "in an answer that is not expected",
        answer: { .status(409, [json], body: #"{"error":"\#(PlantedSecret.json($0))"}"#) }, status: 1, trace: "‹"),
      Exposure(
        testDescription: "in a failure of the server",
        answer: { .status(500, ["Content-Type: text/plain"], body: $0) }, status: 3, trace: "‹"),
      Exposure(
        testDescription: "in the path of a redirect that is refused",
        answer: { .status(302, ["Location: http://127.0.0.1:9/" + PlantedSecret.text($0, .percent)]) }, status: 4,
        trace: "‹"),
    ]
  }

  private static let formats = ["json", "junit", "sarif", "github", "markdown", "html"]
  private static let bearer = "BE.4wK/9m+Q~2=xT_-vP7"
  private static let reports = formats.flatMap { ["--format", "\($0)=report.\($0)"] }
  private static var environment: [String: String] {
    var variables = ["ASSAY_TEST_BEARER": bearer]
    for secret in PlantedSecret.all(.environment) { variables[secret.name] = secret.value }
    for secret in PlantedSecret.all(.persona) { variables["ASSAY_TEST_KEY_\(secret.number)"] = secret.value }
    return variables
  }

  // MARK: The server

  /// What the sign-in hands out under names that say so, under those of what holds it, in JSON in a string, in text.
  private static let session: Fault = {
    let secrets = PlantedSecret.all(.body)
    let inner = PlantedSecret.json("{\"idToken\":\"\(secrets[7].value)\",\"expiresIn\":900}")
    let members =
      secrets.prefix(5).map { "\"\($0.name)\":\"\(PlantedSecret.json($0.value))\"" } + [
        "\"tokens\":{\"primary\":\"\(secrets[5].value)\"}", "\"credentials\":[{\"value\":\"\(secrets[6].value)\"}]",
        "\"payload\":\"\(inner)\"", "\"note\":\"your recovery code is \(secrets[8].value)\"",
        "\"page\":\"<input name='_csrf' type='hidden' value='\(secrets[9].value)'>\"",
        "\"log\":\"POST /login?passcode=\(PlantedSecret.percent(secrets[10].value)) done\"",
        "\"database\":\"postgres://app:\(PlantedSecret.percent(secrets[11].value))@db/app\"",
      ]
    let cookies = PlantedSecret.all(.cookie).map { "SET-Cookie: \($0.name)=\($0.value); Path=/; HttpOnly" }
    let headers = PlantedSecret.all(.header).map { "\($0.name): Bearer \($0.value)" }
    return .status(
      200, [Exposure.json] + cookies + headers, body: "{" + members.joined(separator: ",") + ",\"expiresIn\":900}")
  }()

  private static let redirect: Fault = {
    let query = PlantedSecret.all(.redirect).map { $0.name + "=" + PlantedSecret.text($0.value, .percent) }
    return .status(302, ["Location: /api/arrived?" + query.joined(separator: "&")])
  }()

  /// A server that answers the first echo, the second and so on.
  private static func serving<T>(_ echoes: [Fault], _ work: (FaultServer) async throws -> T) async throws -> T {
    let server = try FaultServer { request in
      switch request.target.prefix(while: { $0 != "?" }) {
      case "/status": .status(200, [Exposure.json], body: FaultyServerTests.statement)
      case "/api/sign-in": session
      case "/api/start": redirect
      case "/api/echo", "/api/arrived": .status(200, [Exposure.json], body: Exposure.fine)
      case let path where path.hasPrefix("/api/echo/"): echoes[Int(path.dropFirst(10)) ?? 0]
      default: .status(404)
      }
    }
    defer { server.stop() }
    return try await work(server)
  }

  // MARK: The project

  /// Each echo has a type of its own, so that what is wrong with it is a finding of its own.
  private static func project(_ url: String, echoes: Int) throws -> ScratchFolder {
    let keys = PlantedSecret.all(.persona)
    let numbers = 0..<echoes
    let types = numbers.map { "export interface Echo\($0) { text: string; kind: \"short\" | \"long\" }\n" }
    let routes = numbers.map { "  \"GET /api/echo/\($0)\": { id: \"echo.show\($0)\"; response: Echo\($0) };\n" }
    let folder = try ScratchFolder([
      "contracts/types/api.ts": """
      export interface Session { expiresIn: number }
      export interface Echo { text: string; kind: "short" | "long" }
      \(types.joined())export interface Routes {
        "POST /api/sign-in": { id: "auth.signIn"; response: Session };
        "GET /api/start": { id: "start.show"; response: Echo };
        "POST /api/echo": { id: "echo.say"; response: Echo };
      \(routes.joined())}

      """,
      "contracts/scenarios/all.http": scenario(echoes: numbers),
    ])
    let variables = keys.map { "\"\($0.name)\": \"$ASSAY_TEST_KEY_\($0.number)\"" }.joined(separator: ", ")
    try folder.write(
      """
      {
        "sources": [{ "kind": "typescript", "include": ["types/*.ts"] }],
        "fixtures": "../fixtures",
        "scenarios": ["scenarios/*.http"],
        "environments": {
          "local": {
            "baseURL": "\(url)",
            "guard": { "statusPath": "/status", "hosts": ["localhost"], "databases": ["assay_dev"] }
          },
          "live": { "baseURL": "\(url)", "readOnly": true, "token": "$ASSAY_TEST_BEARER" }
        },
        "personas": { "reader": { \(variables) } }
      }

      """, to: "contracts/assay.json")
    return folder
  }

  private static func scenario(echoes: Range<Int>) -> String {
    let variables = PlantedSecret.all(.environment).map { "{{$processEnv \($0.name)}}" }
    let literals = PlantedSecret.all(.literal)
    let body =
      variables[1...5].enumerated().map { "\"field\($0)\": \"\($1)\"" }
      + PlantedSecret.all(.persona).map { "\"\($0.name)\": \"{{\($0.name)}}\"" }
      + ["\"user\": { \"\(literals[0].name)\": \"\(literals[0].value)\" }"]
    let steps = echoes.map {
      """

      ###
      # @name echo\($0)
      # @persona reader
      # @record echo.show\($0)
      GET {{baseURL}}/api/echo/\($0)
      Authorization: Bearer {{signIn.response.body.$.accessToken}}

      """
    }
    return """
      # @name signIn
      # @persona reader
      # @sign-in token=$.accessToken refreshToken=$.refreshToken expiresIn=$.expiresIn refresh=POST /api/refresh
      # @record auth.signIn
      POST {{baseURL}}/api/sign-in
      X-API-Key: \(variables[0])
      Content-Type: application/json

      { \(body.joined(separator: ", ")) }

      ###
      # @name start
      # @record start.show
      GET {{baseURL}}/api/start?key=\(variables[6])&token={{signIn.response.body.$.accessToken}}&\(literals[1].name)=\(PlantedSecret.percent(literals[1].value))
      \(literals[2].name): \(literals[2].value)

      ###
      # @name stop
      # @no-redirect
      # @record start.show stop
      # @expect 302
      GET {{baseURL}}/api/start?q=\(variables[7])

      ###
      # @name say
      # @record echo.say
      POST {{baseURL}}/api/echo
      Content-Type: application/x-www-form-urlencoded

      q=\(variables[8])&token={{signIn.response.body.$.refreshToken}}&\(literals[3].name)=\(PlantedSecret.percent(literals[3].value))

      ###
      # @name sayParts
      POST {{baseURL}}/api/echo
      Content-Type: multipart/form-data; boundary=XX

      --XX
      Content-Disposition: form-data; name="\(literals[4].name)"

      \(literals[4].value)
      --XX--

      ###
      # @name sayBasic
      POST {{baseURL}}/api/echo
      Authorization: Basic \(Data("reader:\(literals[5].value)".utf8).base64EncodedString())

      """ + steps.joined()
  }

  /// Everything that a run wrote: its streams, its reports, the fixture set and what stands beside it.
  private static func outputs(_ run: AssayBinary.Run, _ folder: ScratchFolder) throws -> [(String, [UInt8])] {
    var outputs = [("standard output", Array(run.output.utf8)), ("standard error", Array(run.error.utf8))]
    for name in try FileSystem.list(folder.path, recursive: true) where !name.hasPrefix("contracts/") {
      outputs.append((name, try FileSystem.read(folder.path + "/" + name)))
      outputs.append(("a name", Array(name.utf8)))
    }
    return outputs
  }

  private static func assay(_ arguments: [String], _ folder: ScratchFolder) async throws -> AssayBinary.Run {
    try await AssayBinary.assay(arguments, in: folder.path, environment: environment)
  }

  // MARK: Tests

  private static let sieve = SecretSieve(PlantedSecret.all.map(\.value) + [bearer])

  @Test func thereAreMoreThanForty() {
    #expect(Set(PlantedSecret.all.map(\.value)).count > 40)
    for form in PlantedSecret.Form.allCases { #expect(PlantedSecret.all.count { $0.form == form } >= 2) }
    let sieve = Self.sieve
    for secret in PlantedSecret.all { #expect(sieve.find(in: Array("(\(secret.text))".utf8)) != nil) }
    #expect(sieve.find(in: Array("an output without any of them, redacted".utf8)) == nil)
  }

  @Test("no part of a secret is in any output of record, verify, gate and diff", arguments: Exposure.all)
  func noneIsShown(_ exposure: Exposure) async throws {
    // What is shown of a body is cut: few in one answer, so that all of them come before the cut.
    let all = PlantedSecret.all
    let texts = stride(from: 0, to: all.count, by: 8).map { start in
      all[start..<min(start + 8, all.count)].map { "(\($0.text))" }.joined(separator: " ")
    }
    for texts in exposure.endsRun ? texts.map({ [$0] }) : [texts] {
      try await Self.serving(texts.map(exposure.answer)) { server in
        let folder = try Self.project(server.url, echoes: texts.count)
        var commands = [["record", "--env", "local", "--verbose", "--har", "run.har"] + Self.reports]
        if exposure.status == 0 {
          commands += [["verify"], ["gate"], ["diff", "--env", "live"]].map { $0 + ["--verbose"] + Self.reports }
        }
        for (index, command) in commands.enumerated() {
          let run = try await Self.assay(command, folder)
          let outputs = try Self.outputs(run, folder)
          if index == 0 {
            #expect(run.status == exposure.status, "\(run.output)\(run.error)")
            let all = outputs.map { String(decoding: $0.1, as: UTF8.self) }.joined()
            #expect(all.contains(exposure.trace), "\(run.output)\(run.error)")
          }
          for (name, bytes) in outputs {
            let found = Self.sieve.find(in: bytes)
            #expect(found == nil, "\(exposure.testDescription), \(command[0]), \(name): \(found ?? "")")
          }
        }
      }
    }
  }

  /// What a live server says holds the credentials that it was sent, in every form.
  @Test(arguments: [
    #"{"text":1,"kind":"%@","%@":true}"#, "<p>%@", #"{"text":"%@"#, #"{"error":"%@"}"#,
  ])
  func aComparisonShowsNone(answer: String) async throws {
    let forms = PlantedSecret.Form.allCases
    // One route answers as it did: where all are wrong alike, another server is to blame.
    let fine = Fault.status(200, [Exposure.json], body: Exposure.fine)
    let recorded = Array(repeating: fine, count: forms.count + 1)
    let folder = try await Self.serving(recorded) { server in
      let folder = try Self.project(server.url, echoes: recorded.count)
      let run = try await Self.assay(["record", "--env", "local"], folder)
      #expect(run.status == 0, "\(run.output)\(run.error)")
      return folder
    }
    let live = forms.map { form in
      let text = "(\(PlantedSecret.text(Self.bearer, form)))"
      let written = answer.hasPrefix("{") ? PlantedSecret.json(text) : text
      return Fault.status(
        200, [Exposure.json, "X-Echo: " + text], body: answer.replacingOccurrences(of: "%@", with: written))
    }
    try await Self.serving(live + [fine]) { server in
      let configuration = try folder.read("contracts/assay.json")
      try folder.write(
        configuration.replacing(/http:\/\/127\.0\.0\.1:\d+/, with: server.url), to: "contracts/assay.json")
      let run = try await Self.assay(["diff", "--env", "live", "--verbose"] + Self.reports, folder)
      #expect(run.status == 1, "\(run.output)\(run.error)")
      #expect(server.requests.count { $0.header("Authorization") == "Bearer " + Self.bearer } >= forms.count)
      for number in forms.indices { #expect(run.output.contains("echo.show\(number)"), "\(run.output)") }
      for (name, bytes) in try Self.outputs(run, folder) {
        let found = Self.sieve.find(in: bytes)
        #expect(found == nil, "\(answer), \(name): \(found ?? "")")
      }
    }
  }

  /// What the dev server prints before it dies is shown, without what it was given.
  @Test func aServerThatPrintsItsSecretsAndDies() async throws {
    let secrets = PlantedSecret.all(.environment)
    let folder = try Self.project("http://127.0.0.1:{port}", echoes: 0)
    let lines = PlantedSecret.Form.allCases.map { "(\(PlantedSecret.text(secrets[1].value, $0)))" }
    try folder.write(lines.joined(separator: "\n") + "\n", to: "contracts/printed")
    var configuration = try folder.read("contracts/assay.json")
    configuration.replace(
      "\"environments\"",
      with: """
        "webServer": {
          "command": "cat contracts/printed; echo \\"$API_TOKEN\\"; exit 7", "url": "http://127.0.0.1:{port}/",
          "environment": { "API_TOKEN": "$\(secrets[1].name)" }
        },
        "environments"
        """, maxReplacements: 1)
    try folder.write(configuration, to: "contracts/assay.json")
    let run = try await Self.assay(["record", "--env", "local", "--verbose"] + Self.reports, folder)
    #expect(run.status == 3, "\(run.output)\(run.error)")
    #expect(run.output.contains("ended with status 7"), "\(run.output)\(run.error)")
    #expect(run.output.contains("\n‹"), "\(run.output)\(run.error)")
    for (name, bytes) in try Self.outputs(run, folder) {
      let found = Self.sieve.find(in: bytes)
      #expect(found == nil, "\(name): \(found ?? "")")
    }
  }
}
