/// Splits a text into tokens that say one thing, and what stands between them.
///
/// A token is a date, a phrase of time, a UUID, numbers joined by points or colons, or a word of letters, digits, `-` and
/// `_`; a letter beyond ASCII belongs to a word but ends a number, a percent-encoded byte belongs to none.
enum TokenScanner {
  /// A part of a text.
  struct Token: Hashable, Sendable {
    /// The text.
    let text: String
    /// Whether it is a token; else it is what stands between two.
    let isWord: Bool
  }

  /// The parts of a text, in order.
  static func tokens(_ text: String) -> [Token] {
    let bytes = Array(text.utf8)
    var tokens: [Token] = []
    var index = 0
    var gap = 0
    func add(_ range: Range<Int>, _ isWord: Bool) {
      if !range.isEmpty { tokens.append(Token(text: String(decoding: bytes[range], as: UTF8.self), isWord: isWord)) }
    }
    while index < bytes.count {
      if isEscape(bytes, index) {
        index += 3
      } else if index == gap, index > 0, bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "_") {
        // What joins a date to the next token.
        index += 1
      } else if let end = tokenEnd(bytes, index) {
        add(gap..<index, false)
        add(index..<end, true)
        index = end
        gap = end
      } else {
        index += 1
      }
    }
    add(gap..<index, false)
    return tokens
  }

  /// `%` and two hexadecimal digits.
  private static func isEscape(_ bytes: [UInt8], _ index: Int) -> Bool {
    bytes[index] == UInt8(ascii: "%") && index + 2 < bytes.count && ValueFormat.isHexadecimal(bytes[index + 1])
      && ValueFormat.isHexadecimal(bytes[index + 2])
  }

  private static func isWordByte(_ byte: UInt8) -> Bool { ValueFormat.isWordByte(byte) || byte >= 0x80 }

  /// Where the token that starts here ends; nil when none does.
  private static func tokenEnd(_ bytes: [UInt8], _ start: Int) -> Int? {
    guard isWordByte(bytes[start]) else { return nil }
    if let (_, end) = Instant.read(bytes, from: start) { return end }
    if let (_, end) = MailDate.read(bytes, from: start) { return end }
    if let (_, end) = TimePhrase.read(bytes, from: start) { return end }
    if let (_, end) = ValueFormat.hexGroups(bytes, from: start) { return end }
    var index = start
    var letters = Letters.none
    while index < bytes.count {
      if isWordByte(bytes[index]) {
        if index > start, endsNumber(bytes, index) { break }
        letters.note(bytes[index])
        index += 1
      } else if index > start, joinsNumbers(bytes, index, after: letters) {
        index += 1
      } else {
        break
      }
    }
    return index
  }

  /// Whether a digit meets a letter beyond ASCII, as in `注文12番`.
  private static func endsNumber(_ bytes: [UInt8], _ index: Int) -> Bool {
    bytes[index] >= 0x80 && ValueFormat.isDigit(bytes[index - 1])
      || ValueFormat.isDigit(bytes[index]) && bytes[index - 1] >= 0x80
  }

  /// Which letters a token has so far.
  private enum Letters {
    case none
    /// Those of the units of durations alone.
    case units
    case any

    mutating func note(_ byte: UInt8) {
      guard ValueFormat.isLetter(byte) else { return }
      self = self != .any && "hmsdnu".utf8.contains(byte) ? .units : .any
    }
  }

  /// Whether a point or colon stands between two numbers: what hexadecimal digits have on both sides is chance.
  private static func joinsNumbers(_ bytes: [UInt8], _ index: Int, after letters: Letters) -> Bool {
    guard index + 1 < bytes.count, ValueFormat.isDigit(bytes[index - 1]), ValueFormat.isDigit(bytes[index + 1]) else {
      return false
    }
    switch bytes[index] {
    // A duration has letters before its fraction: `1m2.5s`.
    case UInt8(ascii: "."): return letters != .any
    case UInt8(ascii: ":"):
      let after = bytes[(index + 1)...].prefix(while: isWordByte)
      return letters == .none && after.allSatisfy { !ValueFormat.isLetter($0) }
    default: return false
    }
  }
}
