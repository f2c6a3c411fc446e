internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

extension ZodFrontend {
  /// A value that is looked through for functions and schemas without a name.
  private struct Place {
    let value: ScriptValue
    let scope: ZodScope
    /// Names around it.
    let path: [String]
    /// What chain it is, where the chain that it is the start of has told; to follow each link to the start again would
    /// take quadratic time.
    var chain: Chain?
  }

  /// A chain of members and calls.
  private struct Chain {
    /// Longer ones are no schemas, but may start with one.
    static let longestSchema = 500

    var links = 0
    /// How many of the links are calls; 0 where the chain starts with something else than Zod.
    var zodCalls = 0
    var mayBeSchema: Bool { zodCalls > 0 && links <= Self.longestSchema }
    func withoutMember() -> Chain { Chain(links: links - 1, zodCalls: zodCalls) }
    func withoutCall() -> Chain { Chain(links: links - 1, zodCalls: max(0, zodCalls - 1)) }
  }

  /// Makes the schemas of a file types of the contract.
  func declareAll(of module: ScriptModule) {
    for constant in module.scope.ordered { declareConstant(constant) }
    for statement in module.script.statements { look(into: statement, module.scope, []) }
  }

  private func declareConstant(_ constant: ZodConstant) {
    begin()
    switch constant.cell.value {
    case .schema(let schema):
      if case .faulty(let fault) = schema.kind { return report(fault, of: constant) }
      guard isType(constant, schema) else { return }
      let traits = traits(of: constant, schema)
      guard !traits.dependsOnArgument else { return leaveOut(constant.name.span, "depends on an argument") }
      var side = ZodSide.input
      if traits.takesDate, progress.names[constant.key + " input"] == nil {
        side = .output
        report(
          ZodRules.answerOnly, .warning,
          "this schema holds a 'Date', which no request can carry; it is read as what an answer shows",
          help: "use z.iso.datetime() or z.coerce.date() where it is meant for a request", at: constant.name.span)
      }
      _ = declare(constant, schema, side)
      drainQueue()
    case .unknown(let fault):
      let isCalledSchema = constant.name.text.lowercased().hasSuffix("schema") && constant.isExported
      if fault.isSchema || (isCalledSchema && fault.rule == ZodRules.unfollowedHelper) { report(fault, of: constant) }
    default: return
    }
  }

  private func report(_ fault: ZodFault, of constant: ZodConstant) {
    guard !fault.isParameter else { return }
    let outer = member
    member = constant.name.text
    progress.refused.others.insert(LeftOutPart(title: "schema '\(constant.name.text)'", span: constant.name.span))
    report(fault)
    member = outer
  }

  private func leaveOut(_ span: SourceSpan, _ reason: String) {
    report(
      ZodRules.unnamedSchema, .note, "a schema that \(reason) is left out",
      help: "give it a constant if a client needs the type", at: span)
  }

  // MARK: Inside of functions

  private func look(into statement: ScriptStatement, _ scope: ZodScope, _ path: [String]) {
    switch statement.node {
    case .variables(let variables):
      for variable in variables {
        guard let value = variable.value, !declareParsed(value, variable.pattern, statement, scope) else { continue }
        if case .name(let name) = variable.pattern {
          if let constant = scope.constants[name.text], case .schema = constant.cell.value { continue }
          look(into: Place(value: value, scope: scope, path: path + [name.text]))
        } else {
          look(into: Place(value: value, scope: scope, path: path))
        }
      }
    case .function(let name, let function): look(into: function, scope, path + [name?.text ?? "default"])
    case .type(let name, let members):
      let inside = ZodScope(module: scope.module, parent: scope, path: path + [name?.text ?? "class"])
      declare(members, in: inside)
      for constant in inside.ordered { declareConstant(constant) }
      for member in members { look(into: member, inside, inside.path) }
    case .returning(let value): if let value { look(into: Place(value: value, scope: scope, path: path)) }
    case .value(let value):
      if statement.isDefault, case .schema? = scope.module.defaultExport?.cell.value { return }
      look(into: Place(value: value, scope: scope, path: path))
    case .choice(let condition, let then, let otherwise):
      look(into: Place(value: condition, scope: scope, path: path))
      look(into: then, scope, path)
      look(into: otherwise, scope, path)
    case .block(let inner): look(into: inner, scope, path)
    }
  }

  /// Makes a type of the schema in `const body = z.object({ … }).parse(await request.json())`, which has the constant's name;
  /// false when that is not what stands there.
  private func declareParsed(
    _ value: ScriptValue, _ pattern: ScriptPattern, _ statement: ScriptStatement, _ scope: ZodScope
  ) -> Bool {
    var value = value
    while case .prefixed("await", let inner) = value.node { value = inner }
    guard case .call(let callee, _, _, _) = value.node, case .member(let base, let method) = callee.node,
      ["parse", "safeParse", "parseAsync", "safeParseAsync"].contains(method.text), startsWithZod(base, scope)
    else { return false }
    let name: Identifier
    if case .name(let own) = pattern { name = own } else { name = Identifier(text: "default", span: base.span) }
    let constant = ZodConstant(
      name: name, cell: ZodCell(span: base.span, in: cells) { [unowned self] in evaluate(base, in: scope) },
      module: scope.module,
      path: scope.path, isExported: false, isNameable: !scope.isCall, documentation: statement.documentation)
    declareConstant(constant)
    return true
  }

