internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax
internal import Workspace

extension TypeScriptLowering {
  /// A reference to a named type; an instance of a generic one gets a name made of its own and its arguments'.
  ///
  /// `Page<ChatMessage>` becomes `PageOfChatMessage`, `Pair<A, B[]>` becomes `PairOfAAndListOfB`. A generic alias that
  /// only wraps its parameter (`type Maybe<T> = T | null`) is written out in place.
  func reference(to symbol: TypeSymbol, arguments: [LazyType] = [], at span: SourceSpan) -> TypeExpression {
    if let inferred = inferredAlias(symbol, at: span) { return inferred }
    guard let environment = bind(arguments, to: symbol, at: span) else { return TypeExpression(.anyJSON, span: span) }
    let body = LazyType(body(of: symbol), environment)
    let base = symbol.scope.prefix + symbol.name.text
    guard !symbol.parameters.isEmpty else {
      if !arguments.isEmpty { return wrongArguments(symbol.name.text, wanted: "no", at: span) }
      let name = declare(
        name: TypeName.draft(base, key: symbol.key), key: symbol.key, type: body, symbol: symbol, at: symbol.name.span)
      return TypeExpression(.reference(name), span: span)
    }
    let bindings = symbol.parameters.compactMap { environment.bindings[$0.name.text] }
    if let alias = symbol.alias, !isStructural(alias) {
      let key = symbol.key + "<" + bindings.map { keyText($0.type) }.joined(separator: ",") + ">"
      return lowerInPlace(body, key: key, readable: { self.instanceName(base, bindings) }, body: { self.lower(body) })
    }
    let key = symbol.key + "<" + bindings.map(text).joined(separator: ",") + ">"
    guard generation < Self.maximumGeneration, progress.names[key] != nil || !growsTooMuch(key) else {
      return fail(
        TypeScriptRules.endlessType, "'\(symbol.name.text)' leads to ever new instances of itself",
        help: "break the circle with a type that does not grow", at: span)
    }
    if let known = progress.names[key] { return TypeExpression(.reference(known), span: span) }
    let name = declare(
      name: TypeName.draft(instanceName(base, bindings), key: key), key: key, type: body, symbol: symbol,
      at: symbol.name.span, isInstance: true)
    return TypeExpression(.reference(name), span: span)
  }

  /// Whether an instance is one too many of those that follow from each other; two that each lead to two more would be
  /// millions before their generation ends it.
  private func growsTooMuch(_ key: String) -> Bool {
    guard generation >= Self.growingGeneration else { return false }
    progress.growingInstances += 1
    return progress.growingInstances > Self.maximumGrowth.instances || key.utf8.count > Self.maximumGrowth.keyLength
  }

  private func instanceName(_ base: String, _ bindings: [Binding]) -> String {
    base + "Of" + bindings.map { readableName(outline($0)) }.joined(separator: "And")
  }

  /// What stands for a symbol's body: the alias's type, or a reference to the interface or enum itself.
  func body(of symbol: TypeSymbol) -> TypeSyntax {
    symbol.alias?.type ?? TypeSyntax(.reference(name: [symbol.name], arguments: []), span: symbol.name.span)
  }

  /// The environment of a symbol's body; nil, with a finding, when the number of arguments is wrong.
  func bind(_ arguments: [LazyType], to symbol: TypeSymbol, at span: SourceSpan) -> Environment? {
    var environment = Environment(symbol.scope)
    let parameters = symbol.parameters
    if arguments.count > parameters.count, !parameters.isEmpty {
      _ = wrongArguments(symbol.name.text, wanted: "at most \(parameters.count)", at: span)
      return nil
    }
    for (place, parameter) in parameters.enumerated() {
      if place < arguments.count {
        environment.bindings[parameter.name.text] = Binding(arguments[place])
      } else if let fallback = parameter.fallback {
        environment.bindings[parameter.name.text] = Binding(LazyType(fallback, environment))
      } else {
        _ = wrongArguments(symbol.name.text, wanted: "\(parameters.count)", at: span)
        return nil
      }
    }
    // Declarations that are merged may call the parameters by other names.
    for interface in symbol.interfaces {
      for (parameter, first) in zip(interface.parameters, parameters) {
        environment.bindings[parameter.name.text] = environment.bindings[first.name.text]
      }
    }
    return environment
  }

