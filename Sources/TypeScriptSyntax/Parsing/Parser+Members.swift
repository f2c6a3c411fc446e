internal import Diagnostics

extension Parser {
  mutating func parseObjectType() -> TypeSyntax {
    let start = index
    let members = parseTypeMembers()
    return TypeSyntax(.object(members), span: span(from: start))
  }

  /// The members between braces; the cursor stands on the opening one, and afterwards past the closing one.
  mutating func parseTypeMembers() -> [TypeMemberSyntax] {
    let end = current.match ?? lastIndex
    advance()
    var members: [TypeMemberSyntax] = []
    while index < end {
      if take(.semicolon) || take(.comma) { continue }
      let start = index
      if let member = parseTypeMember() { members.append(member) }
      endMember(start: start, end: end)
    }
    index = min(end + 1, lastIndex)
    return members
  }

  private mutating func endMember(start: Int, end: Int) {
    if index >= end || take(.semicolon) || take(.comma) { return }
    if index > start, current.isAfterLineBreak { return }
    fail("expected ';' after the member, found \(describe(current))")
    repeat { skipToken() } while index < end && kind != .semicolon && kind != .comma && !current.isAfterLineBreak
  }

  mutating func parseTypeMember() -> TypeMemberSyntax? {
    let start = index
    let documentation = documentation(current)
    var isReadonly = false
    while let keyword, [.readonly, .public, .private, .protected, .static, .override].contains(keyword),
      continuesMember(peek(1))
    {
      if keyword == .readonly { isReadonly = true }
      advance()
    }
    if kind == .openParen || kind == .less || (keyword == .new && (peek(1).kind == .openParen || peek(1).kind == .less))
    {
      _ = take(.new)
      parseSignature()
      return TypeMemberSyntax(kind: .call, name: .none, documentation: documentation, span: span(from: start))
    }
    if kind == .openBracket, peek(1).kind == .identifier, peek(2).kind == .colon {
      return parseIndexSignature(start, documentation, isReadonly)
    }
    var accessor: Keyword?
    if let keyword, keyword == .get || keyword == .set, continuesMember(peek(1)) {
      accessor = keyword
      advance()
    }
    guard let name = parseMemberName() else { return nil }
    let isOptional = take(.question)
    let kind = parseMemberKind(accessor)
    return TypeMemberSyntax(
      kind: kind, name: name, isOptional: isOptional, isReadonly: isReadonly, documentation: documentation,
      span: span(from: start))
  }

  /// Whether a token goes on with a member, so that the word before it is a modifier and not the name.
  private func continuesMember(_ token: Token) -> Bool {
    switch token.kind {
    case .identifier, .string, .number, .openBracket, .privateName: !token.isAfterLineBreak
    default: false
    }
  }

  private mutating func parseMemberKind(_ accessor: Keyword?) -> TypeMemberSyntax.Kind {
    if kind == .openParen || kind == .less {
      let type = parseSignature()
      switch accessor {
      case .get: return .getter(type)
      case .set: return .setter
      default: return .method
      }
    }
    guard take(.colon) else { return .property(nil) }
    return .property(parseNestedType())
  }

  /// `<T>(…): R`; the result type, where one is written.
  @discardableResult
  private mutating func parseSignature() -> TypeSyntax? {
    if kind == .less { _ = parseTypeParameters() }
    guard kind == .openParen else {
      fail("expected '(' in the signature, found \(describe(current))")
      return nil
    }
    skipToken()
    return take(.colon) ? parseReturnType() : nil
  }

  private mutating func parseIndexSignature(
    _ start: Int, _ documentation: DocComment?, _ isReadonly: Bool
  ) -> TypeMemberSyntax {
    let close = current.match ?? lastIndex
    advance()
    advance()
    advance()
    let key = parseNestedType()
    if index != close { fail("expected ']' in the index signature, found \(describe(current))") }
    index = min(close + 1, lastIndex)
    var value = TypeSyntax(.invalid, span: span(from: start))
    if expect(.colon, ":", in: "the index signature") { value = parseNestedType() }
    return TypeMemberSyntax(
      kind: .index(key: key, value: value), name: .none, isReadonly: isReadonly, documentation: documentation,
      span: span(from: start))
  }

  mutating func parseMemberName() -> TypeMemberSyntax.Name? {
    let token = current
    switch token.kind {
    case .identifier, .privateName:
      advance()
      return .plain(Identifier(text: text(token), span: span(token)))
    case .string:
      advance()
      return .plain(Identifier(text: stringValue(token), span: span(token)))
    case .number:
      advance()
      guard case .number(let number) = numberLiteral(token, isNegative: false) else { return nil }
      return .plain(Identifier(text: number, span: span(token)))
    case .openBracket: return parseComputedName()
    default:
      fail("expected the name of a member, found \(describe(token))")
      return nil
    }
  }

  private mutating func parseComputedName() -> TypeMemberSyntax.Name {
    let start = index
    let inner = peek(1)
    if inner.kind == .string || inner.kind == .template, peek(2).kind == .closeBracket {
      skipToken()
      return .plain(Identifier(text: stringValue(inner), span: span(inner)))
    }
    let close = current.match ?? lastIndex
    var path: [Identifier] = []
    if inner.kind == .identifier {
      advance()
      path = parseDottedName()
      if index != close { path = [] }
    }
    index = min(close + 1, lastIndex)
    return .computed(path, span(from: start))
  }
}
