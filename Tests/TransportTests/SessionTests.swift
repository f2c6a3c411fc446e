import Diagnostics
import Synchronization
import TestSupport
import Testing
import Transport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The state of an API that signs in, takes each refresh token once, and knows the one access token that is valid.
private final class AuthState: Sendable {
  struct Counts {
    var generation = 0
    var signIns = 0
    var refreshes = 0
    var refreshStatus = 200
    var rejectsAll = false
    var revokedToken = ""
    var losesAnswer = false
    var isRevoked = false
  }
  private let counts = Mutex(Counts())
  /// What connections are held back by: sixty threads that looked at it under a lock would starve those that change it.
  let stale = Atomic(0)
  let staleTogether = Atomic(0)
  private let hasRefreshed = Atomic(false)

  func change(_ body: @Sendable (inout Counts) -> Void) { counts.withLock { body(&$0) } }
  var current: Counts { counts.withLock { $0 } }

  func answer(_ request: ReceivedRequest) -> Fault {
    if request.target == "/slow", request.header("Authorization") == "Bearer access-token-1" {
      // Held back until somebody else has refreshed.
      hold { hasRefreshed.load(ordering: .acquiring) }
      return .status(401)
    }
    if request.target == "/me", request.header("Authorization") == "Bearer \(current.revokedToken)" {
      // Held back until so many have come with it.
      stale.add(1, ordering: .releasing)
      hold { stale.load(ordering: .acquiring) >= staleTogether.load(ordering: .acquiring) }
    }
    return counts.withLock { counts in
      switch request.target {
      case "/sign-in":
        counts.signIns += 1
        counts.generation += 1
        return Self.credentials(counts.generation)
      case "/refresh":
        counts.refreshes += 1
        hasRefreshed.store(true, ordering: .releasing)
        guard counts.refreshStatus == 200 else { return .status(counts.refreshStatus) }
        guard request.body == Array("refresh-token-\(counts.generation)".utf8) else {
          // A token that was used before: somebody has stolen it, and nobody gets anything any more.
          counts.isRevoked = true
          return .status(401)
        }
        counts.generation += 1
        // The server has rotated the token, and nobody learns the new one.
        if counts.losesAnswer { return .answerThenReset([]) }
        return Self.credentials(counts.generation)
      default:
        let isValid = request.header("Authorization") == "Bearer access-token-\(counts.generation)"
        let isRevoked = request.header("Authorization") == "Bearer \(counts.revokedToken)"
        return isValid && !isRevoked && !counts.rejectsAll ? .status(200, body: "{}") : .status(401)
      }
    }
  }

  /// Holds up the thread of a connection; longer than the patience of its client only when something is wrong.
  private func hold(until isOver: () -> Bool) {
    var count = 0
    while !isOver(), count < 120_000 {
      usleep(5000)
      count += 1
    }
  }

  private static func credentials(_ number: Int) -> Fault {
    .status(
      200, ["Set-Cookie: sid=cookie-value-\(number); Path=/"],
      body: #"{"data":[{"token":"access-token-\#(number)"}],"refresh":"refresh-token-\#(number)","expiresIn":60}"#)
  }
}

/// A clock that a test sets.
private final class TestClock: Sendable {
  private let seconds = Mutex(0.0)
  func advance(by amount: Double) { seconds.withLock { $0 += amount } }
  var now: Duration { .seconds(seconds.withLock { $0 }) }
}

@Suite struct SessionTests {
  private struct Stage {
    let auth = AuthState()
    let clock = TestClock()
    let server: FaultServer
    let session: SignInSession

    init() throws {
      let auth = auth
      let clock = clock
      server = try FaultServer { auth.answer($0) }
      let url = server.url
      session = SignInSession(
        SignInPlan(
          persona: "leader", signIn: HTTPRequestSpec(method: "POST", url: url + "/sign-in", timeout: Patience.limit),
          credential: .bearer(
            .init(
              accessToken: JSONPointer(tokens: ["data", "0", "token"]), refreshToken: JSONPointer(tokens: ["refresh"]),
              expiresIn: JSONPointer(tokens: ["expiresIn"]))),
          refresh: {
            HTTPRequestSpec(method: "POST", url: url + "/refresh", body: Array($0.utf8), timeout: Patience.limit)
          },
          password: "pass-word-4711"),
        transport: CurlTransport(options: .patient), now: { clock.now })
    }

