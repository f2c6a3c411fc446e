internal import Diagnostics

extension Parser {
  /// Reads declarations up to a token index.
  mutating func parseStatements(upTo end: Int) -> [StatementSyntax] {
    var statements: [StatementSyntax] = []
    while index < end {
      let start = index
      hasReported = false
      if let statement = parseStatement() { statements.append(statement) }
      if index == start { skipToken() }
    }
    return statements
  }

  private mutating func parseStatement() -> StatementSyntax? {
    let start = index
    let documentation = documentation(current)
    var isExported = false
    var isDefault = false
    skipDecorators()
    if keyword == .export {
      if startsExportClause { return wrap(parseExportClause(), start, documentation, exported: true) }
      advance()
      isExported = true
      if keyword == .default {
        advance()
        isDefault = true
        if !startsDeclaration(at: index) { return wrap(parseDefaultExport(), start, documentation, exported: true) }
      }
    }
    if keyword == .declare, isNameLike(peek(1)), !peek(1).isAfterLineBreak { advance() }
    if kind == .at { skipDecorators() }
    if keyword == .abstract, peek(1).keyword == .class { advance() }
    if keyword == .async, peek(1).keyword == .function { advance() }
    let kind = parseDeclaration()
    return wrap(kind, start, documentation, exported: isExported, isDefault: isDefault)
  }

  private func wrap(
    _ kind: StatementSyntax.Kind?, _ start: Int, _ documentation: DocComment?, exported: Bool, isDefault: Bool = false
  ) -> StatementSyntax? {
    kind.map {
      StatementSyntax(
        kind: $0, isExported: exported, isDefault: isDefault, documentation: documentation, span: span(from: start))
    }
  }

  private mutating func parseDeclaration() -> StatementSyntax.Kind? {
    guard startsDeclaration(at: index) else {
      skipStatement()
      return nil
    }
    switch keyword {
    case .import: return parseImport()
    case .interface: return parseInterface()
    case .type: return parseAlias()
    case .enum: return parseEnum()
    case .namespace, .module, .global: return parseNamespace()
    case .const:
      if peek(1).keyword == .enum {
        advance()
        return parseEnum()
      }
      return parseConstants()
    case .class: return parseClass()
    default: return parsePassedOver()
    }
  }

  private func isNameLike(_ token: Token) -> Bool { token.kind == .identifier }

  /// Whether a declaration that means something begins at a token: a word, and what must follow it.
  func startsDeclaration(at place: Int) -> Bool {
    let token = tokens[place]
    guard token.kind == .identifier, let keyword = token.keyword else { return false }
    let next = tokens[min(place + 1, lastIndex)]
    switch keyword {
    case .interface, .enum, .class: return isNameLike(next)
    case .type, .namespace: return isNameLike(next) && !next.isAfterLineBreak
    case .module: return (isNameLike(next) || next.kind == .string) && !next.isAfterLineBreak
    case .global: return next.kind == .openBrace
    case .function: return isNameLike(next) || next.kind == .openParen || next.kind == .other
    case .const, .let, .var: return isNameLike(next) || next.kind == .openBrace || next.kind == .openBracket
    case .import: return next.kind != .openParen && next.kind != .dot
    case .abstract: return next.keyword == .class
    case .async: return next.keyword == .function && !next.isAfterLineBreak
    case .declare:
      return isNameLike(next) && !next.isAfterLineBreak && startsDeclaration(at: min(place + 1, lastIndex))
    default: return false
    }
  }

  // MARK: Passing over

  /// Passes over a statement: to its semicolon, or to where the next declaration begins.
  mutating func skipStatement() {
    repeat {
      let isSemicolon = kind == .semicolon
      skipToken()
      if isSemicolon { return }
    } while kind != .endOfFile && kind != .closeBrace && !isAtNextDeclaration
  }

  /// Whether the cursor stands where a declaration begins after a line break or a closing brace.
  private var isAtNextDeclaration: Bool {
    guard current.isAfterLineBreak || (index > 0 && tokens[index - 1].kind == .closeBrace) else { return false }
    return keyword == .export || kind == .at || startsDeclaration(at: index)
  }

  /// Ends a declaration: a semicolon, a line break or a brace; else what is left over is passed over with a finding.
  mutating func endStatement(_ construct: String) {
    if take(.semicolon) || kind == .endOfFile || kind == .closeBrace || current.isAfterLineBreak { return }
    if tokens[max(index - 1, 0)].kind == .closeBrace, keyword == .export || startsDeclaration(at: index) { return }
    fail("expected the end of the \(construct), found \(describe(current))")
    skipStatement()
  }

