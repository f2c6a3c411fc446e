internal import Diagnostics

/// Cuts UTF-8 bytes into tokens; total: any bytes give tokens, the last of them `endOfFile`.
///
/// - Complexity: O(bytes).
struct Lexer {
  let bytes: [UInt8]
  var index = 0
  var tokens: [Token] = []
  /// Offset of a block comment that is never closed.
  private(set) var unclosedComment: Int?
  private var isAfterLineBreak = true
  private var documentation: Range<Int>?
  /// For each open template substitution: how many braces are open inside it.
  private var openSubstitutions: [Int] = []

  /// Bytes that may be looked at in search of JSX elements; none where there is no JSX.
  var elementBudget = 0

  init(_ bytes: [UInt8], hasElements: Bool = false) {
    self.bytes = bytes
    if hasElements { elementBudget = 20 * bytes.count + 1000 }
  }

  /// The tokens of the whole text.
  mutating func run() {
    if peek(0) == 0xEF, peek(1) == 0xBB, peek(2) == 0xBF { index = 3 }
    if peek(0) == UInt8(ascii: "#"), peek(1) == UInt8(ascii: "!") { skipLine() }
    tokens.reserveCapacity(bytes.count / 4)
    while true {
      skipTrivia()
      guard index < bytes.count else { break }
      scanToken(bytes[index])
    }
    append(.endOfFile, from: bytes.count, to: bytes.count)
  }

  /// The byte so far ahead; 0 past the end.
  func peek(_ distance: Int) -> UInt8 {
    let place = index + distance
    return place < bytes.count ? bytes[place] : 0
  }

  mutating func append(
    _ kind: TokenKind, from start: Int, to end: Int, keyword: Keyword? = nil, unterminated: Bool = false
  ) {
    tokens.append(
      Token(
        kind: kind, start: start, end: end, keyword: keyword, isAfterLineBreak: isAfterLineBreak,
        isUnterminated: unterminated, documentation: documentation))
    isAfterLineBreak = false
    documentation = nil
    index = end
  }

  private mutating func skipLine() {
    while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
  }

  private mutating func skipTrivia() {
    while index < bytes.count {
      switch bytes[index] {
      case 0x0A, 0x0D:
        isAfterLineBreak = true
        index += 1
      case 0x20, 0x09, 0x0B, 0x0C: index += 1
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"): skipLine()
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): skipBlockComment()
      case 0xC2 where peek(1) == 0xA0: index += 2  // no-break space
      case 0xEF where peek(1) == 0xBB && peek(2) == 0xBF: index += 3  // byte order mark
      case 0xE2 where peek(1) == 0x80 && (peek(2) == 0xA8 || peek(2) == 0xA9):  // line and paragraph separator
        isAfterLineBreak = true
        index += 3
      default: return
      }
    }
  }

  private mutating func skipBlockComment() {
    let start = index
    index += 2
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
        index += 2
        let isDocumentation = index - start > 4 && bytes[start + 2] == UInt8(ascii: "*")
        if isDocumentation { documentation = start..<index }
        return
      }
      if bytes[index] == 0x0A || bytes[index] == 0x0D { isAfterLineBreak = true }
      index += 1
    }
    unclosedComment = unclosedComment ?? start
  }

  private mutating func scanToken(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: "$"), UInt8(ascii: "\\"), 0x80...:
      scanIdentifier()
    case UInt8(ascii: "#") where Self.isIdentifierPart(peek(1)): scanPrivateName()
    case UInt8(ascii: "0")...UInt8(ascii: "9"): scanNumber()
    case UInt8(ascii: ".") where Self.isDigit(peek(1)): scanNumber()
    case UInt8(ascii: "\""), UInt8(ascii: "'"): scanString(quote: byte)
    case UInt8(ascii: "`"): scanTemplate(from: index, continues: false)
    case UInt8(ascii: "/"): scanSlash()
    default: scanPunctuation(byte)
    }
  }

  private mutating func scanPunctuation(_ byte: UInt8) {
    let start = index
    func single(_ kind: TokenKind) { append(kind, from: start, to: start + 1) }
    switch byte {
    case UInt8(ascii: "("): single(.openParen)
    case UInt8(ascii: ")"): single(.closeParen)
    case UInt8(ascii: "["): single(.openBracket)
    case UInt8(ascii: "]"): single(.closeBracket)
    case UInt8(ascii: "{"):
      if !openSubstitutions.isEmpty { openSubstitutions[openSubstitutions.count - 1] += 1 }
      single(.openBrace)
    case UInt8(ascii: "}"): scanCloseBrace()
    case UInt8(ascii: "<"): if elementBudget == 0 || !scanElement() { single(.less) }
    case UInt8(ascii: ">"): single(.greater)
    case UInt8(ascii: ","): single(.comma)
    case UInt8(ascii: ";"): single(.semicolon)
    case UInt8(ascii: ":"): single(.colon)
    case UInt8(ascii: "?"): single(.question)
    case UInt8(ascii: "."):
      if peek(1) == byte, peek(2) == byte { append(.ellipsis, from: start, to: start + 3) } else { single(.dot) }
    case UInt8(ascii: "="):
      if peek(1) == UInt8(ascii: ">") { append(.arrow, from: start, to: start + 2) } else { single(.equals) }
    case UInt8(ascii: "|"): single(.bar)
    case UInt8(ascii: "&"): single(.ampersand)
    case UInt8(ascii: "-"): single(.minus)
    case UInt8(ascii: "+"): single(.plus)
    case UInt8(ascii: "@"): single(.at)
    default: single(.other)
    }
  }

  private mutating func scanCloseBrace() {
    guard let depth = openSubstitutions.last else { return append(.closeBrace, from: index, to: index + 1) }
    if depth == 0 {
      openSubstitutions.removeLast()
      scanTemplate(from: index, continues: true)
    } else {
      openSubstitutions[openSubstitutions.count - 1] -= 1
      append(.closeBrace, from: index, to: index + 1)
    }
  }

  /// Scans from a backtick, or from the brace that ends a substitution, to the next `${` or backtick.
  private mutating func scanTemplate(from start: Int, continues: Bool) {
    var place = start + 1
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\\"): place += 2
      case UInt8(ascii: "`"):
        return append(continues ? .templateTail : .template, from: start, to: place + 1)
      case UInt8(ascii: "$") where place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: "{"):
        openSubstitutions.append(0)
        return append(continues ? .templateMiddle : .templateHead, from: start, to: place + 2)
      default: place += 1
      }
    }
    append(continues ? .templateTail : .template, from: start, to: bytes.count, unterminated: true)
  }
}
