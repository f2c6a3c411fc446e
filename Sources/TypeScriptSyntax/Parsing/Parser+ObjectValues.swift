internal import Diagnostics

extension Parser {
  /// `{ a: 1, b() { … }, get c() { … }, [d]: 2, ...e }`.
  mutating func parseObjectValue() -> ScriptValue {
    let start = index
    let close = current.match ?? lastIndex
    advance()
    var entries: [ScriptEntry] = []
    while index < close {
      if let entry = parseScriptEntry() { entries.append(entry) }
      while index < close, kind != .comma { skipToken() }
      _ = take(.comma)
    }
    index = min(close + 1, lastIndex)
    return ScriptValue(.object(entries), span: span(from: start))
  }

  private mutating func parseScriptEntry() -> ScriptEntry? {
    let start = index
    let documentation = documentation(current)
    if take(.ellipsis) {
      let value = parseValue()
      return ScriptEntry(kind: .spread, name: nil, computedName: nil, value: value, documentation: documentation)
    }
    var isGetter = false
    var isDeferred = false
    // `get`, `set` and `async` are names too.
    while let word = keyword, [.get, .set, .async].contains(word), startsEntryName(peek(1)) {
      isGetter = word == .get
      isDeferred = isDeferred || word == .async
      advance()
    }
    if kind == .other, text(current) == "*" {
      isDeferred = true
      advance()
    }
    var name: Identifier?
    var computedName: ScriptValue?
    let token = current
    switch token.kind {
    case .identifier, .privateName:
      name = Identifier(text: text(token), span: span(token))
      advance()
    case .string, .template:
      name = Identifier(text: stringValue(token), span: span(token))
      advance()
    case .number:
      advance()
      guard case .number(let number) = numberLiteral(token, isNegative: false) else { return nil }
      name = Identifier(text: number, span: span(token))
    case .openBracket:
      let close = token.match ?? lastIndex
      advance()
      computedName = parseValue()
      index = min(close + 1, lastIndex)
    default: return nil
    }
    let value: ScriptValue
    if take(.colon) {
      value = parseValue()
    } else if kind == .openParen || kind == .less {
      guard let function = parseFunction(from: start, isDeferred: isDeferred) else { return nil }
      value = ScriptValue(.function(function), span: span(from: start))
    } else if let name {
      value = ScriptValue(.name(name), span: name.span)
    } else {
      return nil
    }
    return ScriptEntry(
      kind: isGetter ? .getter : .value, name: name, computedName: computedName, value: value,
      documentation: documentation)
  }

  private func startsEntryName(_ token: Token) -> Bool {
    switch token.kind {
    case .identifier, .privateName, .string, .number, .openBracket: true
    default: token.kind == .other && text(token) == "*"
    }
  }
}
