internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

/// What a transformation gives, as far as its text says it; the language's own functions are known by name.
extension ZodFrontend {
  /// Names of a function and the schemas of their values; nil for what is not known.
  private typealias Known = [String: ZodSchema]

  private static let textMethods: Set<String> = [
    "trim", "trimStart", "trimEnd", "toLowerCase", "toUpperCase", "replace", "replaceAll", "substring", "substr",
    "padStart", "padEnd", "normalize", "toString", "toISOString", "toFixed", "join", "charAt", "repeat",
    "toLocaleString", "toLocaleLowerCase", "toLocaleUpperCase",
  ]
  private static let truthMethods: Set<String> = ["includes", "startsWith", "endsWith", "some", "every", "test", "has"]
  private static let numberMethodNames: Set<String> = ["indexOf", "getTime", "valueOf", "charCodeAt"]

  /// The schema of what `.transform(function)` gives; nil when that cannot be told.
  func output(of written: ScriptValue, on input: ZodSchema, _ scope: ZodScope) -> ZodSchema? {
    switch evaluate(written, in: scope) {
    case .function(let function, let closure): return result(of: function, [input], closure, input)
    case .global(let name): return global(name, [input], input)
    default: return nil
    }
  }

  private func result(
    of function: ScriptFunction, _ arguments: [ZodSchema?], _ scope: ZodScope, _ origin: ZodSchema
  ) -> ZodSchema? {
    guard !function.isDeferred, calls < Self.maximumCalls else { return nil }
    calls += 1
    defer { calls -= 1 }
    var known: Known = [:]
    for (parameter, argument) in zip(function.parameters, arguments) {
      guard let argument else { continue }
      switch parameter.pattern {
      case .name(let name): known[name.text] = argument
      case .object(let entries):
        for entry in entries { known[entry.name.text] = member(entry.key.text, of: argument) }
      case .names: continue
      }
    }
    var results: [ZodSchema]? = []
    collect(function.body, &known, &results, scope, origin)
    guard let results, !results.isEmpty else { return nil }
    return either(results, origin)
  }

  /// The schemas of everything that statements return; nil as soon as one is not known.
  private func collect(
    _ statements: [ScriptStatement], _ known: inout Known, _ results: inout [ZodSchema]?, _ scope: ZodScope,
    _ origin: ZodSchema
  ) {
    for statement in statements {
      switch statement.node {
      case .returning(let value):
        let schema =
          value.map { infer($0, known, scope, origin) } ?? ZodSchema(.undefined, span: origin.span, version: 4)
        if let schema { results?.append(schema) } else { results = nil }
      case .variables(let variables):
        for variable in variables {
          if case .name(let name) = variable.pattern, let value = variable.value {
            known[name.text] = infer(value, known, scope, origin)
          }
        }
      case .choice(_, let then, let otherwise):
        collect(then, &known, &results, scope, origin)
        collect(otherwise, &known, &results, scope, origin)
      case .block(let inner): collect(inner, &known, &results, scope, origin)
      default: continue
      }
    }
  }

  private func either(_ schemas: [ZodSchema], _ origin: ZodSchema) -> ZodSchema {
    schemas.count == 1
      ? schemas[0] : ZodSchema(.union(schemas, discriminator: nil), span: origin.span, version: origin.version)
  }

  private func member(_ name: String, of schema: ZodSchema) -> ZodSchema? {
    guard case .object(let object) = surface(of: schema, .output).kind else { return nil }
    return object.entries.first { $0.name == name }?.schema.schema
  }

  // MARK: Values

  private func infer(_ value: ScriptValue, _ known: Known, _ scope: ZodScope, _ origin: ZodSchema) -> ZodSchema? {
    descend(at: value.span, otherwise: nil) { inferNode(value, known, scope, origin) }
  }

