internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

extension ZodFrontend {
  /// One step of a chain such as `z.string().min(3)`.
  private enum Link {
    case member(Identifier)
    case element(ScriptValue)
    case call(types: [TypeSyntax], arguments: [ScriptValue], isNew: Bool)
  }

  /// What an expression comes to.
  func evaluate(_ value: ScriptValue, in scope: ZodScope) -> ZodValue {
    descend(at: value.span, otherwise: tooDeep(at: value.span)) { evaluateNode(value, in: scope) }
  }

  private func tooDeep(at span: SourceSpan) -> ZodValue {
    .unknown(
      ZodFault(
        rule: ZodRules.endlessSchema, message: "the schema nests too deep", help: "give an inner schema a constant",
        span: span))
  }

  private func evaluateNode(_ value: ScriptValue, in scope: ZodScope) -> ZodValue {
    switch value.node {
    case .literal(.bigint(let digits)): return .bigint(digits)
    case .literal(let literal): return Literal(literal).map(ZodValue.literal) ?? .undefined
    case .null: return .literal(.null)
    case .undefined: return .undefined
    case .pattern(let source, let flags): return .pattern(source, flags: flags)
    case .template(let texts, let values): return template(texts, values, value.span, scope)
    case .name, .member, .element, .call: return evaluateChain(value, in: scope)
    case .list(let elements): return list(elements, scope)
    case .object(let entries): return object(entries, scope)
    case .spread(let inner): return evaluate(inner, in: scope)
    case .function(let function): return .function(function, scope)
    case .prefixed(let sign, let inner): return prefixed(sign, inner, value.span, scope)
    case .combined(let sign, let left, let right): return combined(sign, left, right, value.span, scope)
    case .choice(let condition, let then, let otherwise):
      guard let isTrue = truth(of: evaluate(condition, in: scope)) else {
        return undecided("this depends on a condition", at: condition.span)
      }
      return evaluate(isTrue ? then : otherwise, in: scope)
    case .typed(let inner, _): return evaluate(inner, in: scope)
    case .opaque: return undecided("this expression is not followed", at: value.span)
    }
  }

  func undecided(_ message: String, at span: SourceSpan) -> ZodValue {
    .unknown(
      ZodFault(
        rule: ZodRules.undecided, message: message, help: "write one schema that holds in every case", span: span))
  }

  // MARK: Chains

  /// Chains are as long as their authors like, so they are walked and not recursed into.
  private func evaluateChain(_ value: ScriptValue, in scope: ZodScope) -> ZodValue {
    var links: [(link: Link, span: SourceSpan)] = []
    var root = value
    walk: while true {
      switch root.node {
      case .member(let base, let name):
        links.append((.member(name), root.span))
        root = base
      case .element(let base, let index):
        links.append((.element(index), root.span))
        root = base
      case .call(let callee, let types, let arguments, let isNew):
        links.append((.call(types: types, arguments: arguments, isNew: isNew), root.span))
        root = callee
      default: break walk
      }
    }
    var current: ZodValue
    if case .name(let name) = root.node {
      current = lookUp(name.text, from: scope, at: name.span)
    } else {
      current = evaluate(root, in: scope)
    }
    var text = root.span
    for (link, span) in links.reversed() {
      switch link {
      case .member(let name): current = member(name, of: current)
      case .element(let index): current = element(evaluate(index, in: scope), of: current, at: index.span)
      case .call(let types, let arguments, let isNew):
        current = call(current, named: text, types, arguments, isNew: isNew, at: span, scope)
      }
      text = span
    }
    return current
  }

  /// `whole[index]`.
  private func element(_ index: ZodValue, of whole: ZodValue, at span: SourceSpan) -> ZodValue {
    switch (whole, index) {
    case (.unknown, _): return whole
    case (_, .unknown): return index
    case (.list(let elements), .literal(.number(let text))):
      guard let place = Int(text), elements.indices.contains(place) else { return .undefined }
      return elements[place]
    case (_, .literal(.string(let name))), (_, .literal(.number(let name))):
      return member(Identifier(text: name, span: span), of: whole)
    default: return undecided("this access is not followed", at: span)
    }
  }

