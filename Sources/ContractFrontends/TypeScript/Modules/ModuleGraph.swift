internal import Diagnostics
internal import TypeScriptSyntax

/// The files of a contract and what they import, read as they are needed; and the search for names in them.
final class ModuleGraph {
  private(set) var modules: [Module] = []
  /// `declare module "x"` blocks by name.
  var ambientModules: [String: Scope] = [:]
  private var globalScopes: [Scope] = []
  private var byPath: [String: Module] = [:]
  private let reader: (String) -> [UInt8]?
  var findings = FindingList()

  init(files: [SourceFile], reader: @escaping (String) -> [UInt8]?) {
    self.reader = reader
    for file in files.sorted(by: { $0.path.precedesByBytes($1.path) }) where byPath[file.path] == nil {
      add(file, isListed: true)
    }
  }

  /// Whether any file has text that could not be parsed.
  var hasSyntaxErrors: Bool { modules.contains { $0.tree.hasErrors } }

  /// The scope for what a module declares globally.
  func globalScope(of module: Module) -> Scope {
    if let known = globalScopes.first(where: { $0.module === module }) { return known }
    let scope = Scope(module: module, parent: module.scope, prefix: "")
    globalScopes.append(scope)
    return scope
  }

  @discardableResult
  private func add(_ file: SourceFile, isListed: Bool) -> Module {
    let module = Module(tree: TypeScriptParser.parse(file, findings: &findings), isListed: isListed)
    modules.append(module)
    byPath[PathText.normalized(file.path)] = module
    ScopeBuilder.declare(module.tree.statements, in: module.scope, graph: self)
    return module
  }

  // MARK: Modules

  /// The scope of a module that a file imports; nil with the reason.
  func scope(of specifier: Identifier, from module: Module) -> (scope: Scope?, failure: String?) {
    if let ambient = ambientModules[specifier.text] { return (ambient, nil) }
    guard specifier.text.hasPrefix(".") || specifier.text.hasPrefix("/") else {
      return (nil, "package '\(specifier.text)' is not read")
    }
    let base = PathText.joined(folder: PathText.folder(of: module.path), specifier.text)
    for candidate in PathText.candidates(for: base) {
      if let known = byPath[candidate] { return (known.scope, nil) }
      if let bytes = reader(candidate) {
        return (add(SourceFile(path: candidate, bytes: bytes), isListed: false).scope, nil)
      }
    }
    return (nil, "'\(specifier.text)' is not there")
  }

  // MARK: Names

  /// What a name stands for where it is used: in the scope, those around it, then what is global.
  func find(_ name: String, from scope: Scope) -> NameMeanings {
    var current: Scope? = scope
    var visited: Set<String> = []
    while let place = current {
      let meanings = own(name, in: place, &visited)
      if !meanings.isEmpty { return meanings }
      current = place.parent
    }
    for place in globalScopes {
      let meanings = own(name, in: place, &visited)
      if !meanings.isEmpty { return meanings }
    }
    for module in modules where module !== scope.module && module.isScript {
      let meanings = own(name, in: module.scope, &visited)
      if !meanings.isEmpty { return meanings }
    }
    return NameMeanings()
  }

  /// What a dotted name stands for where it is used.
  func find(_ path: [Identifier], from scope: Scope) -> NameMeanings {
    guard let first = path.first else { return NameMeanings() }
    var meanings = find(first.text, from: scope)
    for part in path.dropFirst() {
      guard let space = meanings.namespace else { return NameMeanings(failure: meanings.failure) }
      var visited: Set<String> = []
      meanings = exported(part.text, of: space, &visited)
    }
    return meanings
  }

  /// What a module's export stands for; for `import("./x").Name`.
  func find(_ path: [Identifier], inModule specifier: Identifier, from module: Module) -> NameMeanings {
    let found = scope(of: specifier, from: module)
    guard let start = found.scope else { return NameMeanings(failure: found.failure) }
    var meanings = NameMeanings(namespace: start)
    for part in path {
      guard let space = meanings.namespace else { return NameMeanings() }
      var visited: Set<String> = []
      meanings = exported(part.text, of: space, &visited)
    }
    return meanings
  }

  /// Names that are declared or imported where a name is used, for suggestions.
  func visibleNames(from scope: Scope) -> [String] {
    var names: [String] = []
    var current: Scope? = scope
    while let place = current {
      names += place.typeNames + Array(place.imports.keys)
      current = place.parent
    }
    return names
  }

  private func own(_ name: String, in scope: Scope, _ visited: inout Set<String>) -> NameMeanings {
    var meanings = NameMeanings(
      type: scope.types[name], constant: scope.constants[name], namespace: scope.namespaces[name],
      passedOver: scope.passedOver[name])
    if meanings.isEmpty, let origin = scope.imports[name] { meanings = follow(origin, from: scope, &visited) }
    return meanings
  }

  private func follow(_ origin: Scope.Origin, from scope: Scope, _ visited: inout Set<String>) -> NameMeanings {
    switch origin {
    case .local(let path):
      guard visited.count < 1000 else { return NameMeanings(failure: "its imports lead in a circle") }
      guard path.count == 1, let name = path.first?.text else { return find(path, from: scope) }
      guard visited.insert("\(scope.module.path)#\(name)").inserted else { return NameMeanings() }
      return own(name, in: scope, &visited)
    case .module(let specifier, let name):
      let found = self.scope(of: specifier, from: scope.module)
      guard let target = found.scope else { return NameMeanings(failure: found.failure) }
      if name == "*" { return NameMeanings(namespace: target) }
      var meanings = exported(name, of: target, &visited)
      if meanings.isEmpty {
        if target.module.tree.hasErrors {
          meanings.isExplained = true
        } else {
          meanings.failure = "'\(target.module.path)' exports no '\(name)'"
        }
      }
      return meanings
    }
  }

  /// What a name that a module or namespace exports stands for.
  private func exported(_ name: String, of scope: Scope, _ visited: inout Set<String>) -> NameMeanings {
    guard visited.insert("\(scope.module.path) \(scope.prefix) \(name)").inserted else { return NameMeanings() }
    if let origin = scope.exports[name] { return follow(origin, from: scope, &visited) }
    let declared = NameMeanings(
      type: scope.types[name], constant: scope.constants[name], namespace: scope.namespaces[name],
      passedOver: scope.passedOver[name])
    if !declared.isEmpty { return declared }
    for star in scope.stars where name != "default" {
      guard let target = self.scope(of: star, from: scope.module).scope else { continue }
      let meanings = exported(name, of: target, &visited)
      if !meanings.isEmpty { return meanings }
    }
    return NameMeanings()
  }
}

extension Module {
  /// Whether it neither imports nor exports, so that what it declares is global.
  var isScript: Bool {
    tree.statements.allSatisfy { statement in
      switch statement.kind {
      case .importing, .exporting: false
      default: !statement.isExported
      }
    }
  }
}
