#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The time of day, handed to whatever needs it, so that a test can say what time it is.
///
/// Durations and deadlines use `ContinuousClock`.
public struct WallClock: Sendable {
  /// Seconds since 1970-01-01T00:00:00Z, leap seconds left out.
  public let now: @Sendable () -> Double

  /// Creates a clock from what tells the time.
  public init(now: @escaping @Sendable () -> Double) { self.now = now }

  /// A clock that stands still.
  public static func fixed(_ seconds: Double) -> WallClock { WallClock { seconds } }

  /// The system's clock.
  public static let system = WallClock {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
