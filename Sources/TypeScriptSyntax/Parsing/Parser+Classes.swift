internal import Diagnostics

extension Parser {
  /// Passes over decorators: `@Name`, `@a.b(…)`, `@(…)`.
  mutating func skipDecorators() {
    while kind == .at {
      advance()
      if kind == .openParen {
        skipToken()
        continue
      }
      while kind == .identifier {
        advance()
        if !take(.dot) { break }
      }
      if kind == .openParen, !current.isAfterLineBreak { skipToken() }
    }
  }

  /// Reads a class as the type that its name also is: its public fields and accessors, those of constructor parameters
  /// among them. Nothing in it is a finding, since few classes are types of data.
  mutating func parseClass() -> StatementSyntax.Kind? {
    let start = index
    isQuiet = true
    defer { isQuiet = false }
    advance()
    guard kind == .identifier, keyword != .extends else {
      skipStatement()
      return nil
    }
    let name = Identifier(text: text(current), span: span(current))
    advance()
    let parameters = parseTypeParameters()
    var bases: [TypeSyntax] = []
    if take(.extends) { bases.append(parseBaseClass()) }
    while kind != .openBrace, kind != .endOfFile, kind != .closeBrace, kind != .semicolon { skipImplemented() }
    guard kind == .openBrace else {
      if index == start { advance() }
      return .passedOver(PassedOverSyntax(keyword: "class", name: name))
    }
    let end = current.match ?? lastIndex
    advance()
    var body = ClassBody()
    while index < end {
      let place = index
      parseClassMember(upTo: end, &body)
      if index == place { skipToken() }
    }
    index = min(end + 1, lastIndex)
    return .interface(
      InterfaceSyntax(
        name: name, parameters: parameters, bases: bases, members: body.members,
        classKind: body.isData && !body.members.isEmpty ? .data : .behavior))
  }

  private struct ClassBody {
    var members: [TypeMemberSyntax] = []
    /// Whether it holds fields and accessors alone.
    var isData = true
  }

  private mutating func parseBaseClass() -> TypeSyntax {
    let start = index
    guard kind == .identifier else { return TypeSyntax(.invalid, span: span(current)) }
    let name = parseDottedName()
    let arguments = parseTypeArguments()
    // What a call gives is no name.
    if kind == .openParen { return TypeSyntax(.invalid, span: span(from: start)) }
    return TypeSyntax(.reference(name: name, arguments: arguments), span: span(from: start))
  }

  /// Passes over one token of what stands before the body; braces that belong to type arguments are no body.
  private mutating func skipImplemented() {
    if kind == .less {
      var open = 0
      repeat {
        if kind == .less { open += 1 }
        if kind == .greater { open -= 1 }
        skipToken()
      } while open > 0 && kind != .endOfFile
    } else {
      skipToken()
    }
  }

  // MARK: Members

  private mutating func parseClassMember(upTo end: Int, _ body: inout ClassBody) {
    if take(.semicolon) { return }
    let documentation = documentation(current)
    skipDecorators()
    let start = index
    var isHidden = false
    var isReadonly = false
    while index < end, let modifier = classModifier {
      if ["private", "protected", "static", "declare"].contains(modifier) { isHidden = true }
      if modifier == "readonly" { isReadonly = true }
      advance()
    }
    if isHidden, kind == .openBrace { return skipToken() }
    if kind == .other, text(current) == "*" { advance() }
    var accessor: Keyword?
    if let word = keyword, word == .get || word == .set, continuesClassMember(peek(1)) {
      accessor = word
      advance()
    }
    if kind == .privateName { isHidden = true }
    if kind == .openBracket, peek(1).kind == .identifier, peek(2).kind == .colon {
      let member = parseTypeMember()
      if !isHidden, let member { body.members.append(member) }
      return skipInitializer(upTo: end)
    }
    guard let name = parseClassMemberName() else { return skipInitializer(upTo: end) }
    var isOptional = false
    if take(.question) { isOptional = true } else if kind == .other, text(current) == "!" { advance() }
    var memberKind: TypeMemberSyntax.Kind
    if kind == .openParen || kind == .less {
      let returns = parseClassSignature(isConstructor: isConstructor(name), &body)
      if kind == .openBrace { skipToken() } else { _ = take(.semicolon) }
      guard let accessor else {
        if !isConstructor(name), !isHidden { body.isData = false }
        return
      }
      memberKind = accessor == .get ? .getter(returns) : .setter
    } else {
      var type = take(.colon) ? parseNestedType() : nil
      if take(.equals), type == nil { type = initialType() }
      memberKind = .property(type)
      skipInitializer(upTo: end)
    }
    guard !isHidden else { return }
    if case .property(nil) = memberKind { body.isData = false }
    body.members.append(
      TypeMemberSyntax(
        kind: memberKind, name: name, isOptional: isOptional, isReadonly: isReadonly, documentation: documentation,
        span: span(from: start)))
  }

