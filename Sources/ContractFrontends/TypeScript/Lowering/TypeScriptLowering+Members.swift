internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

extension TypeScriptLowering {
  /// The members of an object type; nil, with a finding, when it is none.
  func memberSet(_ type: LazyType) -> MemberSet? {
    descend(at: type.span, otherwise: nil) { findMembers(of: type) }
  }

  private func findMembers(of type: LazyType) -> MemberSet? {
    let head = head(type)
    switch head.form {
    case .intersection(let parts): return mergedSet(parts)
    case .union(let parts) where parts.count == 1: return memberSet(parts[0])
    case .union: return noMembers(type)
    case .lowered(let lowered): return memberSet(lowered, head) ?? noMembers(type)
    case .syntax(let syntax, let environment):
      switch syntax.node {
      case .object(let members): return collect(members, environment, of: head)
      case .intersection(let parts): return mergedSet(parts.map { head.part($0, environment) })
      case .mapped(let mapped): return mappedSet(mapped, head, environment)
      case .keyword(.object):
        var set = MemberSet()
        set.isLoose = true
        return set
      case .reference, .importType: return referencedSet(head, environment)
      default: return noMembers(type)
      }
    }
  }

  private func noMembers(_ type: LazyType) -> MemberSet? {
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
  func interfaceMembers(_ symbol: TypeSymbol, _ environment: Environment) -> MemberSet? {
    let key = symbol.key
    guard openInterfaces.insert(key).inserted else {
      _ = fail(
        TypeScriptRules.endlessType, "interface '\(symbol.name.text)' extends itself", help: "remove the circle",
        at: symbol.name.span)
      return nil
    }
    defer { openInterfaces.remove(key) }
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
      if !graph.hasSyntaxErrors {
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
    guard case .strings(let facts)? = keys(of: LazyType(key, environment)) else {
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
      if !path.isEmpty, case .string(let text)? = constantLiteral(path, environment.scope) {
        return Identifier(text: text, span: span)
      }
      _ = unsupported("this computed name cannot be decided", help: "write the name as a string", at: span)
      return nil
    }
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
    if let index = set.index, set.members.isEmpty {
      let keys: MapKeys = index.keys == StringFacts() ? .any : .strings(index.keys)
      return TypeExpression(.map(values: lower(index.value), keys: keys), span: span)
    }
    let properties = set.members.compactMap(lowerProperty)
    for property in properties { checkDisplay(property, among: properties) }
    let additional = set.index.map { ObjectShape.Additional.typed(lower($0.value)) } ?? .undeclared
    return TypeExpression(.object(ObjectShape(properties: properties, additional: additional)), span: span)
  }

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
    let isNever = source.types.contains(where: isOnlyUndefined)
    if isNever, source.isOptional || source.types.allSatisfy({ allowsUndefined($0) }) { return nil }
    let facts = DocFacts(source.documentation)
    guard let first = source.types.first else { return nil }
    var type = lower(first)
    for other in source.types.dropFirst() { type = intersection(type, lower(other), name: source.name) }
    type = apply(facts, to: type)
    let isRequired = !source.isOptional && !source.types.allSatisfy { allowsUndefined($0) }
    return Property(
      name: source.name, type: type, isRequired: isRequired, documentation: facts.documentation ?? source.prose,
      deprecation: facts.deprecation, displayProperty: facts.tag("display")?.words.first, span: source.nameSpan)
  }

  private func checkDisplay(_ property: Property, among properties: [Property]) {
    guard let name = property.displayProperty, !properties.contains(where: { $0.name == name }) else { return }
    report(
      TypeScriptRules.invalidDocTag, .error,
      "@display names '\(name)', which is not a member beside '\(property.name)'",
      help: "name the member that holds the display string", at: property.span)
  }
}
