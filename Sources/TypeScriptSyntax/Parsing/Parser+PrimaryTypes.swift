internal import Diagnostics

extension Parser {
  mutating func parsePrimary() -> TypeSyntax {
    let start = index
    let token = current
    switch token.kind {
    case .identifier: return parseNamedType()
    case .string, .template:
      advance()
      return TypeSyntax(.literal(.string(stringValue(token))), span: span(token))
    case .number, .bigint, .minus: return parseNumberType()
    case .templateHead: return parseTemplateType()
    case .openBrace: return isMappedType ? parseMappedType() : parseObjectType()
    case .openBracket: return parseTuple()
    case .openParen:
      let close = token.match
      advance()
      let inner = parseNestedType()
      if !expect(.closeParen, ")", in: "the type"), let close { index = min(close + 1, lastIndex) }
      return TypeSyntax(.parenthesized(inner), span: span(from: start))
    default:
      fail("expected a type, found \(describe(token))")
      return TypeSyntax(.invalid, span: span(token))
    }
  }

  private mutating func parseNumberType() -> TypeSyntax {
    let start = index
    let isNegative = take(.minus)
    let token = current
    guard token.kind == .number || token.kind == .bigint else {
      fail("expected a number after '-', found \(describe(token))")
      return TypeSyntax(.invalid, span: span(from: start))
    }
    advance()
    guard let literal = numberLiteral(token, isNegative: isNegative) else {
      return TypeSyntax(.invalid, span: span(from: start))
    }
    return TypeSyntax(.literal(literal), span: span(from: start))
  }

  /// The value of a number token; nil, with a finding, when it is not a number.
  mutating func numberLiteral(_ token: Token, isNegative: Bool) -> LiteralSyntax? {
    let sign = isNegative ? "-" : ""
    let text = text(token)
    if token.kind == .bigint { return .bigint(sign + text.dropLast()) }
    guard let number = LiteralText.jsonNumber(text) else {
      fail("'\(text)' is not a number that JSON can hold", at: token)
      return nil
    }
    return .number(sign + number)
  }

  private mutating func parseNamedType() -> TypeSyntax {
    let start = index
    switch keyword {
    case .true, .false:
      let value = keyword == .true
      advance()
      return TypeSyntax(.literal(.boolean(value)), span: span(from: start))
    case .typeof: return parseTypeQuery()
    case .import: return parseImportType(isTypeof: false, from: start)
    default: break
    }
    if let type = KeywordType(rawValue: text(current)), type != .uniqueSymbol, peek(1).kind != .dot {
      advance()
      return TypeSyntax(.keyword(type), span: span(from: start))
    }
    let name = parseDottedName()
    let arguments = parseTypeArguments()
    return TypeSyntax(.reference(name: name, arguments: arguments), span: span(from: start))
  }

  private mutating func parseTypeQuery() -> TypeSyntax {
    let start = index
    advance()
    if keyword == .import { return parseImportType(isTypeof: true, from: start) }
    let name = parseDottedName()
    let arguments = parseTypeArguments()
    return TypeSyntax(.typeQuery(name: name, arguments: arguments), span: span(from: start))
  }

  private mutating func parseImportType(isTypeof: Bool, from start: Int) -> TypeSyntax {
    advance()
    guard kind == .openParen, peek(1).kind == .string else {
      fail("expected '(\"module\")' after 'import', found \(describe(current))")
      return TypeSyntax(.invalid, span: span(from: start))
    }
    let string = peek(1)
    let module = Identifier(text: stringValue(string), span: span(string))
    skipToken()
    let name = take(.dot) ? parseDottedName() : []
    let arguments = parseTypeArguments()
    return TypeSyntax(
      .importType(module: module, name: name, arguments: arguments, isTypeof: isTypeof), span: span(from: start))
  }

  private mutating func parseTemplateType() -> TypeSyntax {
    let start = index
    var texts = [templateText(current)]
    var types: [TypeSyntax] = []
    while kind == .templateHead || kind == .templateMiddle {
      guard let close = current.match else {
        advance()
        break
      }
      advance()
      types.append(parseNestedType())
      if index != close { fail("expected '}' in the template, found \(describe(current))") }
      index = close
      texts.append(templateText(current))
    }
    if kind == .templateTail { advance() }
    while texts.count <= types.count { texts.append("") }
    return TypeSyntax(.template(texts: texts, types: types), span: span(from: start))
  }

  /// The text of a part of a template, between its marks.
  func templateText(_ token: Token) -> String {
    let mark = token.kind == .templateHead || token.kind == .templateMiddle ? 2 : 1
    let end = token.isUnterminated ? token.end : token.end - mark
    return LiteralText.unescaped(file.bytes[(token.start + 1)..<max(token.start + 1, end)])
  }

  private mutating func parseTuple() -> TypeSyntax {
    let start = index
    let end = current.match ?? lastIndex
    advance()
    var elements: [TupleElementSyntax] = []
    while index < end {
      elements.append(parseTupleElement())
      guard index < end, !take(.comma) else { continue }
      fail("expected ',' in the tuple, found \(describe(current))")
      break
    }
    index = min(end + 1, lastIndex)
    return TypeSyntax(.tuple(elements), span: span(from: start))
  }

  private mutating func parseTupleElement() -> TupleElementSyntax {
    let isRest = take(.ellipsis)
    let isLabelled =
      kind == .identifier && (peek(1).kind == .colon || (peek(1).kind == .question && peek(2).kind == .colon))
    guard isLabelled else {
      let type = parseNestedType()
      return TupleElementSyntax(type: type, isOptional: take(.question), isRest: isRest)
    }
    let label = Identifier(text: text(current), span: span(current))
    advance()
    let isOptional = take(.question)
    advance()
    let type = parseNestedType()
    return TupleElementSyntax(label: label, type: type, isOptional: isOptional, isRest: isRest)
  }

  // MARK: Mapped types

  private var isMappedType: Bool {
    var place = 1
    if peek(place).kind == .plus || peek(place).kind == .minus { place += 1 }
    if peek(place).keyword == .readonly { place += 1 }
    return peek(place).kind == .openBracket && peek(place + 1).kind == .identifier && peek(place + 2).keyword == .in
  }

  private mutating func parseMappedType() -> TypeSyntax {
    let start = index
    let end = current.match ?? lastIndex
    defer { index = min(end + 1, lastIndex) }
    advance()
    _ = parseModifierSign()
    _ = take(.readonly)
    advance()
    guard let parameter = expectIdentifier("the name of a key") else {
      return TypeSyntax(.invalid, span: span(from: start))
    }
    advance()
    let keys = parseNestedType()
    let renamed = take(.as) ? parseNestedType() : nil
    expect(.closeBracket, "]", in: "the mapped type")
    let sign = parseModifierSign()
    let optionality: MappedTypeSyntax.Modifier = take(.question) ? (sign == .minus ? .removed : .added) : .kept
    let value = take(.colon) ? parseNestedType() : nil
    _ = take(.semicolon) || take(.comma)
    if index < end { fail("expected '}' in the mapped type, found \(describe(current))") }
    let mapped = MappedTypeSyntax(
      parameter: parameter, keys: keys, renamed: renamed, optionality: optionality, value: value)
    return TypeSyntax(
      .mapped(mapped), span: SourceSpan(file: file, start: tokens[start].start, end: tokens[end].end))
  }

  private mutating func parseModifierSign() -> TokenKind? {
    guard kind == .plus || kind == .minus else { return nil }
    let sign = kind
    advance()
    return sign
  }
}