  private func isConstructor(_ name: TypeMemberSyntax.Name) -> Bool {
    if case .plain(let identifier) = name { identifier.text == "constructor" } else { false }
  }

  /// The modifier at the cursor; nil when the word there is a member's own name.
  private var classModifier: String? {
    guard kind == .identifier else { return nil }
    let word = text(current)
    let modifiers = [
      "public", "private", "protected", "static", "abstract", "override", "readonly", "declare", "async", "accessor",
    ]
    guard modifiers.contains(word) else { return nil }
    if word == "static", peek(1).kind == .openBrace { return word }
    return continuesClassMember(peek(1)) ? word : nil
  }

  private func continuesClassMember(_ token: Token) -> Bool {
    switch token.kind {
    case .identifier, .string, .number, .openBracket, .privateName: !token.isAfterLineBreak
    case .other: text(token) == "*"
    default: false
    }
  }

  private mutating func parseClassMemberName() -> TypeMemberSyntax.Name? {
    switch kind {
    case .identifier, .privateName, .string, .number, .openBracket: return parseMemberName()
    default: return nil
    }
  }

  /// `<T>(…): R`, the fields that constructor parameters declare among the members.
  private mutating func parseClassSignature(isConstructor: Bool, _ body: inout ClassBody) -> TypeSyntax? {
    if kind == .less { _ = parseTypeParameters() }
    guard kind == .openParen else { return nil }
    let close = current.match ?? lastIndex
    if isConstructor {
      advance()
      while index < close {
        let place = index
        parseParameterProperty(upTo: close, &body)
        if index == place { skipToken() }
      }
    }
    index = min(close + 1, lastIndex)
    return take(.colon) ? parseReturnType() : nil
  }

  private mutating func parseParameterProperty(upTo end: Int, _ body: inout ClassBody) {
    let documentation = documentation(current)
    skipDecorators()
    let start = index
    var isHidden = false
    var isField = false
    while let modifier = classModifier {
      isField = true
      if modifier == "private" || modifier == "protected" { isHidden = true }
      advance()
    }
    if kind == .identifier, isField, !isHidden {
      let name = Identifier(text: text(current), span: span(current))
      advance()
      let isOptional = take(.question)
      var type = take(.colon) ? parseNestedType() : nil
      if take(.equals), type == nil { type = initialType() }
      body.members.append(
        TypeMemberSyntax(
          kind: .property(type), name: .plain(name), isOptional: isOptional, documentation: documentation,
          span: span(from: start)))
    } else if !isField {
      // What is passed in and not kept makes the class more than data.
      body.isData = false
    }
    while index < end, kind != .comma { skipToken() }
    _ = take(.comma)
  }

  /// The type of a field that has a literal for its first value and no type.
  private func initialType() -> TypeSyntax? {
    let word: KeywordType
    switch kind {
    case .string, .template, .templateHead: word = .string
    case .number, .minus: word = .number
    case .identifier where keyword == .true || keyword == .false: word = .boolean
    case .identifier where peek(1).kind == .dot || peek(1).kind == .semicolon: return constantType()
    default: return nil
    }
    return TypeSyntax(.keyword(word), span: span(current))
  }

  /// `typeof A.b` for the first value `A.b`.
  private func constantType() -> TypeSyntax? {
    var place = index
    var path: [Identifier] = []
    while tokens[place].kind == .identifier {
      path.append(Identifier(text: text(tokens[place]), span: span(tokens[place])))
      guard tokens[min(place + 1, lastIndex)].kind == .dot else { break }
      place = min(place + 2, lastIndex)
    }
    let next = tokens[min(place + 1, lastIndex)]
    guard !path.isEmpty, keyword != .new, next.kind == .semicolon || next.isAfterLineBreak || next.kind == .closeBrace
    else { return nil }
    let whole = SourceSpan(file: file, start: current.start, end: tokens[place].end)
    return TypeSyntax(.typeQuery(name: path, arguments: []), span: whole)
  }

  /// Passes over a first value, to the semicolon or to the line that begins with another member.
  private mutating func skipInitializer(upTo end: Int) {
    while index < end {
      if take(.semicolon) { return }
      if current.isAfterLineBreak, startsClassMember { return }
      skipToken()
    }
  }

  private var startsClassMember: Bool {
    switch kind {
    case .identifier, .string, .openBracket, .privateName, .at, .number: break
    default: return false
    }
    switch tokens[max(index - 1, 0)].kind {
    case .equals, .other, .arrow, .bar, .ampersand, .question, .colon, .comma, .dot, .plus, .minus: return false
    default: return true
    }
  }
}
