internal import Diagnostics
internal import TypeScriptSyntax

/// Fills scopes from a syntax tree.
enum ScopeBuilder {
  /// Declares statements in a scope; `declare module` and `declare global` blocks go to the graph.
  static func declare(_ statements: [StatementSyntax], in scope: Scope, graph: ModuleGraph) {
    for statement in statements {
      switch statement.kind {
      case .interface(let syntax):
        add(syntax.name, .interface(syntax), statement, scope)
        if syntax.classKind != nil {
          scope.passedOver[syntax.name.text] = PassedOverSyntax(keyword: "class", name: syntax.name)
        }
      case .alias(let syntax): add(syntax.name, .alias(syntax), statement, scope)
      case .enumeration(let syntax): add(syntax.name, .enumeration(syntax), statement, scope)
      case .constants(let constants): for constant in constants { add(constant, statement, scope) }
      case .namespace(let syntax):
        add(syntax, scope, graph)
        let name = syntax.name.first?.text ?? ""
        if statement.isExported, syntax.kind == .namespace, !scope.exportedNamespaces.contains(name) {
          scope.exportedNamespaces.append(name)
        }
      case .importing(let syntax): add(syntax, scope)
      case .exporting(let syntax): add(syntax, scope)
      case .passedOver(let syntax):
        scope.passedOver[syntax.name.text] = syntax
        if statement.isDefault { export("default", as: .local([syntax.name]), scope) }
      }
    }
  }

  private static func add(
    _ name: Identifier, _ declaration: TypeSymbol.Declaration, _ statement: StatementSyntax, _ scope: Scope
  ) {
    let symbol: TypeSymbol
    if let known = scope.types[name.text] {
      symbol = known
    } else {
      symbol = TypeSymbol(name: name, scope: scope)
      scope.types[name.text] = symbol
      scope.typeNames.append(name.text)
    }
    symbol.declarations.append((declaration, statement.documentation))
    if statement.isExported { symbol.isExported = true }
    if statement.isDefault { export("default", as: .local([name]), scope) }
  }

  private static func add(_ constant: ConstantSyntax, _ statement: StatementSyntax, _ scope: Scope) {
    guard scope.constants[constant.name.text] == nil else { return }
    scope.constants[constant.name.text] = ConstantSymbol(
      syntax: constant, scope: scope, documentation: statement.documentation, isExported: statement.isExported)
    scope.constantNames.append(constant.name.text)
  }

  private static func add(_ syntax: NamespaceSyntax, _ scope: Scope, _ graph: ModuleGraph) {
    var inner = scope
    switch syntax.kind {
    case .global: inner = graph.globalScope(of: scope.module)
    case .module:
      guard let name = syntax.name.first else { return }
      return graph.addAugmentation(name, syntax.statements, of: scope.module)
    case .namespace:
      for part in syntax.name {
        let next =
          inner.namespaces[part.text]
          ?? Scope(
            module: scope.module, parent: inner, prefix: inner.prefix + NameText.capitalized(part.text),
            label: inner.label + part.text + ".")
        inner.namespaces[part.text] = next
        inner = next
      }
    }
    declare(syntax.statements, in: inner, graph: graph)
  }

  private static func add(_ syntax: ImportSyntax, _ scope: Scope) {
    for name in syntax.names {
      if let module = syntax.module {
        scope.imports[name.name.text] = .module(module, name: name.source.text)
      } else {
        scope.imports[name.name.text] = .local(syntax.alias)
      }
    }
  }

  private static func add(_ syntax: ExportSyntax, _ scope: Scope) {
    if syntax.isStar, let module = syntax.module { scope.stars.append(module) }
    for name in syntax.names {
      if let module = syntax.module {
        export(name.name.text, as: .module(module, name: name.source.text), scope)
      } else {
        export(name.name.text, as: .local([name.source]), scope)
      }
    }
  }

  private static func export(_ name: String, as origin: Scope.Origin, _ scope: Scope) {
    if scope.exports.updateValue(origin, forKey: name) == nil { scope.exportNames.append(name) }
  }
}
