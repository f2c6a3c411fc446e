/// A day of the proleptic Gregorian calendar, in UTC.
public struct CalendarDay: Hashable, Sendable {
  /// Days since 1970-01-01.
  public let days: Int

  /// The day that is so many days after 1970-01-01.
  public init(days: Int) { self.days = days }

  /// A day that exists; nil for any other.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), day >= 1 else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard day <= lengths[month - 1] else { return nil }
    days = Self.daysFromCivil(year, month, day)
  }

  /// Today, by this machine's clock.
  public static var today: CalendarDay { CalendarDay(days: Int((WallClock.system.now() / 86_400).rounded(.down))) }

  /// Year, month from 1, and day of the month.
  public var parts: (year: Int, month: Int, day: Int) {
    // Howard Hinnant, chrono-compatible low-level date algorithms: civil_from_days.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthIndex = (5 * dayOfYear + 2) / 153
    let month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthIndex + 2) / 5 + 1)
  }

  /// `YYYY-MM-DD`.
  public var text: String {
    let (year, month, day) = parts
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  private static func daysFromCivil(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // Howard Hinnant, chrono-compatible low-level date algorithms: days_from_civil.
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
