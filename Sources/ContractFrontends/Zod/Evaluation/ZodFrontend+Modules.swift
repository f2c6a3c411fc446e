internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

/// What an import path says of Zod.
struct ZodPackage {
  /// The version that the path itself names.
  let version: Int?

  /// Nil for a module that is not Zod.
  init?(_ specifier: String) {
    var path = specifier[...]
    for prefix in ["npm:", "jsr:@zod/"] where path.hasPrefix(prefix) { path = path.dropFirst(prefix.count) }
    if path.hasPrefix("https://"), let host = path.firstRange(of: "/zod") { path = "zod" + path[host.upperBound...] }
    if path.hasPrefix("@zod/mini") { path = "zod/v4-mini" }
    for host in ["@hono/zod-openapi", "astro/zod", "astro:schema", "zod-openapi"] where path == host { path = "zod" }
    guard path == "zod" || path.hasPrefix("zod/") || path.hasPrefix("zod@") else { return nil }
    if path.hasPrefix("zod@") {
      version = path.dropFirst(4).drop { $0 == "^" || $0 == "~" || $0 == "v" }.first?.wholeNumberValue
    } else if path.hasPrefix("zod/v3") {
      version = 3
    } else if path.hasPrefix("zod/v4") || path.hasPrefix("zod/mini") {
      version = 4
    } else {
      version = nil
    }
  }
}

extension ZodFrontend {
  /// The code of a file, its names declared.
  func script(of module: Module) -> ScriptModule {
    if let known = modules[module.path] { return known }
    let script = ScriptModule(
      module: module, script: TypeScriptParser.parseScript(module.tree.file), isListed: listed.contains(module.path),
      cells: cells)
    modules[module.path] = script
    declare(script.script.statements, in: script.scope)
    for origin in module.scope.exportNames {
      guard case .local(let path)? = module.scope.exports[origin], path.count == 1 else { continue }
      script.scope.constants[path[0].text]?.isExported = true
    }
    return script
  }

  // MARK: Names

  /// What a name stands for where it is used.
  func lookUp(_ name: String, from scope: ZodScope, at span: SourceSpan) -> ZodValue {
    var current: ZodScope? = scope
    while let place = current {
      if let constant = place.constants[name] { return value(of: constant) }
      current = place.parent
    }
    let module = scope.module
    if let known = declared(name, in: module) { return known }
    if let origin = module.module.scope.imports[name] {
      var visited: Set<String> = []
      return follow(origin, from: module, at: span, &visited)
    }
    return .global(name)
  }

  /// The value of a constant; a schema remembers which constant it was.
  func value(of constant: ZodConstant) -> ZodValue {
    guard case .schema(let schema) = constant.cell.value else { return constant.cell.value }
    if case .faulty = schema.kind { return .schema(schema) }
    guard constant.isNameable else { return .schema(schema) }
    return .schema(schema.wrapped({ .named(constant, $0) }, span: constant.name.span))
  }

  private func declared(_ name: String, in module: ScriptModule) -> ZodValue? {
    let scope = module.module.scope
    if let symbol = scope.types[name], !symbol.enums.isEmpty { return .enumeration(symbol) }
    return scope.namespaces[name].map(ZodValue.space)
  }

  private func follow(
    _ origin: Scope.Origin, from module: ScriptModule, at span: SourceSpan, _ visited: inout Set<String>
  ) -> ZodValue {
    switch origin {
    case .local(let path):
      guard let first = path.first else { return .undefined }
      if let constant = module.scope.constants[first.text] { return value(of: constant) }
      if let known = declared(first.text, in: module) { return known }
      guard visited.insert("\(module.path) \(first.text)").inserted,
        let next = module.module.scope.imports[first.text]
      else { return unresolved("'\(first.text)' is not a value that can be read", at: span) }
      return follow(next, from: module, at: span, &visited)
    case .module(let specifier, let name):
      if let package = ZodPackage(specifier.text) {
        let version = package.version ?? version(near: module, at: specifier.span)
        return .zod(["*", "default", "z"].contains(name) ? [] : [name], version: version)
      }
      let found = graph.scope(of: specifier, from: module.module)
      guard let target = found.scope else {
        // Packages that pass Zod on call it by its usual name.
        if name == "z" { return .zod([], version: version(near: module, at: specifier.span)) }
        return unresolved("'\(name)' cannot be read: \(found.failure ?? "its module is not there")", at: span)
      }
      let script = self.script(of: target.module)
      if name == "*" { return .module(script) }
      return exported(name, of: script, at: span, &visited)
        ?? unresolved("'\(script.path)' exports no value '\(name)'", at: span)
    }
  }

