import Diagnostics
import TestSupport
import Testing
import Transport
import Workspace

@Suite struct CredentialTests {
  private func send(
    _ credential: RequestCredential, _ server: FaultServer, _ request: HTTPRequestSpec
  ) async throws -> HTTPExchange {
    let origin = try #require(HTTPOrigin(url: server.url))
    return try await CredentialTransport(
      CurlTransport(options: .patient), credential: credential, audiences: [origin]
    ).send(request)
  }

  @Test func headersAreSentToTheAudienceAlone() async throws {
    let other = try FaultServer { _ in .status(200) }
    let otherURL = other.url
    let server = try FaultServer { request in
      switch request.target {
      case "/away": .status(307, ["Location: \(otherURL)/x"])
      case "/near": .status(307, ["Location: /end"])
      default: .status(200)
      }
    }
    defer {
      server.stop()
      other.stop()
    }
    let key = RequestCredential.secretHeader("X-Tenant-Key", "key-value-4711", owner: "robot")
    for path in ["/a", "/near", "/away"] { _ = try await send(key, server, HTTPRequestSpec(url: server.url + path)) }
    _ = try await send(key, server, HTTPRequestSpec(url: other.url))
    let own = HTTPRequestSpec(url: server.url, headers: [HTTPHeader("x-tenant-key", "wrong")])
    _ = try await send(key, server, own)
    #expect(
      server.requests.map { $0.header("X-Tenant-Key") } == Array(repeating: "key-value-4711", count: 4) + ["wrong"])
    #expect(other.requests.count == 2)
    #expect(other.requests.allSatisfy { $0.header("X-Tenant-Key") == nil })
    #expect(SecretRegistry.shared.mask("key-value-4711") == "‹robot's X-Tenant-Key›")
  }

  @Test func tokensAndPasswordsAreHeaders() async throws {
    let server = try FaultServer { _ in .status(200) }
    defer { server.stop() }
    _ = try await send(.bearer("static-4711", owner: "batch"), server, HTTPRequestSpec(url: server.url))
    _ = try await send(
      .basic(user: "Aladdin", password: "open sesame", owner: "Aladdin"), server, HTTPRequestSpec(url: server.url))
    #expect(
      server.requests.map { $0.header("Authorization") } == [
        "Bearer static-4711", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==",
      ])
    #expect(!SecretRegistry.shared.mask("QWxhZGRpbjpvcGVuIHNlc2FtZQ==").contains("QWxh"))
  }

  // MARK: Signatures

  /// What a server that knows the key would compute, by another way.
  private static func expected(_ request: ReceivedRequest, key: String) -> String {
    let timestamp = request.header("X-Timestamp") ?? ""
    let text = "\(request.method)\n\(request.target)\n\(timestamp)\n\(SHA256.hexDigest(request.body))"
    let code = HMACSHA256.authenticate(Array(text.utf8), key: Array(key.utf8))
    return "HMAC-SHA256 ada:" + code.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  @Test(arguments: [
    ("GET", "/api/me", ""), ("POST", "/api/a%2Fb/c?x=1&y=%20z", #"{"a":1}"#), ("DELETE", "/api/x?", ""),
  ])
  func requestsAreSigned(_ method: String, _ target: String, _ body: String) async throws {
    let server = try FaultServer { _ in .status(200) }
    defer { server.stop() }
    let signer = RequestSigner(
      SigningRules(keyID: "ada"), key: "dev-hmac-key-4711", owner: "ada", clock: .fixed(1_760_000_000.9))
    _ = try await send(
      .signature(signer), server,
      HTTPRequestSpec(method: method, url: server.url + target, body: body.isEmpty ? nil : Array(body.utf8)))
    let request = try #require(server.requests.first)
    #expect(request.header("X-Timestamp") == "1760000000")
    #expect(request.header("Authorization") == Self.expected(request, key: "dev-hmac-key-4711"))
    let signature = request.header("Authorization")?.split(separator: ":").last.map(String.init) ?? ""
    #expect(signature.count == 64 && SecretRegistry.shared.mask(signature) == "‹a signature›")
    #expect(SecretRegistry.shared.mask("dev-hmac-key-4711") == "‹ada's key›")
  }

  @Test func rulesNameEveryPart() async throws {
    let server = try FaultServer { _ in .status(200) }
    defer { server.stop() }
    var rules = SigningRules(keyID: "k1")
    rules.canonical = "{method} {host}{path}?{query} {bodyHash} {timestamp} {keyId} {unknown} {"
    rules.header = "X-Signature"
    rules.value = "t={timestamp},k={keyId},s={signatureBase64}"
    rules.timestampHeader = nil
    rules.isInMilliseconds = true
    let signer = RequestSigner(rules, key: "key-4712", owner: "k1", clock: .fixed(1_760_000_000.25))
    _ = try await send(.signature(signer), server, HTTPRequestSpec(url: server.url + "/a/{b}?c={method}"))
    let request = try #require(server.requests.first)
    let path = request.target.split(separator: "?")
    let text =
      "GET 127.0.0.1:\(server.port)\(path[0])?\(path[1]) \(SHA256.hexDigest([])) 1760000000250 k1 {unknown} {"
    let code = Base64.encode(HMACSHA256.authenticate(Array(text.utf8), key: Array("key-4712".utf8)))
    #expect(request.header("X-Signature") == "t=1760000000250,k=k1,s=\(code)")
    #expect(request.header("X-Timestamp") == nil && request.header("Authorization") == nil)
  }

  @Test func eachRedirectIsSignedAnew() async throws {
    let server = try FaultServer { request in
      guard request.header("Authorization") == Self.expected(request, key: "key-4713") else { return .status(401) }
      return request.target == "/a" ? .status(307, ["Location: /b?c"]) : .status(200)
    }
    defer { server.stop() }
    let signer = RequestSigner(SigningRules(keyID: "ada"), key: "key-4713", owner: "ada")
    #expect(try await send(.signature(signer), server, HTTPRequestSpec(url: server.url + "/a")).status == 200)
  }

  @Test func theServersClockIsLearned() async throws {
    // The server lives a day ahead and takes signatures of its own time alone.
    let server = try FaultServer { request in
      let date = "Date: Thu, 02 Jan 2025 00:00:00 GMT"
      guard request.header("Authorization") == Self.expected(request, key: "key-4714"),
        request.header("X-Timestamp") == "1735776000"
      else { return .status(401, [date]) }
      return .status(200, [date])
    }
    defer { server.stop() }
    var rules = SigningRules(keyID: "ada", clock: .server)
    let signer = RequestSigner(rules, key: "key-4714", owner: "ada", clock: .fixed(1_735_689_600))
    for _ in 0..<3 {
      #expect(try await send(.signature(signer), server, HTTPRequestSpec(url: server.url)).status == 200)
    }
    #expect(server.requests.count == 4, "one request was signed twice")
    rules.clock = .system
    let own = RequestSigner(rules, key: "key-4714", owner: "ada", clock: .fixed(1_735_689_600))
    #expect(try await send(.signature(own), server, HTTPRequestSpec(url: server.url)).status == 401)
    #expect(server.requests.count == 5)
  }
}
