internal import Workspace

/// When a request is sent again, and how long is waited before.
public struct RetryPolicy: Hashable, Sendable {
  /// Most times that one request is sent.
  public var attempts = 4
  /// Seconds before the second attempt; each further wait is twice as long.
  public var firstDelay = 0.2
  /// Most seconds of one wait that the server did not ask for.
  public var longestDelay = 5.0
  /// Most seconds that a `Retry-After` is honoured for; for more, the answer is handed on at once.
  public var longestRetryAfter = 30.0
  /// What the jitter is made from: the same waits in each run.
  public var seed: UInt64 = 0x5DEE_CE66

  /// Creates the default policy.
  public init() {}

  /// Seconds before an attempt, from 1 for the second: staged, and up to a quarter less or more.
  func delay(beforeRetry number: Int) -> Double {
    let stage = min(firstDelay * Double(1 << min(max(number - 1, 0), 20)), longestDelay)
    // SplitMix64 of seed and number.
    var bits = seed &+ UInt64(number) &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    bits ^= bits >> 31
    return stage * (0.75 + Double(bits >> 11) / Double(1 << 53) / 2)
  }
}

/// Sends reads and repeatable sign-ins again when the server is busy (429, 503) or cannot be reached.
///
/// What may have had an effect is never repeated. `Retry-After` is honoured, as seconds and as a date. A server that
/// cannot be reached is tried for no longer than the request may take.
public struct RetryTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let policy: RetryPolicy
  private let clock: TransportClock

  /// Wraps a transport.
  public init(_ base: any HTTPTransport, policy: RetryPolicy = RetryPolicy(), clock: TransportClock = .system) {
    self.base = base
    self.policy = policy
    self.clock = clock
  }

  /// Sends a request; the last attempt's answer or error is the result.
  public func send(_ request: HTTPRequestSpec) async throws(TransportError) -> HTTPExchange {
    guard request.isRepeatable else { return try await base.send(request) }
    let deadline = clock.now() + .seconds(request.allowedSeconds)
    var request = request
    var number = 1
    while true {
      let wait: Double
      do throws(TransportError) {
        let exchange = try await base.send(request)
        guard number < policy.attempts, let seconds = pause(after: exchange, number) else { return exchange }
        wait = seconds
      } catch {
        wait = policy.delay(beforeRetry: number)
        let left = (deadline - clock.now() - .seconds(wait)) / .seconds(1)
        guard number < policy.attempts, error.isBeforeConnection, left > 0 else { throw error }
        request.timeout = left
      }
      try await clock.sleep(.seconds(wait))
      number += 1
    }
  }

  /// Seconds until a busy server is asked again; nil when it is not.
  private func pause(after exchange: HTTPExchange, _ number: Int) -> Double? {
    guard exchange.status == 429 || exchange.status == 503 else { return nil }
    let own = policy.delay(beforeRetry: number)
    guard let text = exchange.headers.first(named: "Retry-After") else { return own }
    guard let asked = Self.seconds(text, now: clock.wall.now()) else { return own }
    return asked <= policy.longestRetryAfter ? max(asked, own) : nil
  }

  /// `Retry-After` in seconds (RFC 9110 section 10.2.3); nil when it is neither a number nor a date.
  static func seconds(_ text: String, now: Double) -> Double? {
    if !text.isEmpty, text.utf8.allSatisfy({ $0 &- 0x30 < 10 }) { return Double(text) }
    return HTTPDate.seconds(of: text).map { max(0, $0 - now) }
  }
}

extension HTTPRequestSpec {
  /// Whether the request may be sent again without knowing what became of it.
  var isRepeatable: Bool { mayRepeat ?? (method == "GET" || method == "HEAD") }
}

extension TransportError {
  /// Whether the request cannot have reached the server.
  var isBeforeConnection: Bool {
    switch reason {
    case .connectionRefused, .unreachable, .unknownHost, .timedOut(.connecting), .stalled(.connecting): true
    default: false
    }
  }
}
