import Diagnostics
import Synchronization
import TestSupport
import Testing
import Transport

@Suite struct FaultTests {
  @Test("each fault is typed", arguments: FaultCase.all) func isTyped(_ fault: FaultCase) async throws {
    let server = try FaultServer { _ in fault.fault }
    defer { server.stop() }
    let transport = CurlTransport(options: .patient)
    let error = await #expect(throws: TransportError.self) {
      try await transport.send(
        HTTPRequestSpec(
          url: server.url + "/path?token=query-value", timeout: fault.timeout, maximumBodyBytes: 1 << 20))
    }
    let finding = try #require(error).finding
    #expect(finding.rule == fault.rule, "\(finding.message)")
    #expect(finding.message.contains("GET \(server.url)/"))
    #expect(!finding.message.contains("query-value"))
    #expect(finding.help?.isEmpty == false)
    #expect(TransportRules.rules.contains { $0.id == finding.rule })
    // Whatever a fault leaves behind, the next exchange is not touched by it.
    let next = try FaultServer { _ in .status(200, body: "next") }
    defer { next.stop() }
    #expect(try await transport.send(HTTPRequestSpec(url: next.url)).body == Array("next".utf8))
  }

  @Test func aStallIsToldBeforeTheTimeIsOver() async throws {
    let server = try FaultServer { _ in
      .answerThenStall(Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc".utf8))
    }
    defer { server.stop() }
    var options = CurlTransport.Options.patient
    options.stallTimeout = 1
    let transport = CurlTransport(options: options)
    let error = await #expect(throws: TransportError.self) {
      try await transport.send(HTTPRequestSpec(url: server.url, timeout: Patience.limit))
    }
    #expect(error?.reason == .stalled(.readingBody))
  }

  @Test func theTimeLimitNamesWhatWasWaitedForOnAKeptConnectionToo() async throws {
    let server = try FaultServer { $0.target == "/" ? .status(200) : .answerThenStall([]) }
    defer { server.stop() }
    let transport = CurlTransport(options: .patient)
    _ = try await transport.send(HTTPRequestSpec(url: server.url + "/"))
    let error = await #expect(throws: TransportError.self) {
      try await transport.send(HTTPRequestSpec(url: server.url + "/slow", timeout: 0.3))
    }
    #expect(error?.reason == .timedOut(.awaitingAnswer))
  }

  @Test func aLengthThatIsTooMuchIsNoFaultOfHEAD() async throws {
    let server = try FaultServer { _ in .answer(Array("HTTP/1.1 200 OK\r\nContent-Length: 1099511627776\r\n\r\n".utf8))
    }
    defer { server.stop() }
    let exchange = try await CurlTransport(options: .patient).send(
      HTTPRequestSpec(method: "HEAD", url: server.url, maximumBodyBytes: 1 << 20))
    #expect(exchange.status == 200)
  }

  /// A connection that is kept may be closed at any moment: before the next request, or on seeing it.
  @Test(arguments: [false, true]) func aKeptConnectionThatClosesIsNoFault(onSight: Bool) async throws {
    let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\nok".utf8)
    let seen = Mutex(Set<Int>())
    let server = try FaultServer { request in
      if !onSight { return .answerThenClose(answer) }
      return seen.withLock { $0.insert(request.connection).inserted } ? .answer(answer) : .answerThenClose([])
    }
    defer { server.stop() }
    let transport = CurlTransport(options: .patient)
    for _ in 0..<5 {
      #expect(try await transport.send(HTTPRequestSpec(url: server.url)).body == Array("ok".utf8))
    }
  }

  @Test func refusedConnection() async throws {
    let closed = try ClosedPort()
    let error = await #expect(throws: TransportError.self) {
      try await CurlTransport(options: .patient).send(HTTPRequestSpec(url: closed.url, timeout: Patience.limit))
    }
    #expect(error?.reason == .connectionRefused)
    withExtendedLifetime(closed) {}
  }

  @Test func plainServerIsNoTLSServer() async throws {
    let server = try FaultServer { _ in .answerThenClose(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)) }
    defer { server.stop() }
    let error = await #expect(throws: TransportError.self) {
      try await CurlTransport(options: .patient).send(
        HTTPRequestSpec(url: "https://127.0.0.1:\(server.port)/", timeout: Patience.limit))
    }
    #expect(error?.reason == .tls(.handshake))
    #expect(server.requests.map(\.method) == ["TLS"])
  }

  @Test(arguments: [
    "", "/relative", "ftp://127.0.0.1/", "file:///etc/passwd", "http://user:password@127.0.0.1/",
    "http://127.0.0.1:99999/",
    "http://127.0.0.1/a b", "http:///x",
  ])
  func urlIsRefused(_ url: String) async throws {
    let error = await #expect(throws: TransportError.self) { try await CurlTransport().send(HTTPRequestSpec(url: url)) }
    let finding = try #require(error).finding
    #expect(finding.rule == "transport/bad-url")
    #expect(!finding.message.contains("password@"))
  }

  @Test(arguments: [
    HTTPHeader("X-A", "a\r\nX-B: b"), HTTPHeader("X-A", "\0"), HTTPHeader("X A", "a"), HTTPHeader("", "a"),
    HTTPHeader("Content-Length", "5"), HTTPHeader("Transfer-Encoding", "chunked"),
  ])
  func headerIsRefused(_ header: HTTPHeader) async throws {
    let error = await #expect(throws: TransportError.self) {
      try await CurlTransport().send(HTTPRequestSpec(url: "http://127.0.0.1:9/", headers: [header]))
    }
    #expect(try #require(error).finding.rule == "transport/bad-request")
  }

  @Test func methodIsRefused() async throws {
    let error = await #expect(throws: TransportError.self) {
      try await CurlTransport().send(HTTPRequestSpec(method: "GET / HTTP/1.1\r\nX:", url: "http://127.0.0.1:9/"))
    }
    #expect(try #require(error).finding.rule == "transport/bad-request")
  }

  @Test func cancellationEndsTheTransferAndTheConnection() async throws {
    let server = try FaultServer { _ in .answerThenStall([]) }
    defer { server.stop() }
    let transport = CurlTransport(options: .patient)
    let url = server.url
    let task = Task { try await transport.send(HTTPRequestSpec(url: url, timeout: Patience.limit)) }
    try await eventually("the request") { !server.requests.isEmpty }
    task.cancel()
    let error = await #expect(throws: TransportError.self) { try await task.value }
    #expect(error?.reason == .cancelled)
    let early = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await transport.send(HTTPRequestSpec(url: url, timeout: Patience.limit))
    }
    #expect(await #expect(throws: TransportError.self) { try await early.value }?.reason == .cancelled)
  }

  @Test func secretsInPathsAreMasked() async throws {
    SecretRegistry.shared.register("path-secret-4711", name: "the invite code")
    let error = TransportError(
      .connectionRefused, for: HTTPRequestSpec(url: "http://u:p@127.0.0.1/join/path-secret-4711#f").line)
    #expect(error.finding.message == "GET http://127.0.0.1/join/‹the invite code›: connection refused")
  }
}
