internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

extension TypeScriptLowering {
  /// Types that one member may have to satisfy at once.
  private static let maximumMemberTypes = 200

  /// The members of an object type; nil, with a finding, when it is none.
  func memberSet(_ type: LazyType) -> MemberSet? {
    descend(at: type.span, otherwise: nil) { findMembers(of: type) }
  }

  /// The members of a type whose head is known; those of a type parameter are collected once.
  func memberSet(_ type: LazyType, head: LazyType) -> MemberSet? {
    guard case .parameter(let binding) = target(of: type) else { return memberSet(head) }
    if let known = binding.members { return known }
    let before = (findings.all.count, progress.faultCount)
    let set = memberSet(head)
    if before == (findings.all.count, progress.faultCount), !isAbandoned { binding.members = set }
    return set
  }

  private func findMembers(of type: LazyType) -> MemberSet? {
    let head = head(type)
    switch head.form {
    case .intersection(let parts): return mergedSet(parts)
    case .union(let parts): return commonSet(parts, type)
    case .lowered(let lowered): return memberSet(lowered, head) ?? noMembers(type)
    case .tuple: return noMembers(type)
    case .syntax(let syntax, let environment):
      switch syntax.node {
      case .object(let members): return collect(members, environment, of: head)
      case .intersection(let parts): return mergedSet(parts.map { head.part($0, environment) })
      case .mapped(let mapped): return mappedSet(mapped, head, environment)
      case .union(let parts): return commonSet(parts.map { head.part($0, environment) }, type)
      case .keyword(.object):
        var set = MemberSet()
        set.isLoose = true
        return set
      case .reference, .importType: return referencedSet(head, environment)
      default: return noMembers(type)
      }
    }
  }

  /// The members that every type of a union has; each may be what it is in any of them.
  private func commonSet(_ parts: [LazyType], _ type: LazyType) -> MemberSet? {
    let parts = parts.filter { !isOnlyUndefined($0) && keyword(of: $0) != .null }
    guard let first = parts.first else { return noMembers(type) }
    if parts.count == 1 { return memberSet(first) }
    var sets: [MemberSet] = []
    for part in parts {
      guard let set = memberSet(part) else { return nil }
      sets.append(set)
    }
    return sets[0].mapped { member in
      var whole = member
      var types: [LazyType] = []
      for set in sets {
        guard let other = set.member(member.name) else { return nil }
        whole.isOptional = whole.isOptional || other.isOptional
        guard let one = other.types.first else { return other }
        types.append(other.types.count == 1 ? one : LazyType(intersection: other.types, span: one.span))
      }
      whole.types = [LazyType(union: types, span: member.types.first?.span ?? type.span)]
      return whole
    }
  }

  func noMembers(_ type: LazyType) -> MemberSet? {
    if case .syntax(let syntax, _) = type.form, case .invalid = syntax.node, graph.hasSyntaxErrors { return nil }
    _ = unsupported(
      "this is not an object type, so it has no members", help: "use an interface or { … }", at: type.span)
    return nil
  }

  private func referencedSet(_ head: LazyType, _ environment: Environment) -> MemberSet? {
    switch target(of: head) {
    case .symbol(let symbol) where !symbol.interfaces.isEmpty:
      guard let bound = bind(arguments(of: head), to: symbol, at: head.span) else { return nil }
      return interfaceMembers(symbol, bound)
    case .builtin(let name): return utilitySet(name, head)
    case .none:
      _ = lowerReference(head)
      return nil
    default: return noMembers(head)
    }
  }

  private func mergedSet(_ parts: [LazyType]) -> MemberSet? {
    var set = MemberSet()
    for (place, part) in parts.enumerated() {
      guard let other = memberSet(part) else { return nil }
      if place == 0 { set = other } else { set.merge(other) }
    }
    return set
  }

  /// The members of an interface: what it extends first, then its own, of every declaration of its name.
  ///
  /// Those of one without type parameters are collected once.
  func interfaceMembers(_ symbol: TypeSymbol, _ environment: Environment) -> MemberSet? {
    let key = symbol.key
    let isReusable = symbol.parameters.isEmpty && currentThis == nil
    if isReusable, let known = knownInterfaces[key] { return known }
    let before = (findings.all.count, progress.faultCount)
    let set = collectMembers(of: symbol, key, environment)
    // One with a finding is collected again, since whoever asked may not have wanted to hear of it.
    if isReusable, before == (findings.all.count, progress.faultCount), !isAbandoned { knownInterfaces[key] = set }
    return set
  }

