internal import Workspace

extension CalendarDay {
  /// Reads `YYYY-MM-DD`; nil when the bytes are not a day that exists.
  init?(bytes slice: ArraySlice<UInt8>) {
    let bytes = Array(slice)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = Self.digits(bytes[0..<4]), let month = Self.digits(bytes[5..<7]), let day = Self.digits(bytes[8..<10])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Reads `YYYY-MM-DD`; nil when the text is not a day that exists.
  init?(text: some StringProtocol) { self.init(bytes: Array(text.utf8)[...]) }

  /// Months since January 1970.
  var months: Int { (parts.year - 1970) * 12 + parts.month - 1 }

  /// Day of the week from 0 for Sunday.
  var weekday: Int { ((days + 4) % 7 + 7) % 7 }

  static func digits(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard !bytes.isEmpty, bytes.count <= 18, bytes.allSatisfy(ValueFormat.isDigit) else { return nil }
    return bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  static func padded(_ value: Int, _ width: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
}
