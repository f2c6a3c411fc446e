/// The canonical escaped form of strings: only what RFC 8259 demands, short forms first, lower-case hexadecimal.
enum StringEscaping {
  /// Whether a byte of a string is escaped: quote, backslash and the control characters below U+0020.
  @inline(__always)
  static func needsEscape(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x22 || byte == 0x5C }

  /// The escape of a byte that needs one.
  static func escape(_ byte: UInt8) -> [UInt8] {
    let short: UInt8
    switch byte {
    case 0x22, 0x5C: short = byte
    case 0x08: short = UInt8(ascii: "b")
    case 0x09: short = UInt8(ascii: "t")
    case 0x0A: short = UInt8(ascii: "n")
    case 0x0C: short = UInt8(ascii: "f")
    case 0x0D: short = UInt8(ascii: "r")
    default:
      let low = byte & 15
      return Array("\\u00".utf8) + [UInt8(ascii: "0") + (byte >> 4), low < 10 ? low + 0x30 : low - 10 + 0x61]
    }
    return [0x5C, short]
  }

  /// The canonical text of a string, without its quotes.
  static func escaped(_ string: String) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(string.utf8.count)
    append(string, to: &text)
    return text
  }

  /// Appends the canonical text of a string, without its quotes.
  static func append(_ string: String, to text: inout [UInt8]) {
    guard string.utf8.contains(where: needsEscape) else {
      text += string.utf8
      return
    }
    for byte in string.utf8 {
      if needsEscape(byte) { text += escape(byte) } else { text.append(byte) }
    }
  }
}
