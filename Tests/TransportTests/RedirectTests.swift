import Diagnostics
import TestSupport
import Testing
import Transport

@Suite struct RedirectTests {
  /// Status, method asked, method that must follow; whether the body follows.
  private struct Case: Sendable, CustomTestStringConvertible {
    let status: Int
    let method: String
    let next: String
    let keepsBody: Bool
    var testDescription: String { "\(status) \(method)" }
    init(_ status: Int, _ method: String, _ next: String, keepsBody: Bool) {
      self.status = status
      self.method = method
      self.next = next
      self.keepsBody = keepsBody
    }
    static let all = [
      Case(301, "POST", "GET", keepsBody: false), Case(302, "POST", "GET", keepsBody: false),
      Case(301, "PUT", "PUT", keepsBody: true), Case(302, "PATCH", "PATCH", keepsBody: true),
      Case(303, "POST", "GET", keepsBody: false), Case(303, "PUT", "GET", keepsBody: false),
      Case(303, "HEAD", "HEAD", keepsBody: false), Case(307, "POST", "POST", keepsBody: true),
      Case(308, "PUT", "PUT", keepsBody: true), Case(308, "GET", "GET", keepsBody: false),
    ]
  }

  @Test(arguments: Case.all) private func methodFollowsTheRules(_ redirect: Case) async throws {
    let server = try FaultServer { request in
      request.target == "/a/start"
        ? .status(redirect.status, ["Location: ../end?q=1"])
        : .answer(Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8))
    }
    defer { server.stop() }
    let hasBody = redirect.method != "HEAD" && redirect.method != "GET"
    let exchange = try await CurlTransport(options: .patient).send(
      HTTPRequestSpec(
        method: redirect.method, url: server.url + "/a/start",
        headers: [HTTPHeader("Content-Type", "text/plain"), HTTPHeader("Authorization", "Bearer t")],
        body: hasBody ? Array("body".utf8) : nil))
    let last = try #require(server.requests.last)
    #expect(last.method == redirect.next)
    #expect(last.target == "/end?q=1")
    #expect(last.body == (redirect.keepsBody ? Array("body".utf8) : []) || !hasBody)
    #expect(last.header("Authorization") == "Bearer t")
    if hasBody { #expect((last.header("Content-Type") != nil) == redirect.keepsBody) }
    #expect(exchange.url == server.url + "/end?q=1")
    #expect(exchange.request.url == server.url + "/a/start")
    #expect(exchange.hops.map(\.status) == [redirect.status])
    #expect(exchange.hops.first?.url == server.url + "/a/start")
  }

  @Test func credentialsStayWithTheirOrigin() async throws {
    let other = try FaultServer { _ in .status(200) }
    let otherURL = other.url
    let server = try FaultServer { _ in .status(307, ["Location: \(otherURL)/x"]) }
    defer {
      server.stop()
      other.stop()
    }
    var options = CurlTransport.Options.patient
    options.credentialHeaders = ["X-Tenant-Key"]
    _ = try await CurlTransport(options: options).send(
      HTTPRequestSpec(
        url: server.url,
        headers: [
          HTTPHeader("authorization", "Bearer t"), HTTPHeader("Cookie", "a=b"), HTTPHeader("X-API-Key", "k"),
          HTTPHeader("x-tenant-key", "k"), HTTPHeader("X-Other", "stays"),
        ]))
    let request = try #require(other.requests.first)
    for name in ["Authorization", "Cookie", "X-API-Key", "X-Tenant-Key"] { #expect(request.header(name) == nil) }
    #expect(request.header("X-Other") == "stays")
  }

  @Test func aSignInLinkStaysOnItsHost() async throws {
    let other = try FaultServer { _ in .status(200) }
    let otherURL = other.url
    let server = try FaultServer { request in
      switch request.target {
      case "/away": .status(302, ["Location: \(otherURL)/"])
      case "/near": .status(302, ["Location: /away"])
      case "/name":
        .status(302, ["Location: http://localhost:\(request.header("Host")?.split(separator: ":").last ?? "")/"])
      case "/home": .status(302, ["Location: /end"])
      default: .status(200)
      }
    }
    defer {
      server.stop()
      other.stop()
    }
    for path in ["/away", "/near", "/name"] {
      var request = HTTPRequestSpec(url: server.url + path)
      request.staysOnOrigin = true
      let error = await #expect(throws: TransportError.self) {
        try await CurlTransport(options: .patient).send(request)
      }
      #expect(error?.finding.rule == "transport/redirect-refused", "\(path)")
    }
    #expect(other.requests.isEmpty)
    var request = HTTPRequestSpec(url: server.url + "/home")
    request.staysOnOrigin = true
    #expect(try await CurlTransport(options: .patient).send(request).status == 200)
  }

  @Test func loopsEnd() async throws {
    let server = try FaultServer { .status(302, ["Location: \($0.target == "/a" ? "/b" : "/a")"]) }
    defer { server.stop() }
    let error = await #expect(throws: TransportError.self) {
      try await CurlTransport(options: .patient).send(HTTPRequestSpec(url: server.url + "/a"))
    }
    #expect(error?.reason == .tooManyRedirects(limit: 10))
    #expect(server.requests.count == 11)
  }

  @Test func redirectsAreLeftAloneWhereNotAsked() async throws {
    let server = try FaultServer { _ in .status(302, ["Location: /b"]) }
    defer { server.stop() }
    let exchange = try await CurlTransport(options: .patient).send(
      HTTPRequestSpec(url: server.url, followRedirects: false))
    #expect(exchange.status == 302)
    #expect(exchange.hops.isEmpty)
    #expect(server.requests.count == 1)
  }
}
