/// A day of the proleptic Gregorian calendar, `YYYY-MM-DD`.
struct CalendarDay: Hashable, Sendable {
  /// Days since 1970-01-01.
  let days: Int

  init(days: Int) { self.days = days }

  /// A day that exists; nil for any other.
  init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), day >= 1 else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard day <= lengths[month - 1] else { return nil }
    days = Self.daysFromCivil(year, month, day)
  }

  /// Reads `YYYY-MM-DD`; nil when the bytes are not a day that exists.
  init?(bytes slice: ArraySlice<UInt8>) {
    let bytes = Array(slice)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = Self.digits(bytes[0..<4]), let month = Self.digits(bytes[5..<7]), let day = Self.digits(bytes[8..<10]),
      let read = CalendarDay(year: year, month: month, day: day)
    else { return nil }
    self = read
  }

  /// Reads `YYYY-MM-DD`; nil when the text is not a day that exists.
  init?(text: some StringProtocol) { self.init(bytes: Array(text.utf8)[...]) }

  /// Year, month from 1, and day of the month.
  var parts: (year: Int, month: Int, day: Int) {
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
  var text: String {
    let (year, month, day) = parts
    return "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
  }

  /// Months since January 1970.
  var months: Int { (parts.year - 1970) * 12 + parts.month - 1 }

  /// Day of the week from 0 for Sunday.
  var weekday: Int { ((days + 4) % 7 + 7) % 7 }

  private static func daysFromCivil(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // Howard Hinnant, chrono-compatible low-level date algorithms: days_from_civil.
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  static func digits(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard !bytes.isEmpty, bytes.count <= 18, bytes.allSatisfy(ValueFormat.isDigit) else { return nil }
    return bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  static func padded(_ value: Int, _ width: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
}
