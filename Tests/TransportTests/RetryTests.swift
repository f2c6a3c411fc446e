import Synchronization
import TestSupport
import Testing
import Transport
import Workspace

/// A transport that gives prepared answers in turn; the last one stays.
private final class ScriptedTransport: HTTPTransport {
  enum Turn: Sendable {
    case status(Int, retryAfter: String? = nil)
    case failure(TransportError.Reason)
  }
  private let turns: [Turn]
  private let count = Mutex(0)

  init(_ turns: [Turn]) { self.turns = turns }

  var requests: Int { count.withLock { $0 } }

  func send(_ request: HTTPRequestSpec) async throws(TransportError) -> HTTPExchange {
    let number = count.withLock { count in
      count += 1
      return count - 1
    }
    switch turns[min(number, turns.count - 1)] {
    case .status(let status, let retryAfter):
      return HTTPExchange(
        request: request, status: status, headers: retryAfter.map { [HTTPHeader("Retry-After", $0)] } ?? [])
    case .failure(let reason): throw TransportError(reason, for: request.line)
    }
  }
}

@Suite struct RetryTests {
  private let time = TestTime(1_735_689_600)

  private func send(
    _ turns: [ScriptedTransport.Turn], _ method: String = "GET", mayRepeat: Bool? = nil
  ) async -> (result: Result<Int, TransportError>, requests: Int) {
    let base = ScriptedTransport(turns)
    let transport = RetryTransport(base, clock: time.clock)
    var request = HTTPRequestSpec(method: method, url: "http://127.0.0.1:1/")
    request.mayRepeat = mayRepeat
    do throws(TransportError) {
      let exchange = try await transport.send(request)
      return (.success(exchange.status), base.requests)
    } catch {
      return (.failure(error), base.requests)
    }
  }

  @Test(arguments: [429, 503]) func busyServersAreAskedAgain(_ status: Int) async {
    let (result, requests) = await send([.status(status), .status(status), .status(200)])
    #expect(result == .success(200) && requests == 3)
    #expect(time.sleeps.count == 2)
    #expect(zip(time.sleeps, [0.2, 0.4]).allSatisfy { $0 >= $1 * 0.75 && $0 <= $1 * 1.25 })
  }

  @Test(arguments: [
    TransportError.Reason.connectionRefused, .unknownHost("a"), .unreachable, .timedOut(.connecting),
  ])
  func connectionsThatFailAreTriedAgain(_ reason: TransportError.Reason) async {
    let (result, requests) = await send([.failure(reason), .status(200)])
    #expect(result == .success(200) && requests == 2)
  }

  @Test(arguments: [
    TransportError.Reason.connectionReset, .truncated, .timedOut(.awaitingAnswer), .stalled(.readingBody),
    .refusedByPolicy("x"), .cancelled,
  ])
  func otherFailuresAreNot(_ reason: TransportError.Reason) async {
    let (result, requests) = await send([.failure(reason), .status(200)])
    #expect(requests == 1)
    #expect(throws: TransportError.self) { try result.get() }
    #expect(time.sleeps.isEmpty)
  }

  @Test func itEnds() async {
    let busy = await send([.status(503)])
    #expect(busy.result == .success(503) && busy.requests == 4)
    let refused = await send([.failure(.connectionRefused)])
    #expect(refused.requests == 4)
    #expect(throws: TransportError.self) { try refused.result.get() }
    #expect(time.sleeps.reduce(0, +) < 4)
  }