  private mutating func parsePassedOver() -> StatementSyntax.Kind? {
    let token = current
    let isFunction = token.keyword == .function
    advance()
    if isFunction, kind == .other { advance() }
    let name = kind == .identifier ? Identifier(text: text(current), span: span(current)) : nil
    if kind != .endOfFile, kind != .closeBrace { skipStatement() }
    return name.map { .passedOver(PassedOverSyntax(keyword: text(token), name: $0)) }
  }

  // MARK: Declarations

  private mutating func parseInterface() -> StatementSyntax.Kind? {
    advance()
    guard let name = expectIdentifier("a name after 'interface'") else { return nil }
    let parameters = parseTypeParameters()
    var bases: [TypeSyntax] = []
    if take(.extends) {
      repeat { bases.append(parseHeritage()) } while take(.comma)
    }
    guard kind == .openBrace else {
      fail("expected '{' in interface '\(name.text)', found \(describe(current))")
      skipStatement()
      return .interface(InterfaceSyntax(name: name, parameters: parameters, bases: bases, members: []))
    }
    let members = parseTypeMembers()
    return .interface(InterfaceSyntax(name: name, parameters: parameters, bases: bases, members: members))
  }

  private mutating func parseHeritage() -> TypeSyntax {
    let start = index
    guard kind == .identifier else {
      fail("expected the name of an interface after 'extends', found \(describe(current))")
      return TypeSyntax(.invalid, span: span(current))
    }
    let name = parseDottedName()
    let arguments = parseTypeArguments()
    return TypeSyntax(.reference(name: name, arguments: arguments), span: span(from: start))
  }

  private mutating func parseAlias() -> StatementSyntax.Kind? {
    advance()
    guard let name = expectIdentifier("a name after 'type'") else { return nil }
    let parameters = parseTypeParameters()
    guard expect(.equals, "=", in: "type '\(name.text)'") else {
      skipStatement()
      return .alias(
        TypeAliasSyntax(name: name, parameters: parameters, type: TypeSyntax(.invalid, span: name.span)))
    }
    let type = parseType()
    endStatement("type '\(name.text)'")
    return .alias(TypeAliasSyntax(name: name, parameters: parameters, type: type))
  }

  private mutating func parseEnum() -> StatementSyntax.Kind? {
    advance()
    guard let name = expectIdentifier("a name after 'enum'") else { return nil }
    guard kind == .openBrace else {
      fail("expected '{' in enum '\(name.text)', found \(describe(current))")
      return .enumeration(EnumSyntax(name: name, members: []))
    }
    let end = current.match ?? lastIndex
    advance()
    var members: [EnumSyntax.Member] = []
    while index < end {
      let start = index
      let documentation = documentation(current)
      if let memberName = parseEnumMemberName() {
        let value = take(.equals) ? parseEnumValue() : nil
        members.append(EnumSyntax.Member(name: memberName, value: value, documentation: documentation))
      }
      if index < end, !take(.comma) {
        fail("expected ',' in enum '\(name.text)', found \(describe(current))")
        if index == start { skipToken() }
      }
    }
    index = min(end + 1, lastIndex)
    return .enumeration(EnumSyntax(name: name, members: members))
  }

  private mutating func parseEnumMemberName() -> Identifier? {
    let token = current
    switch token.kind {
    case .identifier:
      advance()
      return Identifier(text: text(token), span: span(token))
    case .string:
      advance()
      return Identifier(text: stringValue(token), span: span(token))
    case .openBracket where peek(1).kind == .string && peek(2).kind == .closeBracket:
      let inner = peek(1)
      skipToken()
      return Identifier(text: stringValue(inner), span: span(inner))
    default:
      fail("expected the name of a member, found \(describe(token))")
      return nil
    }
  }

  private mutating func parseNamespace() -> StatementSyntax.Kind? {
    let token = current
    advance()
    var kind = NamespaceSyntax.Kind.namespace
    var name: [Identifier] = []
    if token.keyword == .global {
      kind = .global
    } else if self.kind == .string {
      kind = .module
      let string = current
      advance()
      name = [Identifier(text: stringValue(string), span: span(string))]
    } else {
      name = parseDottedName()
    }
    guard self.kind == .openBrace else {
      // `declare module "x";` declares nothing.
      endStatement("declaration")
      return nil
    }
    let end = current.match ?? lastIndex
    advance()
    depth += 1
    defer { depth -= 1 }
    guard depth < TypeScriptParser.maximumDepth else {
      fail("namespaces nest deeper than \(TypeScriptParser.maximumDepth)", at: token)
      index = min(end + 1, lastIndex)
      return nil
    }
    let statements = parseStatements(upTo: end)
    index = min(end + 1, lastIndex)
    return .namespace(NamespaceSyntax(kind: kind, name: name, statements: statements))
  }
}