  /// Whether an instance of a generic alias is a type in its own right and not a wrapper around its parameter.
  private func isStructural(_ alias: TypeAliasSyntax) -> Bool {
    let names = Set(alias.parameters.map(\.name.text))
    switch alias.type.withoutParentheses.node {
    case .object, .intersection: return true
    // Mapped over a list, a union or a scalar it is none.
    case .mapped(let mapped): if case .keyof = mapped.keys.withoutParentheses.node { return false } else { return true }
    case .union(let members):
      return members.allSatisfy { member in
        switch member.withoutParentheses.node {
        case .object, .intersection: true
        case .reference(let path, _): !(path.count == 1 && names.contains(path[0].text))
        default: false
        }
      }
    default: return false
    }
  }

  // MARK: Keys

  /// The lowered form of what a type parameter stands for, made without leaving any trace: neither what it would
  /// declare nor what it would find wrong, since the parameter may yet be used in part, or not at all.
  func outline(_ binding: Binding) -> TypeExpression {
    if let known = binding.outline ?? binding.lowered { return known }
    let before = (progress, findings, isAbandoned, recursivePlaces)
    let outline = lower(binding.type)
    (progress, findings, isAbandoned, recursivePlaces) = before
    binding.outline = outline
    return outline
  }

  /// The text that tells one argument from another.
  func text(_ binding: Binding) -> String { ContractText.describe(outline(binding)) }

  /// The text that tells a type from every other without lowering it: names resolved, the rest by its place.
  func keyText(_ type: LazyType) -> String {
    descend(at: type.span, otherwise: "…") {
      switch type.form {
      case .union(let parts): return "(" + parts.map(keyText).joined(separator: "|") + ")"
      case .intersection(let parts): return "(" + parts.map(keyText).joined(separator: "&") + ")"
      case .tuple(let elements):
        let texts = elements.map { ($0.isRest ? "..." : "") + keyText($0.type) + ($0.isOptional ? "?" : "") }
        return "[" + texts.joined(separator: ",") + "]"
      case .lowered(let lowered): return ContractText.describe(lowered)
      case .syntax(let syntax, let environment): return keyText(syntax, environment, type)
      }
    }
  }

  private func keyText(_ syntax: TypeSyntax, _ environment: Environment, _ type: LazyType) -> String {
    func part(_ inner: TypeSyntax) -> String { keyText(type.part(inner, environment)) }
    switch syntax.node {
    case .keyword(.this): return environment.bindings["this"].map { keyText($0.type) } ?? "this"
    case .keyword(let word): return word.rawValue
    case .literal(let literal): return "\(literal)"
    case .array(let element): return part(element) + "[]"
    case .parenthesized(let inner), .readonly(let inner): return part(inner)
    case .union(let parts): return "(" + parts.map(part).joined(separator: "|") + ")"
    case .intersection(let parts): return "(" + parts.map(part).joined(separator: "&") + ")"
    case .indexedAccess(let object, let index):
      // By what it comes to, so that a type that leads to itself through its members has one key.
      if let member = quietly({ self.step(type) }) { return keyText(member) }
      return part(object) + "[" + part(index) + "]"
    case .keyof(let inner): return "keyof " + part(inner)
    case .reference, .importType:
      let inner = arguments(of: type).map(keyText)
      let suffix = inner.isEmpty ? "" : "<" + inner.joined(separator: ",") + ">"
      switch target(of: type) {
      case .parameter(let binding): return keyText(binding.type)
      case .symbol(let symbol): return symbol.key + suffix
      case .enumMember(let symbol, let name): return symbol.key + "." + name
      case .builtin(let name): return name + suffix
      case .mapped(let form): return form.word.rawValue
      case .none: break
      }
    default: break
    }
    return "\(syntax.span.file.path):\(syntax.span.start)-\(syntax.span.end)" + environmentText(type)
  }

