internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

extension TypeScriptLowering {
  /// How many aliases and the like are followed from one place.
  private static let maximumSteps = 200
  /// A type parameter that nobody has written.
  static let hiddenParameter = "\u{1}T"
  /// How many of them may lead into one another.
  private static let maximumHeadDepth = 300

  /// What a type comes to when aliases, parameters, parentheses and accesses are followed: a form of its own, or a
  /// reference to an interface, an enum or a library type.
  func head(_ type: LazyType) -> LazyType {
    headDepth += 1
    work += 1
    defer { headDepth -= 1 }
    var current = type
    if headDepth <= Self.maximumHeadDepth, work < Self.maximumWork {
      for _ in 0..<Self.maximumSteps {
        guard !isAbandoned, let next = next(current) else { return current }
        current = next
      }
    }
    _ = fail(
      TypeScriptRules.endlessType, "the type is defined as itself", help: "give it a shape", at: type.span)
    isAbandoned = true
    return LazyType(TypeSyntax(.keyword(.any), span: type.span), anyEnvironment(type))
  }

  func anyEnvironment(_ type: LazyType) -> Environment {
    switch type.form {
    case .syntax(_, let environment): return environment
    case .union(let parts), .intersection(let parts): if let first = parts.first { return anyEnvironment(first) }
    case .tuple(let elements): if let first = elements.first { return anyEnvironment(first.type) }
    case .lowered: break
    }
    return Environment(graph.modules[0].scope)
  }

  /// The next type on the way to the head; nil at the head.
  private func next(_ type: LazyType) -> LazyType? {
    if let parts = intersectionParts(of: type) { return literal(among: parts, type) }
    guard case .syntax(let syntax, let environment) = type.form else { return expanded(type) }
    if let inferred = inferredStructure(type) { return inferred }
    switch syntax.node {
    case .parenthesized(let inner), .readonly(let inner): return type.part(inner, environment)
    case .typeQuery, .indexedAccess, .conditional: return step(type)
    case .importType(_, _, _, true): return step(type)
    case .keyof: return keyLiterals(type)
    case .template(let texts, let types): return templateLiterals(texts, types, type, environment)
    case .mapped(let mapped): return mappedParts(mapped, type, environment)
    case .keyword(.bigint):
      return typeMap["bigint"].map { LazyType(TypeSyntax(.keyword($0.word), span: type.span), environment) }
    case .keyword(.this): return environment.bindings["this"]?.type
    case .reference, .importType:
      switch target(of: type) {
      case .parameter(let binding): return head(of: binding)
      case .mapped(let form): return LazyType(TypeSyntax(.keyword(form.word), span: type.span), environment)
      case .symbol(let symbol):
        guard symbol.alias != nil || symbol.mayBeList,
          let bound = bind(arguments(of: type), to: symbol, at: type.span)
        else { return nil }
        return symbol.alias.map { LazyType($0.type, bound) } ?? listBase(of: symbol, bound)
      case .builtin(let name) where Self.selections.contains(name): return step(type)
      case .builtin(let name): return simplified(name, type)
      default: return nil
      }
    default: return nil
    }
  }