    func get() async -> Result<Int, TransportError> {
      do throws(TransportError) {
        return .success(
          try await session.send(HTTPRequestSpec(url: server.url + "/me", timeout: Patience.limit)).status)
      } catch {
        return .failure(error)
      }
    }

    func getMany(_ count: Int) async -> [Result<Int, TransportError>] {
      await withTaskGroup(of: Result<Int, TransportError>.self) { group in
        for _ in 0..<count { group.addTask { await get() } }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }
  }

  @Test func signsInOnceForMany() async throws {
    let stage = try Stage()
    defer { stage.server.stop() }
    #expect(await stage.getMany(100).allSatisfy { $0 == .success(200) })
    #expect(stage.auth.current.signIns == 1)
    #expect(stage.auth.current.refreshes == 0)
  }

  @Test func refreshesBeforeExpiry() async throws {
    let stage = try Stage()
    defer { stage.server.stop() }
    #expect(await stage.get() == .success(200))
    stage.clock.advance(by: 49)
    #expect(await stage.get() == .success(200))
    #expect(stage.auth.current.refreshes == 0)
    stage.clock.advance(by: 1)
    #expect(await stage.getMany(20).allSatisfy { $0 == .success(200) })
    #expect(stage.auth.current.refreshes == 1)
    // Nobody saw a 401: the refresh came before the expiry.
    #expect(stage.server.requests.filter { $0.target == "/me" }.count == 22)
  }

  @Test func hundredConcurrentRefusalsRefreshOnce() async throws {
    let stage = try Stage()
    defer { stage.server.stop() }
    #expect(await stage.get() == .success(200))
    // The server refuses the access token, to many at one time.
    stage.auth.staleTogether.store(40, ordering: .releasing)
    stage.auth.change { $0.revokedToken = "access-token-1" }
    let answers = await stage.getMany(100)
    #expect(answers.allSatisfy { $0 == .success(200) })
    #expect(stage.auth.stale.load(ordering: .acquiring) >= 40)
    #expect(stage.auth.current.refreshes == 1)
    #expect(stage.auth.current.signIns == 1)
  }

