internal import ContractModel
internal import Diagnostics

/// Plans everything that a contract becomes in Swift.
struct ContractPlanner {
  private let contract: Contract
  private let facts: TypeFacts
  private var names: TopLevelNames
  private var types: TypePlanner
  private var draft = ContractPlan()

  init(contract: Contract, options: EmissionOptions = EmissionOptions()) {
    self.contract = contract
    facts = TypeFacts(contract: contract, options: options)
    names = TopLevelNames(contract)
    types = TypePlanner(facts: facts, topNames: names.types)
  }

  /// Plans types, then endpoints, then tables, and lays the types out.
  mutating func plan() throws(EmissionError) -> ContractPlan {
    noteTypeNames()
    let scope = nameInlineTypes()
    for declaration in contract.types {
      let errorCount = errorCount
      try planDeclaration(declaration, scope: scope)
      if self.errorCount != errorCount { draft.refused.types.insert(declaration.name) }
    }
    for route in contract.routes {
      let errorCount = errorCount
      try planRoute(route, scope: scope)
      if self.errorCount != errorCount { draft.refused.routes.insert(route.id) }
    }
    draft.tables = contract.tables.map { PlannedTable(table: $0, name: names.tables[$0.name] ?? $0.name) }
    draft.refused.findings = Set(types.findings.all.filter { $0.severity == .error })
    let paths = contract.types.map(\.span) + contract.routes.map(\.span) + contract.tables.map(\.span)
    draft.fileNames = OutputNames.names(
      for: Set(paths.map(\.file.path)).sorted { $0.precedesByBytes($1) })
    draft.layout = InlineLayout(draft.types.values.flatMap(\.self))
    draft.findings = types.findings.all
    return draft
  }

  private var errorCount: Int { types.findings.all.count { $0.severity == .error } }

  private mutating func noteTypeNames() {
    for declaration in contract.types where facts.options.swiftType(for: declaration.name) == nil {
      let name = names.aliases[declaration.name] ?? names.types[declaration.name] ?? declaration.name
      let best = SwiftNaming.upperCamel(declaration.name)
      guard name != best else { continue }
      types.findings.report(
        Finding(
          EmissionRules.renamed, .note, "type '\(declaration.name)' is '\(name)' in Swift: '\(best)' is taken",
          help: "rename it in the contract if that reads badly", at: Place(span: declaration.span),
          member: declaration.name))
    }
  }

  // MARK: Inline types at the top of the module

  private func isAlias(_ declaration: TypeDeclaration) -> Bool {
    switch facts.simplified(declaration.type).shape {
    case .object, .enumeration, .union, .tuple: false
    default: true
    }
  }

  /// Inline types of aliases and routes have no type to be nested in.
  private mutating func nameInlineTypes() -> InlineScope {
    var inline: [InlineType] = []
    for declaration in contract.types
    where isAlias(declaration) && facts.options.swiftType(for: declaration.name) == nil {
      inline += inlineTypes(of: declaration)
    }
    for route in contract.routes {
      for part in parts(of: route) { inline += inlineTypes(of: part) }
    }
    return InlineScope(parent: "", names: names.nameInlineTypes(inline))
  }

  private func inlineTypes(of declaration: TypeDeclaration) -> [InlineType] {
    // Its elements are named after it, so the alias itself does not hold the name.
    let name = SwiftNaming.upperCamel(declaration.name)
    return facts.inlineTypes(in: declaration.type, key: "type " + declaration.name, hint: name).map {
      InlineType(key: $0.key, type: $0.type, candidates: [name + "Element", name + "Item"])
    }
  }

  private func inlineTypes(of part: RoutePart) -> [InlineType] {
    facts.inlineTypes(in: part.type, key: part.key, hint: part.hint)
  }

  private struct RoutePart {
    let key: String
    let type: TypeExpression
    let hint: String
    var status: Int?
    var statusClass: Int?
  }

  private func parts(of route: Route) -> [RoutePart] {
    let base = SwiftNaming.upperCamel(route.id)
    var parts: [RoutePart] = []
    if let request = route.request {
      parts.append(RoutePart(key: "request \(route.id)", type: request, hint: base + "Request"))
    }
    if let response = route.response {
      parts.append(
        RoutePart(key: "response \(route.id)", type: response, hint: base + "Response", status: route.status))
    }
    for error in route.errors {
      guard let type = error.type else { continue }
      let status = error.status == nil && error.statusClass == nil ? "" : error.statusText
      // Several statuses may mean success.
      let isSuccess = (error.status.map { $0 / 100 } ?? error.statusClass).map { $0 < 4 } ?? false
      parts.append(
        RoutePart(
          key: "error\(status) \(route.id)", type: type, hint: base + (isSuccess ? "Response" : "Error") + status,
          status: error.status, statusClass: error.statusClass))
    }
    for (place, parameters) in [
      ("path", route.pathParameters), ("query", route.query), ("header", route.headers),
    ] {
      for parameter in parameters {
        parts.append(
          RoutePart(
            key: "\(place) \(route.id) \(parameter.name)", type: parameter.type,
            hint: base + SwiftNaming.upperCamel(parameter.name)))
      }
    }
    return parts
  }

  private mutating func declareInline(
    _ inline: [InlineType], scope: InlineScope, path: String
  ) throws(EmissionError) {
    for entry in inline {
      guard let name = scope.names[entry.key] else { continue }
      let site = TypePlanner.Site(
        name: name, parent: "", visible: references(in: entry.type).union([name]), member: entry.key)
      draft.types[path, default: []].append(try types.declare(entry.type, at: site))
    }
  }

  // MARK: Types