  /// What a name that a file exports stands for; nil when it exports none.
  func exported(_ name: String, of module: ScriptModule, at span: SourceSpan) -> ZodValue? {
    var visited: Set<String> = []
    return exported(name, of: module, at: span, &visited)
  }

  private func exported(
    _ name: String, of module: ScriptModule, at span: SourceSpan, _ visited: inout Set<String>
  ) -> ZodValue? {
    guard visited.insert("\(module.path) export \(name)").inserted else { return nil }
    if name == "default", let constant = module.defaultExport { return value(of: constant) }
    let scope = module.module.scope
    if let origin = scope.exports[name] { return follow(origin, from: module, at: span, &visited) }
    if let constant = module.scope.constants[name] { return value(of: constant) }
    if let known = declared(name, in: module) { return known }
    for star in scope.stars where name != "default" {
      guard let target = graph.scope(of: star, from: module.module).scope else { continue }
      if let value = exported(name, of: script(of: target.module), at: span, &visited) { return value }
    }
    return nil
  }

  func unresolved(_ message: String, at span: SourceSpan) -> ZodValue {
    .unknown(
      ZodFault(
        rule: ZodRules.unresolvedName, message: message,
        help: "declare it in a file that Assay may read, or write the schema out", span: span))
  }

  // MARK: Declarations

  /// Declares the names of statements in a scope, each to be read when it is needed.
  func declare(_ statements: [ScriptStatement], in scope: ZodScope) {
    for statement in statements {
      switch statement.node {
      case .variables(let variables):
        for variable in variables { declare(variable, statement, in: scope) }
      case .function(let name, let function):
        let name = name ?? Identifier(text: "default", span: function.span)
        scope.declare(
          name, isExported: statement.isExported, documentation: statement.documentation,
          cell: ZodCell(.function(function, scope), span: name.span, in: cells))
        if statement.isDefault { scope.module.defaultExport = scope.constants[name.text] }
      case .type(let name?, _): scope.declare(name, opaque("a class", at: name.span))
      case .value(let value) where statement.isDefault:
        let name = Identifier(text: "default", span: value.span)
        let cell = ZodCell(span: value.span, in: cells) { [unowned self] in evaluate(value, in: scope) }
        scope.declare(name, isExported: true, documentation: statement.documentation, cell: cell)
        scope.module.defaultExport = scope.constants[name.text]
      default: break
      }
    }
  }

  private func declare(_ variable: ScriptVariable, _ statement: ScriptStatement, in scope: ZodScope) {
    let evaluated: (ScriptValue) -> ZodCell = { value in
      ZodCell(span: value.span, in: self.cells) { [unowned self] in evaluate(value, in: scope) }
    }
    switch variable.pattern {
    case .name(let name):
      let module = scope.module.module
      let cell =
        variable.value.map(evaluated)
        ?? ZodCell(span: name.span, in: cells) { [unowned self] in
          scope.parent == nil
            ? declaredValue(of: name.text, in: module.scope) ?? opaque("a variable without a value", at: name.span)
            : opaque("a variable without a value", at: name.span)
        }
      scope.declare(name, isExported: statement.isExported, documentation: statement.documentation, cell: cell)
    case .object(let entries):
      let whole = variable.value.map(evaluated)
      for entry in entries {
        let cell = ZodCell(span: entry.name.span, in: cells) { [unowned self] in
          taken(entry.key, from: whole?.value ?? .undefined, fallback: entry.fallback, scope)
        }
        scope.declare(entry.name, isExported: statement.isExported, cell: cell)
      }
    case .names(let names): for name in names { scope.declare(name, opaque("a part of a list", at: name.span)) }
    }
  }

  /// A member of a value that a pattern takes apart.
  func taken(_ key: Identifier, from whole: ZodValue, fallback: ScriptValue?, _ scope: ZodScope) -> ZodValue {
    let value = member(key, of: whole)
    if case .undefined = value, let fallback { return evaluate(fallback, in: scope) }
    return value
  }

  func opaque(_ what: String, at span: SourceSpan) -> ZodValue {
    .unknown(
      ZodFault(
        rule: ZodRules.undecided, message: "\(what) is not followed", help: "write the schema as a constant", span: span
      ))
  }
}
