public import Workspace

/// The clocks that waiting goes by, handed in so that a test waits for nothing.
public struct TransportClock: Sendable {
  /// Time on a clock that never goes back, also while the machine sleeps.
  public let now: @Sendable () -> Duration
  /// The time of day, for dates that a server names.
  public let wall: WallClock
  private let pause: @Sendable (Duration) async throws -> Void

  /// Creates clocks.
  ///
  /// - Parameter sleep: Waits; throws when the task is cancelled.
  public init(
    now: @escaping @Sendable () -> Duration, wall: WallClock, sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.now = now
    self.wall = wall
    pause = sleep
  }

  /// The system's.
  public static let system: TransportClock = {
    let start = ContinuousClock.now
    return TransportClock(
      now: { start.duration(to: .now) }, wall: .system,
      sleep: { try await Task.sleep(for: $0, clock: .continuous) })
  }()

  /// Waits; not at all for no time.
  ///
  /// - Throws: `cancelled` when the task is.
  public func sleep(_ duration: Duration) async throws(TransportError) {
    guard duration > .zero else { return }
    do {
      try await pause(duration)
    } catch {
      throw TransportError(.cancelled)
    }
  }
}
