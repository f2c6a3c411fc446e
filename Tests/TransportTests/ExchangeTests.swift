import TestSupport
import Testing
import Transport

@Suite struct ExchangeTests {
  @Test func headersKeepOrderCaseAndDuplicates() async throws {
    let server = try FaultServer { _ in
      .answer(
        Array(
          "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nX-EMPTY:\r\nset-cookie: b=2\r\nX-Fold: one\r\n  two\r\nX-Latin: caf\u{E9}\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n3\r\nabc\r\n0\r\nX-Sum: 9\r\n\r\n"
            .unicodeScalars.map { UInt8($0.value) }))
    }
    defer { server.stop() }
    let exchange = try await CurlTransport(options: .patient).send(HTTPRequestSpec(url: server.url))
    #expect(
      exchange.headers == [
        HTTPHeader("Set-Cookie", "a=1"), HTTPHeader("X-EMPTY", ""), HTTPHeader("set-cookie", "b=2"),
        HTTPHeader("X-Fold", "one two"), HTTPHeader("X-Latin", "café"), HTTPHeader("Transfer-Encoding", "chunked"),
        HTTPHeader("Trailer", "X-Sum"),
      ])
    #expect(exchange.trailers == [HTTPHeader("X-Sum", "9")])
    #expect(exchange.body == Array("abc".utf8))
    #expect(exchange.headers.all(named: "SET-COOKIE") == ["a=1", "b=2"])
    #expect(exchange.peerAddress == "127.0.0.1")
    #expect(exchange.peerPort == Int(server.port))
    #expect(exchange.timings.total > 0)
  }

  @Test func requestIsSentAsAsked() async throws {
    let server = try FaultServer { _ in .status(200) }
    defer { server.stop() }
    let transport = CurlTransport(options: .patient)
    let body = [UInt8](0...255)
    _ = try await transport.send(
      HTTPRequestSpec(
        method: "PATCH", url: server.url + "/a/../b?x=%20#fragment",
        headers: [HTTPHeader("X-One", "1"), HTTPHeader("X-Empty", ""), HTTPHeader("x-one", "2")], body: body))
    _ = try await transport.send(HTTPRequestSpec(method: "POST", url: server.url))
    _ = try await transport.send(HTTPRequestSpec(method: "DELETE", url: server.url))
    let requests = server.requests
    try #require(requests.count == 3)
    #expect(requests[0].method == "PATCH")
    #expect(requests[0].target == "/a/../b?x=%20")
    #expect(requests[0].body == body)
    #expect(requests[0].headers.filter { $0.name.lowercased().hasPrefix("x-") }.map(\.value) == ["1", "", "2"])
    #expect(requests[0].header("Content-Type") == nil)
    #expect(requests[0].header("Expect") == nil)
    #expect(requests[1].method == "POST")
    #expect(requests[1].header("Content-Length") == "0")
    #expect(requests[2].method == "DELETE")
    #expect(requests[2].header("Content-Length") == nil)
  }

  @Test func headHasNoBody() async throws {
    let server = try FaultServer { _ in .answer(Array("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n".utf8)) }
    defer { server.stop() }
    let exchange = try await CurlTransport(options: .patient).send(HTTPRequestSpec(method: "HEAD", url: server.url))
    #expect(exchange.body.isEmpty)
    #expect(exchange.headers.first(named: "content-length") == "99")
  }

  @Test func gzipIsDecoded() async throws {
    let text = Array("hello, hello, hello".utf8)
    let server = try FaultServer { _ in
      .answerThenClose(Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n".utf8) + Gzip.stored(text))
    }
    defer { server.stop() }
    #expect(try await CurlTransport(options: .patient).send(HTTPRequestSpec(url: server.url)).body == text)
    #expect(server.requests.first?.header("Accept-Encoding")?.contains("gzip") == true)
  }

  @Test func bombIsHarmlessBelowTheLimit() async throws {
    let server = try FaultServer { _ in
      .answerThenClose(
        Array("HTTP/1.1 200 OK\r\n\r\n".utf8) + Gzip.bomb(repetitions: 10))
    }
    defer { server.stop() }
    // Without the declared coding the bytes stay as they are.
    #expect(
      try await CurlTransport(options: .patient).send(HTTPRequestSpec(url: server.url)).body
        == Gzip.bomb(repetitions: 10))
  }

  @Test func connectionsAreUsedAgain() async throws {
    let server = try FaultServer { _ in .status(200, body: "x") }
    defer { server.stop() }
    let transport = CurlTransport(options: .patient)
    var reused = 0
    for _ in 0..<20 where try await transport.send(HTTPRequestSpec(url: server.url)).reusedConnection { reused += 1 }
    // A server may close a connection that a busy machine leaves idle for long.
    #expect(reused >= 15)
    #expect(server.connections == 20 - reused)
  }

  @Test func bytesBeyondTheLengthDoNotReachTheNextAnswer() async throws {
    let server = try FaultServer { request in
      request.connection == 0
        ? .answer(Array("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcHTTP/1.1 500 Smuggled\r\n\r\n".utf8))
        : .status(200, body: "clean")
    }
    defer { server.stop() }
    let transport = CurlTransport(options: .patient)
    #expect(try await transport.send(HTTPRequestSpec(url: server.url)).body == Array("abc".utf8))
    let second = try await transport.send(HTTPRequestSpec(url: server.url))
    #expect(second.status == 200)
    #expect(second.body == Array("clean".utf8))
  }

  @Test func manyAtOnceStayWithinTheLimit() async throws {
    let server = try FaultServer { .status(200, body: $0.target) }
    defer { server.stop() }
    var options = CurlTransport.Options.patient
    options.maximumConcurrentTransfers = 4
    let transport = CurlTransport(options: options)
    let url = server.url
    let answers = try await withThrowingTaskGroup(of: (Int, String).self) { group in
      for number in 0..<200 {
        group.addTask {
          let exchange = try await transport.send(HTTPRequestSpec(url: "\(url)/\(number)", timeout: Patience.limit))
          return (number, String(decoding: exchange.body, as: UTF8.self))
        }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    #expect(answers.count == 200)
    #expect(answers.allSatisfy { $0.value == "/\($0.key)" })
    #expect(server.connections <= 4)
  }
}