  /// What a type parameter stands for, followed to its head.
  private func head(of binding: Binding) -> LazyType {
    if let known = binding.head { return known }
    let before = (findings.all.count, progress.faultCount)
    let head = head(binding.type)
    if before == (findings.all.count, progress.faultCount), !isAbandoned { binding.head = head }
    return head
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
    case .conditional: return decide(type)
    case .reference:
      guard case .builtin(let name) = target(of: type) else { return nil }
      return select(name, arguments(of: type), at: type.span)
    default: return nil
    }
  }

  /// `string & "a"` is `"a"`, and `string & K` what is left of `K`; nil for every other intersection.
  private func literal(among parts: [LazyType], _ type: LazyType) -> LazyType? {
    guard parts.contains(where: { keyword(of: $0) == .string || keyword(of: $0) == .number }) else { return nil }
    return descend(at: type.span, otherwise: nil) {
      if let choices = distributed(type) {
        return choices.count == 1 ? choices[0] : LazyType(union: choices, span: type.span)
      }
      return parts.first { literalValue(of: $0) != nil }
    }
  }

  /// What a library type comes to when its argument is known; nil when it stays what it is.
  private func simplified(_ name: String, _ type: LazyType) -> LazyType? {
    guard let inner = arguments(of: type).first else {
      guard name == "PropertyKey" else { return nil }
      return LazyType(TypeSyntax(.keyword(.string), span: type.span), anyEnvironment(type))
    }
    switch name {
    case "NoInfer": return inner
    case "Uppercase", "Lowercase", "Capitalize", "Uncapitalize":
      return descend(at: type.span, otherwise: nil) { changedCase(name, inner) }
    case "ReturnType": return returned(inner)
    case "Partial", "Required", "Readonly":
      return descend(at: type.span, otherwise: nil) { distributed(name, inner, type) }
    default: return nil
    }
  }

  /// What a function type that is written out returns.
  private func returned(_ type: LazyType) -> LazyType? {
    guard case .syntax(let syntax, let environment) = head(type).form, case .function(let returns, false) = syntax.node
    else { return nil }
    return LazyType(returns, environment)
  }

  /// `Partial<A | B>` is a union, and `Readonly<T[]>` a list: these types are taken apart as mapped types are.
  private func distributed(_ name: String, _ inner: LazyType, _ type: LazyType) -> LazyType? {
    let head = head(inner)
    let environment = anyEnvironment(type)
    func wrapped(_ part: LazyType) -> LazyType {
      let parameter = Identifier(text: Self.hiddenParameter, span: part.span)
      let argument = TypeSyntax(.reference(name: [parameter], arguments: []), span: part.span)
      let syntax = TypeSyntax(
        .reference(name: [Identifier(text: name, span: type.span)], arguments: [argument]), span: type.span)
      return LazyType(syntax, environment.binding(Self.hiddenParameter, to: part))
    }
    if let parts = alternatives(of: head) { return LazyType(union: parts.map(wrapped), span: type.span) }
    if elementType(of: head) != nil { return head }
    if let elements = tupleElements(head) {
      guard name != "Readonly" else { return head }
      let changed = elements.map { element in
        var element = element
        if !element.isRest { element.isOptional = name == "Partial" }
        return element
      }
      return LazyType(tuple: changed, span: type.span)
    }
    return isScalar(head) ? head : nil
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
    if let element = elementType(of: head) {
      guard case .names(let names)? = keys(of: index), names.contains(where: { $0.text == "length" }) else {
        return element
      }
      return LazyType(TypeSyntax(.keyword(.number), span: span), anyEnvironment(head))
    }
    if let elements = tupleElements(head) { return access(elements, by: index, at: span) }
    if [.any, .unknown].contains(keyword(of: head)) { return head }
    guard let set = memberSet(object, head: head) else { return nil }
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
    if case .names(let names)? = keys(of: index), names.count == 1, names[0].text == "length",
      !elements.contains(where: { $0.isRest || $0.isOptional })
    {
      let count = TypeSyntax(.literal(.number(String(elements.count))), span: span)
      return LazyType(count, anyEnvironment(index))
    }
    if case .names(let names)? = keys(of: index), names.count == 1, let place = Int(names[0].text), place >= 0 {
      if place < elements.count { return elements[place].type }
      if let rest = elements.last, rest.isRest { return rest.type }
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
    case .intersection, .tuple, .lowered: return nil
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
    descend(at: type.span, otherwise: type) {
      let head = head(type)
      if let parts = alternatives(of: head) { return LazyType(union: parts.map(awaited), span: type.span) }
      if case .builtin(let name) = target(of: head), name == "Promise" || name == "PromiseLike",
        let inner = arguments(of: head).first
      {
        return awaited(inner)
      }
      return type
    }
  }

  /// Whether a member of a union is assignable to a pattern, as far as `Exclude` and `Extract` are used: by literal, by
  /// primitive, and objects by the literals that the pattern names.
  private func matches(_ item: UnionItem, _ pattern: UnionItem) -> Bool {
    if item.literal == nil {
      switch assigns(item.type, to: pattern.type) {
      case .yes: return true
      case .no: return false
      case .unknown: break
      }
    }
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
    let head = head(type)
    if let parts = alternatives(of: head) {
      return descend(at: type.span, otherwise: false) { parts.allSatisfy(isOnlyUndefined) }
    }
    guard case .syntax(let syntax, _) = head.form, case .keyword(let word) = syntax.node else { return false }
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
