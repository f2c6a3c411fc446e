internal import Diagnostics

extension Parser {
  private static let precedences: [String: Int] = [
    "=": 1, "+=": 1, "-=": 1, "*=": 1, "/=": 1, "%=": 1, "**=": 1, "&&=": 1, "||=": 1, "??=": 1, "|=": 1, "&=": 1,
    "^=": 1, "<<=": 1, ">>=": 1, ">>>=": 1, "??": 3, "||": 3, "&&": 4, "|": 5, "^": 6, "&": 7, "==": 8, "!=": 8,
    "===": 8, "!==": 8, "<": 9, ">": 9, "<=": 9, ">=": 9, "in": 9, "instanceof": 9, "<<": 10, ">>": 10, ">>>": 10,
    "+": 11, "-": 11, "*": 12, "/": 12, "%": 12, "**": 13,
  ]

  /// Reads a value; what cannot be read becomes `opaque`. The cursor stands after it, perhaps where it was.
  mutating func parseValue() -> ScriptValue {
    let start = index
    depth += 1
    defer { depth -= 1 }
    guard depth <= TypeScriptParser.maximumDepth else {
      while index < lastIndex, !endsValue { skipToken() }
      return ScriptValue(.opaque, span: span(from: start))
    }
    if let function = parseArrowFunction() { return function }
    let value = parseCombined(above: 0)
    guard kind == .question, !(peek(1).kind == .dot && peek(1).start == current.end) else { return value }
    advance()
    let then = parseValue()
    guard take(.colon) else { return ScriptValue(.opaque, span: span(from: start)) }
    let otherwise = parseValue()
    return ScriptValue(.choice(value, then, otherwise), span: span(from: start))
  }

  private var endsValue: Bool {
    kind == .comma || kind == .semicolon || kind.isCloser || kind == .endOfFile
  }

  /// The operator at the cursor and how many tokens it takes; the longest that is known.
  private var currentOperator: (text: String, count: Int)? {
    if keyword == .in || keyword == .instanceof { return (text(current), 1) }
    var text = ""
    var found: (text: String, count: Int)?
    for count in 1...4 {
      let token = peek(count - 1)
      guard count == 1 || token.start == peek(count - 2).end else { break }
      switch token.kind {
      case .other, .less, .greater, .equals, .bar, .ampersand, .minus, .plus, .question: text += self.text(token)
      default: return found
      }
      if Self.precedences[text] != nil { found = (text, count) }
    }
    return found
  }

  private mutating func parseCombined(above floor: Int) -> ScriptValue {
    let start = index
    var left = parsePrefixed()
    while true {
      if keyword == .as || keyword == .satisfies, !current.isAfterLineBreak || depth > 1 {
        left = parseTyped(left, from: start)
        continue
      }
      guard let (sign, count) = currentOperator, let precedence = Self.precedences[sign], precedence > floor else {
        return left
      }
      if sign == "in" || sign == "instanceof", current.isAfterLineBreak { return left }
      for _ in 0..<count { advance() }
      depth += 1
      let isTooDeep = depth > TypeScriptParser.maximumDepth
      let right: ScriptValue
      if isTooDeep {
        while index < lastIndex, !endsValue { skipToken() }
        right = ScriptValue(.opaque, span: span(from: index))
      } else {
        // Assignments are read from right to left, and may assign a function.
        right = precedence == 1 ? parseValue() : parseCombined(above: precedence)
      }
      depth -= 1
      left = ScriptValue(.combined(sign, left, right), span: span(from: start))
    }
  }

  private mutating func parseTyped(_ value: ScriptValue, from start: Int) -> ScriptValue {
    let isConst = keyword == .as && peek(1).keyword == .const
    advance()
    if isConst {
      advance()
      return ScriptValue(.typed(value, nil), span: span(from: start))
    }
    let type = parseNestedType()
    return ScriptValue(.typed(value, type), span: span(from: start))
  }

  private mutating func parsePrefixed() -> ScriptValue {
    let start = index
    var signs: [String] = []
    while let sign = prefixOperator {
      signs.append(sign)
      advance()
    }
    var value = parsePostfix()
    for sign in signs.reversed() { value = Self.prefixed(sign, value, span: span(from: start)) }
    return value
  }

