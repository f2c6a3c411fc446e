/// Why parsing stopped; turned into a ``JSONSyntaxError`` once, outside the hot loop.
struct SyntaxFailure: Error {
  enum Reason {
    case expectedValue
    case expectedKey(afterComma: Bool)
    case expectedColon
    case expectedCommaOrEnd(isObject: Bool)
    case endInside(isObject: Bool, opening: Int)
    case trailingComma(isObject: Bool)
    case trailingText
    case unclosedString
    case controlCharacter
    case escape
    case unicodeEscape
    case loneSurrogate
    case encoding
    case leadingZero
    case digit
    case unclosedComment
    case tooDeep
    case tooLarge
    case tokenTooLong
  }

  let reason: Reason
  /// Of the offending byte.
  let offset: Int

  init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}
