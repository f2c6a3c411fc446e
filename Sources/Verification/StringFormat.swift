/// The formats of strings that are checked (JSON Schema 2020-12, section 7.3); others are annotations.
enum StringFormat: String {
  case dateTime = "date-time"
  case date
  case time
  case uuid
  case email
  case uri
  case url
  case ipv4

  func matches(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    switch self {
    case .dateTime:
      guard bytes.count > 11, Self.isDate(bytes[..<10]), bytes[10] | 0x20 == UInt8(ascii: "t") else { return false }
      return Self.isTime(bytes[11...])
    case .date: return Self.isDate(bytes[...])
    case .time: return Self.isTime(bytes[...])
    case .uuid: return Self.isUUID(bytes)
    case .email: return Self.isEmail(bytes)
    case .uri, .url: return Self.isURI(bytes)
    case .ipv4:
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      return parts.count == 4 && parts.allSatisfy { UInt8($0).map(String.init) == String($0) }
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard !bytes.isEmpty, bytes.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
    return bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private static func isDate(_ bytes: ArraySlice<UInt8>) -> Bool {
    let start = bytes.startIndex
    guard bytes.count == 10, bytes[start + 4] == 0x2D, bytes[start + 7] == 0x2D,
      let year = number(bytes[start..<(start + 4)]), let month = number(bytes[(start + 5)..<(start + 7)]),
      let day = number(bytes[(start + 8)...]), (1...12).contains(month)
    else { return false }
    let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    return (1...days).contains(day)
  }

  /// `full-time` of RFC 3339: a zone is required, a leap second allowed.
  private static func isTime(_ bytes: ArraySlice<UInt8>) -> Bool {
    let start = bytes.startIndex
    guard bytes.count >= 9, bytes[start + 2] == 0x3A, bytes[start + 5] == 0x3A,
      let hour = number(bytes[start..<(start + 2)]), let minute = number(bytes[(start + 3)..<(start + 5)]),
      let second = number(bytes[(start + 6)..<(start + 8)]), hour < 24, minute < 60, second <= 60
    else { return false }
    var rest = bytes[(start + 8)...]
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix { $0 &- 0x30 < 10 }
      guard !digits.isEmpty else { return false }
      rest = rest[digits.endIndex...]
    }
    if rest.count == 1 { return rest.first.map { $0 | 0x20 == UInt8(ascii: "z") } ?? false }
    let zone = rest.startIndex
    guard rest.count == 6, rest[zone] == UInt8(ascii: "+") || rest[zone] == UInt8(ascii: "-"), rest[zone + 3] == 0x3A,
      let hours = number(rest[(zone + 1)..<(zone + 3)]), let minutes = number(rest[(zone + 4)...])
    else { return false }
    return hours < 24 && minutes < 60
  }

  private static func isUUID(_ bytes: [UInt8]) -> Bool {
    guard bytes.count == 36 else { return false }
    return bytes.enumerated().allSatisfy { index, byte in
      switch index {
      case 8, 13, 18, 23: byte == 0x2D
      default: byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
      }
    }
  }

  private static func isEmail(_ bytes: [UInt8]) -> Bool {
    guard let at = bytes.lastIndex(of: UInt8(ascii: "@")), at > 0, at < bytes.count - 1 else { return false }
    return !bytes.contains { $0 <= 0x20 || $0 == 0x7F } && !bytes[..<at].contains(UInt8(ascii: "@"))
  }

  private static func isURI(_ bytes: [UInt8]) -> Bool {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0, (bytes[0] | 0x20) &- 0x61 < 26 else {
      return false
    }
    let isScheme = bytes[..<colon].allSatisfy { byte in
      (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x2B || byte == 0x2D || byte == 0x2E
    }
    return isScheme && !bytes.contains { $0 <= 0x20 || $0 >= 0x7F || $0 == 0x22 || $0 == 0x3C || $0 == 0x3E }
  }
}
