public import Diagnostics

extension TypeScriptParser {
  /// Parses the code of a file; what cannot be read is left out or opaque, and `parse` tells what is wrong with the text.
  ///
  /// - Complexity: O(bytes), as far as nesting is bounded.
  public static func parseScript(_ file: SourceFile) -> ScriptTree {
    var parser = Parser(file)
    return ScriptTree(file: file, statements: parser.parseScript(upTo: parser.lastIndex))
  }
}

extension Parser {
  /// Reads the statements up to a token.
  mutating func parseScript(upTo end: Int) -> [ScriptStatement] {
    depth += 1
    defer { depth -= 1 }
    guard depth <= TypeScriptParser.maximumDepth else {
      index = max(index, end)
      return []
    }
    var statements: [ScriptStatement] = []
    while index < end {
      let start = index
      hasReported = false
      if let statement = parseScriptStatement(upTo: end) { statements.append(statement) }
      if index == start { skipToken() }
      // A token that closes more than was opened ends up past the end of the block.
      if index > end { index = end }
    }
    return statements
  }

  private mutating func parseScriptStatement(upTo end: Int) -> ScriptStatement? {
    let documentation = documentation(current)
    var isExported = false
    var isDefault = false
    if keyword == .export {
      if startsExportClause, peek(1).kind != .equals {
        _ = parseExportClause()
        return nil
      }
      advance()
      isExported = true
      if take(.equals) || take(.default) { isDefault = true }
    }
    while keyword == .declare || keyword == .abstract, peek(1).kind == .identifier, !peek(1).isAfterLineBreak {
      advance()
    }
    guard let node = parseScriptNode(isDefault: isDefault, upTo: end) else { return nil }
    return ScriptStatement(node: node, isExported: isExported, isDefault: isDefault, documentation: documentation)
  }

  private mutating func parseScriptNode(isDefault: Bool, upTo end: Int) -> ScriptStatement.Node? {
    if isTypeDeclaration {
      skipStatement()
      return nil
    }
    switch keyword {
    case .const where peek(1).keyword == .enum, .import where peek(1).kind != .openParen && peek(1).kind != .dot:
      skipStatement()
      return nil
    case .const, .let, .var:
      guard [.identifier, .openBrace, .openBracket].contains(peek(1).kind) else { break }
      return parseVariables()
    case .async where peek(1).keyword == .function, .function: return parseFunctionStatement(isDefault: isDefault)
    case .class: return parseClass()
    case .return, .throw: return parseReturn()
    case .if where peek(1).kind == .openParen: return parseChoice(upTo: end)
    case .for, .while, .switch: return parseLoop(upTo: end)
    case .try, .do, .else:
      advance()
      return nil
    case .case, .default:
      // The value and colon of a case are noise before its statements.
      while index < end, kind != .colon, kind != .semicolon, kind != .openBrace { skipToken() }
      _ = take(.colon)
      return nil
    default: break
    }
    if kind == .openBrace, !isDefault { return .block(parseBlock()) }
    if kind == .at {
      skipDecorator()
      return nil
    }
    if kind == .identifier, peek(1).kind == .colon {  // a label
      advance()
      advance()
      return nil
    }
    let value = parseValue()
    endScriptStatement()
    if case .opaque = value.node { return nil }
    return .value(value)
  }

  private var isTypeDeclaration: Bool {
    switch keyword {
    case .interface, .type, .enum, .global: startsDeclaration(at: index)
    default: false
    }
  }

  private mutating func skipDecorator() {
    advance()
    _ = parseValue()
  }

  /// Passes over what is left of a statement on its line.
  private mutating func endScriptStatement() {
    while kind != .semicolon, kind != .endOfFile, !kind.isCloser, !current.isAfterLineBreak {
      if tokens[max(index - 1, 0)].kind == .closeBrace, kind == .identifier { return }
      skipToken()
    }
    _ = take(.semicolon)
  }

  // MARK: Blocks

  /// `{ … }`.
  mutating func parseBlock() -> [ScriptStatement] {
    let close = current.match ?? lastIndex
    advance()
    let statements = parseScript(upTo: close)
    index = min(close + 1, lastIndex)
    return statements
  }

  /// A block, or one statement.
  private mutating func parseBranch(upTo end: Int) -> [ScriptStatement] {
    if kind == .openBrace { return parseBlock() }
    guard index < end else { return [] }
    let start = index
    depth += 1
    defer { depth -= 1 }
    guard depth <= TypeScriptParser.maximumDepth else {
      skipStatement()
      return []
    }
    let statement = parseScriptStatement(upTo: end)
    if index == start { skipToken() }
    return statement.map { [$0] } ?? []
  }

