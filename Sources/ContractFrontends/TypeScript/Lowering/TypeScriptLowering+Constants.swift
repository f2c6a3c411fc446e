internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

extension TypeScriptLowering {
  // MARK: Enums

  func lowerEnum(_ symbol: TypeSymbol) -> TypeExpression {
    let cases = enumCases(symbol)
    guard !cases.isEmpty else {
      return unsupported("enum '\(symbol.name.text)' has no members", help: "add some", at: symbol.name.span)
    }
    return TypeExpression(.enumeration(EnumerationShape(cases: cases)), span: symbol.name.span)
  }

  /// The members of an enum with their values; never the reverse names of numeric ones.
  func enumCases(_ symbol: TypeSymbol) -> [EnumerationShape.Case] {
    let key = symbol.key
    if let known = knownEnums[key] { return known }
    let findingCount = findings.all.count
    let cases = readCases(of: symbol)
    // One with a finding is read again, since whoever asked may not have wanted to hear of it.
    if findings.all.count == findingCount, !isAbandoned { knownEnums[key] = cases }
    return cases
  }

  private func readCases(of symbol: TypeSymbol) -> [EnumerationShape.Case] {
    var cases: [EnumerationShape.Case] = []
    var values: Set<Literal> = []
    for enumeration in symbol.enums {
      var next: Int? = 0
      for member in enumeration.members {
        guard let value = enumValue(member, next, cases, symbol.scope) else { continue }
        next = if case .number(let text) = value { Int(text).map { $0 &+ 1 } } else { nil }
        guard values.insert(value).inserted else { continue }
        cases.append(
          EnumerationShape.Case(
            value, name: member.name.text, documentation: DocFacts(member.documentation).documentation))
      }
    }
    return cases
  }

  private func enumValue(
    _ member: EnumSyntax.Member, _ next: Int?, _ cases: [EnumerationShape.Case], _ scope: Scope
  ) -> Literal? {
    guard let written = member.value else {
      if let next { return .number(String(next)) }
      _ = unsupported("enum member '\(member.name.text)' needs a value", help: "write it", at: member.name.span)
      return nil
    }
    if let value = evaluate(written, cases, scope) { return value }
    _ = unsupported(
      "the value of enum member '\(member.name.text)' is computed", help: "write the value out", at: written.span)
    return nil
  }

  /// The value of a constant expression, as TypeScript computes it for enums; nil when it is none.
  private func evaluate(
    _ expression: ExpressionSyntax, _ cases: [EnumerationShape.Case], _ scope: Scope
  ) -> Literal? {
    switch expression.node {
    case .literal(let literal): return Literal(literal)
    case .typed(let inner, _, _), .asConst(let inner): return evaluate(inner, cases, scope)
    case .reference(let path):
      if let last = path.last, path.count <= 2, let known = cases.first(where: { $0.name == last.text }) {
        return known.value
      }
      return constantLiteral(path, scope)
    case .operation(let name, let operands):
      var values: [Literal] = []
      for operand in operands {
        guard let value = evaluate(operand, cases, scope) else { return nil }
        values.append(value)
      }
      return ConstantArithmetic.apply(name, values)
    default: return nil
    }
  }

  // MARK: Constants as types

  /// The type of a constant, for `typeof`; nil with a finding.
  func constantType(_ path: [Identifier], _ find: ([Identifier]) -> NameMeanings, at span: SourceSpan) -> LazyType? {
    let name = path.map(\.text).joined(separator: ".")
    let meanings = find(path)
    if let symbol = meanings.constant { return type(of: symbol, at: span) }
    if let symbol = meanings.type, !symbol.enums.isEmpty { return enumObject(symbol) }
    if let other = meanings.passedOver {
      _ = unsupported("'\(name)' is a \(other.keyword), whose type is not read", help: "declare the type", at: span)
      return nil
    }
    if let failure = meanings.failure {
      _ = unresolved("'\(name)' cannot be found: \(failure)", at: span)
      return nil
    }
    if meanings.isExplained { return nil }
    if let space = meanings.namespace, !space.constantNames.isEmpty { return namespaceObject(space, at: span) }
    if path.count > 1, let last = path.last {
      guard let base = constantType(path.dropLast(), find, at: span) else { return nil }
      let index = LazyType(TypeSyntax(.literal(.string(last.text)), span: last.span), anyEnvironment(base))
      return access(base, by: index, at: span)
    }
    _ = unresolved("no constant is called '\(name)'", at: span)
    return nil
  }

  private func type(of symbol: ConstantSymbol, at span: SourceSpan) -> LazyType? {
    let environment = Environment(symbol.scope)
    guard let value = symbol.syntax.value else {
      if let type = symbol.syntax.type { return LazyType(type, environment) }
      _ = unsupported("'\(symbol.syntax.name.text)' has neither type nor value", help: "declare its type", at: span)
      return nil
    }
    if let type = symbol.syntax.type { return LazyType(type, environment) }
    let syntax = ConstantTyping.type(of: value)
    return LazyType(syntax, environment, isConstant: true)
  }

  /// The type of a module's or namespace's object: its exported constants.
  private func namespaceObject(_ space: Scope, at span: SourceSpan) -> LazyType {
    let constants = space.constantNames.compactMap { space.constants[$0] }.filter(\.isExported)
    let members = constants.map { constant in
      let name = constant.syntax.name
      return TypeMemberSyntax(
        kind: .property(TypeSyntax(.typeQuery(name: [name], arguments: []), span: name.span)), name: .plain(name),
        span: name.span)
    }
    return LazyType(TypeSyntax(.object(members), span: span), Environment(space))
  }

