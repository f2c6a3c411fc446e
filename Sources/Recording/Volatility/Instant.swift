internal import Workspace

/// How a date and time of ISO 8601 is written.
struct InstantStyle: Hashable, Sendable {
  /// Digits of the fraction of a second; 0 for none.
  var fractionDigits = 0
  /// The zone as written, `Z`, `+02:00`, `+0000` or ` UTC` among others; empty for local time.
  var zone = "Z"
  /// What stands between day and time.
  var separator: Character = "T"
  /// Whether the seconds are written.
  var hasSeconds = true
  /// Whether day and time are written without dashes and colons.
  var isBasic = false

  /// The style of placeholders for instants that the runs write differently.
  ///
  /// Writers that drop trailing zeros write fewer digits by chance, so the number is rounded up to what clocks have.
  func joined(with other: InstantStyle) -> InstantStyle {
    var joined = self
    joined.fractionDigits = max(fractionDigits, other.fractionDigits)
    joined.hasSeconds = hasSeconds || other.hasSeconds
    // The runs have other time zones: a zone in digits stays one.
    return joined
  }

  /// Digits of the fraction in a placeholder.
  var placeholderDigits: Int {
    switch fractionDigits {
    case 0: 0
    case ...3: 3
    case ...6: 6
    case 7: 7
    default: 9
    }
  }
}

/// A date and time of ISO 8601 with the way it was written.
struct Instant: Hashable, Sendable {
  /// Milliseconds since 1970, fractions below cut off; local time is read as UTC.
  let milliseconds: Int
  /// How it was written.
  let style: InstantStyle

  /// Reads a whole text; nil when it is not an instant.
  init?(text: some StringProtocol) { self.init(bytes: Array(text.utf8)) }

  /// Reads whole bytes; nil when they are not an instant.
  init?(bytes: [UInt8]) {
    guard let (instant, end) = Self.read(bytes, from: 0), end == bytes.count else { return nil }
    self = instant
  }

  private init(milliseconds: Int, style: InstantStyle) {
    self.milliseconds = milliseconds
    self.style = style
  }

  /// Reads the longest instant that starts at an offset, and where it ends.
  static func read(_ bytes: [UInt8], from start: Int) -> (instant: Instant, end: Int)? {
    guard start < bytes.count, ValueFormat.isDigit(bytes[start]) else { return nil }
    var reader = InstantReader(bytes: bytes, index: start)
    guard let (milliseconds, style) = reader.read() else { return nil }
    return (Instant(milliseconds: milliseconds, style: style), reader.index)
  }

  /// Writes an instant that falls on a whole second; the zone's clock shows the given UTC time.
  static func text(seconds: Int, style: InstantStyle) -> String {
    let (dash, colon) = style.isBasic ? ("", "") : ("-", ":")
    let day = CalendarDay(days: seconds / 86_400).parts
    let rest = seconds % 86_400
    let date = [CalendarDay.padded(day.year, 4), CalendarDay.padded(day.month, 2), CalendarDay.padded(day.day, 2)]
    let clock = [rest / 3600, rest / 60 % 60, rest % 60].prefix(style.hasSeconds ? 3 : 2)
    let digits = style.placeholderDigits
    let fraction = digits > 0 ? "." + String(repeating: "0", count: digits) : ""
    return date.joined(separator: dash) + String(style.separator)
      + clock.map { CalendarDay.padded($0, 2) }.joined(separator: colon) + fraction + style.zone
  }
}

/// Reads one date and time of ISO 8601 out of a text.
private struct InstantReader {
  let bytes: [UInt8]
  var index: Int

  mutating func read() -> (milliseconds: Int, style: InstantStyle)? {
    var style = InstantStyle()
    guard let year = number(4) else { return nil }
    style.isBasic = !skip("-")
    guard let month = number(2), style.isBasic || skip("-"), let dayOfMonth = number(2),
      let day = CalendarDay(year: year, month: month, day: dayOfMonth), index < bytes.count,
      [UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")].contains(bytes[index])
    else { return nil }
    style.separator = Character(Unicode.Scalar(bytes[index]))
    index += 1
    guard let hour = number(2), hour < 24, style.isBasic || skip(":"), let minute = number(2), minute < 60 else {
      return nil
    }
    var second = 0
    style.hasSeconds = style.isBasic ? peekIsDigit : skip(":")
    if style.hasSeconds {
      guard let read = number(2), read <= 60 else { return nil }
      second = read
    }
    var milliseconds = 0
    if style.hasSeconds, index + 1 < bytes.count, bytes[index] == UInt8(ascii: "."),
      ValueFormat.isDigit(bytes[index + 1])
    {
      let end = bytes[(index + 1)...].firstIndex { !ValueFormat.isDigit($0) } ?? bytes.count
      style.fractionDigits = end - index - 1
      let thousandths = (Array(bytes[(index + 1)..<end].prefix(3)) + [0x30, 0x30, 0x30]).prefix(3)
      milliseconds = CalendarDay.digits(thousandths[...]) ?? 0
      index = end
    }
    let start = index
    guard let offset = zoneMinutes() else { return nil }
    style.zone = String(decoding: bytes[start..<index], as: UTF8.self)
    // `10:00` alone is a time without its zone in no writer's form but with seconds or a `T`.
    guard style.hasSeconds || style.separator != " ", style.fractionDigits <= 12 else { return nil }
    guard index == bytes.count || !ValueFormat.isWordByte(bytes[index]) || "-_".utf8.contains(bytes[index])
    else { return nil }
    return (((day.days * 24 + hour) * 60 + minute - offset) * 60_000 + second * 1000 + milliseconds, style)
  }

  private var peekIsDigit: Bool { index < bytes.count && ValueFormat.isDigit(bytes[index]) }

  private mutating func number(_ width: Int) -> Int? {
    guard index + width <= bytes.count, let value = CalendarDay.digits(bytes[index..<(index + width)]) else {
      return nil
    }
    index += width
    return value
  }

  private mutating func skip(_ text: StaticString) -> Bool {
    guard index < bytes.count, bytes[index] == text.utf8Start.pointee else { return false }
    index += 1
    return true
  }

  /// Minutes east of UTC of `Z`, `+hh:mm`, `+hhmm`, `+hh`, ` UTC`, ` GMT`, or of local time, which is 0.
  private mutating func zoneMinutes() -> Int? {
    let start = index
    let isSpaced = skip(" ")
    if index < bytes.count {
      if !isSpaced, bytes[index] | 0x20 == UInt8(ascii: "z") {
        index += 1
        return 0
      }
      let name = bytes[index...].prefix(3)
      if name.elementsEqual("UTC".utf8) || name.elementsEqual("GMT".utf8) {
        index += 3
        return 0
      }
      if bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") {
        let isWest = bytes[index] == UInt8(ascii: "-")
        index += 1
        if let hours = number(2), hours < 24 {
          let afterHours = index
          _ = skip(":")
          if let minutes = number(2), minutes < 60 { return (isWest ? -1 : 1) * (hours * 60 + minutes) }
          index = afterHours
          return (isWest ? -60 : 60) * hours
        }
      }
    }
    index = start
    return 0
  }
}
