import Diagnostics
import TestSupport
import Testing
import Transport
import Workspace

@testable import Recording

@Suite struct UploadTests {
  private static let scenario = """
    # @name signIn
    # @persona walker
    # @sign-in token=$.accessToken
    POST {{baseURL}}/sign-in
    ###
    # @name announce
    # @persona walker
    POST {{baseURL}}/activities
    Authorization: Bearer {{signIn.response.body.$.accessToken}}
    Content-Type: application/json

    {"byteCount":4}
    ###
    # @name transfer
    # @persona walker
    PUT {{announce.response.body.$.upload.url}}
    Authorization: Bearer {{signIn.response.body.$.accessToken}}
    Content-Type: application/octet-stream

    < ./walk.bin
    ###
    # @name transferAgain
    # @persona walker
    PUT {{announce.response.body.$.upload.url}}
    Content-Type: application/octet-stream

    < ./walk.bin
    ###
    # @name acknowledge
    # @persona walker
    POST {{baseURL}}/activities/{{announce.response.body.$.id}}/complete
    Authorization: Bearer {{signIn.response.body.$.accessToken}}
    """
  private static let bytes: [UInt8] = [0x00, 0xFF, 0x0D, 0x0A]

  private func run(settings: String, signature: String) async throws -> (
    ScenarioStage, Result<[RecordedExchange], RecordingError>
  ) {
    let folder = try TemporaryFolders.make(prefix: "assay-upload-")
    defer { TemporaryFolders.remove(folder) }
    try FileSystem.write(Self.bytes, to: folder + "/walk.bin")
    let run = try ScenarioStage(
      Self.scenario, settings: settings, folder: folder + "/", variables: ["READER_APP_KEY": "app-key-4711"]
    ) { request, _ in
      switch request.url {
      case ScenarioStage.baseURL + "/sign-in":
        (200, [HTTPHeader("Set-Cookie", "sid=cookie-4721; Path=/")], #"{"accessToken":"bearer-4711"}"#)
      case ScenarioStage.baseURL + "/activities":
        json(
          #"{"id":7,"upload":{"url":"http://localhost:4010/uploads/k?expires=1&signature=\#(signature)"}}"#, status: 201
        )
      default: json("{}")
      }
    }
    do throws(RecordingError) {
      return (run, .success(try await run.exchanges()))
    } catch {
      return (run, .failure(error))
    }
  }

  @Test func bytesGoToTheDeclaredHostWithoutCredentials() async throws {
    let (run, result) = try await run(
      settings: #""origins": ["http://localhost:{port}"], "appKey": { "value": "$READER_APP_KEY" }"#,
      signature: "s%2Fig-4711")
    let exchanges = try result.get()
    #expect(exchanges.map(\.step) == ["signIn", "announce", "transfer", "transferAgain", "acknowledge"])
    #expect(exchanges.map(\.path) == ["/sign-in", "/activities", "/uploads/k", "/uploads/k", "/activities/7/complete"])
    let uploads = run.server.requests(to: "//localhost:4010/uploads/")
    #expect(uploads.count == 2)
    for upload in uploads {
      #expect(upload.url == "http://localhost:4010/uploads/k?expires=1&signature=s%2Fig-4711")
      #expect(upload.body == Self.bytes)
      #expect(upload.headers == [HTTPHeader("Content-Type", "application/octet-stream")])
      #expect(upload.loopbackOnly)
    }
    let own = run.server.requests(to: ScenarioStage.baseURL + "/activities")
    #expect(own.allSatisfy { $0.headers.first(named: "Authorization") == "Bearer bearer-4711" })
    #expect(own.allSatisfy { $0.headers.first(named: "X-App-Key") == "app-key-4711" })
    #expect(own.allSatisfy { $0.headers.first(named: "Cookie") == "sid=cookie-4721" })
    let masked = SecretRegistry.shared.mask("signature=s%2Fig-4711 s/ig-4711 app-key-4711 cookie-4721 bearer-4711")
    #expect(!masked.contains("4711") && !masked.contains("4721"), "\(masked)")
  }

  @Test func anUndeclaredHostGetsNothing() async throws {
    let (run, result) = try await run(settings: #""origins": ["http://localhost:4011"]"#, signature: "sig-4712x")
    guard case .failure(let error) = result else {
      Issue.record("an upload to anywhere was sent")
      return
    }
    #expect(error.isRefusal)
    #expect(error.findings[0].message.contains("http://localhost:4010 is not an allowed origin"))
    #expect(!error.findings.description.contains("sig-4712x"))
    #expect(run.server.requests(to: "localhost").isEmpty)
  }

  @Test func withoutTheAppKeyNothingIsWritten() async throws {
    let run = try ScenarioStage(
      "# @name read\nGET {{baseURL}}/a\n###\n# @name write\nPOST {{baseURL}}/b",
      settings: #""appKey": { "header": "X-Key", "value": "$READER_APP_KEY" }"#
    ) { _, _ in json("{}") }
    let error = try #require(await run.error())
    #expect(error.isRefusal)
    #expect(error.findings[0].message.contains("READER_APP_KEY"))
    #expect(run.server.requests.map(\.method) == ["GET"])
  }
}
