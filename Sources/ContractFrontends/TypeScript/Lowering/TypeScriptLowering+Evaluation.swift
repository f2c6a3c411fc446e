internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

extension TypeScriptLowering {
  /// How many aliases and the like are followed from one place.
  private static let maximumSteps = 200

  /// What a type comes to when aliases, parameters, parentheses and accesses are followed: a form of its own, or a
  /// reference to an interface, an enum or a library type.
  func head(_ type: LazyType) -> LazyType {
    var current = type
    for _ in 0..<Self.maximumSteps {
      guard !isAbandoned, let next = next(current) else { return current }
      current = next
    }
    _ = fail(
      TypeScriptRules.endlessType, "the type is defined as itself", help: "give it a shape", at: type.span)
    return LazyType(TypeSyntax(.keyword(.any), span: type.span), anyEnvironment(type))
  }

  func anyEnvironment(_ type: LazyType) -> Environment {
    if case .syntax(_, let environment) = type.form { return environment }
    return Environment(graph.modules[0].scope)
  }

  /// The next type on the way to the head; nil at the head.
  private func next(_ type: LazyType) -> LazyType? {
    guard case .syntax(let syntax, let environment) = type.form else { return expanded(type) }
    if let inferred = inferredStructure(type) { return inferred }
    switch syntax.node {
    case .parenthesized(let inner), .readonly(let inner): return type.part(inner, environment)
    case .typeQuery, .indexedAccess: return step(type)
    case .importType(_, _, _, true): return step(type)
    case .reference, .importType:
      switch target(of: type) {
      case .parameter(let binding): return binding.type
      case .symbol(let symbol):
        guard let alias = symbol.alias, let bound = bind(arguments(of: type), to: symbol, at: type.span) else {
          return nil
        }
        return LazyType(alias.type, bound)
      case .builtin(let name) where Self.selections.contains(name): return step(type)
      case .builtin("Readonly"):
        guard let inner = arguments(of: type).first else { return nil }
        let head = head(inner)
        return elementType(of: head) != nil || tupleElements(head) != nil ? head : nil
      default: return nil
      }
    default: return nil
    }
  }

  /// What `typeof X`, `T["name"]` or a selection from a union comes to; nil with a finding.
  func step(_ type: LazyType) -> LazyType? {
    descend(at: type.span, otherwise: nil) { takeStep(type) }
  }

  private func takeStep(_ type: LazyType) -> LazyType? {
    guard case .syntax(let syntax, let environment) = type.form else { return nil }
    switch syntax.node {
    case .typeQuery(let path, _):
      return constantType(path, { self.graph.find($0, from: environment.scope) }, at: type.span)
    case .importType(let module, let path, _, true):
      return constantType(
        path, { self.graph.find($0, inModule: module, from: environment.scope.module) }, at: type.span)
    case .indexedAccess(let object, let index):
      return access(type.part(object, environment), by: type.part(index, environment), at: type.span)
    case .reference:
      guard case .builtin(let name) = target(of: type) else { return nil }
      return select(name, arguments(of: type), at: type.span)
    default: return nil
    }
  }

  // MARK: Access

  /// `Object[Index]`.
  func access(_ object: LazyType, by index: LazyType, at span: SourceSpan) -> LazyType? {
    descend(at: span, otherwise: nil) { accessMembers(object, by: index, at: span) }
  }

  private func accessMembers(_ object: LazyType, by index: LazyType, at span: SourceSpan) -> LazyType? {
    let head = head(object)
    if let alternatives = alternatives(of: head) {
      let parts = alternatives.compactMap { access($0, by: index, at: span) }
      return parts.count == alternatives.count ? LazyType(union: parts, span: span) : nil
    }
    if let element = elementType(of: head) { return element }
    if let elements = tupleElements(head) { return access(elements, by: index, at: span) }
    guard let set = memberSet(head) else { return nil }
    switch keys(of: index) {
    case .names(let names):
      var parts: [LazyType] = []
      for name in names {
        guard let part = access(set, name.text, at: index.span) else { return nil }
        parts.append(part)
      }
      return parts.count == 1 ? parts[0] : LazyType(union: parts, span: span)
    case .strings:
      if let value = set.index?.value { return value }
      _ = unresolved("the type has no index signature", at: index.span)
      return nil
    case nil:
      _ = unsupported("this index cannot be decided", help: "write the member's name", at: index.span)
      return nil
    }
  }

  private func access(_ set: MemberSet, _ name: String, at span: SourceSpan) -> LazyType? {
    guard let member = set.member(name) else {
      if let value = set.index?.value { return value }
      let near = Suggestion.nearest(to: name, among: set.members.map(\.name)).map { "did you mean '\($0)'?" }
      _ = unresolved("the type has no member '\(name)'", help: near, at: span)
      return nil
    }
    guard let first = member.types.first else {
      _ = unsupported("member '\(name)' is a function", help: "choose a member that is data", at: span)
      return nil
    }
    let type = member.types.count == 1 ? first : LazyType(intersection: member.types, span: first.span)
    guard member.isOptional else { return type }
    let undefined = LazyType(TypeSyntax(.keyword(.undefined), span: first.span), anyEnvironment(first))
    return LazyType(union: [type, undefined], span: first.span)
  }