  /// The type of an enum's object: each member's name with its value.
  private func enumObject(_ symbol: TypeSymbol) -> LazyType {
    let span = symbol.name.span
    let members = symbol.enums.flatMap(\.members).map { member in
      TypeMemberSyntax(
        kind: .property(
          TypeSyntax(.reference(name: [symbol.name, member.name], arguments: []), span: member.name.span)),
        name: .plain(member.name), span: member.name.span)
    }
    return LazyType(TypeSyntax(.object(members), span: span), Environment(symbol.scope))
  }

  /// The literal that a constant, or a member of one, is; nil for anything else, without a finding.
  func constantLiteral(_ path: [Identifier], _ scope: Scope) -> Literal? {
    for count in stride(from: path.count, through: 1, by: -1) {
      let meanings = graph.find(Array(path.prefix(count)), from: scope)
      if let symbol = meanings.type, count == path.count - 1, !symbol.enums.isEmpty, let last = path.last {
        if !openInterfaces.insert(symbol.key).inserted { return nil }
        defer { openInterfaces.remove(symbol.key) }
        return enumCases(symbol).first { $0.name == last.text }?.value
      }
      guard let symbol = meanings.constant, var value = symbol.syntax.value else { continue }
      for part in path.dropFirst(count) {
        guard case .object(let entries) = ConstantTyping.bare(value).node,
          let entry = entries.last(where: { $0.name?.text == part.text })
        else { return nil }
        value = entry.value
      }
      if case .literal(let literal) = ConstantTyping.bare(value).node { return Literal(literal) }
    }
    return nil
  }
}

/// The types that TypeScript infers for the values of constants.
enum ConstantTyping {
  /// The expression without `as const`, `satisfies`, `as` and `Object.freeze` around it.
  static func bare(_ expression: ExpressionSyntax) -> ExpressionSyntax {
    var current = expression
    while true {
      switch current.node {
      case .asConst(let inner), .typed(let inner, _, _): current = inner
      case .call(let callee, let arguments)
      where callee.map(\.text) == ["Object", "freeze"] && arguments.count == 1:
        current = arguments[0]
      default: return current
      }
    }
  }

  /// Whether a value is marked as constant: `as const` or `Object.freeze`.
  static func isMarked(_ expression: ExpressionSyntax) -> Bool {
    switch expression.node {
    case .asConst: true
    case .typed(let inner, _, _): isMarked(inner)
    case .call(let callee, let arguments): callee.map(\.text) == ["Object", "freeze"] && arguments.count == 1
    default: false
    }
  }

  /// The type of the value of a `const`.
  static func type(of expression: ExpressionSyntax) -> TypeSyntax {
    if case .literal(let literal) = expression.node { return TypeSyntax(.literal(literal), span: expression.span) }
    return type(of: expression, isConst: false)
  }

  private static func type(of expression: ExpressionSyntax, isConst: Bool) -> TypeSyntax {
    let span = expression.span
    switch expression.node {
    case .literal(let literal):
      return TypeSyntax(isConst ? .literal(literal) : .keyword(widened(literal)), span: span)
    case .null: return TypeSyntax(.keyword(.null), span: span)
    case .undefined: return TypeSyntax(.keyword(.undefined), span: span)
    case .reference(let path): return TypeSyntax(.typeQuery(name: path, arguments: []), span: span)
    case .asConst(let inner): return type(of: inner, isConst: true)
    case .typed(let inner, let type, let isSatisfies):
      return isSatisfies ? self.type(of: inner, isConst: isConst) : type
    case .call(let callee, let arguments):
      guard callee.map(\.text) == ["Object", "freeze"], arguments.count == 1 else {
        return TypeSyntax(.invalid, span: span)
      }
      return type(of: arguments[0], isConst: true)
    case .array(let elements): return listType(elements, isConst: isConst, span)
    case .object(let entries): return objectType(entries, isConst: isConst, span)
    case .spread, .operation, .opaque: return TypeSyntax(.invalid, span: span)
    }
  }

  private static func widened(_ literal: LiteralSyntax) -> KeywordType {
    switch literal {
    case .string: .string
    case .number: .number
    case .boolean: .boolean
    case .bigint: .bigint
    }
  }

  private static func listType(_ elements: [ExpressionSyntax], isConst: Bool, _ span: SourceSpan) -> TypeSyntax {
    let parts = elements.map { element in
      if case .spread(let inner) = element.node {
        return TupleElementSyntax(type: type(of: inner, isConst: isConst), isRest: true)
      }
      return TupleElementSyntax(type: type(of: element, isConst: isConst))
    }
    let hasSpread = parts.contains(where: \.isRest)
    if isConst || hasSpread { return TypeSyntax(.tuple(parts), span: span) }
    let types = parts.map(\.type)
    if types.isEmpty { return TypeSyntax(.array(TypeSyntax(.keyword(.never), span: span)), span: span) }
    let element = types.count == 1 ? types[0] : TypeSyntax(.union(types), span: span)
    return TypeSyntax(.array(element), span: span)
  }

  private static func objectType(_ entries: [ObjectEntrySyntax], isConst: Bool, _ span: SourceSpan) -> TypeSyntax {
    var members: [TypeMemberSyntax] = []
    var spreads: [TypeSyntax] = []
    for entry in entries {
      if let name = entry.name {
        members.append(
          TypeMemberSyntax(
            kind: .property(type(of: entry.value, isConst: isConst)), name: .plain(name),
            documentation: entry.documentation, span: entry.value.span))
      } else if case .spread(let inner) = entry.value.node {
        spreads.append(type(of: inner, isConst: isConst))
      } else {
        return TypeSyntax(.invalid, span: entry.value.span)
      }
    }
    let object = TypeSyntax(.object(members), span: span)
    return spreads.isEmpty ? object : TypeSyntax(.intersection(spreads + [object]), span: span)
  }
}
