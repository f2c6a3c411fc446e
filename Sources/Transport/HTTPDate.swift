internal import Workspace

/// Dates of HTTP (RFC 9110 section 5.6.7) and of cookies, read as RFC 6265 section 5.1.1 says: forgiving in form, strict
/// in values; no locale and no time zone is asked.
public enum HTTPDate {
  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

  /// Seconds since 1970-01-01T00:00:00Z; nil when the text is no date.
  public static func seconds(of text: String) -> Double? {
    var time: [Int]?
    var day: Int?
    var month: Int?
    var year: Int?
    let tokens = text.utf8.split {
      !($0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 || $0 == UInt8(ascii: ":") || $0 > 0x7F)
    }
    for bytes in tokens {
      let token = String(decoding: bytes, as: UTF8.self).asciiLowercased
      if time == nil, let found = clock(token) {
        time = found
      } else if day == nil, let number = leadingNumber(token, digits: 1...2) {
        day = number
      } else if month == nil, let index = months.firstIndex(where: { token.hasPrefix($0) }) {
        month = index + 1
      } else if year == nil, let number = leadingNumber(token, digits: 2...4) {
        year = number < 70 ? number + 2000 : number < 100 ? number + 1900 : number
      }
    }
    guard let time, let day, let month, let year, year >= 1601,
      let date = CalendarDay(year: year, month: month, day: day), time[0] < 24, time[1] < 60, time[2] < 61
    else { return nil }
    return Double(date.days * 86_400 + time[0] * 3600 + time[1] * 60 + time[2])
  }

  private static func clock(_ token: String) -> [Int]? {
    let parts = token.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    let numbers = parts.compactMap { leadingNumber(String($0), digits: 1...2) }
    return numbers.count == 3 ? numbers : nil
  }

  private static func leadingNumber(_ token: String, digits: ClosedRange<Int>) -> Int? {
    let number = token.utf8.prefix { $0 &- 0x30 < 10 }
    guard digits.contains(number.count) else { return nil }
    return Int(String(decoding: number, as: UTF8.self))
  }
}
