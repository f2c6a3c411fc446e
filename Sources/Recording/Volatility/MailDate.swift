internal import Workspace

/// How a date and time of mail and HTTP is written.
struct MailDateStyle: Hashable, Sendable {
  /// Whether the name of the day leads.
  var hasWeekday = true
  /// Whether the day of the month always has two digits; HTTP says so, mail does not.
  var isPadded = true
  /// Whether the seconds are written.
  var hasSeconds = true
  /// The zone as written.
  var zone = "GMT"

  /// The style of placeholders for dates that the runs write differently.
  func joined(with other: MailDateStyle) -> MailDateStyle {
    var joined = self
    joined.isPadded = isPadded && other.isPadded
    return joined
  }
}

/// A date and time as mail (RFC 5322 section 3.3) and HTTP (RFC 9110 section 5.6.7) have it.
struct MailDate: Hashable, Sendable {
  /// Milliseconds since 1970.
  let milliseconds: Int
  /// How it was written.
  let style: MailDateStyle

  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// Reads whole bytes; nil when they are no such date.
  init?(bytes: [UInt8]) {
    guard let (date, end) = Self.read(bytes, from: 0), end == bytes.count else { return nil }
    self = date
  }

  private init(milliseconds: Int, style: MailDateStyle) {
    self.milliseconds = milliseconds
    self.style = style
  }

  /// Reads the date that starts at an offset, and where it ends.
  static func read(_ bytes: [UInt8], from start: Int) -> (date: MailDate, end: Int)? {
    // The least one is `1 Jan 2030 10:00 UT`.
    guard start + 18 <= bytes.count,
      ValueFormat.isDigit(bytes[start]) || bytes[start + 3] == UInt8(ascii: ",") && "SMTWF".utf8.contains(bytes[start])
    else { return nil }
    let limit = min(bytes.count, start + 40)
    let text = String(decoding: bytes[start..<limit], as: UTF8.self)
    guard text.utf8.count == limit - start else { return nil }
    var words = text.split(separator: " ", maxSplits: 6, omittingEmptySubsequences: false)
    var style = MailDateStyle()
    var length = 0
    if let first = words.first, first.utf8.count == 4, first.hasSuffix(","), days.contains(String(first.dropLast())) {
      words.removeFirst()
      length = 5
    } else {
      style.hasWeekday = false
    }
    guard words.count >= 5, let day = CalendarDay.digits(Array(words[0].utf8)[...]),
      (1...2).contains(words[0].utf8.count),
      let month = months.firstIndex(of: String(words[1])), words[2].utf8.count == 4,
      let year = CalendarDay.digits(Array(words[2].utf8)[...]),
      let date = CalendarDay(year: year, month: month + 1, day: day)
    else { return nil }
    style.isPadded = words[0].utf8.count == 2
    let clock = words[3].split(separator: ":").compactMap { CalendarDay.digits(Array($0.utf8)[...]) }
    guard (2...3).contains(clock.count), clock[0] < 24, clock[1] < 60, clock.last ?? 0 <= 60 else { return nil }
    style.hasSeconds = clock.count == 3
    guard let (zone, minutes) = zone(words[4]) else { return nil }
    style.zone = zone
    length += words.prefix(4).reduce(0) { $0 + $1.utf8.count + 1 } + zone.utf8.count
    let seconds = ((date.days * 24 + clock[0]) * 60 + clock[1] - minutes) * 60 + (clock.count == 3 ? clock[2] : 0)
    return (MailDate(milliseconds: seconds * 1000, style: style), start + length)
  }

  /// The zone that a word starts with, and its minutes east of UTC.
  private static func zone(_ word: Substring) -> (text: String, minutes: Int)? {
    for name in ["GMT", "UTC", "UT"] where word.hasPrefix(name) { return (name, 0) }
    let bytes = Array(word.utf8.prefix(5))
    guard bytes.count == 5, bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"),
      let hours = CalendarDay.digits(bytes[1..<3]), let minutes = CalendarDay.digits(bytes[3..<5])
    else { return nil }
    return (String(decoding: bytes, as: UTF8.self), (bytes[0] == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes))
  }

  /// Writes a date that falls on a whole second; the zone's clock shows the given UTC time.
  static func text(seconds: Int, style: MailDateStyle) -> String {
    let day = CalendarDay(days: seconds / 86_400)
    let (year, month, dayOfMonth) = day.parts
    let rest = seconds % 86_400
    let clock = [rest / 3600, rest / 60 % 60, rest % 60].prefix(style.hasSeconds ? 3 : 2)
    return (style.hasWeekday ? days[day.weekday] + ", " : "") + CalendarDay.padded(dayOfMonth, style.isPadded ? 2 : 1)
      + " \(months[month - 1]) \(year) " + clock.map { CalendarDay.padded($0, 2) }.joined(separator: ":")
      + " " + style.zone
  }
}
