/// Spaces requests evenly: at most so many a second, in the order in which they come.
public actor RateLimit {
  private let interval: Duration
  private let clock: TransportClock
  private var next: Duration?

  /// Creates a limit.
  ///
  /// - Parameter requestsPerSecond: Above 0; may be less than 1.
  public init(requestsPerSecond: Double, clock: TransportClock = .system) {
    interval = .seconds(1 / max(requestsPerSecond, 0.001))
    self.clock = clock
  }

  /// Waits for the caller's turn.
  public func waitForTurn() async throws(TransportError) {
    let now = clock.now()
    let turn = next.map { max($0, now) } ?? now
    next = turn + interval
    try await clock.sleep(turn - now)
  }
}