  private var prefixOperator: String? {
    switch kind {
    case .minus, .plus: text(current)
    case .other where text(current) == "!" || text(current) == "~": text(current)
    case .identifier:
      switch keyword {
      case .typeof, .void, .delete, .await, .yield:
        peek(1).kind == .dot || peek(1).kind == .arrow || endsAfterWord ? nil : text(current)
      default: nil
      }
    default: nil
    }
  }

  private var endsAfterWord: Bool {
    let next = peek(1).kind
    return next == .comma || next == .semicolon || next.isCloser || next == .equals || next == .colon
  }

  private static func prefixed(_ sign: String, _ value: ScriptValue, span: SourceSpan) -> ScriptValue {
    if sign == "-", case .literal(.number(let text)) = value.node, !text.hasPrefix("-") {
      return ScriptValue(.literal(.number("-" + text)), span: span)
    }
    if sign == "+", case .literal(.number) = value.node { return ScriptValue(value.node, span: span) }
    return ScriptValue(.prefixed(sign, value), span: span)
  }

  // MARK: Members, calls

  private mutating func parsePostfix() -> ScriptValue {
    let start = index
    let isNew = keyword == .new && (peek(1).kind == .identifier || peek(1).kind == .openParen)
    if isNew { advance() }
    guard var value = parsePrimaryValue() else { return ScriptValue(.opaque, span: span(from: start)) }
    var isNewPending = isNew
    while true {
      switch kind {
      case .dot:
        advance()
        guard let next = parseMember(of: value, from: start) else {
          return ScriptValue(.opaque, span: span(from: start))
        }
        value = next
      case .question where peek(1).kind == .dot && peek(1).start == current.end:
        advance()
        advance()
        if kind == .openParen || kind == .openBracket { continue }
        guard let next = parseMember(of: value, from: start) else {
          return ScriptValue(.opaque, span: span(from: start))
        }
        value = next
      case .openBracket:
        let close = current.match ?? lastIndex
        advance()
        let place = parseValue()
        index = min(close + 1, lastIndex)
        value = ScriptValue(.element(value, place), span: span(from: start))
      case .openParen:
        let arguments = parseArguments()
        value = ScriptValue(
          .call(value, types: [], arguments: arguments, isNew: isNewPending), span: span(from: start))
        isNewPending = false
      case .less:
        guard let types = parseCallTypes() else { return value }
        let arguments = kind == .openParen ? parseArguments() : []
        value = ScriptValue(
          .call(value, types: types, arguments: arguments, isNew: isNewPending), span: span(from: start))
        isNewPending = false
      case .template, .templateHead:  // a tagged template
        skipTemplate()
        value = ScriptValue(.opaque, span: span(from: start))
      case .other where text(current) == "!" && !current.isAfterLineBreak && peek(1).kind != .equals: advance()
      case .plus where isDoubled, .minus where isDoubled:
        advance()
        advance()
        value = ScriptValue(.opaque, span: span(from: start))
      default: return value
      }
    }
  }

  private var isDoubled: Bool {
    peek(1).kind == kind && peek(1).start == current.end && !current.isAfterLineBreak
  }

  private mutating func parseMember(of value: ScriptValue, from start: Int) -> ScriptValue? {
    guard kind == .identifier || kind == .privateName else { return nil }
    let name = Identifier(text: text(current), span: span(current))
    advance()
    return ScriptValue(.member(value, name), span: span(from: start))
  }

  /// Type arguments that a call follows; nil, with the cursor where it was, when `<` is an operator.
  private mutating func parseCallTypes() -> [TypeSyntax]? {
    guard closesBeforeCall else { return nil }
    var copy = self
    let types = copy.parseTypeArguments()
    guard copy.index > index, copy.findings.count == findings.count, !types.isEmpty, copy.kind == .openParen else {
      return nil
    }
    self = copy
    return types
  }

  /// Whether a `>` that may close the `<` at the cursor stands right before a parenthesis; looks a bounded way ahead.
  private var closesBeforeCall: Bool {
    var place = index
    var open = 0
    for _ in 0..<Self.maximumTypeTokens {
      let token = tokens[place]
      switch token.kind {
      case .less: open += 1
      case .greater:
        open -= 1
        if open == 0 { return tokens[min(place + 1, lastIndex)].kind == .openParen }
      case .semicolon, .endOfFile, .other, .plus: return false
      default: if token.kind.isCloser { return false }
      }
      place = token.kind.isOpener ? (token.match ?? lastIndex) + 1 : place + 1
      if place >= lastIndex { return false }
    }
    return false
  }