  private func look(into statements: [ScriptStatement], _ outer: ZodScope, _ path: [String]) {
    let scope = ZodScope(module: outer.module, parent: outer, path: path)
    declare(statements, in: scope)
    for constant in scope.ordered { declareConstant(constant) }
    for statement in statements { look(into: statement, scope, path) }
  }

  private func look(into function: ScriptFunction, _ outer: ZodScope, _ path: [String]) {
    let scope = ZodScope(module: outer.module, parent: outer, path: path)
    for parameter in function.parameters {
      for name in Self.names(of: parameter.pattern) { scope.declare(name, argument(name)) }
    }
    begin()
    // What returns a schema is read where it is called.
    if !function.isDeferred, isSchema(result(of: function, scope)) { return }
    look(into: function.body, scope, path)
  }

  private func result(of function: ScriptFunction, _ scope: ZodScope) -> ZodValue {
    let closure = ZodScope(module: scope.module, parent: scope, path: scope.path, isCall: true)
    let arguments = function.parameters.map { parameter in
      { [unowned self] in
        argument(Self.names(of: parameter.pattern).first ?? Identifier(text: "", span: function.span))
      }
    }
    return call(function, closure, arguments, at: function.span)
  }

  private func isSchema(_ value: ZodValue) -> Bool {
    switch value {
    case .schema: true
    case .unknown(let fault): fault.isSchema || fault.isParameter
    default: false
    }
  }

  private func argument(_ name: Identifier) -> ZodValue {
    .unknown(
      ZodFault(
        rule: ZodRules.undecided, message: "'\(name.text)' is an argument", help: "write the schema as a constant",
        span: name.span, isParameter: true))
  }

  private static func names(of pattern: ScriptPattern) -> [Identifier] {
    switch pattern {
    case .name(let name): [name]
    case .object(let entries): entries.map(\.name)
    case .names(let names): names
    }
  }

  /// Looks through a value for functions, and for schemas that have no name; a list of places, so that nothing recurses
  /// on long chains.
  private func look(into place: Place) {
    var waiting = [place]
    while let place = waiting.popLast() {
      let chain = place.chain ?? self.chain(place.value, place.scope)
      if chain.mayBeSchema {
        begin()
        switch evaluate(place.value, in: place.scope) {
        case .schema(let schema):
          if case .object = surface(of: schema, .input).kind {
            leaveOut(place.value.span, "is written as an argument")
          }
          continue
        case .unknown(let fault) where fault.isSchema && !fault.isParameter:
          report(fault)
          continue
        default: break
        }
      }
      waiting += parts(of: place, chain)
    }
  }

  private func startsWithZod(_ value: ScriptValue, _ scope: ZodScope) -> Bool { chain(value, scope).zodCalls > 0 }

  private func chain(_ value: ScriptValue, _ scope: ZodScope) -> Chain {
    var root = value
    var chain = Chain()
    while true {
      switch root.node {
      case .member(let base, _): root = base
      case .call(let callee, _, _, _):
        chain.zodCalls += 1
        root = callee
      case .name(let name):
        guard chain.zodCalls > 0, case .zod = lookUp(name.text, from: scope, at: name.span) else { return Chain() }
        return chain
      default: return Chain()
      }
      chain.links += 1
    }
  }

  private func parts(of place: Place, _ chain: Chain) -> [Place] {
    func inside(_ values: [ScriptValue]) -> [Place] {
      values.map { Place(value: $0, scope: place.scope, path: place.path) }
    }
    func start(_ base: ScriptValue, _ chain: Chain) -> Place {
      Place(value: base, scope: place.scope, path: place.path, chain: chain)
    }
    switch place.value.node {
    case .template(_, let values), .list(let values): return inside(values)
    case .member(let base, _): return [start(base, chain.withoutMember())]
    case .spread(let base), .prefixed(_, let base), .typed(let base, _): return inside([base])
    case .element(let base, let index): return inside([base, index])
    case .call(let callee, _, let arguments, _): return [start(callee, chain.withoutCall())] + inside(arguments)
    case .object(let entries):
      return entries.map { entry in
        Place(value: entry.value, scope: place.scope, path: place.path + [entry.name?.text].compactMap(\.self))
      }
    case .function(let function):
      look(into: function, place.scope, place.path)
      return []
    case .combined(_, let left, let right): return inside([left, right])
    case .choice(let condition, let then, let otherwise): return inside([condition, then, otherwise])
    case .literal, .null, .undefined, .pattern, .name, .opaque: return []
    }
  }
}
