/// A day of the proleptic Gregorian calendar, `YYYY-MM-DD`.
struct CalendarDay: Hashable, Sendable {
  /// Days since 1970-01-01.
  let days: Int

  init(days: Int) { self.days = days }

  /// Reads `YYYY-MM-DD`; nil when the text is not a day that exists.
  init?(text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = Self.digits(bytes[0..<4]), let month = Self.digits(bytes[5..<7]), let day = Self.digits(bytes[8..<10]),
      (1...12).contains(month), day >= 1
    else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard day <= lengths[month - 1] else { return nil }
    days = Self.daysFromCivil(year, month, day)
  }

  /// `YYYY-MM-DD`.
  var text: String {
    // Howard Hinnant, chrono-compatible low-level date algorithms: civil_from_days.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthIndex = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthIndex + 2) / 5 + 1
    let month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
  }

  private static func daysFromCivil(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // Howard Hinnant, chrono-compatible low-level date algorithms: days_from_civil.
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  static func digits(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard !bytes.isEmpty, bytes.allSatisfy(ValueFormat.isDigit) else { return nil }
    return bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  static func padded(_ value: Int, _ width: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
}

/// An RFC 3339 instant with the way it was written.
struct Instant: Hashable, Sendable {
  /// Milliseconds since 1970, fractions below cut off.
  let milliseconds: Int
  /// How it was written.
  let format: ValueFormat

  /// Reads an RFC 3339 date-time; lower-case `t` and `z` and a space as separator are read too.
  init?(text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes.count <= 40,
      let day = CalendarDay(text: String(decoding: bytes[0..<10], as: UTF8.self)),
      [UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")].contains(bytes[10]),
      bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
      let hour = CalendarDay.digits(bytes[11..<13]), let minute = CalendarDay.digits(bytes[14..<16]),
      let second = CalendarDay.digits(bytes[17..<19]), hour < 24, minute < 60, second <= 60
    else { return nil }
    var index = 19
    var fraction: ArraySlice<UInt8> = []
    if bytes[index] == UInt8(ascii: ".") {
      let end = bytes[(index + 1)...].firstIndex { !ValueFormat.isDigit($0) } ?? bytes.count
      fraction = bytes[(index + 1)..<end]
      guard !fraction.isEmpty else { return nil }
      index = end
    }
    guard let offset = Self.zoneMinutes(bytes[index...]) else { return nil }
    let thousandths = (Array(fraction.prefix(3)) + [0x30, 0x30, 0x30]).prefix(3)
    milliseconds =
      ((day.days * 24 + hour) * 60 + minute - offset) * 60_000 + second * 1000
      + (CalendarDay.digits(thousandths[...]) ?? 0)
    format = .instant(
      fractionDigits: fraction.count, zone: String(decoding: bytes[index...], as: UTF8.self),
      separator: Character(Unicode.Scalar(bytes[10])))
  }

  /// Minutes east of UTC of `Z`, `z`, `+hh:mm` or `-hh:mm`.
  private static func zoneMinutes(_ zone: ArraySlice<UInt8>) -> Int? {
    let bytes = Array(zone)
    if bytes.count == 1, bytes[0] | 0x20 == UInt8(ascii: "z") { return 0 }
    guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"), let hours = CalendarDay.digits(bytes[1..<3]),
      let minutes = CalendarDay.digits(bytes[4..<6]), hours < 24, minutes < 60
    else { return nil }
    switch bytes[0] {
    case UInt8(ascii: "+"): return hours * 60 + minutes
    case UInt8(ascii: "-"): return -(hours * 60 + minutes)
    default: return nil
    }
  }

  /// Writes an instant that falls on a whole second, in a written form; the zone's clock shows the given UTC time.
  static func text(seconds: Int, fractionDigits: Int, zone: String, separator: Character) -> String {
    let day = CalendarDay(days: seconds / 86_400)
    let rest = seconds % 86_400
    let clock = [rest / 3600, rest / 60 % 60, rest % 60].map { CalendarDay.padded($0, 2) }.joined(separator: ":")
    let fraction = fractionDigits > 0 ? "." + String(repeating: "0", count: fractionDigits) : ""
    return "\(day.text)\(separator)\(clock)\(fraction)\(zone)"
  }
}
