public import Diagnostics

extension Contract {
  /// Everything that is wrong with the contract as a whole: names, references, routes, tables.
  public func validate() -> [Finding] {
    var findings = FindingList()
    checkTypeNames(&findings)
    for type in types { checkReferences(in: type.type, member: type.name, &findings) }
    checkRoutes(&findings)
    for table in tables { checkInvariants(of: table, &findings) }
    return findings.all
  }

  private func checkTypeNames(_ findings: inout FindingList) {
    var seen: [String: TypeDeclaration] = [:]
    for type in types {
      if let first = seen[type.name.lowercased()] {
        findings.report(
          Finding(
            ContractRules.duplicateType, .error, "type '\(type.name)' is declared twice",
            help: "rename one of them", at: Place(span: type.span), member: type.name,
            notes: [FindingNote("'\(first.name)' is declared here", at: Place(span: first.span))]))
      } else {
        seen[type.name.lowercased()] = type
      }
      if case .reference = type.type.shape, self.resolve(type.type) == nil, leadsToItself(type.name) {
        findings.report(
          Finding(
            ContractRules.endlessReference, .error, "type '\(type.name)' is defined as itself",
            help: "give it a shape", at: Place(span: type.span), member: type.name))
      }
    }
  }

  private func leadsToItself(_ start: String) -> Bool {
    var seen: Set<String> = []
    var name = start
    while seen.insert(name).inserted {
      guard let declaration = type(named: name), case .reference(let next) = declaration.type.shape else {
        return false
      }
      name = next
    }
    return true
  }

  private func checkReferences(in type: TypeExpression, member: String, _ findings: inout FindingList) {
    if case .reference(let name) = type.shape, self.type(named: name) == nil {
      let near = Suggestion.nearest(to: name, among: types.map(\.name)).map { ", did you mean '\($0)'?" } ?? ""
      findings.report(
        Finding(
          ContractRules.unresolvedReference, .error, "no type is called '\(name)'\(near)",
          help: "declare it, or add its file to the sources", at: Place(span: type.span), member: member))
    }
    for child in type.children { checkReferences(in: child, member: member, &findings) }
    for child in type.assertions.flatMap(\.types) { checkReferences(in: child, member: member, &findings) }
  }

  private func checkRoutes(_ findings: inout FindingList) {
    var ids: [String: Route] = [:]
    var places: [String: Route] = [:]
    for route in routes {
      for type in route.types { checkReferences(in: type, member: route.id, &findings) }
      let place = "\(route.method) \(route.path.shapeText)"
      if let other = ids[route.id.lowercased()] {
        reportDuplicate(route, other, "route id '\(route.id)' is used twice", &findings)
      }
      if let other = places[place] {
        reportDuplicate(route, other, "\(route.method) \(route.path) is declared twice", &findings)
      }
      ids[route.id.lowercased()] = ids[route.id.lowercased()] ?? route
      places[place] = places[place] ?? route
    }
  }

  private func reportDuplicate(_ route: Route, _ other: Route, _ message: String, _ findings: inout FindingList) {
    findings.report(
      Finding(
        ContractRules.duplicateRoute, .error, message, help: "give each route its own id and path",
        at: Place(span: route.span),
        member: route.id, notes: [FindingNote("the other one is here", at: Place(span: other.span))]))
  }

  private func checkInvariants(of table: ConstantTable, _ findings: inout FindingList) {
    guard !table.invariants.isEmpty else { return }
    guard case .array(let rows) = table.value.shape else {
      report(table, "is not a list of rows, so its tags say nothing", at: table.span, &findings)
      return
    }
    for invariant in table.invariants {
      switch invariant {
      case .monotonic(let column): checkMonotonic(column, rows, table, &findings)
      case .unique(let column): checkUnique(column, rows, table, &findings)
      case .references(let column, let other, let otherColumn):
        checkReferences(column, rows, other, otherColumn, table, &findings)
      }
    }
  }

  private func checkMonotonic(
    _ column: String, _ rows: [ConstantValue], _ table: ConstantTable, _ findings: inout FindingList
  ) {
    var previous: (value: Double, text: String)?
    for row in rows {
      guard let cell = row[member: column], case .literal(.number(let text)) = cell.shape, let value = Double(text)
      else {
        report(table, "has a row without a number in '\(column)'", at: row.span, &findings)
        continue
      }
      if let previous, value <= previous.value {
        report(table, "'\(column)' does not rise: \(text) follows \(previous.text)", at: cell.span, &findings)
      }
      previous = (value, text)
    }
  }

  private func checkUnique(
    _ column: String, _ rows: [ConstantValue], _ table: ConstantTable, _ findings: inout FindingList
  ) {
    var seen: [Literal: SourceSpan] = [:]
    for row in rows {
      guard let cell = row[member: column], case .literal(let literal) = cell.shape else {
        report(table, "has a row without a plain value in '\(column)'", at: row.span, &findings)
        continue
      }
      if seen.updateValue(cell.span, forKey: literal) != nil {
        report(table, "'\(column)' repeats \(cell.span.text)", at: cell.span, &findings)
      }
    }
  }

  private func checkReferences(
    _ column: String, _ rows: [ConstantValue], _ other: String, _ otherColumn: String, _ table: ConstantTable,
    _ findings: inout FindingList
  ) {
    guard let target = tables.first(where: { $0.name == other }), case .array(let targetRows) = target.value.shape
    else {
      report(table, "refers to '\(other)', which is not a table of rows", at: table.span, &findings)
      return
    }
    let known = Set(targetRows.compactMap { $0[member: otherColumn]?.shape })
    for row in rows {
      guard let cell = row[member: column], known.contains(cell.shape) else {
        let place = row[member: column] ?? row
        report(table, "'\(column)' holds a value that \(other).\(otherColumn) lacks", at: place.span, &findings)
        continue
      }
    }
  }

  private func report(_ table: ConstantTable, _ fact: String, at span: SourceSpan, _ findings: inout FindingList) {
    findings.report(
      Finding(
        ContractRules.tableInvariant, .error, "table \(table.name) \(fact)", help: "correct the row, or the tag",
        at: Place(span: span), member: table.name))
  }
}

extension TypeExpression {
  /// The types that this one is made of, in source order.
  public var children: [TypeExpression] {
    switch shape {
    case .anyJSON, .null, .boolean, .string, .number, .literal, .enumeration, .reference: []
    case .array(let shape): [shape.element]
    case .tuple(let elements, let rest): elements + [rest].compactMap(\.self)
    case .map(let values, _): [values]
    case .object(let shape):
      shape.properties.map(\.type) + { if case .typed(let type) = shape.additional { [type] } else { [] } }()
    case .union(let shape): shape.variants.map(\.type)
    case .nullable(let inner): [inner]
    }
  }
}

extension Route {
  /// Every type that the route names, in order: request, path, query, headers, response, errors.
  public var types: [TypeExpression] {
    [request].compactMap(\.self) + (pathParameters + query + headers).map(\.type) + [response].compactMap(\.self)
      + errors.compactMap(\.type)
  }
}

extension PathTemplate {
  /// The path with parameter names left out, so that two paths that match the same requests are equal.
  var shapeText: String {
    segments.map { segment in
      "/" + segment.pieces.map { if case .literal(let text) = $0 { text } else { "{}" } }.joined()
    }.joined()
  }
}
