internal import Diagnostics

extension Parser {
  /// `const A: T = value, B = …`.
  mutating func parseConstants() -> StatementSyntax.Kind? {
    advance()
    var constants: [ConstantSyntax] = []
    repeat {
      guard kind == .identifier else { break }
      let name = Identifier(text: text(current), span: span(current))
      advance()
      if kind == .other, text(current) == "!" { advance() }
      let type = take(.colon) ? parseType() : nil
      let value = take(.equals) ? parseExpression(isBracketed: false) : nil
      constants.append(ConstantSyntax(name: name, type: type, value: value))
    } while take(.comma)
    if !endsExpression(isBracketed: false) { skipStatement() } else { _ = take(.semicolon) }
    return constants.isEmpty ? nil : .constants(constants)
  }

  /// Reads an expression; what constants do not need becomes `opaque`, without a finding.
  ///
  /// - Parameter isBracketed: Whether it stands inside brackets, where a line break does not end it.
  mutating func parseExpression(isBracketed: Bool) -> ExpressionSyntax {
    let start = index
    depth += 1
    defer { depth -= 1 }
    guard depth <= TypeScriptParser.maximumDepth else { return skipExpression(from: start, isBracketed: isBracketed) }
    guard var expression = parsePrimaryExpression(isBracketed: isBracketed) else {
      return skipExpression(from: start, isBracketed: isBracketed)
    }
    while isBracketed || !current.isAfterLineBreak, keyword == .as || keyword == .satisfies {
      let isSatisfies = keyword == .satisfies
      advance()
      if !isSatisfies, keyword == .const {
        advance()
        expression = ExpressionSyntax(.asConst(expression), span: span(from: start))
      } else {
        let type = parseNestedType()
        expression = ExpressionSyntax(.typed(expression, type, isSatisfies: isSatisfies), span: span(from: start))
      }
    }
    return endsExpression(isBracketed: isBracketed)
      ? expression : skipExpression(from: start, isBracketed: isBracketed)
  }

  private func endsExpression(isBracketed: Bool) -> Bool {
    switch kind {
    case .comma, .semicolon, .closeParen, .closeBracket, .closeBrace, .endOfFile: true
    case .identifier, .string, .number, .at: !isBracketed && current.isAfterLineBreak
    default: false
    }
  }

  /// Passes over the rest of an expression.
  private mutating func skipExpression(from start: Int, isBracketed: Bool) -> ExpressionSyntax {
    while !stopsExpression(isBracketed: isBracketed) { skipToken() }
    return ExpressionSyntax(.opaque, span: span(from: start))
  }

  private func stopsExpression(isBracketed: Bool) -> Bool {
    switch kind {
    case .comma, .semicolon, .closeParen, .closeBracket, .closeBrace, .endOfFile: true
    default: !isBracketed && current.isAfterLineBreak && (keyword == .export || startsDeclaration(at: index))
    }
  }

  private mutating func parsePrimaryExpression(isBracketed: Bool) -> ExpressionSyntax? {
    let start = index
    let token = current
    switch token.kind {
    case .string, .template:
      advance()
      return ExpressionSyntax(.literal(.string(stringValue(token))), span: span(token))
    case .number, .bigint, .minus:
      let isNegative = take(.minus)
      let number = current
      guard number.kind == .number || number.kind == .bigint else { return nil }
      advance()
      guard let literal = numberLiteral(number, isNegative: isNegative) else { return nil }
      return ExpressionSyntax(.literal(literal), span: span(from: start))
    case .openBracket: return parseArrayLiteral()
    case .openBrace: return parseObjectLiteral()
    case .openParen:
      guard let close = token.match, tokens[min(close + 1, lastIndex)].kind != .arrow else { return nil }
      advance()
      let inner = parseExpression(isBracketed: true)
      guard index == close else { return nil }
      advance()
      return inner
    case .identifier: return parseWordExpression()
    default: return nil
    }
  }