  private static let maximumTypeTokens = 400

  private mutating func parseArguments() -> [ScriptValue] {
    let close = current.match ?? lastIndex
    advance()
    let values = parseValues(upTo: close)
    index = min(close + 1, lastIndex)
    return values
  }

  /// Values between commas, spreads among them.
  private mutating func parseValues(upTo end: Int) -> [ScriptValue] {
    var values: [ScriptValue] = []
    while index < end {
      let start = index
      let isSpread = take(.ellipsis)
      let value = parseValue()
      values.append(isSpread ? ScriptValue(.spread(value), span: span(from: start)) : value)
      while index < end, kind != .comma { skipToken() }
      _ = take(.comma)
    }
    return values
  }

  private mutating func skipTemplate() {
    while kind == .templateHead || kind == .templateMiddle { skipToken() }
    if kind == .template || kind == .templateTail { advance() }
  }

  // MARK: Primary values

  private mutating func parsePrimaryValue() -> ScriptValue? {
    let start = index
    let token = current
    switch token.kind {
    case .string, .template:
      advance()
      return ScriptValue(.literal(.string(stringValue(token))), span: span(token))
    case .number, .bigint:
      advance()
      guard let literal = numberLiteral(token, isNegative: false) else { return nil }
      return ScriptValue(.literal(literal), span: span(token))
    case .regularExpression:
      advance()
      return pattern(token)
    case .templateHead: return parseTemplate()
    case .openBracket:
      let close = token.match ?? lastIndex
      advance()
      let values = parseValues(upTo: close)
      index = min(close + 1, lastIndex)
      return ScriptValue(.list(values), span: span(from: start))
    case .openBrace: return parseObjectValue()
    case .openParen:
      let close = token.match ?? lastIndex
      advance()
      var inner = parseValue()
      while index < close, take(.comma) { inner = parseValue() }
      index = min(close + 1, lastIndex)
      return inner
    case .privateName:
      advance()
      return nil
    case .identifier: return parseWordValue()
    default: return nil
    }
  }

  private func pattern(_ token: Token) -> ScriptValue {
    let bytes = file.bytes[token.start..<token.end]
    let close = bytes.lastIndex(of: UInt8(ascii: "/")) ?? token.end - 1
    let source = file.text((token.start + 1)..<max(close, token.start + 1))
    return ScriptValue(.pattern(source, flags: file.text((close + 1)..<token.end)), span: span(token))
  }

  private mutating func parseTemplate() -> ScriptValue {
    let start = index
    var texts: [String] = []
    var values: [ScriptValue] = []
    while kind == .templateHead || kind == .templateMiddle {
      texts.append(templateText(current))
      let close = current.match ?? lastIndex
      advance()
      values.append(parseValue())
      index = close
    }
    if kind == .templateTail { texts.append(templateText(current)) } else { texts.append("") }
    advance()
    return ScriptValue(.template(texts: texts, values: values), span: span(from: start))
  }

  private mutating func parseWordValue() -> ScriptValue? {
    let start = index
    switch keyword {
    case .true, .false:
      let isTrue = keyword == .true
      advance()
      return ScriptValue(.literal(.boolean(isTrue)), span: span(from: start))
    case .null:
      advance()
      return ScriptValue(.null, span: span(from: start))
    case .undefined:
      advance()
      return ScriptValue(.undefined, span: span(from: start))
    case .function: return parseFunctionValue()
    case .async where peek(1).keyword == .function: return parseFunctionValue()
    case .class:
      skipClassValue()
      return nil
    case .return, .const, .throw, .case: return nil
    default:
      let name = Identifier(text: text(current), span: span(current))
      advance()
      return ScriptValue(.name(name), span: name.span)
    }
  }

  private mutating func parseFunctionValue() -> ScriptValue? {
    let start = index
    var isDeferred = take(.async)
    advance()
    if kind == .other {
      isDeferred = true
      advance()
    }
    if kind == .identifier { advance() }
    guard let function = parseFunction(from: start, isDeferred: isDeferred) else { return nil }
    return ScriptValue(.function(function), span: span(from: start))
  }

  private mutating func skipClassValue() {
    while kind != .openBrace, kind != .endOfFile, kind != .semicolon, !kind.isCloser { skipToken() }
    if kind == .openBrace { skipToken() }
  }
}
