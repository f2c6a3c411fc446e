internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

/// Lowers TypeScript to a contract.
///
/// Routes come first, and what they reach is lowered through a queue of named types, so that recursion never recurses
/// here. A type that is put together in place (`Partial<A>`, an intersection) gets a name only when it turns out to
/// contain itself. Exported types that no route reaches follow; one that cannot be read is then left out with a note.
final class TypeScriptLowering {
  /// Types that nest deeper than this, after aliases and type arguments are put in, are refused.
  static let maximumDepth = 400
  /// Steps that one declaration may take: far more than any real one does.
  static let maximumWork = 2_000_000
  /// Generic types that lead to further instances of generic types, one in the other.
  static let maximumGeneration = 20
  /// From this generation on instances are held to be growing; they are many, or large, where they double.
  static let growingGeneration = 5
  /// Instances of such generations, and bytes that tell the arguments of one.
  static let maximumGrowth = (instances: 2_000, keyLength: 20_000)

  /// A named type that waits to be lowered.
  struct PendingType {
    let name: String
    let type: LazyType
    let symbol: TypeSymbol?
    let generation: Int
    let span: SourceSpan
    /// Whether it is a piece of an alias that has the name, not a reference that leads to the name.
    let isPart: Bool
  }
  /// What was made so far; taken back when an attempt fails.
  struct Progress {
    var declarations: [TypeDeclaration] = []
    /// Names by the key of the type that they stand for.
    var names: [String: String] = [:]
    /// What was put together in place without an error, by key: types that hold each other in many ways meet the same
    /// ones again.
    var places: [String: TypeExpression] = [:]
    /// What a name stands for.
    var namedTypes: [String: LazyType] = [:]
    var queue: [PendingType] = []
    /// Places that already have a finding of a rule.
    var reported: Set<[String]> = []
    /// Instances from `growingGeneration` on.
    var growingInstances = 0
    /// What could not be read, types by the names of their declarations here.
    var refused = RefusedParts()
    /// Errors so far, those among them that were told before; each stands for a type that is not what it says.
    var faultCount = 0
  }
  /// Whose reading an error is about.
  enum Part {
    case type(String)
    case route(String)
    /// Left out by itself where it cannot be read.
    case table
  }

  let graph: ModuleGraph
  var findings = FindingList()
  var progress = Progress()
  /// Keys of the types that are being lowered in place, and those of them that were met again inside.
  var openPlaces: Set<String> = []
  var recursivePlaces: Set<String> = []
  /// Interfaces whose members are being collected.
  var openInterfaces: Set<String> = []
  /// Constants that are made of more values than one may have.
  var endlessConstants: Set<ObjectIdentifier> = []
  /// Members of enums that were read without a finding, by the enum's key.
  var knownEnums: [String: [EnumerationShape.Case]] = [:]
  /// Members of interfaces that were collected without a finding, by the interface's key.
  var knownInterfaces: [String: MemberSet] = [:]
  /// Pairs of types that are being compared.
  var openComparisons: Set<String> = []
  /// What `this` stands for in the interface whose members are being collected.
  var currentThis: LazyType?
  /// How deep lowering stands, and whether it gave up for the current declaration.
  var depth = 0
  var headDepth = 0
  /// What stands in the JSON for types that have no JSON form of their own, by their names.
  var typeMap: [String: WireForm] = [:]
  var isAbandoned = false
  /// How many findings there were before the current declaration.
  var findingsBefore = 0
  /// Steps taken for the current declaration.
  var work = 0
  /// The declaration and member that is being lowered, for findings.
  var member: String?
  /// The declaration or route that is being lowered.
  var part: Part?
  var generation = 0

  /// Knows what `z.infer` stands for.
  let zod: ZodFrontend

  init(files: [SourceFile], reader: @escaping (String) -> [UInt8]?, zod: ZodFrontend) {
    self.zod = zod
    graph = ModuleGraph(files: files, reader: reader)
  }

  /// What could not be read, once everything was.
  private(set) var refused = RefusedParts()

