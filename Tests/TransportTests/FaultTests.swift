import Diagnostics
import TestSupport
import Testing
import Transport

/// A fault of the server and the error that it must become.
private struct Case: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let fault: Fault
  let rule: RuleID
  var limits = Limits()

  struct Limits: Sendable {
    var timeout = Patience.limit
    var stall = Int(Patience.limit)
    var body = 1 << 20
    var headers = 64 << 10
  }

  init(_ name: String, _ fault: Fault, _ rule: RuleID, limits: Limits = Limits()) {
    testDescription = name
    self.fault = fault
    self.rule = rule
    self.limits = limits
  }

  static func text(_ text: String) -> [UInt8] { Array(text.utf8) }
  static let ok = "HTTP/1.1 200 OK\r\n"

  static let all: [Case] = [
    Case("close before the answer", .answerThenClose([]), "transport/empty-answer"),
    Case("reset before the answer", .answerThenReset([]), "transport/connection-reset"),
    Case(
      "reset in the body", .answerThenReset(text(ok + "Content-Length: 9\r\n\r\nabc")), "transport/connection-reset"),
    Case("truncated body", .answerThenClose(text(ok + "Content-Length: 9\r\n\r\nabc")), "transport/truncated"),
    Case(
      "truncated chunks", .answerThenClose(text(ok + "Transfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n")),
      "transport/truncated"),
    Case(
      "chunk size that is no number", .answerThenClose(text(ok + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n")),
      "transport/malformed-answer"),
    Case("close in the headers", .answerThenClose(text(ok + "Content-Le")), "transport/truncated"),
    Case("not HTTP", .answerThenClose(text("-ERR unknown command\r\n")), "transport/malformed-answer"),
    Case("header without a name", .answer(text(ok + "Content-Length: 0\r\n: x\r\n\r\n")), "transport/malformed-answer"),
    Case("invalid gzip", .status(200, ["Content-Encoding: gzip"], body: "not gzip"), "transport/bad-content-coding"),
    Case(
      "gzip bomb",
      .answerThenClose(text(ok + "Content-Encoding: gzip\r\n\r\n") + Gzip.bomb(repetitions: 40_000)),
      "transport/body-too-large"),
    Case("endless body", .endless(text(ok + "\r\n")), "transport/body-too-large"),
    Case(
      "endless headers", .endless(text(ok + "X-Long: ")), "transport/headers-too-large"),
    Case(
      "many headers",
      .answer(text(ok + (0..<9000).map { "X-\($0): aaaaaaaa\r\n" }.joined() + "Content-Length: 0\r\n\r\n")),
      "transport/headers-too-large"),
    Case(
      "stall before the headers, time limit", .answerThenStall([]), "transport/timed-out", limits: Limits(timeout: 0.3)),
    Case(
      "stall in the headers, time limit", .answerThenStall(text(ok + "Content-")), "transport/timed-out",
      limits: Limits(timeout: 0.3)),
    Case(
      "stall in the body, time limit", .answerThenStall(text(ok + "Content-Length: 9\r\n\r\nabc")),
      "transport/timed-out", limits: Limits(timeout: 0.3)),
    Case(
      "stall in the body, stall limit", .answerThenStall(text(ok + "Content-Length: 9\r\n\r\nabc")),
      "transport/stalled", limits: Limits(stall: 1)),
  ]
}

@Suite struct FaultTests {
  @Test(arguments: Case.all) private func isTyped(_ fault: Case) async throws {
    let server = try FaultServer { _ in fault.fault }
    defer { server.stop() }
    var options = CurlTransport.Options.patient
    options.stallTimeout = fault.limits.stall
    options.maximumHeaderBytes = fault.limits.headers
    let transport = CurlTransport(options: options)
    let error = await #expect(throws: TransportError.self) {
      try await transport.send(
        HTTPRequestSpec(
          url: server.url + "/path?token=query-value", timeout: fault.limits.timeout,
          maximumBodyBytes: fault.limits.body))
    }
    let finding = try #require(error).finding
    #expect(finding.rule == fault.rule, "\(finding.message)")
    #expect(finding.message.contains("GET \(server.url)/path?…"))
    #expect(!finding.message.contains("query-value"))
    #expect(finding.help?.isEmpty == false)
    #expect(TransportRules.rules.contains { $0.id == finding.rule })
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
    #expect(try #require(error).finding.rule == "transport/tls-failed")
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
