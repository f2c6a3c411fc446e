import Diagnostics
import JSONText
import Testing
import Workspace

@Suite struct ConfigurationTests {
  private static func parse(_ text: String) throws(WorkspaceError) -> Configuration {
    try Configuration.parse(SourceFile(path: "contracts/assay.json", text: text))
  }

  private static func findings(_ text: String) -> [Finding] {
    do throws(WorkspaceError) {
      _ = try parse(text)
      return []
    } catch {
      return error.findings
    }
  }

  @Test func everySettingIsRead() throws {
    let configuration = try Self.parse(
      """
      { // comments and trailing commas are fine
        "$schema": "./assay.schema.json",
        "sources": [
          { "kind": "typescript", "include": ["types/**/*.ts", "!**/*.test.ts"] },
          { "kind": "json-schema", "include": [] },
        ],
        "swift": { "output": "../Sources/API/Generated", "access": "package", "hashable": true },
        "fixtures": "../data/fixtures",
        "scenarios": ["scenarios/*.http"],
        "webServer": {
          "command": "serve --port {port} --data {dataFolder}", "perturb": "--clock +1d", "url": "http://127.0.0.1:{port}/s",
          "reuse": true, "timeout": 1.5, "environment": { "A": "b" }
        },
        "environments": {
          "production": {
            "baseURL": "$ASSAY_PRODUCTION_URL", "readOnly": true, "token": "$ASSAY_TOKEN", "values": { "guildId": "7" },
            "audiences": ["https://id.example.test"]
          },
          "local": { "baseURL": "http://127.0.0.1:{port}", "guard": { "statusPath": "/s", "hosts": ["localhost"], "databases": ["dev"] } }
        },
        "personas": { "reader": { "email": "bob@example.test", "password": "$READER_PASSWORD" }, "admin": {} },
        "typeMap": { "Money": "Decimal" },
        "audits": { "pins": [["a", "b"]] }
      }
      """)
    #expect(configuration.folder == "contracts")
    #expect(configuration.sources.map(\.kind) == [.typescript, .jsonSchema])
    #expect(configuration.sources.map(\.include) == [["types/**/*.ts", "!**/*.test.ts"], []])
    #expect(configuration.swift == .init(output: "Sources/API/Generated", access: "package", isHashable: true))
    #expect(configuration.fixtures == "data/fixtures")
    #expect(configuration.scenarios == ["scenarios/*.http"])
    let server = try #require(configuration.webServer)
    #expect(server.command == "serve --port {port} --data {dataFolder}")
    #expect(server.perturb == "--clock +1d")
    #expect(server.url == "http://127.0.0.1:{port}/s")
    #expect(server.reuse)
    #expect(server.timeout == 1.5)
    #expect(server.environment == ["A": SettingText("b")])
    #expect(configuration.environments.map(\.name) == ["local", "production"])
    let production = try configuration.environment(named: "production")
    #expect(production.readOnly)
    #expect(production.guardSettings == nil)
    #expect(production.token?.variable == "ASSAY_TOKEN")
    #expect(production.values == ["guildId": SettingText("7")])
    #expect(production.audiences == ["https://id.example.test"])
    let local = try configuration.environment(named: "local")
    #expect(local.guardSettings?.statusPath == "/s")
    #expect(local.guardSettings?.hosts == ["localhost"])
    #expect(local.guardSettings?.databases == ["dev"])
    #expect(!local.readOnly)
    #expect(configuration.personas.map(\.name) == ["reader", "admin"])
    #expect(configuration.personas[0].variables["email"]?.text == "bob@example.test")
    #expect(configuration.personas[0].variables["password"]?.variable == "READER_PASSWORD")
    #expect(configuration.typeMap == ["Money": "Decimal"])
    #expect(configuration.audits["pins"] == .array([.array([.string("a"), .string("b")])]))
  }

