#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The written forms of instants in answers, all in UTC.
enum WrittenTime {
  static let dayInMilliseconds = 86_400_000
  static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// RFC 3339 with milliseconds.
  static func instant(_ milliseconds: Int) -> String {
    let date = Date(timeIntervalSince1970: Double(milliseconds / 1000))
    let seconds = date.formatted(.iso8601)
    let fraction = String(milliseconds % 1000)
    return seconds.dropLast() + "." + String(repeating: "0", count: max(0, 3 - fraction.count)) + fraction + "Z"
  }

  /// The day, `YYYY-MM-DD`.
  static func day(_ milliseconds: Int) -> String { String(instant(milliseconds).prefix(10)) }

  /// The day of the week, from 0 for Monday.
  static func weekday(_ milliseconds: Int) -> Int { (milliseconds / dayInMilliseconds + 3) % 7 }

  /// RFC 2822, to the second: `Tue, 03 Mar 2026 08:00:00 GMT`.
  static func mailDate(_ milliseconds: Int) -> String {
    let parts = instant(milliseconds).split { "-T.".contains($0) }
    let month = Int(parts[1]).map { months[$0 - 1] } ?? ""
    return "\(weekdays[weekday(milliseconds)].prefix(3)), \(parts[2]) \(month) \(parts[0]) \(parts[3]) GMT"
  }

  /// How long ago something was, in words.
  static func ago(_ milliseconds: Int) -> String {
    let units = [("day", dayInMilliseconds), ("hour", 3_600_000), ("minute", 60_000)]
    let (unit, length) = units.first { milliseconds >= $0.1 } ?? ("second", 1000)
    let count = milliseconds / length
    return "\(count) \(unit)\(count == 1 ? "" : "s") ago"
  }

  /// A duration in seconds by ISO 8601: `PT59.5S`.
  static func duration(_ milliseconds: Int) -> String {
    var fraction = String(1000 + milliseconds % 1000).dropFirst()
    while fraction.last == "0" { fraction.removeLast() }
    return "PT\(milliseconds / 1000)\(fraction.isEmpty ? "" : ".")\(fraction)S"
  }
}
