internal import Diagnostics

extension Parser {
  /// Reads a type; what cannot be read becomes `invalid`, with a finding.
  mutating func parseType() -> TypeSyntax {
    let start = index
    guard enter() else { return refuseDepth() }
    defer { depth -= 1 }
    let check = parseUnconditional()
    guard keyword == .extends, !isInsideBound, !current.isAfterLineBreak || peek(1).kind != .openBrace else {
      return check
    }
    advance()
    isInsideBound = true
    let bound = parseUnconditional()
    isInsideBound = false
    guard expect(.question, "?", in: "the conditional type") else { return check }
    let then = parseType()
    guard expect(.colon, ":", in: "the conditional type") else { return check }
    let otherwise = parseType()
    return TypeSyntax(
      .conditional(check: check, bound: bound, then: then, otherwise: otherwise), span: span(from: start))
  }

  /// A type inside brackets, where a conditional may stand again.
  mutating func parseNestedType() -> TypeSyntax {
    let wasInsideBound = isInsideBound
    isInsideBound = false
    defer { isInsideBound = wasInsideBound }
    return parseType()
  }

  private mutating func enter() -> Bool {
    depth += 1
    if depth <= TypeScriptParser.maximumDepth { return true }
    depth -= 1
    return false
  }

  private mutating func refuseDepth() -> TypeSyntax {
    let token = current
    fail("types nest deeper than \(TypeScriptParser.maximumDepth)", help: "give the inner type a name of its own")
    if !kind.isCloser { skipToken() }
    return TypeSyntax(.invalid, span: span(token))
  }

  private mutating func parseUnconditional() -> TypeSyntax {
    switch kind {
    case .less: return parseFunctionType()
    case .openParen where isFunctionType: return parseFunctionType()
    case .identifier where keyword == .new && (peek(1).kind == .openParen || peek(1).kind == .less):
      return parseFunctionType()
    case .identifier where keyword == .abstract && peek(1).keyword == .new: return parseFunctionType()
    default: return parseUnion()
    }
  }

  private var isFunctionType: Bool {
    guard let match = current.match else { return false }
    return tokens[min(match + 1, lastIndex)].kind == .arrow
  }

  private mutating func parseFunctionType() -> TypeSyntax {
    let start = index
    if keyword == .abstract { advance() }
    let isConstructor = take(.new)
    if kind == .less { _ = parseTypeParameters() }
    guard kind == .openParen else {
      fail("expected '(' in the function type, found \(describe(current))")
      return TypeSyntax(.invalid, span: span(from: start))
    }
    skipToken()
    guard expect(.arrow, "=>", in: "the function type") else { return TypeSyntax(.invalid, span: span(from: start)) }
    let returns = parseReturnType()
    return TypeSyntax(.function(returns: returns, isConstructor: isConstructor), span: span(from: start))
  }

  /// The type after `=>` or after a method's colon, which may be a predicate.
  mutating func parseReturnType() -> TypeSyntax {
    let start = index
    let asserts = keyword == .asserts && peek(1).kind == .identifier && !peek(1).isAfterLineBreak
    let place = asserts ? 1 : 0
    let isPredicate = peek(place + 1).keyword == .is && !peek(place + 1).isAfterLineBreak
    guard kind == .identifier, asserts || isPredicate else { return parseType() }
    if asserts { advance() }
    advance()
    if isPredicate {
      advance()
      _ = parseType()
    }
    return TypeSyntax(.predicate, span: span(from: start))
  }

  private mutating func parseUnion() -> TypeSyntax {
    parseList(separator: .bar, element: { $0.parseIntersection() }, combine: TypeSyntax.Node.union)
  }

  private mutating func parseIntersection() -> TypeSyntax {
    parseList(separator: .ampersand, element: { $0.parseOperator() }, combine: TypeSyntax.Node.intersection)
  }

  /// Members between separators, one of which may lead.
  private mutating func parseList(
    separator: TokenKind, element: (inout Parser) -> TypeSyntax, combine: ([TypeSyntax]) -> TypeSyntax.Node
  ) -> TypeSyntax {
    let start = index
    var comment = kind == separator ? documentation(current) : nil
    _ = take(separator)
    var members: [TypeSyntax] = []
    repeat {
      let own = documentation(current)
      var member = element(&self)
      if let doc = own ?? comment { member.documentation = doc }
      members.append(member)
      comment = kind == separator ? documentation(current) : nil
    } while take(separator)
    if members.count == 1 { return members[0] }
    return TypeSyntax(combine(members), span: span(from: start))
  }