  private func collectMembers(
    of symbol: TypeSymbol, _ key: String, _ environment: Environment
  ) -> MemberSet? {
    guard openInterfaces.insert(key).inserted else {
      _ = fail(
        TypeScriptRules.endlessType, "interface '\(symbol.name.text)' extends itself", help: "remove the circle",
        at: symbol.name.span)
      return nil
    }
    defer { openInterfaces.remove(key) }
    let outerThis = currentThis
    defer { currentThis = outerThis }
    var environment = environment
    let this = outerThis ?? selfReference(symbol, environment)
    currentThis = this
    environment.bindings["this"] = Binding(this)
    var set = MemberSet()
    for interface in symbol.interfaces {
      for base in interface.bases {
        guard let inherited = memberSet(LazyType(base, environment)) else { return nil }
        set.merge(inherited)
      }
    }
    var own = MemberSet()
    for interface in symbol.interfaces {
      let whole = LazyType(TypeSyntax(.object(interface.members), span: interface.name.span), environment)
      guard let members = collect(interface.members, environment, of: whole) else { return nil }
      own.merge(members)
    }
    for member in own.members { set.replace(member) }
    if let index = own.index { set.index = index }
    return set
  }

  /// The list that an interface without members of its own extends: `interface Tags extends Array<Tag> {}`.
  func listBase(of symbol: TypeSymbol, _ environment: Environment) -> LazyType? {
    let bases = symbol.interfaces.flatMap(\.bases)
    guard bases.count == 1, symbol.alias == nil, symbol.interfaces.allSatisfy(\.members.isEmpty) else { return nil }
    let base = LazyType(bases[0], environment)
    let head = head(base)
    return elementType(of: head) != nil || tupleElements(head) != nil ? base : nil
  }

  /// The reference to an interface with its own parameters as arguments.
  private func selfReference(_ symbol: TypeSymbol, _ environment: Environment) -> LazyType {
    let arguments = symbol.parameters.map {
      TypeSyntax(.reference(name: [$0.name], arguments: []), span: $0.name.span)
    }
    return LazyType(
      TypeSyntax(.reference(name: [symbol.name], arguments: arguments), span: symbol.name.span), environment)
  }

  // MARK: Written members

  private func collect(_ members: [TypeMemberSyntax], _ environment: Environment, of type: LazyType) -> MemberSet? {
    var set = MemberSet()
    for member in members {
      switch member.kind {
      case .property(let written): add(written, member, environment, type, &set)
      case .getter(let written): add(written, member, environment, type, &set)
      case .setter:
        guard let name = name(of: member, environment), set.member(name.text) == nil else { continue }
        set.merge(LazyMember(name: name.text, nameSpan: name.span, isOptional: true, types: [], isFunction: true))
      case .method:
        if case .computed = member.name { continue }
        guard let name = name(of: member, environment) else { continue }
        set.merge(
          LazyMember(
            name: name.text, nameSpan: name.span, isOptional: member.isOptional, types: [],
            documentation: member.documentation, isFunction: true))
      case .call: reportFunction("a call signature", at: member.span)
      case .index(let key, let value): addIndex(key, value, environment, &set)
      }
    }
    return set
  }

  private func add(
    _ written: TypeSyntax?, _ member: TypeMemberSyntax, _ environment: Environment, _ type: LazyType,
    _ set: inout MemberSet
  ) {
    guard let name = name(of: member, environment) else { return }
    guard let written else {
      if !environment.scope.module.tree.hasErrors {
        _ = unsupported("member '\(name.text)' has no type", help: "write one after a colon", at: name.span)
      }
      return
    }
    set.merge(
      LazyMember(
        name: name.text, nameSpan: name.span, isOptional: member.isOptional, types: [type.part(written, environment)],
        documentation: member.documentation))
  }

  private func addIndex(_ key: TypeSyntax, _ value: TypeSyntax, _ environment: Environment, _ set: inout MemberSet) {
    let key = LazyType(key, environment)
    if [.symbol, .uniqueSymbol].contains(keyword(of: key)) {
      report(
        TypeScriptRules.functionMember, .warning, "members under symbols have no JSON form, so they are left out",
        help: "keep symbols out of types of answers", at: key.span)
      return
    }
    guard case .strings(let facts)? = keys(of: key) else {
      _ = unsupported("this key of an index signature cannot be read", help: "write string", at: key.span)
      return
    }
    set.index = set.index ?? MemberSet.Index(keys: facts, value: LazyType(value, environment))
  }

  private func name(of member: TypeMemberSyntax, _ environment: Environment) -> Identifier? {
    switch member.name {
    case .plain(let name): return name
    case .none: return nil
    case .computed(let path, let span):
      switch path.isEmpty ? nil : constantLiteral(path, environment.scope) {
      case .string(let text), .number(let text): return Identifier(text: text, span: span)
      default: break
      }
      if isSymbol(path, environment) {
        report(
          TypeScriptRules.functionMember, .warning,
          "a member whose name is a symbol has no JSON form, so it is left out",
          help: "keep symbols out of types of answers", at: span)
        return nil
      }
      _ = unsupported("this computed name cannot be decided", help: "write the name as a string", at: span)
      return nil
    }
  }

  /// Whether a computed name is `Symbol.iterator` or a constant that holds a symbol.
  private func isSymbol(_ path: [Identifier], _ environment: Environment) -> Bool {
    if path.first?.text == "Symbol", path.count == 2 { return true }
    guard let symbol = graph.find(path, from: environment.scope).constant else { return false }
    switch symbol.syntax.type?.withoutParentheses.node {
    case .keyword(.symbol), .keyword(.uniqueSymbol): return true
    case nil: break
    default: return false
    }
    guard case .call(let callee, _)? = symbol.syntax.value?.node else { return false }
    return ["Symbol", "Symbol.for"].contains(callee.map(\.text).joined(separator: "."))
  }