  /// `whole.name`.
  func member(_ name: Identifier, of whole: ZodValue) -> ZodValue {
    switch whole {
    case .unknown: return whole
    case .schema(let schema): return part(name, of: schema) ?? .method(whole, name)
    case .zod(let path, let version): return .zod(path + [name.text], version: version)
    case .module(let module):
      return exported(name.text, of: module, at: name.span)
        ?? unresolved("'\(module.path)' exports no value '\(name.text)'", at: name.span)
    case .space(let scope):
      return declaredValue(of: name.text, in: scope)
        ?? unresolved("the namespace has no value '\(name.text)'", at: name.span)
    case .object(let members):
      if let member = members.last(where: { $0.name == name.text }) { return member.cell.value }
      return .undefined
    case .list(let elements):
      if name.text == "length" { return .literal(.number(String(elements.count))) }
      return .method(whole, name)
    case .enumeration(let symbol):
      if let entry = enumCases(symbol).first(where: { $0.name == name.text }) { return .literal(entry.value) }
      return unresolved("enum '\(symbol.name.text)' has no member '\(name.text)'", at: name.span)
    case .global("Number"):
      switch name.text {
      case "MAX_SAFE_INTEGER": return .literal(.number("9007199254740991"))
      case "MIN_SAFE_INTEGER": return .literal(.number("-9007199254740991"))
      default: return .method(whole, name)
      }
    case .literal, .bigint, .undefined, .pattern, .function, .check, .global, .method: return .method(whole, name)
    }
  }

  // MARK: Calls

  private func call(
    _ callee: ZodValue, named text: SourceSpan, _ types: [TypeSyntax], _ arguments: [ScriptValue], isNew: Bool,
    at span: SourceSpan, _ scope: ZodScope
  ) -> ZodValue {
    switch callee {
    case .zod(let path, let version):
      return callZod(
        ZodCall(path: path, types: types, arguments: arguments, span: span, scope: scope, version: version))
    case .function(let function, let closure):
      return call(function, closure, arguments.map { value in { self.evaluate(value, in: scope) } }, at: span)
    case .method(.schema(let schema), let name):
      return callMethod(name, of: schema, arguments, at: span, scope)
    case .method(.list(let elements), let name): return callMethod(name, of: elements, arguments, at: span, scope)
    case .method(.global(let owner), let name): return callGlobal(owner, name, arguments, at: span, scope)
    case .method(.literal(.string(let value)), let name)
    where ["toLowerCase", "toUpperCase", "trim"].contains(name.text):
      return .literal(.string(name.text == "toUpperCase" ? value.uppercased() : value.lowercased()))
    case .unknown(var fault):
      // The name of a function that cannot be read is worth more than what is behind it.
      if fault.rule == ZodRules.unresolvedName, fault.span == text {
        fault = ZodFault(
          rule: ZodRules.unfollowedHelper, message: "'\(text.text)' cannot be followed: \(fault.message)",
          help: "write the schema out, or keep the function in a file that Assay may read", span: span)
      }
      return .unknown(fault)
    case .global(let name): return construct(name, arguments, at: span, scope) ?? unfollowed(name, at: span)
    case .method(_, let name): return unfollowed(name.text, at: span)
    case .module, .space, .object, .list, .literal, .bigint, .undefined, .pattern, .schema, .check, .enumeration:
      return undecided("this call is not followed", at: span)
    }
  }

  func unfollowed(_ name: String, at span: SourceSpan) -> ZodValue {
    .unknown(
      ZodFault(
        rule: ZodRules.unfollowedHelper, message: "'\(name)' cannot be followed",
        help: "write the schema out, or keep the function in a file that Assay may read", span: span))
  }

