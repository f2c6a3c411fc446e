#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The server's idea of now, which recordings shift to find what depends on the day.
struct ServerClock: Sendable {
  static let system = ServerClock(shift: 0)

  /// The years in which instants have four digits and days have a number; a margin is left for running on.
  private static let years: Range<Double> = 86_400 * 365..<253_370_764_800

  /// Seconds added to the machine's clock.
  private let shift: Double
  /// Seconds since 1970 at which the clock stands still.
  private let stop: Double?

  private init(shift: Double) {
    self.shift = shift
    stop = nil
  }

  /// Reads `+1d`, `-36h`, `+90s` or an instant at which the server starts, behind `=` one at which its clock stands
  /// still; nil for anything else, and for a time outside the years 1971 to 9998.
  init?(_ text: String) {
    let isStopped = text.hasPrefix("=")
    guard let shift = Self.shift(isStopped ? String(text.dropFirst()) : text) else { return nil }
    let start = Date().timeIntervalSince1970 + shift
    guard Self.years.contains(start) else { return nil }
    self.shift = shift
    stop = isStopped ? start.rounded() : nil
  }

  private static func shift(_ text: String) -> Double? {
    if let start = try? Date(text, strategy: .iso8601) { return start.timeIntervalSinceNow }
    let units: [Character: Double] = ["d": 86_400, "h": 3600, "m": 60, "s": 1]
    guard let sign = text.first, "+-".contains(sign), let unit = text.last.flatMap({ units[$0] }),
      let count = Int32(text.dropFirst().dropLast()), count >= 0
    else { return nil }
    return (sign == "-" ? -1 : 1) * Double(count) * unit
  }

  /// The machine's own time in seconds since 1970.
  static func machineTime() -> Int { Int(Date().timeIntervalSince1970) }

  /// Milliseconds since 1970.
  var now: Int { Int((stop ?? Date().timeIntervalSince1970 + shift) * 1000) }
}
