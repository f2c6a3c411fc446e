import ContractModel
import Diagnostics
import JSONText
import Testing
import Verification
import Workspace

@testable import Audits

private let span = SourceSpan(file: SourceFile(path: "types/t.ts", text: "x"), start: 0, end: 1)

private func contract() throws -> Contract {
  Contract(
    types: [TypeDeclaration(name: "Guild", type: TypeExpression(.anyJSON, span: span), span: span)],
    routes: [
      Route(
        id: "guilds.show", method: "GET", path: try #require(PathTemplate("/api/guilds/{guildId}")),
        response: TypeExpression(.reference("Guild"), span: span), span: span)
    ])
}

private func entry(_ change: (inout FixtureEntry) -> Void = { _ in }) -> FixtureEntry {
  var entry = FixtureEntry(
    routeID: "guilds.show", caseName: "show", file: "guilds.show/show.json", method: "GET",
    pathTemplate: "/api/guilds/{guildId}", parameters: ["guildId": .literal("g")], status: 200,
    contentType: "application/json", type: "Guild")
  change(&entry)
  return entry
}

private func audit(
  _ settings: String = "{}", body: String = #"{"name":"a"}"#, entry: FixtureEntry = entry(), folder: String = "/",
  secrets: SecretRegistry = SecretRegistry()
) throws -> [Finding] {
  let value = try JSONDocument(parsing: Array(settings.utf8)).root.value
  let fixtures = FixtureSet(
    manifest: FixtureManifest(entries: [entry]), bodies: [entry.file ?? "": Array(body.utf8)])
  return AuditSuite(
    settings: value, contract: try contract(), fixtures: fixtures, folder: folder, file: "assay.json", secrets: secrets
  ).run()
}

private func rules(_ findings: [Finding]) -> [String] { findings.map(\.rule.rawValue) }

