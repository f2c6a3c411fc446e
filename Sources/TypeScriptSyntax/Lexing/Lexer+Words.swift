internal import Diagnostics

extension Lexer {
  static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  static func isIdentifierPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "\\"), 0x80...:
      true
    default: false
    }
  }

  /// The end of the identifier that starts here; Unicode spaces and line separators end it.
  private func identifierEnd(from start: Int) -> Int {
    var place = start
    while place < bytes.count, Self.isIdentifierPart(bytes[place]) {
      let next = place + 1 < bytes.count ? bytes[place + 1] : 0
      let afterNext = place + 2 < bytes.count ? bytes[place + 2] : 0
      switch bytes[place] {
      case 0xC2 where next == 0xA0: return place
      case 0xE2 where next == 0x80 && (afterNext == 0xA8 || afterNext == 0xA9): return place
      case UInt8(ascii: "\\") where next == UInt8(ascii: "u") && afterNext == UInt8(ascii: "{"):
        place += 3
        while place < bytes.count, Self.isIdentifierPart(bytes[place]) { place += 1 }
        if place < bytes.count, bytes[place] == UInt8(ascii: "}") { place += 1 }
      default: place += 1
      }
    }
    return place
  }

  mutating func scanIdentifier() {
    let start = index
    let end = max(identifierEnd(from: start), start + 1)
    let keyword = end - start <= 10 ? Keyword(text: String(decoding: bytes[start..<end], as: UTF8.self)) : nil
    append(.identifier, from: start, to: end, keyword: keyword)
  }

  mutating func scanPrivateName() { append(.privateName, from: index, to: identifierEnd(from: index + 1)) }

  /// Digits with separators, a fraction, an exponent; hexadecimal, octal and binary; `n` for a big integer.
  mutating func scanNumber() {
    let start = index
    var place = index
    var isBig = false
    let isPrefixed = bytes[place] == UInt8(ascii: "0") && [0x78, 0x6F, 0x62].contains(peek(1) | 0x20)
    while place < bytes.count {
      let byte = bytes[place]
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") {
        guard !isPrefixed, place > start, bytes[place - 1] | 0x20 == UInt8(ascii: "e") else { break }
      } else if byte == UInt8(ascii: ".") {
        guard !isPrefixed else { break }
      } else if !Self.isIdentifierPart(byte) || byte >= 0x80 || byte == UInt8(ascii: "\\") {
        break
      }
      isBig = byte == UInt8(ascii: "n")
      place += 1
    }
    append(isBig ? .bigint : .number, from: start, to: place)
  }

  mutating func scanString(quote: UInt8) {
    let start = index
    var place = index + 1
    while place < bytes.count {
      switch bytes[place] {
      case quote: return append(.string, from: start, to: place + 1)
      case UInt8(ascii: "\\"):
        // A line continuation; CRLF counts as one.
        let isCRLF = place + 2 < bytes.count && bytes[place + 1] == 0x0D && bytes[place + 2] == 0x0A
        place += isCRLF ? 3 : 2
      case 0x0A, 0x0D: return append(.string, from: start, to: place, unterminated: true)
      default: place += 1
      }
    }
    append(.string, from: start, to: bytes.count, unterminated: true)
  }

  /// A regular expression where one can stand and ends on its line; else an operator.
  mutating func scanSlash() {
    let start = index
    guard isRegularExpressionAllowed else { return append(.other, from: start, to: start + 1) }
    var place = start + 1
    var isInClass = false
    while place < bytes.count {
      switch bytes[place] {
      case 0x0A, 0x0D: return append(.other, from: start, to: start + 1)
      case UInt8(ascii: "\\"): place += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "/") where !isInClass:
        var end = place + 1
        while end < bytes.count, Self.isIdentifierPart(bytes[end]) { end += 1 }
        return append(.regularExpression, from: start, to: end)
      default: break
      }
      place += 1
    }
    append(.other, from: start, to: start + 1)
  }

  private var isRegularExpressionAllowed: Bool {
    guard let last = tokens.last else { return true }
    switch last.kind {
    case .identifier: return last.keyword?.precedesExpression ?? false
    case .privateName, .number, .bigint, .string, .template, .templateTail, .regularExpression: return false
    case .closeParen, .closeBracket, .closeBrace, .less: return false
    default: return true
    }
  }
}