  private mutating func planDeclaration(
    _ declaration: TypeDeclaration, scope: InlineScope
  ) throws(EmissionError) {
    let name = names.types[declaration.name] ?? declaration.name
    let path = declaration.span.file.path
    // A second declaration under one name is validation's to report.
    guard contract.type(named: declaration.name) == declaration,
      facts.options.swiftType(for: declaration.name) == nil
    else { return }
    let notes = SwiftNotes(documentation: declaration.documentation, deprecation: declaration.deprecation)
    var planned: PlannedType
    if isAlias(declaration) {
      let key = "type " + declaration.name
      let target = try types.translate(facts.simplified(declaration.type), key: key, scope: scope)
      planned = PlannedType(
        name: name, key: name, notes: notes, form: holdsItself(declaration) ? .wrapper(target) : .alias(target),
        nested: [])
      try declareInline(inlineTypes(of: declaration), scope: scope, path: path)
    } else {
      let site = TypePlanner.Site(
        name: name, parent: "", visible: references(in: declaration.type).union([name]), member: declaration.name,
        notes: notes)
      planned = try types.declare(declaration.type, at: site)
    }
    planned.publicName = names.aliases[declaration.name]
    draft.types[path, default: []].append(planned)
  }

  /// Whether an alias leads to itself through other aliases, lists and maps.
  private func holdsItself(_ declaration: TypeDeclaration) -> Bool {
    var seen: Set<String> = []
    var open = aliasReferences(declaration)
    while let name = open.popLast() {
      if name == declaration.name { return true }
      guard seen.insert(name).inserted, let next = contract.type(named: name), isAlias(next) else { continue }
      open += aliasReferences(next)
    }
    return false
  }

  private func aliasReferences(_ declaration: TypeDeclaration) -> [String] {
    var names: [String] = []
    var open = [facts.simplified(declaration.type)]
    while let type = open.popLast() {
      switch type.shape {
      case .reference(let name): names.append(name)
      case .array, .map, .nullable: open += type.children.map(facts.simplified)
      default: break
      }
    }
    return names
  }

  /// Swift names of the module's types that a type mentions anywhere.
  private func references(in type: TypeExpression) -> Set<String> {
    var found: Set<String> = []
    var open = [type]
    while let next = open.popLast() {
      if case .reference(let name) = next.shape, let swiftName = names.types[name] { found.insert(swiftName) }
      open += next.children
    }
    return found
  }

  // MARK: Routes

  private mutating func planRoute(_ route: Route, scope: InlineScope) throws(EmissionError) {
    let path = route.span.file.path
    var response: SwiftType? = route.responseMediaType.map { _ in .data }
    var answers: [PlannedEndpoint.Answer] = []
    var bodyType: SwiftType? = route.requestMediaType.map { _ in .data }
    var parameterTypes: [String: TranslatedType] = [:]
    for part in parts(of: route) {
      try declareInline(inlineTypes(of: part), scope: scope, path: path)
      let type = try types.translate(part.type, key: part.key, scope: scope)
      if ["path ", "query ", "header "].contains(where: part.key.hasPrefix) {
        parameterTypes[part.key] = type
      } else if part.key.hasPrefix("request ") {
        bodyType = type.type
      } else {
        if part.key.hasPrefix("response ") { response = type.type }
        answers.append(
          PlannedEndpoint.Answer(status: part.status, statusClass: part.statusClass, type: type.type))
      }
    }
    let parameters =
      route.path.parameters.map { ("path", $0) } + route.query.map { ("query", $0.name) }
      + route.headers.map { ("header", $0.name) } + (bodyType == nil ? [] : [("body", "body")])
    let entries = parameters.map { place, name in
      let best = facts.member(name).candidates
      return NameResolver.Entry(key: "\(place) \(name)", candidates: best + [best[0] + SwiftNaming.upperCamel(place)])
    }
    let labels = NameResolver.resolve(entries, avoiding: ReservedNames.parameters)
    func planned(_ properties: [Property], in place: String) -> [PlannedEndpoint.Parameter] {
      properties.map { property in
        PlannedEndpoint.Parameter(
          wireName: property.name, name: labels["\(place) \(property.name)"] ?? property.name,
          type: scalarType(property.type, parameterTypes["\(place) \(route.id) \(property.name)"]),
          isOptional: !property.isRequired)
      }
    }
    draft.endpoints.append(
      PlannedEndpoint(
        route: route, name: names.endpoints[route.id] ?? "endpoint",
        path: route.path.parameters.map { name in
          let typed = route.pathParameters.first { $0.name == name }
          let type = typed.map { scalarType($0.type, parameterTypes["path \(route.id) \(name)"]) } ?? .string
          return .init(wireName: name, name: labels["path \(name)"] ?? name, type: type, isOptional: false)
        },
        query: planned(route.query, in: "query"), headers: planned(route.headers, in: "header"),
        body: bodyType.map { (labels["body body"] ?? "body", $0) }, response: response, answers: answers))
  }

  /// The type of a query parameter; what is not a scalar or a list of scalars is passed as text.
  private func scalarType(_ type: TypeExpression, _ translated: TranslatedType?) -> SwiftType {
    guard let translated, isScalar(type, allowsList: true) else { return .string }
    return translated.core
  }

  private func isScalar(_ type: TypeExpression, allowsList: Bool) -> Bool {
    guard let resolved = contract.resolve(facts.simplified(type)) else { return false }
    switch facts.simplified(resolved).shape {
    case .boolean, .string, .number, .enumeration, .literal: return true
    case .array(let shape):
      return allowsList && isScalar(shape.element, allowsList: false) && !facts.isNullable(shape.element)
    default: return false
    }
  }
}