  private mutating func parseWordExpression() -> ExpressionSyntax? {
    let start = index
    let word = keyword
    let node: ExpressionSyntax.Node? =
      switch word {
      case .true, .false: .literal(.boolean(word == .true))
      case .null: .null
      case .undefined: .undefined
      default: nil
      }
    if let node {
      advance()
      return ExpressionSyntax(node, span: span(from: start))
    }
    if [.function, .class, .async, .new, .await, .typeof, .void, .yield].contains(word) { return nil }
    var path: [Identifier] = []
    repeat {
      guard kind == .identifier else { return nil }
      path.append(Identifier(text: text(current), span: span(current)))
      advance()
    } while take(.dot)
    guard kind == .openParen, !current.isAfterLineBreak else {
      return ExpressionSyntax(.reference(path), span: span(from: start))
    }
    let close = current.match ?? lastIndex
    guard tokens[min(close + 1, lastIndex)].kind != .arrow else { return nil }
    advance()
    let arguments = parseElements(upTo: close)
    index = min(close + 1, lastIndex)
    return ExpressionSyntax(.call(callee: path, arguments: arguments), span: span(from: start))
  }

  private mutating func parseArrayLiteral() -> ExpressionSyntax {
    let start = index
    let close = current.match ?? lastIndex
    advance()
    let elements = parseElements(upTo: close)
    index = min(close + 1, lastIndex)
    return ExpressionSyntax(.array(elements), span: span(from: start))
  }

  private mutating func parseElements(upTo end: Int) -> [ExpressionSyntax] {
    var elements: [ExpressionSyntax] = []
    while index < end {
      let start = index
      let isSpread = take(.ellipsis)
      let value = parseExpression(isBracketed: true)
      elements.append(isSpread ? ExpressionSyntax(.spread(value), span: span(from: start)) : value)
      if !take(.comma), index < end { skipToken() }
    }
    return elements
  }

  private mutating func parseObjectLiteral() -> ExpressionSyntax {
    let start = index
    let close = current.match ?? lastIndex
    advance()
    var entries: [ObjectEntrySyntax] = []
    while index < close {
      entries.append(parseObjectEntry())
      if !take(.comma), index < close { skipToken() }
    }
    index = min(close + 1, lastIndex)
    return ExpressionSyntax(.object(entries), span: span(from: start))
  }

  private mutating func parseObjectEntry() -> ObjectEntrySyntax {
    let start = index
    let documentation = documentation(current)
    if take(.ellipsis) {
      let value = parseExpression(isBracketed: true)
      return ObjectEntrySyntax(
        name: nil, value: ExpressionSyntax(.spread(value), span: span(from: start)), documentation: documentation)
    }
    guard let name = parseEntryName() else {
      let value = skipExpression(from: start, isBracketed: true)
      return ObjectEntrySyntax(name: nil, value: value, documentation: documentation)
    }
    if take(.colon) {
      let value = parseExpression(isBracketed: true)
      return ObjectEntrySyntax(name: name, value: value, documentation: documentation)
    }
    if kind == .comma || kind == .closeBrace {
      let value = ExpressionSyntax(.reference([name]), span: name.span)
      return ObjectEntrySyntax(name: name, value: value, documentation: documentation)
    }
    let value = skipExpression(from: start, isBracketed: true)
    return ObjectEntrySyntax(name: name, value: value, documentation: documentation)
  }

  private mutating func parseEntryName() -> Identifier? {
    let token = current
    switch token.kind {
    case .identifier:
      advance()
      return Identifier(text: text(token), span: span(token))
    case .string:
      advance()
      return Identifier(text: stringValue(token), span: span(token))
    case .number:
      advance()
      guard case .number(let number) = numberLiteral(token, isNegative: false) else { return nil }
      return Identifier(text: number, span: span(token))
    case .openBracket where (peek(1).kind == .string || peek(1).kind == .template) && peek(2).kind == .closeBracket:
      let inner = peek(1)
      skipToken()
      return Identifier(text: stringValue(inner), span: span(inner))
    default: return nil
    }
  }
}
