internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

extension TypeScriptLowering {
  /// Lowers a type to what JSON values belong to it.
  func lower(_ type: LazyType) -> TypeExpression {
    descend(at: type.span, otherwise: TypeExpression(.anyJSON, span: type.span)) {
      switch type.form {
      case .union: return lowerUnion(type)
      case .intersection: return lowerIntersection(type)
      case .tuple: return lowerTuple(type)
      case .lowered(let lowered): return lowered
      case .syntax(let syntax, let environment): return lower(syntax, environment, type)
      }
    }
  }

  private func lower(_ syntax: TypeSyntax, _ environment: Environment, _ type: LazyType) -> TypeExpression {
    let span = syntax.span
    switch syntax.node {
    case .keyword(.this): return lowerThis(environment, at: span)
    case .keyword(let word): return lower(word, at: span)
    case .literal(let literal): return lower(literal, at: span)
    case .template(let texts, let types):
      return lowerTemplate(texts, types.map { type.part($0, environment) }, at: span)
    case .reference: return lowerReference(type)
    case .array(let element): return lowerArray(type.part(element, environment), at: span)
    case .tuple: return lowerTuple(type)
    case .object(let members):
      guard let set = memberSet(type) else { return unread(at: span) }
      if members.isEmpty { return loose("{}", at: span) }
      return lowerMembers(set, span: span)
    case .mapped, .intersection, .typeQuery, .indexedAccess, .importType, .conditional: return lowerInPlace(type)
    case .union: return lowerUnion(type)
    case .keyof: return lowerKeys(type)
    case .readonly(let inner), .parenthesized(let inner): return lower(type.part(inner, environment))
    case .infer:
      return unsupported("'infer' means nothing here", help: "write it after 'extends'", at: span)
    case .function:
      return unsupported("a function has no JSON form", help: "leave it out of types of answers", at: span)
    case .predicate:
      return unsupported("a type predicate has no JSON form", help: "write boolean", at: span)
    case .invalid:
      // The parser has told why, unless the type stands for a constant's value.
      if graph.hasSyntaxErrors { return TypeExpression(.anyJSON, span: span) }
      return type.isConstant
        ? unsupported("this value is not a literal", help: "write the value out, or declare its type", at: span)
        : unsupported("this cannot be read as a type", help: "declare an interface with its fields", at: span)
    }
  }

  func unsupported(_ message: String, help: String, at span: SourceSpan) -> TypeExpression {
    fail(TypeScriptRules.unsupportedType, message, help: help, at: span)
  }

  func loose(_ text: String, at span: SourceSpan) -> TypeExpression {
    report(
      TypeScriptRules.looseType, .warning, "'\(text)' accepts any object, so nothing in it is checked",
      help: "name the members, or write Record<string, unknown>", at: span)
    let value = TypeExpression(.anyJSON, span: span)
    return TypeExpression(.map(values: value, keys: .any), span: span)
  }

  private func lower(_ word: KeywordType, at span: SourceSpan) -> TypeExpression {
    switch word {
    case .any, .unknown: TypeExpression(.anyJSON, span: span)
    case .string: TypeExpression(.string(StringFacts()), span: span)
    case .number: TypeExpression(.number(NumberFacts()), span: span)
    case .boolean: TypeExpression(.boolean, span: span)
    case .null: TypeExpression(.null, span: span)
    case .object: loose("object", at: span)
    case .bigint:
      typeMap["bigint"].map { TypeExpression($0.shape, span: span) }
        ?? unsupported(
          "'bigint' has no JSON form", help: "declare it as string, or map it in assay.json under \"typeMap\"", at: span
        )
    case .symbol, .uniqueSymbol:
      unsupported("'symbol' has no JSON form", help: "declare it as string, or leave it out", at: span)
    case .void, .undefined:
      unsupported("'\(word.rawValue)' has no JSON form here", help: "write null, or make the member optional", at: span)
    case .never: unsupported("no value belongs to 'never'", help: "leave the member out", at: span)
    case .this: unsupported("'this' cannot be read here", help: "write the interface's name", at: span)
    case .intrinsic: unsupported("'intrinsic' cannot be read", help: "write out the type", at: span)
    }
  }

  private func lower(_ literal: LiteralSyntax, at span: SourceSpan) -> TypeExpression {
    guard let value = Literal(literal) else {
      if let form = typeMap["bigint"] { return TypeExpression(form.shape, span: span) }
      return unsupported("a big integer has no JSON form", help: "declare it as string", at: span)
    }
    return TypeExpression(.literal(value), span: span)
  }

  // MARK: Lists

  func lowerArray(_ element: LazyType, at span: SourceSpan) -> TypeExpression {
    TypeExpression(.array(ArrayShape(element: lowerElement(element))), span: span)
  }

  /// An element of a list: `undefined` becomes null in JSON.
  func lowerElement(_ element: LazyType) -> TypeExpression {
    let type = lower(element)
    guard allowsUndefined(element), !type.isNullable else { return type }
    return TypeExpression(.nullable(type), span: type.span)
  }

  private func lowerThis(_ environment: Environment, at span: SourceSpan) -> TypeExpression {
    guard let type = environment.bindings["this"]?.type else {
      return unsupported("'this' cannot be read here", help: "write the interface's name", at: span)
    }
    return lower(type)
  }