  /// Calls a function with arguments that are worked out when they are needed.
  func call(
    _ function: ScriptFunction, _ closure: ZodScope, _ arguments: [() -> ZodValue], at span: SourceSpan
  ) -> ZodValue {
    guard !function.isDeferred else { return unfollowed("an asynchronous function", at: span) }
    guard calls < Self.maximumCalls else { return tooDeep(at: span) }
    calls += 1
    defer { calls -= 1 }
    let scope = ZodScope(module: closure.module, parent: closure, path: closure.path, isCall: true)
    for (place, parameter) in function.parameters.enumerated() {
      let argument = place < arguments.count ? arguments[place] : nil
      bind(parameter, to: argument, in: scope)
    }
    return descend(at: span, otherwise: tooDeep(at: span)) { run(function.body, in: scope) ?? .undefined }
  }

  private func bind(_ parameter: ScriptVariable, to argument: (() -> ZodValue)?, in scope: ZodScope) {
    switch parameter.pattern {
    case .name(let name):
      let cell = ZodCell(span: name.span, in: cells) { [unowned self] in
        let value = argument?() ?? .undefined
        if case .undefined = value, let fallback = parameter.value { return evaluate(fallback, in: scope) }
        return value
      }
      scope.declare(name, cell: cell)
    case .object(let entries):
      let whole = ZodCell(span: entries.first?.name.span ?? scope.module.script.file.start, in: cells) {
        [unowned self] in
        let value = argument?() ?? .undefined
        if case .undefined = value, let fallback = parameter.value { return evaluate(fallback, in: scope) }
        return value
      }
      for entry in entries {
        let cell = ZodCell(span: entry.name.span, in: cells) { [unowned self] in
          taken(entry.key, from: whole.value, fallback: entry.fallback, scope)
        }
        scope.declare(entry.name, cell: cell)
      }
    case .names(let names): for name in names { scope.declare(name, opaque("a rest parameter", at: name.span)) }
    }
  }

  /// Runs statements up to the first `return`; nil when there is none.
  private func run(_ statements: [ScriptStatement], in scope: ZodScope) -> ZodValue? {
    declare(statements, in: scope)
    for statement in statements {
      switch statement.node {
      case .returning(let value): return value.map { evaluate($0, in: scope) } ?? .undefined
      case .block(let inner):
        let block = ZodScope(module: scope.module, parent: scope, path: scope.path)
        if let result = run(inner, in: block) { return result }
      case .choice(let condition, let then, let otherwise):
        guard Self.returns(then) || Self.returns(otherwise) else { continue }
        guard let isTrue = truth(of: evaluate(condition, in: scope)) else {
          return undecided("this depends on a condition", at: condition.span)
        }
        let block = ZodScope(module: scope.module, parent: scope, path: scope.path)
        if let result = run(isTrue ? then : otherwise, in: block) { return result }
      case .value(let value): assign(value, in: scope)
      default: continue
      }
    }
    return nil
  }

  /// `object[key] = value` and `object.key = value`, where the function called the object by a name of its own.
  private func assign(_ value: ScriptValue, in scope: ZodScope) {
    guard case .combined("=", let target, let written) = value.node else { return }
    let base: ScriptValue
    let key: ZodValue
    switch target.node {
    case .element(let object, let index): (base, key) = (object, evaluate(index, in: scope))
    case .member(let object, let name): (base, key) = (object, .literal(.string(name.text)))
    default: return
    }
    guard case .name(let name) = base.node, let constant = scope.constants[name.text],
      case .object(var members) = constant.cell.value
    else { return }
    guard let text = Self.text(of: key) else {
      return scope.assign(name.text, undecided("this computed name is not known", at: target.span))
    }
    let assigned = evaluate(written, in: scope)
    Self.set(
      ZodMember(
        name: text, span: target.span, documentation: nil, cell: ZodCell(assigned, span: written.span, in: cells)),
      &members)
    scope.assign(name.text, .object(members))
  }

  /// Whether any of the statements, blocks inside them too, returns.
  private static func returns(_ statements: [ScriptStatement]) -> Bool {
    statements.contains { statement in
      switch statement.node {
      case .returning: true
      case .block(let inner): returns(inner)
      case .choice(_, let then, let otherwise): returns(then) || returns(otherwise)
      default: false
      }
    }
  }
}

extension SourceFile {
  /// The empty span at the start.
  var start: SourceSpan { SourceSpan(file: self, start: 0, end: 0) }
}