  private mutating func parseChoice(upTo end: Int) -> ScriptStatement.Node {
    advance()
    let close = current.match ?? lastIndex
    advance()
    let condition = parseValue()
    index = min(close + 1, lastIndex)
    let then = parseBranch(upTo: end)
    let otherwise = take(.else) ? parseBranch(upTo: end) : []
    return .choice(condition, then: then, otherwise: otherwise)
  }

  /// A loop or `switch`: its head is noise.
  private mutating func parseLoop(upTo end: Int) -> ScriptStatement.Node? {
    advance()
    _ = take(.await)
    guard kind == .openParen else { return nil }
    skipToken()
    guard kind == .openBrace else { return nil }
    return .block(parseBlock())
  }

  private mutating func parseReturn() -> ScriptStatement.Node {
    let isThrow = keyword == .throw
    advance()
    guard kind != .semicolon, kind != .closeBrace, kind != .endOfFile, !current.isAfterLineBreak else {
      _ = take(.semicolon)
      return .returning(nil)
    }
    let value = parseValue()
    endScriptStatement()
    return isThrow ? .value(value) : .returning(value)
  }

  // MARK: Declarations

  private mutating func parseVariables() -> ScriptStatement.Node? {
    advance()
    var variables: [ScriptVariable] = []
    repeat {
      guard let pattern = parsePattern() else { break }
      if kind == .other, text(current) == "!" { advance() }
      if take(.colon) { _ = parseType() }
      variables.append(ScriptVariable(pattern: pattern, value: take(.equals) ? parseValue() : nil))
    } while take(.comma)
    endScriptStatement()
    return variables.isEmpty ? nil : .variables(variables)
  }

  private mutating func parseFunctionStatement(isDefault: Bool) -> ScriptStatement.Node? {
    let start = index
    var isDeferred = take(.async)
    advance()
    if kind == .other {  // `function*`
      isDeferred = true
      advance()
    }
    var name: Identifier?
    if kind == .identifier {
      name = Identifier(text: text(current), span: span(current))
      advance()
    }
    guard let function = parseFunction(from: start, isDeferred: isDeferred) else { return nil }
    return .function(name, function)
  }

  private mutating func parseClass() -> ScriptStatement.Node? {
    advance()
    var name: Identifier?
    if kind == .identifier, keyword != .extends, keyword?.rawValue != "implements" {
      name = Identifier(text: text(current), span: span(current))
      advance()
    }
    while kind != .openBrace, kind != .semicolon, kind != .endOfFile, !kind.isCloser { skipToken() }
    guard kind == .openBrace else { return nil }
    let close = current.match ?? lastIndex
    advance()
    depth += 1
    defer { depth -= 1 }
    var members: [ScriptStatement] = []
    while depth <= TypeScriptParser.maximumDepth, index < close {
      let start = index
      if let member = parseClassMember(upTo: close) { members.append(member) }
      if index == start { skipToken() }
      if index > close { index = close }
    }
    index = min(close + 1, lastIndex)
    return .type(name, members)
  }

  private mutating func parseClassMember(upTo end: Int) -> ScriptStatement? {
    let start = index
    let documentation = documentation(current)
    if kind == .at {
      skipDecorator()
      return nil
    }
    let modifiers: Set<Keyword> = [
      .public, .private, .protected, .static, .readonly, .override, .async, .get, .set, .declare, .abstract,
    ]
    while let word = keyword, modifiers.contains(word), peek(1).kind == .identifier || peek(1).kind == .privateName {
      advance()
    }
    if kind == .other, text(current) == "*" { advance() }
    guard kind == .identifier || kind == .privateName || kind == .string else { return nil }
    let name = Identifier(text: text(current), span: span(current))
    advance()
    if kind == .question || (kind == .other && text(current) == "!") { advance() }
    let node: ScriptStatement.Node?
    if kind == .openParen || kind == .less {
      node = parseFunction(from: start, isDeferred: true).map { .function(name, $0) }
    } else {
      if take(.colon) { _ = parseType() }
      let value = take(.equals) ? parseValue() : nil
      _ = take(.semicolon)
      node = value.map { .variables([ScriptVariable(pattern: .name(name), value: $0)]) }
    }
    return node.map {
      ScriptStatement(node: $0, isExported: false, isDefault: false, documentation: documentation)
    }
  }
}