  /// The element type of `T[]`, `Array<T>` and `ReadonlyArray<T>`.
  func elementType(of head: LazyType) -> LazyType? {
    if case .lowered(let type) = head.form, case .array(let shape) = type.shape { return lazy(shape.element, head) }
    guard case .syntax(let syntax, let environment) = head.form else { return nil }
    switch syntax.node {
    case .array(let element): return head.part(element, environment)
    case .reference(_, let arguments):
      guard case .builtin("Array") = target(of: head), let element = arguments.first else { return nil }
      return head.part(element, environment)
    default: return nil
    }
  }

  // MARK: In place

  /// Lowers a type that is put together where it stands; it gets a name when it contains itself.
  func lowerInPlace(_ type: LazyType) -> TypeExpression {
    let key = "\(type.span.file.path):\(type.span.start)-\(type.span.end) \(environmentText(type))"
    if progress.names[key] == nil, let instance = recursiveInstance(type) {
      let draft = TypeName.draft(instance.name, key: key)
      let name = declare(
        name: draft, key: key, type: type, symbol: nil, at: instance.span, isInstance: instance.mayGrow, isPart: true)
      return TypeExpression(.reference(name), span: type.span)
    }
    return lowerInPlace(type, key: key, readable: { self.readableName(type) }, body: { self.putTogether(type) })
  }

  /// Runs `body` for a type unless the type stands inside itself; then both become references to a named type.
  func lowerInPlace(
    _ type: LazyType, key: String, readable: () -> String, body: () -> TypeExpression
  ) -> TypeExpression {
    if let name = progress.names[key] { return TypeExpression(.reference(name), span: type.span) }
    if let known = progress.places[key] { return known }
    guard openPlaces.insert(key).inserted else {
      recursivePlaces.insert(key)
      let name = TypeName.draft(readable(), key: key)
      progress.names[key] = name
      progress.namedTypes[name] = type
      return TypeExpression(.reference(name), span: type.span)
    }
    defer { openPlaces.remove(key) }
    let faultCount = progress.faultCount
    let lowered = body()
    guard recursivePlaces.remove(key) != nil, let name = progress.names[key] else {
      if progress.faultCount == faultCount, !isAbandoned { progress.places[key] = lowered }
      return lowered
    }
    if progress.faultCount != faultCount { progress.refused.types.insert(name) }
    progress.declarations.append(TypeDeclaration(name: name, type: lowered, span: type.span))
    return TypeExpression(.reference(name), span: type.span)
  }

  /// The name and place of a mapped type over an object, where its alias leads to itself: `DeepPartial<User>`.
  ///
  /// Each of these gets a name, since types that hold each other in many ways would be written out in every one.
  private func recursiveInstance(_ type: LazyType) -> (name: String, span: SourceSpan, mayGrow: Bool)? {
    guard case .syntax(let syntax, let environment) = type.form, case .mapped(let mapped) = syntax.node,
      case .keyof(let source) = mapped.keys.withoutParentheses.node,
      case .reference(let path, _) = source.withoutParentheses.node, path.count == 1,
      let binding = environment.bindings[path[0].text], let text = mapped.value?.span.text
    else { return nil }
    let owner = environment.scope.types.values.first { owner in
      guard let whole = owner.alias?.type.span else { return false }
      return whole.file.path == syntax.span.file.path && whole.start <= syntax.span.start
        && whole.end >= syntax.span.end
    }
    guard let owner, text.contains(owner.name.text) else { return nil }
    let base = owner.scope.prefix + owner.name.text + "Of"
    let head = head(type.part(source, environment))
    if case .symbol(let symbol) = target(of: head), !symbol.interfaces.isEmpty {
      return (base + symbol.name.text, owner.name.span, !symbol.parameters.isEmpty)
    }
    guard generation < Self.growingGeneration, isObject(head) else { return nil }
    return (base + readableName(binding.type), owner.name.span, true)
  }

  func putTogether(_ type: LazyType) -> TypeExpression {
    guard case .syntax(let syntax, _) = type.form else { return lower(type) }
    switch syntax.node {
    case .intersection: return lowerIntersection(type)
    case .importType(_, _, _, false): return lowerReference(type)
    case .mapped:
      if case .syntax(let syntax, _) = head(type).form, case .mapped = syntax.node { return lowerMembers(of: type) }
      return lower(head(type))
    case .reference:
      if case .builtin(let name) = target(of: type), !Self.selections.contains(name) {
        let head = head(type)
        if case .builtin(let same) = target(of: head), same == name { return lowerMembers(of: type) }
        return lower(head)
      }
    default: break
    }
    guard let next = step(type) else { return unread(at: type.span) }
    return lower(next)
  }

  private func lowerMembers(of type: LazyType) -> TypeExpression {
    guard let set = memberSet(type) else { return unread(at: type.span) }
    return lowerMembers(set, span: type.span)
  }
}

extension Literal {
  /// The literal as JSON has it; nil for a big integer.
  init?(_ syntax: LiteralSyntax) {
    switch syntax {
    case .string(let value): self = .string(value)
    case .number(let value): self = .number(value)
    case .boolean(let value): self = .boolean(value)
    case .bigint: return nil
    }
  }
}