  @Test func whatIsLeftOutHasAMeaning() throws {
    let configuration = try Self.parse("{}")
    #expect(configuration.sources.isEmpty)
    #expect(configuration.swift == nil)
    #expect(configuration.fixtures == "fixtures")
    #expect(configuration.webServer == nil)
    #expect(configuration.environments.isEmpty)
    #expect(configuration.audits == .object([]))
    let server = try Self.parse(#"{ "webServer": { "command": "a", "url": "b" } }"#).webServer
    #expect(server?.timeout == 30)
    #expect(server?.reuse == false)
  }

  /// A fault: the text, and `line:column rule message` of each finding.
  struct Fault: Sendable, CustomTestStringConvertible {
    let text: String
    let expected: [String]
    var testDescription: String { text }
  }

  static let faults = [
    Fault(text: "{", expected: ["1:2 config/syntax"]),
    Fault(text: "[]", expected: ["1:1 config/wrong-type expected an object"]),
    Fault(
      text: "{\n  \"enviroments\": {}\n}",
      expected: ["2:3 config/unknown-key unknown key 'enviroments', did you mean 'environments'?"]),
    Fault(text: "{ \"zzz\": 1 }", expected: ["1:3 config/unknown-key unknown key 'zzz'"]),
    Fault(
      text: "{ /* \"a\": */ \"scenario\" /* : \" */ :\n // c \"d\": \n [] }",
      expected: ["1:14 config/unknown-key unknown key 'scenario', did you mean 'scenarios'?"]),
    Fault(
      text: #"{ "scenarios": "a.http" }"#,
      expected: ["1:16 config/wrong-type expected a list; each element is a text that is not empty"]),
    Fault(
      text: #"{ "scenarios": ["a", 1, null] }"#,
      expected: ["1:22 config/wrong-type expected a text that is not empty"]),
    Fault(
      text: #"{ "fixtures": "" }"#, expected: ["1:15 config/wrong-type expected a text that is not empty"]),
    Fault(
      text: #"{ "audits": { "frob": 1, "forbidKey": [] } }"#,
      expected: [
        "1:15 config/unknown-key unknown key 'frob'",
        "1:26 config/unknown-key unknown key 'forbidKey', did you mean 'forbidKeys'?",
      ]),
    Fault(
      text: #"{ "sources": [{ "kind": "typscript", "include": [] }] }"#,
      expected: ["1:25 config/wrong-type 'typscript' is not known here, did you mean 'typescript'?"]),
    Fault(
      text: #"{ "sources": [{ "include": [] }] }"#, expected: ["1:15 config/missing-key the key 'kind' is missing"]),
    Fault(
      text: #"{ "swift": { "output": "x", "access": "private" } }"#,
      expected: ["1:39 config/wrong-type 'private' is not known here"]),
    Fault(
      text: #"{ "swift": { "output": "x", "hashable": "yes" } }"#,
      expected: ["1:41 config/wrong-type expected true or false"]),
    Fault(
      text: #"{ "webServer": { "command": "a", "url": "b", "timeout": 0 } }"#,
      expected: ["1:57 config/wrong-type expected a number above 0"]),
    Fault(
      text: #"{ "webServer": { "command": "a", "url": "b", "timeout": 1e999 } }"#,
      expected: ["1:57 config/wrong-type expected a number above 0"]),
    Fault(
      text: #"{ "environments": { "a": { "baseURL": "$NOT-A-NAME" } } }"#,
      expected: [
        "1:39 config/wrong-type a text that starts with '$' names an environment variable, and this is no such name"
      ]),
    Fault(
      text: #"{ "environments": { "a": { "readonly": true } } }"#,
      expected: [
        "1:26 config/missing-key the key 'baseURL' is missing",
        "1:28 config/unknown-key unknown key 'readonly', did you mean 'readOnly'?",
      ]),
    Fault(
      text: #"{ "environments": { "a": { "baseURL": "x", "token": "eyJhbGciOi.very.literal" } } }"#,
      expected: ["1:53 config/literal-secret a secret stands in the file itself"]),
    Fault(
      text: #"{ "personas": { "ada": { "name": "Ada", "Password": "correct horse" } } }"#,
      expected: ["1:53 config/literal-secret a secret stands in the file itself"]),
    Fault(text: #"{ "personas": { "ada": "x" } }"#, expected: ["1:24 config/wrong-type expected an object"]),
    Fault(
      text: #"{ "typeMap": {}, "fixtures": "a", "typeMap": {} }"#,
      expected: ["1:35 config/duplicate-key the key 'typeMap' stands twice"]),
    Fault(
      text: #"{ "environments": { "a": { "baseURL": "x" }, "a": { "baseURL": "y" } } }"#,
      expected: ["1:46 config/duplicate-key the key 'a' stands twice"]),
    Fault(text: #"{ "audits": [] }"#, expected: ["1:13 config/wrong-type expected an object"]),
  ]

  @Test(arguments: faults) func faultsHaveTheirPlace(_ fault: Fault) {
    let findings = Self.findings(fault.text)
    #expect(findings.count == fault.expected.count)
    for (finding, expected) in zip(findings, fault.expected) {
      let position = finding.place.span?.position
      let shown = "\(position?.line ?? 0):\(position?.column ?? 0) \(finding.rule) \(finding.message)"
      #expect(shown.hasPrefix(expected), "\(shown)")
      #expect(finding.severity == .error)
      #expect(finding.help?.isEmpty == false)
      #expect(WorkspaceRules.rules.contains { $0.id == finding.rule })
    }
  }

  @Test func oneFaultAtTwoPlacesIsOneFinding() {
    let findings = Self.findings(#"{ "scenarios": ["a", 1, null] }"#)
    #expect(findings.first?.morePlaces.map(\.description) == ["contracts/assay.json:1:25"])
  }

  @Test func fixItsMend() throws {
    for text in [#"{ "enviroments": {} }"#, #"{ "sources": [{ "kind": "typscript", "include": [] }] }"#] {
      let fixIt = try #require(Self.findings(text).first?.fixIt)
      var bytes = Array(text.utf8)
      bytes.replaceSubrange(fixIt.span.start..<fixIt.span.end, with: Array(fixIt.replacement.utf8))
      #expect(Self.findings(String(decoding: bytes, as: UTF8.self)).isEmpty)
    }
  }

  @Test func oneFindingShowsTheOthersToo() throws {
    let error = #expect(throws: WorkspaceError.self) { try Self.parse(#"{ "aaa": 1, "bbb": 2 }"#) }
    #expect(error?.findings.count == 2)
    #expect(error?.finding.message == "unknown key 'aaa'")
    #expect(error?.finding.notes.map(\.message) == ["unknown key 'bbb'"])
  }

  @Test func aLiteralSecretIsNotPrinted() {
    let findings = Self.findings(#"{ "environments": { "a": { "baseURL": "x", "token": "planted-literal-4711" } } }"#)
    let text = findings.map { TextRenderer().render($0) }.joined()
    #expect(text.contains("config/literal-secret"))
    #expect(!text.contains("planted-literal"))
  }

  @Test func variablesAreLookedUpWhenTheyAreNeeded() throws {
    let configuration = try Self.parse(
      #"{ "environments": { "production": { "baseURL": "$ASSAY_PRODUCTION_URL", "token": "$ASSAY_TOKEN" } } }"#)
    let environment = try configuration.environment(named: "production")
    #expect(
      try environment.baseURL.value(environment: ["ASSAY_PRODUCTION_URL": "https://api.example.test"])
        == "https://api.example.test")
    for variables in [[:], ["ASSAY_PRODUCTION_URL": ""]] {
      let missing = finding { () throws(WorkspaceError) in _ = try environment.baseURL.value(environment: variables) }
      #expect(missing?.rule == "config/missing-variable")
      #expect(missing?.message == "the environment variable ASSAY_PRODUCTION_URL is not set")
      #expect(missing?.place.span?.text == "\"$ASSAY_PRODUCTION_URL\"")
    }
    let token = try environment.token?.secret(
      named: "production's token", environment: ["ASSAY_TOKEN": "configuration-token-4711"])
    #expect(token == "configuration-token-4711")
    #expect(SecretRegistry.shared.mask("x configuration-token-4711") == "x ‹production's token›")
  }

  @Test(arguments: [
    ("$A", "A"), ("$_a9", "_a9"), ("$", nil), ("$9A", nil), ("$A-B", nil), ("A$B", nil), ("", nil), ("$É", nil),
    ("$A B", nil),
  ]) func namesOfVariables(_ text: String, _ variable: String?) {
    #expect(SettingText(text).variable == variable)
  }

  @Test func placeholdersAreFilledIn() throws {
    var ports = PortNumbers()
    ports[nil] = 4010
    ports["identity"] = 4020
    let setting = SettingText("http://127.0.0.1:{port}/a/{port}?{port:identity}{port:other}")
    #expect(try setting.value(environment: [:], ports: ports) == "http://127.0.0.1:4010/a/4010?4020{port:other}")
    #expect(try setting.value(environment: [:]) == setting.text)
    #expect(PortNumbers.names(in: "{port} {port:a} {ports} {port:b") == ["", "a"])
  }

  @Test func severalServersHaveNames() throws {
    let configuration = try Self.parse(
      """
      { "webServer": [
          { "name": "identity", "command": "a {port:identity}", "url": "http://127.0.0.1:{port:identity}/" },
          { "command": "b {port} {port:identity}", "url": "http://127.0.0.1:{port}/", "reset": "POST /reset" }
        ],
        "environments": { "local": { "baseURL": "http://127.0.0.1:{port}",
          "audiences": ["http://127.0.0.1:{port:identity}"], "guard": { "markers": ["m"] } } } }
      """)
    #expect(configuration.webServers.map(\.name) == ["identity", nil])
    #expect(configuration.webServer?.command == "b {port} {port:identity}")
    #expect(configuration.webServer?.reset == .request(method: "POST", path: "/reset"))
    #expect(configuration.environments[0].guardSettings?.markers == ["m"])
    #expect(Configuration.Reset("npm run reset") == .command("npm run reset"))
    #expect(Configuration.Reset("POST reset") == .command("POST reset"))
  }

  @Test(arguments: [
    (#"{ "webServer": [{ "command": "a", "url": "b" }, { "command": "a", "url": "b" }] }"#, "two servers have no name"),
    (
      #"{ "webServer": [{ "name": "x", "command": "a", "url": "b" }, { "name": "x", "command": "a", "url": "b" }] }"#,
      "two servers are called 'x'"
    ),
    (#"{ "webServer": { "name": "1x", "command": "a", "url": "b" } }"#, "'1x' is no name of a server"),
    (
      #"{ "webServer": [{ "name": "mail", "command": "{port:mial}", "url": "b" }] }"#,
      "no server is called 'mial', did you mean 'mail'?"
    ),
    (#"{ "environments": { "l": { "baseURL": "http://h:{port:x}" } } }"#, "no server is called 'x'"),
    (#"{ "webServer": "npm start" }"#, "expected an object, or a list of such"),
  ])
  func namesOfServersHoldTogether(text: String, message: String) {
    #expect(Self.findings(text).map(\.message) == [message])
  }

  @Test(
    arguments: [
      (
        #"{ "webServer": { "command": "run {prt}", "url": "b" } }"#,
        ["nothing stands for '{prt}', did you mean '{port}'?"]
      ),
      (
        #"{ "webServer": { "command": "run {datafolder} {PORT}", "url": "b" } }"#,
        [
          "nothing stands for '{PORT}', did you mean '{port}'?",
          "nothing stands for '{datafolder}', did you mean '{dataFolder}'?",
        ]
      ),
      (
        #"{ "webServer": { "command": "a", "perturb": "{dataFoldr}", "url": "http://h:{{port}}/" } }"#,
        [
          "nothing stands for '{dataFoldr}', did you mean '{dataFolder}'?",
          "nothing stands for '{{port}}', did you mean '{port}'?",
        ]
      ),
      (
        #"{ "webServer": { "command": "a", "url": "b", "environment": { "D": "{dataFolder}/x" }, "reset": "{pot}" } }"#,
        [
          "'{dataFolder}' is known in command and perturb of webServer alone",
          "nothing stands for '{pot}', did you mean '{port}'?",
        ]
      ),
      (
        #"{ "environments": { "l": { "baseURL": "http://{host}/", "audiences": ["http://h:{porrt}"] } } }"#,
        ["nothing stands for '{host}'", "nothing stands for '{porrt}', did you mean '{port}'?"]
      ),
      // What is the shell's, or a program's own, is left alone.
      (#"{ "webServer": { "command": "a ${PORT} {x,y} '{print}' %{prt} @{u} {} {a b} {port}", "url": "b" } }"#, []),
    ] as [(String, [String])])
  func namesInBracesAreThoseThatSomethingStandsFor(text: String, messages: [String]) {
    #expect(Self.findings(text).map(\.message).sorted() == messages.sorted())
  }

  @Test func anUnknownEnvironmentNamesTheNearest() throws {
    let configuration = try Self.parse(
      #"{ "environments": { "production": { "baseURL": "x" }, "local": { "baseURL": "y" } } }"#)
    let unknown = finding { () throws(WorkspaceError) in _ = try configuration.environment(named: "prodution") }
    #expect(unknown?.rule == "config/unknown-environment")
    #expect(unknown?.message == "no environment is called 'prodution', did you mean 'production'?")
    #expect(unknown?.help == "use one of: local, production")
    let empty = try Self.parse("{}")
    let none = finding { () throws(WorkspaceError) in _ = try empty.environment(named: "local") }
    #expect(none?.help?.contains(#""environments": { "local": "#) == true)
  }

  // MARK: The committed files

  @Test func theSampleIsRead() throws {
    let configuration = try Configuration.load(path: repositoryRoot + "/contracts/assay.json")
    #expect(!configuration.sources.isEmpty)
    #expect(configuration.webServer?.command.contains("{port}") == true)
    #expect(try configuration.environment(named: "local").guardSettings?.databases.isEmpty == false)
    #expect(try configuration.environment(named: "production").readOnly)
  }

  @Test func theCommittedSchemaIsTheOneInCode() throws {
    let path = repositoryRoot + "/contracts/" + ConfigurationSchema.fileName
    let committed = try FileSystem.read(path)
    #expect(committed == ConfigurationSchema.text, "look at what changed, then run with ASSAY_UPDATE_GOLDENS=1")
    guard EnvironmentVariables.current["ASSAY_UPDATE_GOLDENS"] == "1" else { return }
    try FileSystem.write(ConfigurationSchema.text, to: path)
  }

  @Test func theSchemaDescribesEveryKeyThatTheReaderNames() throws {
    let schema = try JSONDocument(parsing: ConfigurationSchema.text).root
    let help = try #require(Self.findings(#"{ "zzz": 1 }"#).first?.help)
    let names = schema["properties"]?.members.map(\.key) ?? []
    #expect(names.count == 11)
    #expect(Set(help.dropFirst("known keys: ".count).split(separator: ", ").map(String.init)) == Set(names))
    #expect(schema["additionalProperties"]?.bool == false)
    #expect(schema["properties"]?["environments"]?["additionalProperties"]?["required"]?[0]?.string == "baseURL")
  }

  @Test func whatCannotBeReadIsTold() {
    let missing = finding { () throws(WorkspaceError) in _ = try Configuration.load(path: "no/such/assay.json") }
    #expect(missing?.message == "cannot read no/such/assay.json: No such file or directory")
  }
}