  private func inferNode(_ value: ScriptValue, _ known: Known, _ scope: ZodScope, _ origin: ZodSchema) -> ZodSchema? {
    func make(_ kind: ZodSchema.Kind) -> ZodSchema { ZodSchema(kind, span: origin.span, version: origin.version) }
    func inner(_ value: ScriptValue) -> ZodSchema? { infer(value, known, scope, origin) }
    switch value.node {
    case .name(let name):
      if let schema = known[name.text] { return schema }
      guard case .literal(let literal) = lookUp(name.text, from: scope, at: name.span) else { return nil }
      return constant(literal, make)
    case .literal(let literal): return Literal(literal).flatMap { constant($0, make) }
    case .null: return make(.null)
    case .undefined: return make(.undefined)
    case .template: return make(.string(ZodText()))
    case .prefixed(let sign, _):
      switch sign {
      case "!": return make(.boolean)
      case "-", "+", "~": return make(.number(NumberFacts()))
      case "typeof": return make(.string(ZodText()))
      case "void": return make(.undefined)
      default: return nil
      }
    case .combined(let sign, let left, let right): return combination(sign, inner(left), inner(right), make)
    case .choice(_, let then, let otherwise):
      guard let first = inner(then), let second = inner(otherwise) else { return nil }
      return either([first, second], origin)
    case .typed(let base, let type):
      guard let type else { return inner(base) }
      switch type.node {
      case .keyword(.string): return make(.string(ZodText()))
      case .keyword(.number): return make(.number(NumberFacts()))
      case .keyword(.boolean): return make(.boolean)
      case .keyword(.any), .keyword(.unknown): return make(.any)
      default: return nil
      }
    case .list(let elements):
      let schemas = elements.map(inner)
      guard !schemas.isEmpty, !schemas.contains(where: { $0 == nil }) else { return nil }
      return make(.array(either(schemas.compactMap(\.self), origin), minimum: nil, maximum: nil))
    case .object(let entries): return object(entries, inner, make)
    case .member(let base, let name):
      if name.text == "length" { return make(.number(NumberFacts())) }
      return inner(base).flatMap { member(name.text, of: $0) }
    case .call(let callee, _, let arguments, let isNew):
      if isNew { if case .name(let name) = callee.node, name.text == "Date" { return make(.date) } else { return nil } }
      return call(callee, arguments, known, scope, origin)
    default: return nil
    }
  }

  private func constant(_ literal: Literal, _ make: (ZodSchema.Kind) -> ZodSchema) -> ZodSchema {
    switch literal {
    case .null: make(.null)
    case .boolean: make(.boolean)
    case .string, .number: make(.choices([EnumerationShape.Case(literal)]))
    }
  }

  private func object(
    _ entries: [ScriptEntry], _ inner: (ScriptValue) -> ZodSchema?, _ make: (ZodSchema.Kind) -> ZodSchema
  ) -> ZodSchema? {
    var object = ZodObject()
    for entry in entries {
      guard let schema = inner(entry.kind == .spread ? spreadBase(entry.value) : entry.value) else { return nil }
      if entry.kind == .spread {
        guard case .object(let spread) = surface(of: schema, .output).kind else { return nil }
        for own in spread.entries { object.set(own) }
      } else if let name = entry.name {
        object.set(
          ZodObject.Entry(
            name: name.text, span: name.span, documentation: entry.documentation,
            schema: ZodSchemaCell(span: name.span, version: schema.version, in: cells) { schema }))
      } else {
        return nil
      }
    }
    return make(.object(object))
  }

  private func spreadBase(_ value: ScriptValue) -> ScriptValue {
    if case .spread(let inner) = value.node { inner } else { value }
  }

