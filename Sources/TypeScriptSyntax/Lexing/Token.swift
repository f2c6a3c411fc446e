/// What a token is.
enum TokenKind: UInt8, Sendable {
  case identifier, privateName, number, bigint, string
  /// A template without substitutions, and the parts around `${` and `}` of one that has some.
  case template, templateHead, templateMiddle, templateTail
  case regularExpression
  case openParen, closeParen, openBracket, closeBracket, openBrace, closeBrace
  case less, greater, comma, semicolon, colon, question, dot, ellipsis, arrow, equals, bar, ampersand, minus, plus, at
  /// An operator that only expressions have.
  case other
  case endOfFile

  /// Whether it opens something that a later token closes.
  var isOpener: Bool {
    switch self {
    case .openParen, .openBracket, .openBrace, .templateHead, .templateMiddle: true
    default: false
    }
  }
  /// Whether it closes what an earlier token opened.
  var isCloser: Bool {
    switch self {
    case .closeParen, .closeBracket, .closeBrace, .templateMiddle, .templateTail: true
    default: false
    }
  }
}

/// A piece of the text: half-open byte range and what is known of it.
struct Token: Sendable {
  var kind: TokenKind
  var start: Int
  var end: Int
  var keyword: Keyword?
  /// Whether a line break stands between the token before and this one.
  var isAfterLineBreak = false
  /// Whether a string, template or regular expression ran into the end of its line or of the file.
  var isUnterminated = false
  /// Byte range of the doc comment that stands last before this token.
  var documentation: Range<Int>?
  /// Index of the token that closes this opener; nil when none does.
  var match: Int?
}