  /// Runs a step whose findings are not told, but for the one that ends the reading of the declaration.
  ///
  /// - Parameter isTrial: Whether the declaration is read afresh afterwards, so that its end is not told either.
  func quietly<Result>(isTrial: Bool = false, _ step: () -> Result) -> Result {
    let before = (findings, progress.reported, progress.refused, progress.faultCount)
    let wasAbandoned = isAbandoned
    let result = step()
    let end =
      isAbandoned && !wasAbandoned && !isTrial ? findings.all.last { $0.rule == TypeScriptRules.endlessType } : nil
    (findings, progress.reported, progress.refused, progress.faultCount) = before
    if let end, let span = end.place.span {
      isAbandoned = false
      report(end.rule, end.severity, end.message, help: end.help, at: span)
      isAbandoned = true
    }
    return result
  }

  func environmentText(_ type: LazyType) -> String {
    guard case .syntax(let syntax, let environment) = type.form, !environment.bindings.isEmpty else { return "" }
    let names = environment.bindings.keys.sorted { $0.precedesByBytes($1) }
    // What stands in the text may be used; `this` is asked for by its word.
    let text = syntax.span.text
    let used = names.filter { $0 == Self.hiddenParameter || text.contains($0) }
    return "{" + used.map { "\($0)=\(environment.bindings[$0].map { keyText($0.type) } ?? "")" }.joined(separator: ",")
      + "}"
  }

  // MARK: Names

  /// A name for a type that is put together in place, such as `PartialOfPlan`.
  func readableName(_ type: LazyType) -> String {
    descend(at: type.span, otherwise: "Value") { nameParts(type) }
  }

  private func nameParts(_ type: LazyType) -> String {
    guard case .syntax(let syntax, let environment) = type.form else { return "Value" }
    switch syntax.node {
    case .reference(let path, let arguments):
      if path.count == 1, let binding = environment.bindings[path[0].text] { return readableName(outline(binding)) }
      let base = path.map { NameText.capitalized($0.text) }.joined()
      guard !arguments.isEmpty else { return base }
      return base + "Of" + arguments.map { readableName(type.part($0, environment)) }.joined(separator: "And")
    case .literal(.string(let text)): return NameText.words(text)
    case .keyword(let word): return NameText.capitalized(word.rawValue)
    case .array(let element): return "ListOf" + readableName(type.part(element, environment))
    case .intersection(let parts):
      return parts.prefix(3).map { readableName(type.part($0, environment)) }.joined(separator: "With")
    case .union(let parts):
      return parts.prefix(3).map { readableName(type.part($0, environment)) }.joined(separator: "Or")
    case .parenthesized(let inner), .readonly(let inner): return readableName(type.part(inner, environment))
    case .indexedAccess(let object, let index):
      return readableName(type.part(object, environment)) + readableName(type.part(index, environment))
    default: return "Value"
    }
  }

  /// A name part for a type argument.
  func readableName(_ type: TypeExpression) -> String {
    switch type.shape {
    case .anyJSON: "Any"
    case .null: "Null"
    case .boolean: "Boolean"
    case .string(let facts): facts.format.map(NameText.words) ?? "String"
    case .number(let facts): facts.isInteger ? "Integer" : "Number"
    case .literal(let literal): readableName(literal)
    case .enumeration(let shape): shape.cases.prefix(3).map { readableName($0.value) }.joined(separator: "Or")
    case .array(let shape): "ListOf" + readableName(shape.element)
    case .tuple: "Tuple"
    case .map(let values, _): "MapOf" + readableName(values)
    case .object(let shape):
      shape.properties.isEmpty
        ? "Object" : shape.properties.prefix(3).map { NameText.words($0.name) }.joined(separator: "And")
    case .union(let shape): shape.variants.prefix(3).map { readableName($0.type) }.joined(separator: "Or")
    case .nullable(let inner): "Nullable" + readableName(inner)
    case .reference(let name): TypeName.readable(name)
    }
  }

  private func readableName(_ literal: Literal) -> String {
    switch literal {
    case .string(let text): NameText.words(text)
    case .number(let text): NameText.words(text.replacing("-", with: "minus "))
    case .boolean(let value): value ? "True" : "False"
    case .null: "Null"
    }
  }
}