  /// Reads everything.
  func run() -> Contract {
    let listed = graph.modules
    graph.augment()
    let routes = lowerRoutes(of: listed)
    let hasRoutes = listed.contains { $0.scope.types["Routes"] != nil }
    drainQueue()
    let groups = routeGroups(of: listed)
    for module in listed { lowerExports(of: module, except: groups, isRequired: !hasRoutes) }
    let tables = listed.flatMap { lowerTables(of: $0) }
    checkQueries(of: routes)
    // Parsing found what it found while modules were read, the imported ones among them.
    findings.report(graph.findings.all)
    let (names, renamings) = TypeName.finalNames(of: progress.declarations)
    findings.report(renamings)
    let types = progress.declarations.map { declaration in
      var declaration = declaration
      declaration.name = names[declaration.name] ?? TypeName.readable(declaration.name)
      declaration.type = declaration.type.renamed(names)
      return declaration
    }.sorted {
      $0.span == $1.span ? $0.name.precedesByBytes($1.name) : $0.span < $1.span
    }
    refused = progress.refused
    refused.types = Set(progress.refused.types.map { names[$0] ?? TypeName.readable($0) })
    var paths = Set(listed.map(\.path))
    paths.formUnion(types.map(\.span.file.path))
    let sources = paths.sorted { $0.precedesByBytes($1) }.map { ContractSource(path: $0, kind: .typescript) }
    return Contract(
      sources: sources, types: types, routes: routes.map { $0.renamed(names) }, tables: tables)
  }

  // MARK: Named types

  /// Lowers what waits, and what that adds.
  func drainQueue() {
    var next = 0
    while next < progress.queue.count {
      let pending = progress.queue[next]
      next += 1
      begin()
      member = TypeName.readable(pending.name)
      part = .type(pending.name)
      generation = pending.generation
      let facts = DocFacts(pending.symbol?.documentation)
      var type = lowerDeclared(pending)
      type = apply(facts, to: type)
      progress.declarations.append(
        TypeDeclaration(
          name: pending.name, type: type, documentation: facts.documentation, deprecation: facts.deprecation,
          span: pending.span))
    }
    progress.queue.removeAll()
    member = nil
    part = nil
    generation = 0
    begin()
  }

  private func lowerDeclared(_ pending: PendingType) -> TypeExpression {
    if pending.isPart { return putTogether(pending.type) }
    guard let symbol = pending.symbol, symbol.alias == nil else { return lower(pending.type) }
    if !symbol.enums.isEmpty { return lowerEnum(symbol) }
    guard case .syntax(_, let environment) = pending.type.form else { return unread(at: pending.span) }
    if symbol.mayBeList, let list = listBase(of: symbol, environment) { return lower(list) }
    guard let set = interfaceMembers(symbol, environment) else { return unread(at: pending.span) }
    if set.members.isEmpty, set.index == nil, symbol.isBehavior {
      return unsupported(
        "'\(symbol.name.text)' is a class without public fields, not a type of data",
        help: "declare an interface with its fields", at: symbol.name.span)
    }
    return lowerMembers(set, span: pending.span)
  }

  /// The reference to a named type, which waits to be lowered from now on.
  func declare(
    name: String, key: String, type: LazyType, symbol: TypeSymbol?, at span: SourceSpan, isInstance: Bool = false,
    isPart: Bool = false
  ) -> String {
    if let known = progress.names[key] { return known }
    progress.names[key] = name
    progress.namedTypes[name] = progress.namedTypes[name] ?? nameReference(symbol, type)
    progress.queue.append(
      PendingType(
        name: name, type: type, symbol: symbol, generation: isInstance ? generation + 1 : generation, span: span,
        isPart: isPart))
    return name
  }

  /// The type by its alias's name where it has one without parameters, so that the alias's own tags are met on the way.
  private func nameReference(_ symbol: TypeSymbol?, _ type: LazyType) -> LazyType {
    guard let symbol, symbol.alias != nil, symbol.parameters.isEmpty else { return type }
    let syntax = TypeSyntax(.reference(name: [symbol.name], arguments: []), span: symbol.name.span)
    return LazyType(syntax, Environment(symbol.scope))
  }

  // MARK: Exports

  private func lowerExports(of module: Module, except routeGroups: Set<String>, isRequired: Bool) {
    for symbol in exportedSymbols(of: module)
    where symbol.parameters.isEmpty && symbol.name.text != "Routes" && !routeGroups.contains(symbol.key) {
      // What is required is not taken back, so nothing is kept to go back to: that copies all there is for each symbol.
      let zodBefore = isRequired ? nil : zod.progress
      guard progress.names[symbol.key] == nil, !isEmpty(symbol) else { continue }
      let before = isRequired ? nil : progress
      let findingsBefore = findings
      _ = reference(to: symbol, at: symbol.name.span)
      drainQueue()
      guard let before, let zodBefore else { continue }
      let added =
        findings.all.dropFirst(findingsBefore.all.count)
        + zod.progress.findings.all.dropFirst(zodBefore.findings.all.count)
      guard let fault = added.first(where: { $0.severity == .error }) else { continue }
      progress = before
      zod.progress = zodBefore
      findings = findingsBefore
      findings.report(
        Finding(
          TypeScriptRules.leftOut, .note,
          "'\(symbol.name.text)' is left out, since no route reaches it: \(fault.message)",
          at: fault.place, member: symbol.name.text))
    }
  }

