import Diagnostics

/// Words a syntax failure for people, looking at the bytes around it.
struct SyntaxMessage {
  let input: JSONInput
  let failure: SyntaxFailure

  /// The error with its message and position.
  var error: JSONSyntaxError {
    let table = LineTable(input)
    return JSONSyntaxError(message: special ?? message(table), position: table.position(at: failure.offset))
  }

  // Sound: offsets of failures are within the input or at its end, where padding follows.
  private func byte(_ distance: Int = 0) -> UInt8 { input.base[failure.offset + distance] }

  private func starts(with text: String) -> Bool {
    var index = 0
    for expected in text.utf8 {
      // A zero of the padding equals no byte of `text`, so this stops at the end.
      guard byte(index) == expected else { return false }
      index += 1
    }
    return true
  }

  /// Whole documents of another kind, and what tools leave behind.
  private var special: String? {
    switch failure.reason {
    case .expectedValue, .expectedKey, .expectedCommaOrEnd, .expectedColon, .trailingText, .trailingComma: break
    default: return nil
    }
    for marker in ["<<<<<<<", "=======", ">>>>>>>", "|||||||"] where starts(with: marker) {
      return "markers of a merge conflict ('\(marker)'): resolve the conflict and keep one side"
    }
    if byte() == 0, failure.offset < input.count {
      return looksLikeUTF16 ? utf16 : "NUL byte: JSON has none outside strings, where it is written \\u0000"
    }
    guard failure.offset == firstSignificant else { return nil }
    if starts(with: "\u{FEFF}") { return "byte order mark: JSON is UTF-8 without one; save the file without a BOM" }
    if byte() == 0xFE && byte(1) == 0xFF || byte() == 0xFF && byte(1) == 0xFE { return utf16 }
    if byte() == UInt8(ascii: "<") { return "an HTML or XML page, not JSON: it begins with '<'" }
    return nil
  }

  private var utf16: String { "UTF-16 text: JSON is UTF-8; save the file as UTF-8 without a BOM" }

  private var looksLikeUTF16: Bool {
    input.count >= 2 && (input.base[0] == 0) != (input.base[1] == 0)
  }

  private var firstSignificant: Int { ByteScan.space(input.base) - input.base }

  private func message(_ table: LineTable) -> String {
    switch failure.reason {
    case .expectedValue: return expectedValue
    case .expectedKey(let afterComma): return expectedKey(afterComma)
    case .expectedColon: return "expected ':' after a key, found \(found)"
    case .expectedCommaOrEnd(let isObject):
      return "expected ',' or '\(isObject ? "}" : "]")', found \(found)"
    case .endInside(let isObject, let opening):
      let place = table.position(at: opening)
      return "the document ends inside the \(isObject ? "object" : "array") that opens at \(place.line):\(place.column)"
    case .trailingComma(let isObject):
      return "a comma before '\(isObject ? "}" : "]")': JSON has no trailing commas"
    case .trailingText: return "text after the document: found \(found)"
    case .leadingZero: return "a number has no leading zeros"
    case .digit: return "expected a digit, found \(found)"
    case .unclosedComment: return "the comment is not closed"
    case .tooDeep: return "nested more than \(JSONDocument.maximumDepth) levels deep"
    case .tooLarge: return "larger than \(JSONDocument.maximumByteCount) bytes"
    case .tokenTooLong: return "a string or number longer than \(TapeWord.maximumLength) bytes"
    default: return stringMessage
    }
  }

  private var stringMessage: String {
    switch failure.reason {
    case .unclosedString: return "the string is not closed"
    case .controlCharacter:
      let escape = String(decoding: StringEscaping.escape(byte()), as: UTF8.self)
      return "a control character in a string: write it as \(escape)"
    case .escape:
      return "no such escape in JSON: '\\' is followed by \(JSONSyntaxDescription.of(byte(1), isEnd: false))"
    case .unicodeEscape: return "'\\u' takes four hexadecimal digits"
    case .loneSurrogate: return "a lone surrogate: \(surrogate) is half of a pair and stands for no character"
    default: return "invalid UTF-8: \(encodingDetail)"
    }
  }

  private var surrogate: String {
    "\\u" + String(decoding: (2..<6).map { byte($0) }, as: UTF8.self)
  }

  private var encodingDetail: String {
    switch byte() {
    case 0xFF, 0xFE: "a byte 0x\(String(byte(), radix: 16, uppercase: true)) never occurs in it"
    case 0x80...0xBF: "a continuation byte without its lead"
    case 0xC0, 0xC1: "an overlong form"
    case 0xE0 where byte(1) & 0xC0 == 0x80 && byte(1) < 0xA0: "an overlong form"
    case 0xF0 where byte(1) & 0xC0 == 0x80 && byte(1) < 0x90: "an overlong form"
    case 0xED where byte(1) & 0xC0 == 0x80 && byte(1) > 0x9F: "an encoded surrogate"
    case 0xF4 where byte(1) & 0xC0 == 0x80 && byte(1) > 0x8F: "a code point above U+10FFFF"
    case 0xF5...: "a code point above U+10FFFF"
    default: "a sequence that is cut short"
    }
  }

  private var found: String { JSONSyntaxDescription.of(byte(), isEnd: failure.offset >= input.count) }

  private var expectedValue: String {
    if failure.offset >= input.count { return "an empty document: expected a JSON value" }
    switch byte() {
    case UInt8(ascii: "'"): return "strings take double quotes, found \(found)"
    case UInt8(ascii: "/"): return "JSON has no comments: found \(found)"
    case UInt8(ascii: "+"), UInt8(ascii: "."): return "a number begins with a digit or '-', found \(found)"
    default: break
    }
    for word in ["NaN", "Infinity", "undefined"] where starts(with: word) {
      return "'\(word)' is not JSON: write null or a number"
    }
    for (word, right) in [("True", "true"), ("False", "false"), ("None", "null"), ("nil", "null"), ("NULL", "null")]
    where starts(with: word) {
      return "'\(word)' is not JSON: write \(right)"
    }
    return "expected a value, found \(found)"
  }

  private func expectedKey(_ afterComma: Bool) -> String {
    if byte() == UInt8(ascii: "'") { return "keys take double quotes, found \(found)" }
    if byte() == UInt8(ascii: "/") { return "JSON has no comments: found \(found)" }
    return "expected a key in double quotes\(afterComma ? "" : " or '}'"), found \(found)"
  }
}

/// Names bytes in messages.
enum JSONSyntaxDescription {
  static func of(_ byte: UInt8, isEnd: Bool) -> String {
    if isEnd { return "the end of the document" }
    switch byte {
    case 0x21...0x7E: return "'\(Character(Unicode.Scalar(byte)))'"
    case 0x20: return "a space"
    case 0x09: return "a tab"
    case 0x0A, 0x0D: return "a line end"
    default:
      let digits = String(byte, radix: 16, uppercase: true)
      return "byte 0x\(digits.utf8.count == 1 ? "0" : "")\(digits)"
    }
  }
}
