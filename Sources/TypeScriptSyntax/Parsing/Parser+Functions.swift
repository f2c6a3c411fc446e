internal import Diagnostics

extension Parser {
  /// Parameters, return type and body of a function; nil when a declaration without a body stands here.
  mutating func parseFunction(from start: Int, isDeferred: Bool) -> ScriptFunction? {
    if kind == .less { _ = parseTypeParameters() }
    guard kind == .openParen else { return nil }
    let parameters = parseParameters()
    if take(.colon) { _ = parseReturnType() }
    guard kind == .openBrace else {
      _ = take(.semicolon)
      return nil
    }
    let body = parseBlock()
    return ScriptFunction(parameters: parameters, body: body, isDeferred: isDeferred, span: span(from: start))
  }

  /// An arrow function at the cursor; nil, with the cursor where it was, when none stands here.
  mutating func parseArrowFunction() -> ScriptValue? {
    guard startsArrowFunction else { return nil }
    let start = index
    var copy = self
    let isDeferred = copy.keyword == .async && copy.peek(1).kind != .arrow
    if isDeferred { copy.advance() }
    var parameters: [ScriptVariable] = []
    if copy.kind == .identifier {
      let name = Identifier(text: copy.text(copy.current), span: copy.span(copy.current))
      parameters = [ScriptVariable(pattern: .name(name), value: nil)]
      copy.advance()
    } else {
      if copy.kind == .less { _ = copy.parseTypeParameters() }
      guard copy.kind == .openParen, let close = copy.current.match else { return nil }
      // The return type first: without an arrow after it there is no function, and no parameters to read.
      let parametersIndex = copy.index
      copy.index = min(close + 1, lastIndex)
      if copy.take(.colon) { _ = copy.parseReturnType() }
      guard copy.kind == .arrow else { return nil }
      let arrow = copy.index
      copy.index = parametersIndex
      parameters = copy.parseParameters()
      copy.index = arrow
    }
    guard copy.take(.arrow) else { return nil }
    self = copy
    return ScriptValue(
      .function(parseArrowBody(parameters, from: start, isDeferred: isDeferred)), span: span(from: start))
  }

  /// Whether the tokens at the cursor may begin an arrow function.
  private var startsArrowFunction: Bool {
    let isAsync = keyword == .async && !peek(1).isAfterLineBreak
    let first = isAsync && peek(1).kind != .arrow ? peek(1) : current
    switch first.kind {
    case .identifier: return (first.start == current.start ? peek(1) : peek(2)).kind == .arrow
    case .openParen:
      guard let close = first.match else { return false }
      let next = tokens[min(close + 1, lastIndex)].kind
      return next == .arrow || next == .colon
    case .less: return true
    default: return false
    }
  }

  private mutating func parseArrowBody(
    _ parameters: [ScriptVariable], from start: Int, isDeferred: Bool
  ) -> ScriptFunction {
    if kind == .openBrace {
      let body = parseBlock()
      return ScriptFunction(parameters: parameters, body: body, isDeferred: isDeferred, span: span(from: start))
    }
    let value = parseValue()
    let statement = ScriptStatement(node: .returning(value), isExported: false, isDefault: false, documentation: nil)
    return ScriptFunction(parameters: parameters, body: [statement], isDeferred: isDeferred, span: span(from: start))
  }

  /// `(a, { b }: T = {}, ...c)`.
  mutating func parseParameters() -> [ScriptVariable] {
    let close = current.match ?? lastIndex
    advance()
    var parameters: [ScriptVariable] = []
    while index < close {
      let start = index
      while kind == .at {
        advance()
        _ = parseValue()
      }
      let modifiers: Set<Keyword> = [.public, .private, .protected, .readonly, .override]
      while let word = keyword, modifiers.contains(word), peek(1).kind == .identifier { advance() }
      let isRest = take(.ellipsis)
      if let pattern = parsePattern() {
        _ = take(.question)
        if take(.colon) { _ = parseType() }
        let fallback = take(.equals) ? parseValue() : nil
        if isRest, case .name(let name) = pattern {
          parameters.append(ScriptVariable(pattern: .names([name]), value: nil))
        } else {
          parameters.append(ScriptVariable(pattern: pattern, value: fallback))
        }
      }
      if !take(.comma), index < close { skipToken() }
      if index == start { skipToken() }
      if index > close { index = close }
    }
    index = min(close + 1, lastIndex)
    return parameters
  }

  /// A name, or a pattern in braces or brackets.
  mutating func parsePattern() -> ScriptPattern? {
    switch kind {
    case .identifier:
      let name = Identifier(text: text(current), span: span(current))
      advance()
      return .name(name)
    case .openBrace: return parseObjectPattern()
    case .openBracket:
      let close = current.match ?? lastIndex
      let names = namesInPattern(upTo: close)
      index = min(close + 1, lastIndex)
      return .names(names)
    default: return nil
    }
  }

  private func namesInPattern(upTo end: Int) -> [Identifier] {
    tokens[min(index + 1, end)..<end].filter { $0.kind == .identifier }.map {
      Identifier(text: text($0), span: span($0))
    }
  }

  private mutating func parseObjectPattern() -> ScriptPattern {
    let close = current.match ?? lastIndex
    let names = namesInPattern(upTo: close)
    advance()
    var entries: [(key: Identifier, name: Identifier, fallback: ScriptValue?)] = []
    while index < close {
      guard kind == .identifier || kind == .string else { break }
      let key = Identifier(text: kind == .string ? stringValue(current) : text(current), span: span(current))
      advance()
      var name = key
      if take(.colon) {
        guard kind == .identifier else { break }
        name = Identifier(text: text(current), span: span(current))
        advance()
      }
      entries.append((key, name, take(.equals) ? parseValue() : nil))
      if index < close, !take(.comma) { break }
    }
    let isWhole = index >= close
    index = min(close + 1, lastIndex)
    return isWhole ? .object(entries) : .names(names)
  }
}
