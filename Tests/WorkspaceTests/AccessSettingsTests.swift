import Diagnostics
import JSONText
import Testing
import Workspace

/// A faulty environment: `«…»` marks what the finding must point at.
private struct Fault: Sendable, CustomTestStringConvertible {
  let rule: RuleID
  let text: String
  let message: String
  var testDescription: String { text }

  init(_ rule: RuleID, _ text: String, _ message: String) {
    self.rule = rule
    self.text = text
    self.message = message
  }

  static let all = [
    Fault("config/wrong-type", #""credentialExchanges": [«"post /a"»]"#, "a method and a path"),
    Fault("config/wrong-type", #""credentialExchanges": [«"POST a"»]"#, "a method and a path"),
    Fault("config/wrong-type", #""credentialExchanges": [«"POST /a?b"»]"#, "a method and a path"),
    Fault("config/wrong-type", #""requestsPerSecond": «0»"#, "a number above 0"),
    Fault("config/wrong-type", #""origins": «"http://a"»"#, "a list"),
    Fault("config/literal-secret", #""headers": { "X-API-Key": «"abc-4711"» }"#, "a secret stands in the file"),
    Fault("config/literal-secret", #""appKey": { "value": «"abc-4711"» }"#, "a secret stands in the file"),
    Fault("config/wrong-type", #""appKey": { "header": «"X: Y"», "value": "$KEY" }"#, "the name of a header"),
    Fault("config/missing-key", #""appKey": «{» "header": "X-Key" }"#, "the key 'value' is missing"),
    Fault("config/wrong-type", #""credentials": { "ada": «{» } }"#, "one of: bearer, apiKey, basic, hmac"),
    Fault(
      "config/wrong-type",
      #""credentials": { "ada": «{» "bearer": { "token": "$A" }, "apiKey": { "value": "$B" } } }"#,
      "one of: bearer, apiKey, basic, hmac"),
    Fault(
      "config/unknown-key", #""credentials": { "ada": { «"bearr"»: { "token": "$A" } } }"#, "did you mean 'bearer'?"),
    Fault(
      "config/literal-secret", #""credentials": { "ada": { "basic": { "user": "ada", "password": «"abc-4711"» } } }"#,
      "a secret stands in the file"),
    Fault(
      "config/wrong-type",
      #""credentials": { "ada": { "hmac": { "keyId": "a", "key": "$K", "canonical": «"{method} {pth}"» } } }"#,
      "did you mean '{path}'?"),
    Fault(
      "config/unknown-key",
      #""credentials": { «"redaer"»: { "bearer": { "token": "$A" } } } } }, "personas": { "reader": {}, "ada": { "#,
      "no persona is called 'redaer', did you mean 'reader'?"),
    Fault(
      "config/wrong-type",
      #""credentials": { "ada": { "hmac": { "keyId": "a", "key": "$K", "clock": «"sever"» } } }"#,
      "did you mean 'server'?"),
  ]
}

@Suite struct AccessSettingsTests {
  private static func parse(_ settings: String) throws(WorkspaceError) -> Configuration {
    let text =
      #"{ "signIn": { "linkHost": "reader.example" }, "environments": { "local": { "baseURL": "http://127.0.0.1", "#
      + settings + " } } }"
    return try Configuration.parse(SourceFile(path: "assay.json", text: text))
  }

  @Test func everySettingIsRead() throws {
    let configuration = try Self.parse(
      """
      "origins": ["http://localhost:{port}"],
      "headers": { "X-App-Version": "2.3.0", "X-Tenant": "$TENANT" },
      "appKey": { "value": "$APP_KEY" },
      "credentialExchanges": ["POST /api/auth/magic-link"],
      "requestsPerSecond": 2.5,
      "credentials": {
        "batch": { "bearer": { "token": "$BATCH_TOKEN" } },
        "robot": { "apiKey": { "header": "X-Key", "value": "$ROBOT_KEY" } },
        "user": { "basic": { "user": "ada", "password": "$USER_PASSWORD" } },
        "signer": { "hmac": {
          "keyId": "ada", "key": "$SIGNER_KEY", "canonical": "{method}\\n{path}\\n{query}\\n{timestamp}\\n{bodyHash}",
          "header": "X-Signature", "value": "{keyId}:{signatureBase64}", "timestampHeader": "", "timestamp": "milliseconds",
          "clock": "server" } }
      }
      """)
    #expect(configuration.linkHost == "reader.example")
    let access = try configuration.environment(named: "local").access
    #expect(access.origins.map(\.text) == ["http://localhost:{port}"])
    #expect(access.headers == ["X-App-Version": SettingText("2.3.0"), "X-Tenant": SettingText("$TENANT")])
    #expect(access.appKey?.header == "X-App-Key" && access.appKey?.value.variable == "APP_KEY")
    #expect(access.credentialExchanges == ["POST /api/auth/magic-link"])
    #expect(access.requestsPerSecond == 2.5)
    #expect(access.credentials["batch"] == .bearer(token: SettingText("$BATCH_TOKEN")))
    #expect(access.credentials["robot"] == .apiKey(header: "X-Key", value: SettingText("$ROBOT_KEY")))
    #expect(access.credentials["user"] == .basic(user: SettingText("ada"), password: SettingText("$USER_PASSWORD")))
    guard case .hmac(let hmac)? = access.credentials["signer"] else {
      Issue.record("no signature")
      return
    }
    #expect(hmac.canonical == "{method}\n{path}\n{query}\n{timestamp}\n{bodyHash}")
    #expect(hmac.header == "X-Signature" && hmac.value == "{keyId}:{signatureBase64}" && hmac.timestampHeader == "")
    #expect(hmac.timestamp == "milliseconds" && hmac.clock == "server")
    #expect(
      Set(access.neededSettings.compactMap(\.variable))
        == ["TENANT", "BATCH_TOKEN", "ROBOT_KEY", "USER_PASSWORD", "SIGNER_KEY"])
  }

  @Test func nothingIsNeeded() throws {
    let configuration = try Self.parse(#""readOnly": true"#)
    #expect(try configuration.environment(named: "local").access == AccessSettings())
  }

  @Test(arguments: Fault.all) private func isToldWhereItIs(_ fault: Fault) throws {
    let text = fault.text.replacing("«", with: "").replacing("»", with: "")
    let error = #expect(throws: WorkspaceError.self) { _ = try Self.parse(text) }
    let finding = try #require(error?.findings.first)
    #expect(error?.findings.count == 1)
    #expect(finding.rule == fault.rule)
    let said = finding.message + " " + (finding.help ?? "")
    #expect(said.contains(fault.message), "\(said)")
    let start = try #require(fault.text.firstRange(of: "«")).upperBound
    let end = try #require(fault.text.firstRange(of: "»")).lowerBound
    #expect(finding.place.span?.text == String(fault.text[start..<end]))
    #expect(!said.contains("4711"))
  }
}
