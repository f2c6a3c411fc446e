/// Decodes what literals are written as.
enum LiteralText {
  /// The value of the inside of a string or template literal; invalid UTF-8 is replaced.
  static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "\\")) || bytes.contains(0x0D) else {
      return String(decoding: bytes, as: UTF8.self)
    }
    var scanner = EscapeScanner(bytes: Array(bytes))
    return scanner.run()
  }

  /// A number literal in JSON's grammar; nil when it is not a number.
  static func jsonNumber(_ source: String) -> String? {
    var text = source.lowercased()
    text.removeAll { $0 == "_" }
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where text.hasPrefix(prefix) {
      return UInt64(text.dropFirst(2), radix: radix).map(String.init)
    }
    var parts = text.split(separator: "e", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    if parts.count == 2, !isInteger(parts[1], signed: true) { return nil }
    let pieces = parts[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    var whole = pieces[0]
    let fraction = pieces.count == 2 ? pieces[1] : ""
    guard !(whole.isEmpty && fraction.isEmpty), isDigits(whole), isDigits(fraction) else { return nil }
    whole = String(whole.drop { $0 == "0" })
    if whole.isEmpty { whole = "0" }
    parts[0] = fraction.isEmpty ? whole : whole + "." + fraction
    return parts.joined(separator: "e")
  }

  private static func isDigits(_ text: String) -> Bool { text.utf8.allSatisfy(Lexer.isDigit) }

  private static func isInteger(_ text: String, signed: Bool) -> Bool {
    let digits = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
    return !digits.isEmpty && digits.utf8.allSatisfy(Lexer.isDigit)
  }
}

/// Walks over a text with escapes.
private struct EscapeScanner {
  let bytes: [UInt8]
  var index = 0
  var text = ""

  mutating func run() -> String {
    var plain: [UInt8] = []
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == 0x0D {  // CRLF and CR count as LF inside a template
        if index < bytes.count, bytes[index] == 0x0A { index += 1 }
        plain.append(0x0A)
      } else if byte == UInt8(ascii: "\\") {
        text += String(decoding: plain, as: UTF8.self)
        plain.removeAll(keepingCapacity: true)
        scanEscape(&plain)
      } else {
        plain.append(byte)
      }
    }
    return text + String(decoding: plain, as: UTF8.self)
  }

  private mutating func scanEscape(_ plain: inout [UInt8]) {
    guard index < bytes.count else { return }
    let byte = bytes[index]
    index += 1
    switch byte {
    case UInt8(ascii: "n"): text += "\n"
    case UInt8(ascii: "t"): text += "\t"
    case UInt8(ascii: "r"): text += "\r"
    case UInt8(ascii: "b"): text += "\u{08}"
    case UInt8(ascii: "f"): text += "\u{0C}"
    case UInt8(ascii: "v"): text += "\u{0B}"
    case UInt8(ascii: "0"): text += "\0"
    case 0x0D: if index < bytes.count, bytes[index] == 0x0A { index += 1 }
    case 0x0A: break
    case UInt8(ascii: "x"): append(hexadecimal(digits: 2))
    case UInt8(ascii: "u"): scanUnicodeEscape()
    default: plain.append(byte)
    }
  }

  private mutating func scanUnicodeEscape() {
    if index < bytes.count, bytes[index] == UInt8(ascii: "{") {
      let end = bytes[index...].firstIndex(of: UInt8(ascii: "}")) ?? bytes.count
      let value = UInt32(String(decoding: bytes[(index + 1)..<max(end, index + 1)], as: UTF8.self), radix: 16)
      index = min(end + 1, bytes.count)
      return append(value)
    }
    guard let high = hexadecimal(digits: 4) else { return append(nil) }
    let isPair = (0xD800..<0xDC00).contains(high) && index + 1 < bytes.count
    if isPair, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u") {
      let mark = index
      index += 2
      if let low = hexadecimal(digits: 4), (0xDC00..<0xE000).contains(low) {
        return append(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
      }
      index = mark
    }
    append(high)
  }

  private mutating func hexadecimal(digits: Int) -> UInt32? {
    guard index + digits <= bytes.count else { return nil }
    let value = UInt32(String(decoding: bytes[index..<(index + digits)], as: UTF8.self), radix: 16)
    if value != nil { index += digits }
    return value
  }

  private mutating func append(_ value: UInt32?) {
    text.unicodeScalars.append(value.flatMap(Unicode.Scalar.init) ?? "\u{FFFD}")
  }
}