  /// Whether it is an alias to which no JSON value belongs, such as the answer of a route that sends none; it is left out
  /// with a note.
  private func isEmpty(_ symbol: TypeSymbol) -> Bool {
    guard symbol.alias != nil else { return false }
    begin()
    let reference = TypeSyntax(.reference(name: [symbol.name], arguments: []), span: symbol.name.span)
    guard quietly(isTrial: true, { self.isOnlyUndefined(LazyType(reference, Environment(symbol.scope))) }) else {
      return false
    }
    report(
      TypeScriptRules.leftOut, .note, "'\(symbol.name.text)' is left out: no JSON value belongs to it",
      help: "nothing, unless a client needs the type", at: symbol.name.span)
    return true
  }

  private func exportedSymbols(of module: Module) -> [TypeSymbol] {
    exportedSymbols(in: module.scope, remaining: 20)
  }

  private func exportedSymbols(in scope: Scope, remaining: Int) -> [TypeSymbol] {
    // A class with methods is code, and a type only where something reaches it.
    var symbols = scope.typeNames.compactMap { scope.types[$0] }.filter { $0.isExported && !$0.isBehavior }
    for name in scope.exportNames {
      guard case .local(let path)? = scope.exports[name], path.count == 1, let symbol = scope.types[path[0].text] else {
        continue
      }
      if !symbols.contains(where: { $0 === symbol }) { symbols.append(symbol) }
    }
    for name in scope.exportedNamespaces where remaining > 0 {
      if let inner = scope.namespaces[name] { symbols += exportedSymbols(in: inner, remaining: remaining - 1) }
    }
    return symbols
  }

  // MARK: Findings

  /// Says that a type cannot be read; what stands in its place is not used, since the finding is an error.
  func fail(
    _ rule: RuleID, _ message: String, help: String?, at span: SourceSpan, notes: [FindingNote] = []
  ) -> TypeExpression {
    report(rule, .error, message, help: help, at: span, notes: notes)
    return TypeExpression(.anyJSON, span: span)
  }

  /// What stands for a type that cannot be read; it is told here unless something in it already was.
  func unread(at span: SourceSpan) -> TypeExpression {
    guard findings.all.count == findingsBefore, !graph.hasSyntaxErrors else {
      return TypeExpression(.anyJSON, span: span)
    }
    return fail(
      TypeScriptRules.unsupportedType, "this type cannot be read", help: "declare an interface with its fields",
      at: span)
  }

  /// Reports a finding unless the rule already spoke at this place: a type may be lowered more than once.
  func report(
    _ rule: RuleID, _ severity: Severity, _ message: String, help: String?, at span: SourceSpan,
    notes: [FindingNote] = []
  ) {
    if severity == .error { noteFault() }
    // What follows from giving up is not told again.
    guard !isAbandoned, progress.reported.insert([rule.rawValue, span.file.path, String(span.start)]).inserted else {
      return
    }
    let finding = Finding(rule, severity, message, help: help, at: Place(span: span), member: member, notes: notes)
    findings.report(finding)
    if severity == .error, part != nil { progress.refused.findings.insert(finding) }
  }

  /// Notes that what is being lowered cannot be used.
  func noteFault() {
    progress.faultCount += 1
    switch part {
    case .type(let name): progress.refused.types.insert(name)
    case .route(let id): progress.refused.routes.insert(id)
    case .table, nil: break
    }
  }

  /// Runs a step one level deeper; gives up on the current declaration when it nests too deep or takes too long.
  ///
  /// Every step that can lead to itself goes through here, so that no contract makes lowering endless.
  func descend<Result>(at span: SourceSpan, otherwise fallback: Result, _ step: () -> Result) -> Result {
    guard !isAbandoned else { return fallback }
    work += 1
    guard depth < Self.maximumDepth, work < Self.maximumWork else {
      report(
        TypeScriptRules.endlessType, .error, "the type nests deeper than \(Self.maximumDepth), perhaps without end",
        help: "break the circle, or give an inner type a name", at: span)
      isAbandoned = true
      return fallback
    }
    depth += 1
    defer { depth -= 1 }
    return step()
  }

  /// Starts afresh for a declaration or body.
  func begin() {
    findingsBefore = findings.all.count
    isAbandoned = false
    work = 0
  }
}