  @Test func revokedTokenIsRenewedForAll() async throws {
    let stage = try Stage()
    defer { stage.server.stop() }
    #expect(await stage.get() == .success(200))
    // The server takes this refresh token next, and no access token that it has given out.
    let url = stage.server.url
    let exchange = try await CurlTransport(options: .patient).send(
      HTTPRequestSpec(method: "POST", url: url + "/refresh", body: Array("refresh-token-1".utf8)))
    #expect(exchange.status == 200)
    try await stage.session.adopt(
      HTTPExchange(
        request: HTTPRequestSpec(url: url), status: 200,
        body: Array(#"{"data":[{"token":"stale-token"}],"refresh":"refresh-token-2","expiresIn":60}"#.utf8)))
    #expect(await stage.getMany(100).allSatisfy { $0 == .success(200) })
    #expect(stage.auth.current.refreshes == 2)
    #expect(stage.auth.current.signIns == 1)
  }

  @Test func lateRefusalReadsTheNewToken() async throws {
    let stage = try Stage()
    defer { stage.server.stop() }
    #expect(await stage.get() == .success(200))
    stage.auth.change { $0.revokedToken = "access-token-1" }
    let session = stage.session
    let url = stage.server.url
    let late = Task { try await session.send(HTTPRequestSpec(url: url + "/slow", timeout: Patience.limit)).status }
    try await eventually("the slow request") { stage.server.requests.contains { $0.target == "/slow" } }
    #expect(await stage.get() == .success(200))
    #expect(try await late.value == 200)
    #expect(stage.auth.current.refreshes == 1)
  }

  @Test func refusedRefreshGivesEveryoneTheSameError() async throws {
    let stage = try Stage()
    defer { stage.server.stop() }
    #expect(await stage.get() == .success(200))
    stage.auth.change { counts in
      counts.refreshStatus = 401
      counts.rejectsAll = true
    }
    let answers = await stage.getMany(50)
    let line = HTTPRequestSpec(method: "POST", url: stage.server.url + "/refresh").line
    #expect(answers.allSatisfy { $0 == .failure(TransportError(.refreshRefused(status: 401), for: line)) })
    #expect(await stage.get() == answers.first)
    #expect(await stage.session.accessToken == nil)
    #expect(stage.auth.current.refreshes == 1)
    #expect(stage.auth.current.signIns == 1)
  }

  @Test func serverThatIsNotReadyDoesNotEndTheSession() async throws {
    let stage = try Stage()
    defer { stage.server.stop() }
    #expect(await stage.get() == .success(200))
    stage.clock.advance(by: 55)
    stage.auth.change { $0.refreshStatus = 503 }
    guard case .failure(let error) = await stage.get() else {
      Issue.record("a failed refresh must fail the request")
      return
    }
    #expect(error.reason == .serverNotReady(status: 503))
    stage.auth.change { $0.refreshStatus = 200 }
    #expect(await stage.get() == .success(200))
    #expect(stage.auth.current.signIns == 1)
  }

  @Test func aRefreshTokenIsNeverUsedTwice() async throws {
    let stage = try Stage()
    defer { stage.server.stop() }
    #expect(await stage.get() == .success(200))
    stage.clock.advance(by: 55)
    stage.auth.change { $0.losesAnswer = true }
    // The answer is lost after the server has taken the token: to use it again would look like theft.
    guard case .failure(let error) = await stage.get() else {
      Issue.record("a lost refresh must fail the request")
      return
    }
    #expect([.connectionReset, .emptyAnswer].contains(error.reason))
    stage.auth.change { $0.losesAnswer = false }
    #expect(await stage.getMany(20).allSatisfy { $0 == .success(200) })
    #expect(!stage.auth.current.isRevoked)
    #expect(stage.auth.current.refreshes == 1)
    #expect(stage.auth.current.signIns == 2)
  }

  @Test func eachRefreshUsesTheTokenOfTheOneBefore() async throws {
    let stage = try Stage()
    defer { stage.server.stop() }
    for _ in 0..<4 {
      #expect(await stage.getMany(10).allSatisfy { $0 == .success(200) })
      stage.clock.advance(by: 55)
    }
    let tokens = stage.server.requests.filter { $0.target == "/refresh" }.map {
      String(decoding: $0.body, as: UTF8.self)
    }
    #expect(tokens == ["refresh-token-1", "refresh-token-2", "refresh-token-3"])
    #expect(stage.auth.current.signIns == 1)
  }

  @Test func persistentRefusalIsAnAnswer() async throws {
    let stage = try Stage()
    defer { stage.server.stop() }
    #expect(await stage.get() == .success(200))
    stage.auth.change { $0.rejectsAll = true }
    #expect(await stage.get() == .success(401))
    #expect(stage.auth.current.refreshes == 1)
  }

  @Test func otherOriginsGetNoToken() async throws {
    let stage = try Stage()
    let other = try FaultServer { _ in .status(401) }
    defer {
      stage.server.stop()
      other.stop()
    }
    #expect(await stage.get() == .success(200))
    #expect(try await stage.session.send(HTTPRequestSpec(url: other.url)).status == 401)
    #expect(other.requests.count == 1)
    #expect(other.requests.first?.header("Authorization") == nil)
    #expect(stage.auth.current.refreshes == 0)
  }

  @Test func tokensAreSecrets() async throws {
    let stage = try Stage()
    defer { stage.server.stop() }
    #expect(await stage.get() == .success(200))
    let text = "access-token-1 refresh-token-1 pass-word-4711 cookie-value-1"
    #expect(
      SecretRegistry.shared.mask(text)
        == "‹leader's access token› ‹leader's refresh token› ‹leader's password› ‹leader's cookie›")
  }

  @Test(arguments: [
    #"{}"#, #"{"data":[{"token":1}],"refresh":"r-e-f-r-e-s-h","expiresIn":60}"#, "not json",
    #"{"data":[{"token":"abcdefgh"}],"expiresIn":60}"#, #"{"data":[{"token":"abcdefgh"}],"refresh":"r-e-f-r-e-s-h"}"#,
    #"{"data":[{"token":"abc\r\ndefgh"}],"refresh":"r-e-f-r-e-s-h","expiresIn":60}"#,
  ])
  func unusableAnswersAreRefused(_ body: String) async throws {
    let stage = try Stage()
    defer { stage.server.stop() }
    let exchange = HTTPExchange(request: HTTPRequestSpec(url: stage.server.url), status: 200, body: Array(body.utf8))
    let error = await #expect(throws: TransportError.self) { try await stage.session.adopt(exchange) }
    #expect(error?.finding.rule == "session/sign-in-failed")
    #expect(error?.finding.message.contains("abc") == false)
  }
}
