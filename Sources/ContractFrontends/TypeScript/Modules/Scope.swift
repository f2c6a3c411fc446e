internal import Diagnostics
internal import TypeScriptSyntax

/// The names that a file or namespace declares and brings in.
final class Scope {
  /// Where an exported or imported name comes from.
  enum Origin {
    /// A name of a module; `*` for all of it.
    case module(Identifier, name: String)
    /// A dotted name of this scope.
    case local([Identifier])
  }

  // The graph owns the modules, and they their scopes: what leads back owns nothing.
  unowned let module: Module
  unowned let parent: Scope?
  /// Names of the namespaces around, joined: what the contract's names begin with.
  let prefix: String
  /// What tells it from the other scopes of its module.
  let label: String
  var types: [String: TypeSymbol] = [:]
  /// Names of `types` in source order.
  var typeNames: [String] = []
  var constants: [String: ConstantSymbol] = [:]
  /// Names of `constants` in source order.
  var constantNames: [String] = []
  var namespaces: [String: Scope] = [:]
  /// Names of the exported ones of `namespaces` in source order.
  var exportedNamespaces: [String] = []
  var passedOver: [String: PassedOverSyntax] = [:]
  var imports: [String: Origin] = [:]
  var exports: [String: Origin] = [:]
  /// Names of `exports` in source order.
  var exportNames: [String] = []
  /// Modules of `export * from`.
  var stars: [Identifier] = []

  init(module: Module, parent: Scope?, prefix: String, label: String? = nil) {
    self.label = label ?? (prefix.isEmpty ? "" : prefix + ".")
    self.module = module
    self.parent = parent
    self.prefix = prefix
  }
}

/// A file that was read.
final class Module {
  let tree: SyntaxTree
  /// Whether it is among the contract's sources, and not only imported by one.
  let isListed: Bool
  /// What its top declares; set right after it was read.
  private(set) lazy var scope = Scope(module: self, parent: nil, prefix: "")

  /// Whether it neither imports nor exports, so that what it declares is global.
  let isScript: Bool

  init(tree: SyntaxTree, isListed: Bool) {
    self.tree = tree
    self.isListed = isListed
    isScript = tree.statements.allSatisfy { statement in
      switch statement.kind {
      case .importing, .exporting: false
      default: !statement.isExported
      }
    }
  }

  var path: String { tree.file.path }
}

/// A named type: an alias, an enum, or an interface with everything that is merged into it.
final class TypeSymbol {
  /// One declaration of the name.
  enum Declaration {
    case interface(InterfaceSyntax)
    case alias(TypeAliasSyntax)
    case enumeration(EnumSyntax)
  }

  let name: Identifier
  unowned let scope: Scope
  var declarations: [(declaration: Declaration, documentation: DocComment?)] = []
  var isExported = false

  init(name: Identifier, scope: Scope) {
    self.name = name
    self.scope = scope
  }

  /// The alias, when it is one.
  var alias: TypeAliasSyntax? {
    for entry in declarations { if case .alias(let alias) = entry.declaration { return alias } }
    return nil
  }
  /// The interfaces of this name, in source order.
  var interfaces: [InterfaceSyntax] {
    declarations.compactMap { if case .interface(let interface) = $0.declaration { interface } else { nil } }
  }
  /// Whether it is an interface that adds nothing to what it extends.
  var mayBeList: Bool {
    let interfaces = interfaces
    return !interfaces.isEmpty && interfaces.allSatisfy(\.members.isEmpty)
      && interfaces.contains { !$0.bases.isEmpty }
  }
  /// Whether it is a class that has methods.
  var isBehavior: Bool {
    interfaces.contains { $0.classKind == .behavior } && interfaces.allSatisfy { $0.classKind != nil }
  }
  /// The enums of this name, in source order.
  var enums: [EnumSyntax] {
    declarations.compactMap { if case .enumeration(let enumeration) = $0.declaration { enumeration } else { nil } }
  }
  /// The type parameters of the first declaration that has some.
  var parameters: [TypeParameterSyntax] {
    alias?.parameters ?? interfaces.first { !$0.parameters.isEmpty }?.parameters ?? []
  }
  var documentation: DocComment? { declarations.lazy.compactMap(\.documentation).first }
  /// What tells it from every other symbol.
  var key: String { "\(scope.module.path)#\(scope.label)\(name.text)" }
}

/// A named constant.
final class ConstantSymbol {
  let syntax: ConstantSyntax
  unowned let scope: Scope
  let documentation: DocComment?
  let isExported: Bool

  init(syntax: ConstantSyntax, scope: Scope, documentation: DocComment?, isExported: Bool) {
    self.syntax = syntax
    self.scope = scope
    self.documentation = documentation
    self.isExported = isExported
  }
}

/// Everything that a name stands for: it may be a type, a constant and a namespace at once.
struct NameMeanings {
  var type: TypeSymbol?
  var constant: ConstantSymbol?
  var namespace: Scope?
  var passedOver: PassedOverSyntax?
  /// Why an import or export of this name leads nowhere.
  var failure: String?
  /// Whether the failure follows from text that could not be parsed, which another finding tells.
  var isExplained = false

  var isEmpty: Bool {
    type == nil && constant == nil && namespace == nil && passedOver == nil && failure == nil && !isExplained
  }
}