  @Test func anUnreachableServerIsNotTriedForLongerThanTheRequestMayTake() async {
    /// Takes ten seconds to find that nobody answers, or the request's time where that is less.
    struct Unreachable: HTTPTransport {
      let time: TestTime
      func send(_ request: HTTPRequestSpec) async throws(TransportError) -> HTTPExchange {
        time.advance(by: min(10, request.timeout ?? 30))
        throw TransportError(.timedOut(.connecting), for: request.line)
      }
    }
    for timeout in [nil, 12, 5] as [Double?] {
      let start = time.now
      let request = HTTPRequestSpec(url: "http://127.0.0.1:1/", timeout: timeout)
      await #expect(throws: TransportError.self) {
        try await RetryTransport(Unreachable(time: time), clock: time.clock).send(request)
      }
      #expect(time.now - start <= (timeout ?? 30) + 0.001, "\(time.now - start)")
    }
  }

  @Test func theWaitsAreTheSameInEachRun() async {
    let other = TestTime()
    _ = await send([.status(503)])
    _ = try? await RetryTransport(ScriptedTransport([.status(503)]), clock: other.clock).send(
      HTTPRequestSpec(url: "http://127.0.0.1:1/"))
    #expect(time.sleeps.count == 3 && time.sleeps == other.sleeps)
    #expect(Set(time.sleeps.map { $0 * 1000 }).count == 3)
    var policy = RetryPolicy()
    policy.seed = 7
    let seeded = TestTime()
    _ = try? await RetryTransport(ScriptedTransport([.status(503)]), policy: policy, clock: seeded.clock).send(
      HTTPRequestSpec(url: "http://127.0.0.1:1/"))
    #expect(seeded.sleeps != time.sleeps)
  }

  @Test(arguments: [
    ("7", 7.0), ("0", 0.15), ("Wed, 01 Jan 2025 00:00:09 GMT", 9), ("Wed, 01 Jan 2020 00:00:00 GMT", 0.15),
    ("soon", 0.15),
  ])
  func retryAfterIsHonoured(_ header: String, _ atLeast: Double) async throws {
    let (result, requests) = await send([.status(429, retryAfter: header), .status(200)])
    #expect(result == .success(200) && requests == 2)
    let slept = try #require(time.sleeps.first)
    #expect(slept >= atLeast && slept < max(atLeast, 0.3) + 0.001)
  }

  @Test(arguments: ["31", "99999999999999999999", "Wed, 01 Jan 2025 00:01:00 GMT"])
  func longWaitsAreHandedOn(_ header: String) async {
    let (result, requests) = await send([.status(429, retryAfter: header), .status(200)])
    #expect(result == .success(429) && requests == 1)
    #expect(time.sleeps.isEmpty)
  }

  @Test(arguments: ["POST", "PUT", "PATCH", "DELETE"]) func writesAreNotRepeated(_ method: String) async {
    #expect(await send([.status(503), .status(200)], method).requests == 1)
    #expect(await send([.failure(.connectionRefused), .status(200)], method).requests == 1)
    #expect(await send([.status(503), .status(200)], method, mayRepeat: true).requests == 2)
    #expect(await send([.status(429), .status(200)], "GET", mayRepeat: false).requests == 1)
  }

  @Test func aSleepThatIsCancelledEndsIt() async {
    let clock = TransportClock(now: { .zero }, wall: .fixed(0), sleep: { _ in throw CancellationError() })
    let transport = RetryTransport(ScriptedTransport([.status(503), .status(200)]), clock: clock)
    let error = await #expect(throws: TransportError.self) {
      try await transport.send(HTTPRequestSpec(url: "http://127.0.0.1:1/"))
    }
    #expect(error?.reason == .cancelled)
  }
}

@Suite struct RateLimitTests {
  @Test func requestsAreSpaced() async throws {
    let time = TestTime()
    let limit = RateLimit(requestsPerSecond: 4, clock: time.clock)
    for _ in 0..<5 { try await limit.waitForTurn() }
    #expect(time.now == 1)
    time.advance(by: 10)
    try await limit.waitForTurn()
    #expect(time.now == 11, "a pause is not made up for")
    try await limit.waitForTurn()
    #expect(time.now == 11.25)
  }

  @Test func redirectsWaitForTheirTurnToo() async throws {
    let server = try FaultServer { $0.target == "/a" ? .status(302, ["Location: /b"]) : .status(200) }
    defer { server.stop() }
    let time = TestTime()
    let policy = RequestPolicy(allowedOrigins: [HTTPOrigin(url: server.url)].compactMap(\.self))
    let transport = PolicyTransport(
      CurlTransport(options: .patient), policy: policy, rateLimit: RateLimit(requestsPerSecond: 0.5, clock: time.clock))
    _ = try await transport.send(HTTPRequestSpec(url: server.url + "/a"))
    #expect(server.requests.count == 2)
    #expect(time.now == 2)
  }
}
