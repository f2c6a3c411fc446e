internal import JSONText

/// What the text of a scalar says about its meaning, where that is beyond doubt.
///
/// A clock that starts to count milliseconds, or a date that turns into an instant, keeps its JSON type and breaks
/// every client.
enum ValueLook: String, Hashable, Sendable {
  case epochSeconds = "an instant in seconds"
  case epochMilliseconds = "an instant in milliseconds"
  case epochMicroseconds = "an instant in microseconds"
  case date = "a date"
  case instant = "an instant of RFC 3339"
  case uuid = "a UUID"

  /// The look of a number or a text; nil for every other.
  init?(_ node: JSONNode) {
    if let number = node.numberText {
      self.init(number: number)
    } else if let text = node.string {
      self.init(text: Array(text.utf8))
    } else {
      return nil
    }
  }

  /// Instants from 2001 to 2099, the years in which whole numbers of this size are hardly anything else.
  private init?(number: String) {
    guard let value = Int(number) else { return nil }
    let years = 978_307_200..<4_102_444_800
    if years.contains(value) {
      self = .epochSeconds
    } else if years.contains(value / 1000) {
      self = .epochMilliseconds
    } else if years.contains(value / 1_000_000) {
      self = .epochMicroseconds
    } else {
      return nil
    }
  }

  private init?(text: [UInt8]) {
    func matches(_ pattern: String, _ bytes: ArraySlice<UInt8>) -> Bool {
      bytes.count == pattern.utf8.count
        && zip(bytes, pattern.utf8).allSatisfy { byte, sign in
          switch sign {
          case UInt8(ascii: "0"): byte &- 0x30 < 10
          case UInt8(ascii: "x"): byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
          default: byte == sign
          }
        }
    }
    if matches("0000-00-00", text[...]) {
      self = .date
    } else if text.count > 19, matches("0000-00-00T00:00:00", text[..<19]) {
      self = .instant
    } else if matches("xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx", text[...]) {
      self = .uuid
    } else {
      return nil
    }
  }
}
