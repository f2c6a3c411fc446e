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
  /// Whether `reader` gave nil for a file that is there.
  var isUnreadable: (String) -> Bool = { _ in false }
  private let resolver: ModuleResolver
  /// Packages by name and asking folder: the file, or that there is none.
  private var packages: [String: String?] = [:]
  /// `declare module "./x"` blocks, which add to a module that is there.
  private var augmentations: [(name: Identifier, statements: [StatementSyntax], module: Module)] = []
  var findings = FindingList()

  init(files: [SourceFile], reader: @escaping (String) -> [UInt8]?) {
    self.reader = reader
    resolver = ModuleResolver(reader: reader)
    for file in files.sorted(by: { $0.path.precedesByBytes($1.path) }) where byPath[file.path] == nil {
      add(file, isListed: true)
    }
  }

  /// Notes a block that adds to the module of this name.
  func addAugmentation(_ name: Identifier, _ statements: [StatementSyntax], of module: Module) {
    augmentations.append((name, statements, module))
  }

  /// Gives the blocks that were noted to the modules that they add to, or keeps them as what declares the module.
  func augment() {
    while !augmentations.isEmpty {
      let block = augmentations.removeFirst()
      let isRelative = block.name.text.hasPrefix(".")
      if !block.module.isScript || isRelative, let target = file(of: block.name, from: block.module) {
        ScopeBuilder.declare(block.statements, in: target.scope, graph: self)
        continue
      }
      let name = block.name.text
      let scope =
        ambientModules[name]
        ?? Scope(module: block.module, parent: block.module.scope, prefix: "", label: "module \(name).")
      ambientModules[name] = scope
      ScopeBuilder.declare(block.statements, in: scope, graph: self)
    }
  }

  /// Whether any file has text that could not be parsed.
  var hasSyntaxErrors: Bool { modules.contains { $0.tree.hasErrors } }

  /// The scope for what a module declares globally.
  func globalScope(of module: Module) -> Scope {
    if let known = globalScopes.first(where: { $0.module === module }) { return known }
    let scope = Scope(module: module, parent: module.scope, prefix: "", label: "global.")
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
    if let file = file(of: specifier, from: module) { return (file.scope, nil) }
    if let pattern = ambientModules.keys.filter({ Self.matches(specifier.text, $0) }).max(by: { $0.count < $1.count }) {
      return (ambientModules[pattern], nil)
    }
    if let path = resolver.candidates(for: specifier.text, from: module.path).first(where: isUnreadable) {
      return (nil, "'\(path)' is there, but may not be read")
    }
    let isPath = specifier.text.hasPrefix(".") || specifier.text.hasPrefix("/")
    return (nil, isPath ? "'\(specifier.text)' is not there" : "package '\(specifier.text)' is not there")
  }

  /// Whether a name fits `declare module "*.svg"`.
  private static func matches(_ name: String, _ pattern: String) -> Bool {
    guard let star = pattern.firstIndex(of: "*") else { return false }
    let tail = pattern[pattern.index(after: star)...]
    return name.hasPrefix(pattern[..<star]) && name.hasSuffix(tail) && name.count >= pattern.count - 1
  }

  /// The module that an import means, read when it is met for the first time.
  private func file(of specifier: Identifier, from module: Module) -> Module? {
    for candidate in resolver.candidates(for: specifier.text, from: module.path) {
      if let found = file(at: candidate) { return found }
    }
    guard !specifier.text.hasPrefix("."), !specifier.text.hasPrefix("/") else { return nil }
    let key = PathText.folder(of: module.path) + " " + specifier.text
    if packages[key] == nil { packages[key] = .some(resolver.packageFile(specifier.text, from: module.path)) }
    return packages[key].flatMap(\.self).flatMap(file)
  }

  private func file(at path: String) -> Module? {
    if let known = byPath[path] { return known }
    guard let bytes = reader(path) else { return nil }
    let module = add(SourceFile(path: path, bytes: bytes), isListed: false)
    augment()
    return module
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