  private func access(_ elements: [TupleElement], by index: LazyType, at span: SourceSpan) -> LazyType? {
    if case .names(let names)? = keys(of: index), names.count == 1, let place = Int(names[0].text) {
      if place < elements.count { return elements[place].type }
      _ = unresolved("the tuple has no element \(place)", at: index.span)
      return nil
    }
    guard !elements.isEmpty else {
      _ = unresolved("the tuple has no elements", at: index.span)
      return nil
    }
    return elements.count == 1 ? elements[0].type : LazyType(union: elements.map(\.type), span: span)
  }

  /// The members of a union; nil for anything else.
  func alternatives(of head: LazyType) -> [LazyType]? {
    switch head.form {
    case .union(let parts): return parts
    case .syntax(let syntax, let environment):
      guard case .union(let parts) = syntax.node else { return nil }
      return parts.map { head.part($0, environment) }
    case .intersection, .lowered: return nil
    }
  }

  // MARK: Selections

  private func select(_ name: String, _ arguments: [LazyType], at span: SourceSpan) -> LazyType? {
    let wanted = name == "Exclude" || name == "Extract" ? 2 : 1
    guard arguments.count == wanted else {
      _ = wrongArguments(name, wanted: "\(wanted)", at: span)
      return nil
    }
    if name == "Awaited" { return awaited(arguments[0]) }
    let items = unionItems(of: arguments[0])
    let kept: [UnionItem]
    if name == "NonNullable" {
      kept = items.filter { !$0.isNull && !$0.isUndefined }
    } else {
      let patterns = unionItems(of: arguments[1])
      kept = items.filter { item in patterns.contains { matches(item, $0) } == (name == "Extract") }
    }
    return LazyType(union: kept.map(\.type), span: span)
  }

  private func awaited(_ type: LazyType) -> LazyType {
    let head = head(type)
    if case .syntax(let syntax, let environment) = head.form, case .reference(let path, let arguments) = syntax.node,
      path.map(\.text) == ["Promise"], let inner = arguments.first
    {
      return LazyType(inner, environment)
    }
    return type
  }

  /// Whether a member of a union is assignable to a pattern, as far as `Exclude` and `Extract` are used: by literal, by
  /// primitive, and objects by the literals that the pattern names.
  private func matches(_ item: UnionItem, _ pattern: UnionItem) -> Bool {
    if pattern.keyword == .any || pattern.keyword == .unknown { return true }
    if let literal = item.literal {
      if let other = pattern.literal { return literal == other }
      switch (literal, pattern.keyword) {
      case (.string, .string), (.number, .number), (.boolean, .boolean): return true
      default: return false
      }
    }
    if item.isNull || item.isUndefined { return item.keyword == pattern.keyword }
    if let keyword = item.keyword { return keyword == pattern.keyword }
    guard pattern.literal == nil, pattern.keyword == nil else { return false }
    if let name = symbolKey(of: item.type), name == symbolKey(of: pattern.type) { return true }
    guard let wanted = memberSet(pattern.type), let actual = memberSet(item.type), !wanted.members.isEmpty else {
      return false
    }
    return wanted.members.allSatisfy { member in
      guard let own = actual.member(member.name)?.types.first, let type = member.types.first else { return false }
      guard let literal = literalValue(of: type) else { return true }
      return literalValue(of: own) == literal
    }
  }

  private func symbolKey(of type: LazyType) -> String? {
    if case .symbol(let symbol) = target(of: head(type)) { return symbol.key }
    return nil
  }

  // MARK: Facts about types

  /// The one literal that a type is; nil for anything else.
  func literalValue(of type: LazyType) -> Literal? {
    let head = head(type)
    if case .syntax(let syntax, _) = head.form {
      if case .literal(let literal) = syntax.node { return Literal(literal) }
      if case .enumMember(let symbol, let name) = target(of: head) {
        return enumCases(symbol).first { $0.name == name }?.value
      }
    }
    guard let parts = alternatives(of: head), parts.count == 1 else { return nil }
    return descend(at: type.span, otherwise: nil) { literalValue(of: parts[0]) }
  }

  /// Whether `undefined` belongs to a type, so that a member of this type may be absent.
  func allowsUndefined(_ type: LazyType) -> Bool {
    let head = head(type)
    if let parts = alternatives(of: head) {
      return descend(at: type.span, otherwise: false) { parts.contains { allowsUndefined($0) } }
    }
    guard case .syntax(let syntax, _) = head.form, case .keyword(let word) = syntax.node else { return false }
    return word == .undefined || word == .void
  }

  /// Whether no value but `undefined` belongs to a type.
  func isOnlyUndefined(_ type: LazyType) -> Bool {
    guard case .syntax(let syntax, _) = head(type).form, case .keyword(let word) = syntax.node else { return false }
    return word == .undefined || word == .void || word == .never
  }

  /// Whether a type is a function, `undefined` aside.
  func isFunction(_ type: LazyType) -> Bool {
    let head = head(type)
    if let parts = alternatives(of: head) {
      let rest = parts.filter { !isOnlyUndefined($0) && !isNull($0) }
      return !rest.isEmpty
        && rest.allSatisfy { part in
          if case .syntax(let syntax, _) = self.head(part).form, case .function = syntax.node { true } else { false }
        }
    }
    if case .syntax(let syntax, _) = head.form, case .function = syntax.node { return true }
    if case .builtin("Function") = target(of: head) { return true }
    return false
  }

  private func isNull(_ type: LazyType) -> Bool {
    if case .syntax(let syntax, _) = head(type).form, case .keyword(.null) = syntax.node { true } else { false }
  }
}