struct AuditSuiteTests {
  @Test("Nothing to say of a set in order")
  func inOrder() throws {
    #expect(try audit().isEmpty)
    #expect(
      try audit(#"{"waivers":{"a":"reason"},"forbidKeys":["price"],"forbidText":["/upgrade"],"pins":[]}"#).isEmpty)
  }

  @Test(
    "Settings that are not understood are errors",
    arguments: [
      ("[]", "audit/invalid-setting", "must be an object"),
      (#"{"pin":[]}"#, "audit/unknown-audit", "did you mean 'pins'"),
      (#"{"forbidKeys":"price"}"#, "audit/invalid-setting", "list"),
      (#"{"forbidText":[1]}"#, "audit/invalid-setting", "string"),
      (#"{"pins":[["a"]]}"#, "audit/invalid-setting", "2 or more"),
      (#"{"pins":["a"]}"#, "audit/invalid-setting", "list"),
      (#"{"waivers":{"a":" "}}"#, "audit/invalid-setting", "reason"),
      (#"{"waivers":[]}"#, "audit/invalid-setting", "object"),
    ])
  func settings(_ settings: String, _ rule: String, _ message: String) throws {
    let findings = try audit(settings)
    #expect(rules(findings) == [rule])
    #expect(findings.first?.message.contains(message) == true, "\(findings)")
    #expect(findings.first?.place.file == "assay.json" && findings.first?.severity == .error)
  }

  @Test(
    "What looks like a secret",
    arguments: [
      (#"{"x":"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"}"#, true),
      (#"{"x":"see eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.x for more"}"#, true),
      (#"{"x":"-----BEGIN RSA PRIVATE KEY-----\nMIIE"}"#, true), (#"{"x":"-----BEGIN CERTIFICATE-----"}"#, false),
      (#"{"accessToken":"q8Zt5VhW2nXc7LkR9pBd"}"#, true), (#"{"accessToken":"redacted"}"#, false),
      (#"{"nextPageToken":"q8Zt5VhW2nXc7LkR9pBd"}"#, false), (#"{"id":"q8Zt5VhW2nXc7LkR9pBd"}"#, false),
      (#"{"user":{"api_key":["q8Zt5VhW2nXc7LkR9pBd"]}}"#, true), (#"{"x":"Bearer q8Zt5VhW2nXc7LkR9pBd"}"#, true),
      (#"{"x":"Bearer of good news, everybody"}"#, false), (#"{"x":"AKIAIOSFODNN7EXAMPLE"}"#, true),
      (#"{"x":"https://a.test/?code=q8Zt5VhW2nXc7LkR9pBd&b=1"}"#, true), (#"{"x":"https://a.test/?code=abc"}"#, false),
      (#"{"passwordHint":"the name of your first school"}"#, false), (#"{"token":"aaaaaaaaaaaaaaaaaaaa1"}"#, false),
    ])
  func secretLooks(_ body: String, _ isSecret: Bool) throws {
    let findings = try audit(body: body)
    #expect(rules(findings) == (isSecret ? ["audit/secret-in-fixture"] : []), "\(findings)")
    let text = findings.map { TextRenderer().render($0) }.joined()
    #expect(!text.contains("q8Zt5") && !text.contains("eyJ") && !text.contains("AKIA"))
  }

  @Test("Requests, headers and queries of the manifest are searched too, and known secrets everywhere")
  func manifest() throws {
    let token = "q8Zt5VhW2nXc7LkR9pBd"
    let request = try audit(entry: entry { $0.requestBody = .object([.init(key: "password", value: .string(token))]) })
    #expect(rules(request) == ["audit/secret-in-fixture"])
    #expect(request.first?.place.pointer?.description == "/request/password")
    #expect(try audit(entry: entry { $0.query = [NamedValue("token", token)] }).count == 1)
    #expect(try audit(entry: entry { $0.headers = [NamedValue("set-cookie", "session=\(token)")] }).count == 1)
    let page = "<p>\n<a href=\"/in?t=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgN\">in</a>"
    let text = try audit(body: page)
    #expect(rules(text).contains("audit/secret-in-fixture"), "\(text)")
    #expect(text.contains { $0.place.pointer?.description == "/line 2" })
    let secrets = SecretRegistry()
    secrets.register("correct horse battery", name: "leader's password")
    let known = try audit(body: #"{"name":"correct horse battery"}"#, secrets: secrets)
    #expect(rules(known) == ["audit/secret-in-fixture"])
    let message = try #require(known.first).message
    #expect(message.contains("leader's password") && !message.contains("horse"))
  }

  @Test(
    "Content policy",
    arguments: [
      (#"{"forbidKeys":["price"]}"#, #"{"plans":[{"Price":1},{"price":2}]}"#, ["/plans/*/Price", "/plans/*/price"]),
      (#"{"forbidKeys":["upgrade*"]}"#, #"{"upgradeURL":"x","upgrade":1,"upgra":2}"#, ["/upgrade", "/upgradeURL"]),
      (#"{"forbidText":["/Upgrade"]}"#, #"{"a":["https://x.test/upgrade?x","y","/UPGRADE"]}"#, ["/a/*"]),
      (#"{"forbidText":["price"]}"#, #"{"price":1}"#, []),
    ])
  func policy(_ settings: String, _ body: String, _ pointers: [String]) throws {
    let findings = try audit(settings, body: body)
    #expect(findings.map { $0.place.pointer?.description ?? "" }.sorted() == pointers)
    #expect(findings.allSatisfy { $0.place.route == "guilds.show" && $0.severity == .error })
  }

  @Test("Pinned files are equal byte for byte, and there")
  func pins() throws {
    let folder = try FileSystem.makeTemporaryDirectory(prefix: "pins")
    defer { try? FileSystem.remove(folder) }
    try FileSystem.write(Array("one\ntwo\n".utf8), to: folder + "/a.txt")
    try FileSystem.write(Array("one\ntwo\n".utf8), to: folder + "/sub/b.txt")
    try FileSystem.write(Array("one\ntwo".utf8), to: folder + "/c.txt")
    #expect(try audit(#"{"pins":[["a.txt","sub/b.txt"]]}"#, folder: folder).isEmpty)
    let differing = try audit(#"{"pins":[["a.txt","sub/b.txt","c.txt"]]}"#, folder: folder)
    #expect(rules(differing) == ["audit/pin-differs"])
    let difference = try #require(differing.first)
    #expect(difference.place.file == "c.txt")
    #expect(difference.notes.first?.message.contains("byte 7, line 2") == true)
    #expect(rules(try audit(#"{"pins":[["a.txt","d.txt"]]}"#, folder: folder)) == ["audit/pin-missing"])
  }

  @Test("Routes of the manifest and of the contract")
  func routes() throws {
    #expect(rules(try audit(entry: entry { $0.parameters = [:] })) == ["audit/parameters-differ"])
    #expect(rules(try audit(entry: entry { $0.parameters["x"] = .unresolved })) == ["audit/parameters-differ"])
    #expect(rules(try audit(entry: entry { $0.type = "GuildDetail" })) == ["audit/recorded-type-differs"])
    #expect(rules(try audit(entry: entry { $0.status = 404 })) == ["audit/success-not-recorded"])
  }

  @Test("Rules have distinct ids, and each speaks in these tests")
  func catalogue() {
    #expect(Set(AuditRules.rules.map(\.id)).count == AuditRules.rules.count)
    #expect(AuditRules.rules.allSatisfy { !$0.summary.isEmpty && !$0.example.isEmpty && !$0.mend.isEmpty })
  }
}