  func reportFunction(_ what: String, at span: SourceSpan) {
    report(
      TypeScriptRules.functionMember, .warning, "\(what) has no JSON form, so it is left out",
      help: "keep functions out of types of answers", at: span)
  }

  // MARK: Lowering members

  /// The object, or map, that members make.
  func lowerMembers(_ set: MemberSet, span: SourceSpan) -> TypeExpression {
    if set.isLoose, set.members.isEmpty, set.index == nil { return loose("object", at: span) }
    if let uniform = set.uniformValue, set.index == nil, let map = lowerMap(set, uniform, span) { return map }
    if let index = set.index, isNever(index.value) {
      // `Record<string, never>`: an object without members.
      let properties = set.members.compactMap(lowerProperty)
      return TypeExpression(.object(ObjectShape(properties: properties, additional: .forbidden)), span: span)
    }
    if let index = set.index, set.members.isEmpty {
      let keys: MapKeys = index.keys == StringFacts() ? .any : .strings(index.keys)
      return TypeExpression(.map(values: lower(index.value), keys: keys), span: span)
    }
    let properties = set.members.compactMap(lowerProperty)
    for property in properties { checkDisplay(property, among: properties) }
    let additional = set.index.map { ObjectShape.Additional.typed(lower($0.value)) } ?? .undeclared
    return TypeExpression(.object(ObjectShape(properties: properties, additional: additional)), span: span)
  }

  private func isNever(_ type: LazyType) -> Bool { keyword(of: type) == .never }

  /// `Record<"a" | "b", T>` as a map; nil when only some of the members are optional.
  private func lowerMap(_ set: MemberSet, _ value: LazyType, _ span: SourceSpan) -> TypeExpression? {
    let names = set.members.map(\.name)
    let isPartial = allowsUndefined(value) || set.members.allSatisfy(\.isOptional)
    guard !names.isEmpty, isPartial || !set.members.contains(where: \.isOptional) else { return nil }
    return TypeExpression(.map(values: lower(value), keys: isPartial ? .some(names) : .every(names)), span: span)
  }

  /// A property; nil for what JSON leaves out: functions, with a warning, and what can only be `undefined`.
  private func lowerProperty(_ source: LazyMember) -> Property? {
    let outer = member
    member = [outer, source.name].compactMap(\.self).joined(separator: ".")
    defer { member = outer }
    if source.isFunction || (!source.types.isEmpty && source.types.allSatisfy(isFunction)) {
      reportFunction("'\(source.name)' is a function, which", at: source.nameSpan)
      return nil
    }
    var source = source
    if source.types.count == 1, let rest = withoutFunctions(source.types[0]) {
      reportFunction("what '\(source.name)' may be as a function", at: source.nameSpan)
      source.types = [rest]
      source.isOptional = true
    }
    let isNever = source.types.contains(where: isOnlyUndefined)
    if isNever, source.isOptional || source.types.allSatisfy({ allowsUndefined($0) }) { return nil }
    let facts = DocFacts(source.documentation)
    guard let first = source.types.first else { return nil }
    if source.types.count > Self.maximumMemberTypes {
      _ = unsupported(
        "'\(source.name)' is declared with more than \(Self.maximumMemberTypes) types", help: "declare it once",
        at: source.nameSpan)
      return nil
    }
    var type = source.types.count == 1 ? lower(first) : lowerIntersection(of: source.types, at: source.nameSpan)
    type = apply(facts, to: type)
    let isRequired = !source.isOptional && !source.types.allSatisfy { allowsUndefined($0) }
    return Property(
      name: source.name, type: type, isRequired: isRequired, documentation: facts.documentation ?? source.prose,
      deprecation: facts.deprecation, displayProperty: facts.tag("display")?.words.first, span: source.nameSpan)
  }

  /// The union without its functions and symbols, which JSON leaves out; nil when there are none, or nothing else.
  private func withoutFunctions(_ type: LazyType) -> LazyType? {
    guard let parts = alternatives(of: head(type)) else { return nil }
    func isLeftOut(_ part: LazyType) -> Bool {
      isFunction(part) || [.symbol, .uniqueSymbol].contains(keyword(of: part))
    }
    let kept = parts.filter { !isLeftOut($0) }
    guard kept.count < parts.count, !kept.allSatisfy({ isOnlyUndefined($0) || keyword(of: $0) == .null }) else {
      return nil
    }
    return LazyType(union: kept, span: type.span)
  }

  private func checkDisplay(_ property: Property, among properties: [Property]) {
    guard let name = property.displayProperty, !properties.contains(where: { $0.name == name }) else { return }
    report(
      TypeScriptRules.invalidDocTag, .error,
      "@display names '\(name)', which is not a member beside '\(property.name)'",
      help: "name the member that holds the display string", at: property.span)
  }
}
