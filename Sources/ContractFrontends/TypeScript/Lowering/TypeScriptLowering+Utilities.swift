internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

extension TypeScriptLowering {
  /// The members of `Partial<A>`, `Pick<A, K>`, `Record<K, V>` and the like.
  func utilitySet(_ name: String, _ type: LazyType) -> MemberSet? {
    let arguments = arguments(of: type)
    let wanted = ["Pick", "Omit", "Record"].contains(name) ? 2 : 1
    if name == "ThisType" { return MemberSet() }
    if name == "Object" {
      var set = MemberSet()
      set.isLoose = true
      return set
    }
    guard ["Partial", "Required", "Readonly", "Pick", "Omit", "Record"].contains(name) else {
      if Self.isRefused(name) { _ = lowerReference(type) } else { _ = noMembers(type) }
      return nil
    }
    guard arguments.count == wanted else {
      _ = wrongArguments(name, wanted: "\(wanted)", at: type.span)
      return nil
    }
    if name == "Record" { return recordSet(keys: arguments[0], value: arguments[1]) }
    guard let set = memberSet(arguments[0]) else { return nil }
    switch name {
    case "Partial": return set.mapped { changed($0, isOptional: true) }
    case "Required": return set.mapped { changed($0, isOptional: false) }
    case "Pick", "Omit":
      guard let keys = keys(of: arguments[1]) else { return undecidedKeys(at: arguments[1].span) }
      return select(set, keys, isPick: name == "Pick", at: arguments[1].span)
    default: return set
    }
  }

  private func changed(_ member: LazyMember, isOptional: Bool) -> LazyMember {
    var member = member
    member.isOptional = isOptional
    // `Required` takes `undefined` away as well.
    if !isOptional { member.types = member.types.map(withoutUndefined) }
    return member
  }

  private func withoutUndefined(_ type: LazyType) -> LazyType {
    guard allowsUndefined(type) else { return type }
    let kept = unionItems(of: type).filter { !$0.isUndefined }.map(\.type)
    return kept.isEmpty ? type : LazyType(union: kept, span: type.span)
  }

  private func undecidedKeys(at span: SourceSpan) -> MemberSet? {
    _ = unsupported("these keys cannot be decided", help: "write them out as a union of strings", at: span)
    return nil
  }

  private func select(_ set: MemberSet, _ keys: KeySet, isPick: Bool, at span: SourceSpan) -> MemberSet? {
    guard case .names(let names) = keys else {
      if isPick { return set }
      // `Omit<T, string>` leaves nothing.
      return set.mapped { _ in nil }
    }
    let chosen = Set(names.map(\.text))
    if isPick, set.index == nil, let missing = names.first(where: { set.member($0.text) == nil }) {
      let near = Suggestion.nearest(to: missing.text, among: set.members.map(\.name)).map { "did you mean '\($0)'?" }
      _ = unresolved("the type has no member '\(missing.text)'", help: near, at: span)
      return nil
    }
    var result = set.mapped { chosen.contains($0.name) == isPick ? $0 : nil }
    if isPick { result.index = nil }
    return result
  }

  /// `Record<K, V>`.
  private func recordSet(keys type: LazyType, value: LazyType) -> MemberSet? {
    var set = MemberSet()
    switch keys(of: type) {
    case .strings(let facts): set.index = MemberSet.Index(keys: facts, value: value)
    case .names(let names):
      for name in names {
        set.merge(LazyMember(name: name.text, nameSpan: value.span, isOptional: false, types: [value]))
      }
      set.uniformValue = value
    case nil: return undecidedKeys(at: type.span)
    }
    return set
  }

  // MARK: Mapped types

  /// `{ [K in Keys as Name]?: Value }`; optionality and docs are kept when the keys are those of an object.
  func mappedSet(_ mapped: MappedTypeSyntax, _ type: LazyType, _ environment: Environment) -> MemberSet? {
    let keysType = type.part(mapped.keys, environment)
    let source = mappedSource(keysType)
    let value = mapped.value ?? TypeSyntax(.keyword(.any), span: type.span)
    var set = MemberSet()
    switch keys(of: keysType) {
    case nil: return undecidedKeys(at: mapped.keys.span)
    case .strings(let facts):
      let text = LazyType(TypeSyntax(.keyword(.string), span: mapped.keys.span), environment)
      let bound = environment.binding(mapped.parameter.text, to: text)
      set.index = MemberSet.Index(keys: facts, value: LazyType(value, bound))
    case .names(let names):
      for key in names {
        let literal = LazyType(TypeSyntax(.literal(key.syntax), span: mapped.keys.span), environment)
        let bound = environment.binding(mapped.parameter.text, to: literal)
        guard let newNames = renamed(key, mapped, bound) else { return undecidedKeys(at: mapped.keys.span) }
        for name in newNames {
          set.merge(mappedMember(name, from: source?.member(key.text), mapped, LazyType(value, bound), type.span))
        }
      }
      if source == nil, mapped.renamed == nil, !value.span.text.contains(mapped.parameter.text) {
        set.uniformValue = LazyType(value, environment)
      }
    }
    return set
  }