  private func combination(
    _ sign: String, _ left: ZodSchema?, _ right: ZodSchema?, _ make: (ZodSchema.Kind) -> ZodSchema
  ) -> ZodSchema? {
    func isText(_ schema: ZodSchema?) -> Bool {
      switch schema.map({ surface(of: $0, .output).kind }) {
      case .string?: true
      case .choices(let cases)?: cases.allSatisfy { if case .string = $0.value { true } else { false } }
      default: false
      }
    }
    switch sign {
    case "===", "!==", "==", "!=", "<", ">", "<=", ">=", "in", "instanceof": return make(.boolean)
    case "-", "*", "/", "%", "**": return make(.number(NumberFacts()))
    case "+":
      if isText(left) || isText(right) { return make(.string(ZodText())) }
      guard left != nil, right != nil else { return nil }
      return make(.number(NumberFacts()))
    case "??", "||":
      guard let left, let right else { return nil }
      return make(.union([left.wrapped { .required($0) }.withoutNull, right], discriminator: nil))
    default: return nil
    }
  }

  // MARK: Calls

  private func call(
    _ callee: ScriptValue, _ arguments: [ScriptValue], _ known: Known, _ scope: ZodScope, _ origin: ZodSchema
  ) -> ZodSchema? {
    func make(_ kind: ZodSchema.Kind) -> ZodSchema { ZodSchema(kind, span: origin.span, version: origin.version) }
    let given = arguments.map { infer($0, known, scope, origin) }
    guard case .member(let base, let name) = callee.node else {
      guard case .name(let name) = callee.node, known[name.text] == nil else { return nil }
      switch lookUp(name.text, from: scope, at: name.span) {
      case .function(let function, let closure): return result(of: function, given, closure, origin)
      case .global(let name): return global(name, given, origin)
      default: return nil
      }
    }
    if case .name(let owner) = base.node, known[owner.text] == nil {
      switch (owner.text, name.text) {
      case ("Math", _), ("Number", _), ("Date", _): return make(.number(NumberFacts()))
      case ("JSON", "parse"): return make(.any)
      case ("JSON", "stringify"): return make(.string(ZodText()))
      case ("Object", "keys"): return make(.array(make(.string(ZodText())), minimum: nil, maximum: nil))
      case ("Array", "isArray"): return make(.boolean)
      default: break
      }
    }
    if Self.textMethods.contains(name.text) { return make(.string(ZodText())) }
    if Self.truthMethods.contains(name.text) { return make(.boolean) }
    if Self.numberMethodNames.contains(name.text) { return make(.number(NumberFacts())) }
    if name.text == "split" { return make(.array(make(.string(ZodText())), minimum: nil, maximum: nil)) }
    guard let receiver = infer(base, known, scope, origin) else { return nil }
    switch (name.text, surface(of: receiver, .output).kind) {
    case ("filter", .array(let element, _, _)), ("slice", .array(let element, _, _)),
      ("sort", .array(let element, _, _)),
      ("reverse", .array(let element, _, _)):
      return make(.array(element, minimum: nil, maximum: nil))
    case ("slice", .string): return make(.string(ZodText()))
    case ("map", .array(let element, _, _)):
      guard let first = arguments.first else { return nil }
      let mapped: ZodSchema?
      switch evaluate(first, in: scope) {
      case .function(let function, let closure): mapped = result(of: function, [element], closure, origin)
      case .global(let name): mapped = global(name, [element], origin)
      default: mapped = nil
      }
      return mapped.map { make(.array($0, minimum: nil, maximum: nil)) }
    default: return nil
    }
  }

  private func global(_ name: String, _ arguments: [ZodSchema?], _ origin: ZodSchema) -> ZodSchema? {
    let kind: ZodSchema.Kind
    switch name {
    case "Number", "parseInt", "parseFloat": kind = .number(NumberFacts())
    case "String", "encodeURIComponent", "decodeURIComponent", "encodeURI", "decodeURI", "atob", "btoa":
      kind = .string(ZodText())
    case "Boolean", "isNaN", "isFinite": kind = .boolean
    default: return nil
    }
    return ZodSchema(kind, span: origin.span, version: origin.version)
  }
}

extension ZodSchema {
  /// The schema without `nullable` on it, names and notes looked through only where one is there.
  fileprivate var withoutNull: ZodSchema {
    var current = self
    while true {
      if case .nullable(let inner) = current.kind { return inner }
      guard let inner = current.inner else { return self }
      current = inner
    }
  }
}