  private mutating func parseOperator() -> TypeSyntax {
    let start = index
    let next = peek(1)
    let startsType = !next.isAfterLineBreak && Self.startsType(next)
    switch keyword {
    case .keyof where startsType:
      advance()
      let operand = parseOperand()
      return TypeSyntax(.keyof(operand), span: span(from: start))
    case .readonly where startsType:
      advance()
      let operand = parseOperand()
      return TypeSyntax(.readonly(operand), span: span(from: start))
    case .unique where next.keyword == .symbol:
      advance()
      advance()
      return TypeSyntax(.keyword(.uniqueSymbol), span: span(from: start))
    case .infer where next.kind == .identifier: return parseInfer()
    default:
      // A function type may stand here only in parentheses, but TypeScript reads it in a union's last place.
      if kind == .openParen, isFunctionType { return parseFunctionType() }
      return parsePostfix()
    }
  }

  private mutating func parseOperand() -> TypeSyntax {
    guard enter() else { return refuseDepth() }
    defer { depth -= 1 }
    return parseOperator()
  }

  private static func startsType(_ token: Token) -> Bool {
    switch token.kind {
    case .identifier, .string, .number, .template, .templateHead, .openParen, .openBracket, .openBrace, .minus: true
    default: false
    }
  }

  private mutating func parseInfer() -> TypeSyntax {
    let start = index
    advance()
    guard let name = expectIdentifier("a name after 'infer'") else {
      return TypeSyntax(.invalid, span: span(from: start))
    }
    var bound: TypeSyntax?
    if keyword == .extends {
      let mark = index
      advance()
      bound = parseUnconditional()
      // `infer T extends X ?` is a conditional type and not a bound, where a conditional type may stand.
      if kind == .question, !isInsideBound {
        index = mark
        bound = nil
      }
    }
    return TypeSyntax(.infer(name, bound: bound), span: span(from: start))
  }

  private mutating func parsePostfix() -> TypeSyntax {
    let start = index
    var type = parsePrimary()
    var suffixes = 0
    defer { depth -= suffixes }
    while kind == .openBracket, !current.isAfterLineBreak {
      guard enter() else { return refuseDepth() }
      suffixes += 1
      let close = current.match
      advance()
      if take(.closeBracket) {
        type = TypeSyntax(.array(type), span: span(from: start))
        continue
      }
      let accessed = parseNestedType()
      if !expect(.closeBracket, "]", in: "the indexed type"), let close { index = min(close + 1, lastIndex) }
      type = TypeSyntax(.indexedAccess(type, index: accessed), span: span(from: start))
    }
    return type
  }

  // MARK: Type parameters and arguments

  /// `<T extends Bound = Fallback, …>`, or nothing.
  mutating func parseTypeParameters() -> [TypeParameterSyntax] {
    guard take(.less) else { return [] }
    var parameters: [TypeParameterSyntax] = []
    while kind != .greater, kind != .endOfFile {
      while [.const, .in, .out].contains(keyword), peek(1).kind == .identifier { advance() }
      guard let name = expectIdentifier("a type parameter") else { break }
      let bound = take(.extends) ? parseNestedType() : nil
      let fallback = take(.equals) ? parseNestedType() : nil
      parameters.append(TypeParameterSyntax(name: name, bound: bound, fallback: fallback))
      if !take(.comma) { break }
    }
    expect(.greater, ">", in: "the type parameters")
    return parameters
  }

  /// `<A, B>` on the same line, or nothing.
  mutating func parseTypeArguments() -> [TypeSyntax] {
    guard kind == .less, !current.isAfterLineBreak else { return [] }
    advance()
    var arguments: [TypeSyntax] = []
    while kind != .greater, kind != .endOfFile {
      arguments.append(parseNestedType())
      if !take(.comma) { break }
    }
    expect(.greater, ">", in: "the type arguments")
    return arguments
  }
}
