/// Dates, times and durations of RFC 3339.
enum DateFormat {
  static func isDateTime(_ bytes: ArraySlice<UInt8>) -> Bool {
    let date = bytes.prefix(10)
    let rest = bytes.dropFirst(10)
    return isDate(date) && rest.first.map { $0 | 0x20 == UInt8(ascii: "t") } == true && isTime(rest.dropFirst())
  }

  static func isDate(_ bytes: ArraySlice<UInt8>) -> Bool {
    let start = bytes.startIndex
    guard bytes.count == 10, bytes[start + 4] == 0x2D, bytes[start + 7] == 0x2D,
      let year = number(bytes[start..<(start + 4)]), let month = number(bytes[(start + 5)..<(start + 7)]),
      let day = number(bytes[(start + 8)...]), (1...12).contains(month)
    else { return false }
    let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    return (1...days).contains(day)
  }

  /// `full-time`: a zone is required, and a leap second is one at the end of a day of UTC.
  static func isTime(_ bytes: ArraySlice<UInt8>) -> Bool {
    let start = bytes.startIndex
    guard bytes.count >= 9, bytes[start + 2] == 0x3A, bytes[start + 5] == 0x3A,
      let hour = number(bytes[start..<(start + 2)]), let minute = number(bytes[(start + 3)..<(start + 5)]),
      let second = number(bytes[(start + 6)..<(start + 8)]), hour < 24, minute < 60, second <= 60
    else { return false }
    var rest = bytes[(start + 8)...]
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix(while: \.isDigit)
      guard !digits.isEmpty else { return false }
      rest = rest[digits.endIndex...]
    }
    guard let offset = offset(rest) else { return false }
    let day = 24 * 60
    return second < 60 || (hour * 60 + minute - offset + 2 * day) % day == day - 1
  }

  /// Minutes east of UTC.
  private static func offset(_ bytes: ArraySlice<UInt8>) -> Int? {
    if bytes.count == 1 { return bytes.first.map { $0 | 0x20 == UInt8(ascii: "z") } == true ? 0 : nil }
    let start = bytes.startIndex
    guard bytes.count == 6, let sign = bytes.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      bytes[start + 3] == 0x3A, let hours = number(bytes[(start + 1)..<(start + 3)]),
      let minutes = number(bytes[(start + 4)...]), hours < 24, minutes < 60
    else { return nil }
    return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes)
  }

  /// RFC 3339, appendix A: whole numbers, units in order and without gaps, weeks alone.
  static func isDuration(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.first == UInt8(ascii: "P") else { return false }
    let halves = bytes.dropFirst().split(separator: UInt8(ascii: "T"), omittingEmptySubsequences: false)
    guard let date = halves.first, halves.count <= 2, let units = units(date) else { return false }
    if halves.count == 1 { return ["Y", "YM", "YMD", "M", "MD", "D", "W"].contains(units) }
    guard let times = self.units(halves[1]), ["", "Y", "YM", "YMD", "M", "MD", "D"].contains(units) else {
      return false
    }
    return ["H", "HM", "HMS", "M", "MS", "S"].contains(times)
  }

  /// The units of a run of numbers with a letter each.
  private static func units(_ bytes: ArraySlice<UInt8>) -> String? {
    var units = ""
    var rest = bytes
    while !rest.isEmpty {
      let digits = rest.prefix(while: \.isDigit)
      rest = rest[digits.endIndex...]
      guard !digits.isEmpty, let unit = rest.popFirst(), unit.isLetter else { return nil }
      units.unicodeScalars.append(Unicode.Scalar(unit))
    }
    return units
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard !bytes.isEmpty, bytes.allSatisfy(\.isDigit) else { return nil }
    return bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
