#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Days of the proleptic Gregorian calendar, in UTC.
enum CalendarDay {
  /// Today, as YYYY-MM-DD.
  static var today: String { text(daysSince1970: time(nil) / 86_400) }

  /// A day as YYYY-MM-DD, by the civil-from-days rule of era arithmetic.
  static func text(daysSince1970 days: Int) -> String {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthPart = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthPart + 2) / 5 + 1
    let month = monthPart < 10 ? monthPart + 3 : monthPart - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return "\(year)-\(padded(month))-\(padded(day))"
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