  private func mappedSource(_ keys: LazyType) -> MemberSet? {
    keyedType(keys).flatMap { memberSet($0, head: head($0)) }
  }

  /// The type whose keys these are, where they are written as `keyof T`, directly or through a type parameter.
  private func keyedType(_ keys: LazyType) -> LazyType? {
    var current = keys
    for _ in 0..<20 {
      guard case .syntax(let syntax, let environment) = current.form else { return nil }
      switch syntax.node {
      case .keyof(let inner): return current.part(inner, environment)
      case .parenthesized(let inner): current = current.part(inner, environment)
      case .reference(let path, _):
        guard path.count == 1, let binding = environment.bindings[path[0].text] else { return nil }
        current = binding.type
      default: return nil
      }
    }
    return nil
  }

  /// A mapped type over the keys of a list, a tuple, a scalar or a union: mapped types keep what they are made from.
  func mappedParts(_ mapped: MappedTypeSyntax, _ type: LazyType, _ environment: Environment) -> LazyType? {
    guard mapped.renamed == nil, case .keyof(let source) = mapped.keys.withoutParentheses.node,
      let value = mapped.value
    else { return nil }
    return descend(at: type.span, otherwise: nil) {
      let head = head(type.part(source, environment))
      if let parts = alternatives(of: head), case .reference(let path, _) = source.withoutParentheses.node,
        path.count == 1, environment.bindings[path[0].text] != nil
      {
        let results = parts.map { type.part(syntax(of: type), environment.binding(path[0].text, to: $0)) }
        return LazyType(union: results, span: type.span)
      }
      func bound(_ literal: TypeSyntax.Node) -> LazyType {
        let key = LazyType(TypeSyntax(literal, span: mapped.keys.span), environment)
        return LazyType(value, environment.binding(mapped.parameter.text, to: key))
      }
      if elementType(of: head) != nil {
        let item = bound(.keyword(.number))
        return LazyType(tuple: [TupleElement(type: item, isOptional: false, isRest: true)], span: type.span)
      }
      if let elements = tupleElements(head) {
        let changed = elements.enumerated().map { place, element in
          var element = element
          element.type = bound(element.isRest ? .keyword(.number) : .literal(.number(String(place))))
          if !element.isRest, mapped.optionality != .kept { element.isOptional = mapped.optionality == .added }
          return element
        }
        return LazyType(tuple: changed, span: type.span)
      }
      if case .builtin(let name) = target(of: head), ["Date", "URL"].contains(name) { return head }
      return isScalar(head) || [.any, .unknown].contains(keyword(of: head)) ? head : nil
    }
  }

  private func syntax(of type: LazyType) -> TypeSyntax {
    if case .syntax(let syntax, _) = type.form { return syntax }
    return TypeSyntax(.invalid, span: type.span)
  }

  private func renamed(_ key: KeyName, _ mapped: MappedTypeSyntax, _ environment: Environment) -> [String]? {
    guard let rename = mapped.renamed else { return [key.text] }
    guard case .names(let names)? = keys(of: LazyType(rename, environment)) else { return nil }
    return names.map(\.text)
  }

  private func mappedMember(
    _ name: String, from source: LazyMember?, _ mapped: MappedTypeSyntax, _ value: LazyType, _ span: SourceSpan
  ) -> LazyMember {
    let isOptional =
      switch mapped.optionality {
      case .added: true
      case .removed: false
      case .kept: source?.isOptional ?? false
      }
    var types = [value]
    if !isOptional, source?.isOptional == true { types = types.map(withoutUndefined) }
    return LazyMember(
      name: name, nameSpan: source?.nameSpan ?? mapped.keys.span, isOptional: isOptional, types: types,
      documentation: source?.documentation, isFunction: source?.isFunction ?? false)
  }
}

extension TypeScriptLowering.KeyName {
  /// The key as a literal type.
  var syntax: LiteralSyntax {
    if case .number(let text) = literal { .number(text) } else { .string(text) }
  }
}
