import Diagnostics
import TestSupport
import Testing
import Transport

@Suite struct PolicyTests {
  private func refusal(_ policy: RequestPolicy, _ request: HTTPRequestSpec) async -> TransportError? {
    await #expect(throws: TransportError.self) {
      try await PolicyTransport(CurlTransport(options: .patient), policy: policy).send(request)
    }
  }

  @Test func readOnlySendsReadsAndDeclaredCredentialExchangesAlone() async throws {
    let server = try FaultServer { _ in .status(200) }
    defer { server.stop() }
    let policy = RequestPolicy(
      allowedOrigins: [HTTPOrigin(url: server.url)].compactMap(\.self), readOnly: true,
      credentialExchanges: [.init(method: "POST", path: "/api/auth/sign-in")],
      clientHeaders: [HTTPHeader("X-Client", "app/1")])
    let transport = PolicyTransport(CurlTransport(options: .patient), policy: policy)
    for method in ["POST", "PUT", "PATCH", "DELETE", "QUERY", "get", "OPTIONS"] {
      let error = await refusal(policy, HTTPRequestSpec(method: method, url: server.url + "/api/guilds"))
      #expect(error?.isRefusal == true, "\(method)")
    }
    #expect(
      await refusal(policy, HTTPRequestSpec(method: "POST", url: server.url + "/api/auth/sign-in/../guilds"))?.isRefusal
        == true)
    #expect(
      await refusal(policy, HTTPRequestSpec(method: "PUT", url: server.url + "/api/auth/sign-in"))?.isRefusal == true)
    #expect(server.requests.isEmpty)
    _ = try await transport.send(HTTPRequestSpec(url: server.url))
    _ = try await transport.send(HTTPRequestSpec(method: "HEAD", url: server.url))
    _ = try await transport.send(HTTPRequestSpec(method: "POST", url: server.url + "/api/auth/sign-in?x=1"))
    #expect(server.requests.map(\.method) == ["GET", "HEAD", "POST"])
    #expect(server.requests.allSatisfy { $0.header("X-Client") == "app/1" })
  }

  @Test func redirectsAreJudgedAsRequests() async throws {
    let other = try FaultServer { _ in .status(200) }
    let otherURL = other.url
    let server = try FaultServer { request in
      request.target == "/away" ? .status(302, ["Location: \(otherURL)"]) : .status(307, ["Location: /api/guilds"])
    }
    defer {
      server.stop()
      other.stop()
    }
    let policy = RequestPolicy(
      allowedOrigins: [HTTPOrigin(url: server.url)].compactMap(\.self), readOnly: true,
      credentialExchanges: [.init(method: "POST", path: "/sign-in")])
    #expect(await refusal(policy, HTTPRequestSpec(url: server.url + "/away"))?.isRefusal == true)
    #expect(other.requests.isEmpty)
    #expect(await refusal(policy, HTTPRequestSpec(method: "POST", url: server.url + "/sign-in"))?.isRefusal == true)
    #expect(server.requests.map(\.target) == ["/away", "/sign-in"])
  }

  @Test func withoutTheAppKeyNoWriteIsSent() async throws {
    let server = try FaultServer { _ in .status(200) }
    defer { server.stop() }
    var policy = RequestPolicy(allowedOrigins: [HTTPOrigin(url: server.url)].compactMap(\.self))
    policy.writeObjection = "the app key is missing: export READER_APP_KEY=…"
    for method in ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"] {
      let error = await refusal(policy, HTTPRequestSpec(method: method, url: server.url + "/api/guilds"))
      #expect(error?.isRefusal == true, "\(method)")
      #expect(error?.finding.message.contains("READER_APP_KEY") == true)
    }
    #expect(server.requests.isEmpty)
    _ = try await PolicyTransport(CurlTransport(options: .patient), policy: policy).send(
      HTTPRequestSpec(url: server.url))
    #expect(server.requests.map(\.method) == ["GET"])
  }

  @Test func otherOriginsGetNeitherCredentialsNorTheAppKey() async throws {
    let uploads = try FaultServer { _ in .status(200) }
    let uploadURL = uploads.url
    let server = try FaultServer { request in
      request.target == "/away" ? .status(307, ["Location: \(uploadURL)/x"]) : .status(200)
    }
    defer {
      server.stop()
      uploads.stop()
    }
    let origins = [server.url, uploads.url].compactMap { HTTPOrigin(url: $0) }
    var policy = RequestPolicy(allowedOrigins: origins, clientHeaders: [HTTPHeader("X-App-Key", "app-key-4711")])
    policy.audiences = [origins[0]]
    policy.credentialHeaders = ["X-Tenant"]
    let transport = PolicyTransport(CurlTransport(options: .patient), policy: policy)
    let headers = ["Authorization", "Cookie", "X-API-Key", "x-tenant", "X-Other"].map { HTTPHeader($0, "value") }
    _ = try await transport.send(HTTPRequestSpec(method: "PUT", url: uploads.url + "/direct", headers: headers))
    _ = try await transport.send(HTTPRequestSpec(url: server.url + "/away", headers: headers))
    _ = try await transport.send(HTTPRequestSpec(url: server.url + "/own", headers: headers))
    #expect(uploads.requests.count == 2)
    for request in uploads.requests {
      for name in ["Authorization", "Cookie", "X-API-Key", "X-Tenant", "X-App-Key"] {
        #expect(request.header(name) == nil, "\(name) at \(request.target)")
      }
      #expect(request.header("X-Other") == "value")
    }
    for request in server.requests {
      for name in ["Authorization", "Cookie", "X-API-Key", "X-Tenant"] { #expect(request.header(name) == "value") }
      #expect(request.header("X-App-Key") == "app-key-4711")
    }
  }

  @Test(arguments: [
    ("http://127.0.0.1:81", "http://127.0.0.1:82/"), ("http://127.0.0.1", "https://127.0.0.1/"),
    ("http://127.0.0.1", "http://127.0.0.1.example.com/"), ("http://127.0.0.1", "http://localhost/"),
  ])
  func otherOriginsAreRefused(_ allowed: String, _ asked: String) async throws {
    let policy = RequestPolicy(allowedOrigins: [HTTPOrigin(url: allowed)].compactMap(\.self))
    #expect(await refusal(policy, HTTPRequestSpec(url: asked))?.isRefusal == true)
  }

  @Test func loopbackOnlyRefusesBeforeAConnectionIsMade() async throws {
    var options = CurlTransport.Options.patient
    // A documentation address (RFC 5737): were a connection tried, the answer would be a time-out.
    options.resolve = ["api.test:80:192.0.2.1"]
    let transport = CurlTransport(options: options)
    for url in ["http://api.test/", "http://192.0.2.1/", "http://[2001:db8::1]/", "http://[::ffff:192.0.2.1]/"] {
      let error = await #expect(throws: TransportError.self) {
        try await transport.send(
          HTTPRequestSpec(method: "POST", url: url, body: Array("secret".utf8), timeout: 60, loopbackOnly: true))
      }
      #expect(error?.isRefusal == true, "\(url): \(error.debugDescription)")
    }
  }

  @Test func loopbackOnlyAllowsLoopback() async throws {
    let server = try FaultServer { _ in .status(200) }
    defer { server.stop() }
    var options = CurlTransport.Options.patient
    options.resolve = ["api.test:\(server.port):127.0.0.1"]
    let transport = CurlTransport(options: options)
    for host in ["127.0.0.1", "localhost", "api.test"] {
      let exchange = try await transport.send(
        HTTPRequestSpec(url: "http://\(host):\(server.port)/", loopbackOnly: true))
      #expect(exchange.status == 200)
    }
  }

  @Test(arguments: [
    ("http://127.0.0.1:4010", true), ("http://127.9.8.7", true), ("http://[::1]:1", true), ("http://LOCALHOST", true),
    ("http://dev.localhost", true), ("http://localhost.example.com", false), ("http://128.0.0.1", false),
    ("http://127.0.0.1.example.com", false),
  ])
  func loopbackLiterals(_ url: String, _ isLoopback: Bool) {
    #expect(HTTPOrigin(url: url)?.isLoopbackLiteral == isLoopback)
  }

  @Test(arguments: [
    ("http://Example.com", "http://example.com"), ("https://example.com:443/x", "https://example.com"),
    ("https://example.com:80", "https://example.com:80"), ("http://[::1]:80/", "http://[::1]"),
  ])
  func originsAreNormal(_ url: String, _ origin: String) {
    #expect(HTTPOrigin(url: url)?.description == origin)
  }
}
