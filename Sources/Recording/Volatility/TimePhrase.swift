/// How the name of a day of the week is written.
struct WeekdayStyle: Hashable, Sendable {
  /// How its letters are.
  enum Letters: Hashable, Sendable { case capitalized, lowercase, uppercase }
  /// The letters.
  var letters: Letters
  /// Whether only the first three letters stand.
  var isShort: Bool
}

extension ValueFormat {
  /// Durations, phrases of time and names of days.
  static func timePhrase(_ text: String, _ bytes: [UInt8]) -> ValueFormat? {
    guard (2...40).contains(bytes.count) else { return nil }
    if isISODuration(bytes) { return .duration }
    if isElapsed(bytes) { return .elapsed }
    if let (format, end) = TimePhrase.read(bytes, from: 0), end == bytes.count { return format }
    return weekday(text)
  }

  static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]

  private static func weekday(_ text: String) -> ValueFormat? {
    guard (3...9).contains(text.utf8.count) else { return nil }
    let lowered = text.lowercased()
    let isShort = text.utf8.count == 3
    guard weekdays.contains(where: { isShort ? $0.hasPrefix(lowered) : $0 == lowered }) else { return nil }
    if text == lowered { return .weekday(WeekdayStyle(letters: .lowercase, isShort: isShort)) }
    if text == text.uppercased() { return .weekday(WeekdayStyle(letters: .uppercase, isShort: isShort)) }
    return .weekday(WeekdayStyle(letters: .capitalized, isShort: isShort))
  }

  /// `P`, then numbers with the units of ISO 8601, a `T` before those of the clock.
  private static func isISODuration(_ bytes: [UInt8]) -> Bool {
    var index = bytes[0] == UInt8(ascii: "-") ? 1 : 0
    guard index < bytes.count, bytes[index] == UInt8(ascii: "P") else { return false }
    index += 1
    var count = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "T") { index += 1 }
      let start = index
      while index < bytes.count, isDigit(bytes[index]) || bytes[index] == UInt8(ascii: ".") { index += 1 }
      guard index > start, index < bytes.count, "YMWDHS".utf8.contains(bytes[index]) else { return false }
      index += 1
      count += 1
    }
    return count > 0
  }

  /// Numbers with units after each: `1h2m`, `59.5s`, `350ms`.
  private static func isElapsed(_ bytes: [UInt8]) -> Bool {
    var index = bytes[0] == UInt8(ascii: "-") ? 1 : 0
    var count = 0
    while index < bytes.count {
      let start = index
      while index < bytes.count, isDigit(bytes[index]) || bytes[index] == UInt8(ascii: ".") { index += 1 }
      guard index > start, isDigit(bytes[start]) else { return false }
      let unit = bytes[index...].prefix { !isDigit($0) && $0 != UInt8(ascii: ".") }
      guard ["ns", "us", "µs", "μs", "ms", "s", "m", "h", "d"].contains(String(decoding: unit, as: UTF8.self)) else {
        return false
      }
      index += unit.count
      count += 1
    }
    return count > 0
  }
}

/// Reads phrases that say how long ago or how long: `2 seconds ago`, `just now`, `3 days`.
enum TimePhrase {
  private static let fixed = ["just now", "a moment ago", "moments ago", "a few moments ago", "less than a minute ago"]
  private static let units = ["second", "sec", "minute", "min", "hour", "hr", "day", "week", "month", "year"]
  private static let counts = ["a few", "few", "a", "an", "one", "about a", "about an"]

  /// The phrase that starts at an offset, and where it ends.
  static func read(_ bytes: [UInt8], from start: Int) -> (format: ValueFormat, end: Int)? {
    guard let first = bytes[start...].first, ValueFormat.isDigit(first) || ValueFormat.isLetter(first) else {
      return nil
    }
    let digitsEnd = bytes[start...].firstIndex { !ValueFormat.isDigit($0) } ?? bytes.count
    guard digitsEnd < bytes.count, digitsEnd > start || "ajmlfo".utf8.contains(first),
      digitsEnd == start || bytes[digitsEnd] == 0x20 || ValueFormat.isLetter(bytes[digitsEnd])
    else { return nil }
    let text = String(decoding: bytes[start..<min(bytes.count, start + 32)], as: UTF8.self)
    for phrase in fixed where matches(text, phrase) { return (.ago, start + phrase.utf8.count) }
    if ValueFormat.isDigit(first) {
      let digits = text.prefix { $0.isASCII && $0.isNumber }
      let rest = text.dropFirst(digits.count)
      guard digits.utf8.count <= 6 else { return nil }
      if rest.first == " ", let (unit, count) = unit(rest.dropFirst()) {
        let end = start + digits.utf8.count + 1 + count
        return isAgo(bytes, end) ? (.ago, end + 4) : (.amount(unit: unit), end)
      }
      // `2s ago`, `5m ago`
      let letters = rest.prefix { $0.isASCII && $0.isLetter }
      let end = start + digits.utf8.count + letters.utf8.count
      return ["s", "m", "h", "d", "w", "mo", "y"].contains(String(letters)) && isAgo(bytes, end) ? (.ago, end + 4) : nil
    }
    for count in counts where text.hasPrefix(count + " ") {
      guard let (_, length) = unit(text.dropFirst(count.count + 1)) else { continue }
      let end = start + count.utf8.count + 1 + length
      if isAgo(bytes, end) { return (.ago, end + 4) }
    }
    return nil
  }

  private static func isAgo(_ bytes: [UInt8], _ index: Int) -> Bool {
    index <= bytes.count && bytes[index...].starts(with: " ago".utf8)
      && (index + 4 == bytes.count || !ValueFormat.isWordByte(bytes[index + 4]))
  }

  private static func matches(_ text: String, _ phrase: String) -> Bool {
    text.hasPrefix(phrase)
      && !(text.utf8.dropFirst(phrase.utf8.count).first.map(ValueFormat.isWordByte) ?? false)
  }

  /// The unit that a text starts with, without its plural, and its length there.
  private static func unit(_ text: Substring) -> (unit: String, length: Int)? {
    let word = text.prefix { $0.isASCII && $0.isLetter }
    let singular = word.hasSuffix("s") ? word.dropLast() : word
    guard units.contains(String(singular)) else { return nil }
    return (String(singular), word.utf8.count)
  }
}
