#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The server's idea of now, which recordings shift to find what depends on the day.
struct ServerClock: Sendable {
  static let system = ServerClock(shift: 0)

  /// Seconds added to the machine's clock.
  private let shift: Double

  private init(shift: Double) { self.shift = shift }

  /// Reads `+1d`, `-36h`, `+90s` or a fixed instant at which the server starts.
  init?(_ text: String) {
    if let start = try? Date(text, strategy: .iso8601) {
      shift = start.timeIntervalSinceNow
      return
    }
    let units: [Character: Double] = ["d": 86_400, "h": 3600, "m": 60, "s": 1]
    guard let sign = text.first, "+-".contains(sign), let unit = text.last.flatMap({ units[$0] }),
      let count = Double(text.dropFirst().dropLast())
    else { return nil }
    shift = (sign == "-" ? -1 : 1) * count * unit
  }

  /// Milliseconds since 1970.
  var now: Int { Int((Date().timeIntervalSince1970 + shift) * 1000) }
}

/// The written forms of instants in answers.
enum WrittenTime {
  /// RFC 3339 with milliseconds, UTC.
  static func instant(_ milliseconds: Int) -> String {
    let date = Date(timeIntervalSince1970: Double(milliseconds / 1000))
    let seconds = date.formatted(.iso8601)
    let fraction = String(milliseconds % 1000)
    return seconds.dropLast() + "." + String(repeating: "0", count: 3 - fraction.count) + fraction + "Z"
  }

  /// The day in UTC, `YYYY-MM-DD`.
  static func day(_ milliseconds: Int) -> String { String(instant(milliseconds).prefix(10)) }
}
