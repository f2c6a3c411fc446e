internal import ContractModel
internal import Diagnostics
internal import JSONText

/// The conditions of a type, and what its place belongs to.
struct Condition {
  let type: TypeExpression
  let scope: Scope
}

extension ValueWalk {
  /// Checks conditions of a value that its shape let through.
  mutating func check(_ conditions: [Condition], _ node: JSONNode) {
    // What conditions look at is no part of the contract of its own.
    let seen = coverage
    coverage = nil
    for condition in conditions {
      for assertion in condition.type.assertions { check(assertion, node, condition) }
    }
    coverage = seen
  }

  private mutating func check(_ assertion: SchemaAssertion, _ node: JSONNode, _ condition: Condition) {
    switch assertion {
    case .nothing: broken("absent: the schema allows nothing here", node, condition)
    case .number(let facts):
      if let number = node.number { checkBounds(node, number, facts, condition.type, condition.scope) }
    case .string(let facts): checkFacts(node, facts, condition.type, condition.scope)
    case .values(let values):
      let value = node.value
      if !values.contains(where: { $0.equals(value) }) { broken("one of the values that are listed", node, condition) }
    case .all(let types): for type in types { check(node, type, condition.scope) }
    case .any, .exactlyOne, .atMostOne, .not: checkChoice(assertion, node, condition)
    case .condition(let type, let then, let otherwise):
      if let next = holds(node, type, condition.scope) ? then : otherwise { check(node, next, condition.scope) }
    case .elementCount, .uniqueElements, .elements, .contains, .unevaluatedElements:
      if node.kind == .array { checkElements(assertion, node, condition) }
    case .memberCount, .members, .required, .dependentRequired, .dependentTypes, .keys, .unevaluatedMembers:
      if node.kind == .object { checkMembers(assertion, node, condition) }
    }
  }

  func inRange(_ count: Int, _ minimum: Int?, _ maximum: Int?) -> Bool {
    count >= minimum ?? 0 && count <= maximum ?? .max
  }

  /// Reports a broken condition.
  mutating func broken(
    _ expected: String, _ node: JSONNode, _ condition: Condition, details: [FindingNote] = []
  ) {
    report(.schemaCondition, node, expected: expected, condition.scope, condition.type.span, details: details)
  }

  /// Whether a value fits a type, exactly as the schema says it.
  mutating func holds(_ node: JSONNode, _ type: TypeExpression, _ scope: Scope) -> Bool {
    let reference: String? = if case .reference(let name) = type.shape { name } else { nil }
    let key = WalkMemory.VerdictKey(pointer: tokens, scope: scope.name, reference: reference, span: type.span)
    if let known = memory.verdicts[key] { return known }
    var walk = trial(exactly: true)
    walk.check(node, type, scope)
    let holds = !walk.mismatches.contains(where: \.breaksSchema)
    memory.verdicts[key] = holds
    return holds
  }

  // MARK: Choices

  private mutating func checkChoice(_ assertion: SchemaAssertion, _ node: JSONNode, _ condition: Condition) {
    let scope = condition.scope
    switch assertion {
    case .any(let types):
      for type in types where holds(node, type, scope) { return }
      broken("at least one of \(Self.list(types))", node, condition, details: reasons(types, node, scope))
    case .exactlyOne(let types):
      var fitting: [TypeExpression] = []
      for type in types where holds(node, type, scope) { fitting.append(type) }
      if fitting.isEmpty {
        broken("exactly one of \(Self.list(types))", node, condition, details: reasons(types, node, scope))
      } else if fitting.count > 1 {
        reportOverlap(fitting, types, node, condition)
      }
    case .atMostOne(let types):
      var fitting: [TypeExpression] = []
      for type in types where holds(node, type, scope) { fitting.append(type) }
      if fitting.count > 1 { reportOverlap(fitting, types, node, condition) }
    case .not(let type):
      if holds(node, type, scope) {
        broken("anything but \(type.displayText)", node, condition, details: [Self.note("it fits this schema", type)])
      }
    default: break
    }
  }

  private mutating func reportOverlap(
    _ fitting: [TypeExpression], _ types: [TypeExpression], _ node: JSONNode, _ condition: Condition
  ) {
    broken(
      "exactly one of \(Self.list(types)), and is \(fitting.count) of them", node, condition,
      details: fitting.prefix(3).map { Self.note("it fits this schema", $0) })
  }

  /// The first error of each type.
  private func reasons(_ types: [TypeExpression], _ node: JSONNode, _ scope: Scope) -> [FindingNote] {
    types.prefix(8).compactMap { type in
      var walk = trial(exactly: true)
      walk.check(node, type, scope)
      return walk.mismatches.first(where: \.breaksSchema).map { error in
        FindingNote(
          "\(type.displayText): \(error.message)", at: Place(span: error.span, pointer: error.pointer))
      }
    }
  }

  private static func note(_ text: String, _ type: TypeExpression) -> FindingNote {
    FindingNote(text, at: Place(span: type.span))
  }

  private static func list(_ types: [TypeExpression]) -> String {
    types.prefix(6).map(\.displayText).joined(separator: ", ") + (types.count > 6 ? ", …" : "")
  }

  // MARK: Lists

  private mutating func checkElements(_ assertion: SchemaAssertion, _ node: JSONNode, _ condition: Condition) {
    switch assertion {
    case .elementCount(let minimum, let maximum):
      guard !inRange(node.count, minimum, maximum) else { return }
      let expected = minimum.map { node.count < $0 ? "at least \($0)" : nil } ?? nil
      report(
        .outOfRange, node, expected: "a list of " + (expected ?? "at most \(maximum ?? 0)"), condition.scope,
        condition.type.span)
    case .uniqueElements:
      guard let (first, second) = SchemaEquality.firstDuplicate(in: node) else { return }
      broken(
        "a list without equal elements", node, condition,
        details: [FindingNote("elements \(first) and \(second) are equal")])
    case .elements(let prefix, let rest):
      for (index, element) in node.elements.enumerated() {
        guard let type = index < prefix.count ? prefix[index] : rest else { break }
        descend(String(index), isWild: index >= prefix.count, element, type, condition.scope)
      }
    case .contains(let type, let minimum, let maximum):
      let count = fittingElements(node, type, condition.scope).count
      guard !inRange(count, minimum, maximum) else { return }
      let bound = count < minimum ? "at least \(minimum)" : "at most \(maximum ?? 0)"
      broken("a list in which \(bound) fit \(type.displayText), and \(count) do", node, condition)
    case .unevaluatedElements(let type, let seen):
      let seen = seenElements(node, seen, condition.scope)
      for (index, element) in node.elements.enumerated() where !seen.contains(index) {
        descend(String(index), isWild: true, element, type, condition.scope)
      }
    default: break
    }
  }

  private mutating func fittingElements(_ node: JSONNode, _ type: TypeExpression, _ scope: Scope) -> Set<Int> {
    var fitting: Set<Int> = []
    for (index, element) in node.elements.enumerated() {
      at(String(index), isWild: true) { walk in
        if walk.holds(element, type, scope) { fitting.insert(index) }
      }
    }
    return fitting
  }

  private mutating func seenElements(
    _ node: JSONNode, _ evaluations: [SchemaEvaluation], _ scope: Scope
  ) -> Set<Int> {
    var seen: Set<Int> = []
    for evaluation in evaluations where seen.count < node.count {
      switch evaluation {
      case .members: break
      case .everything: return Set(0..<node.count)
      case .leading(let count): seen.formUnion(0..<min(count, node.count))
      case .fitting(let type): seen.formUnion(fittingElements(node, type, scope))
      case .when(let type, let inner):
        if holds(node, type, scope) { seen.formUnion(seenElements(node, inner, scope)) }
      case .unless(let type, let inner):
        if !holds(node, type, scope) { seen.formUnion(seenElements(node, inner, scope)) }
      case .present: break
      }
    }
    return seen
  }

  // MARK: Objects

  private mutating func checkMembers(_ assertion: SchemaAssertion, _ node: JSONNode, _ condition: Condition) {
    let scope = condition.scope
    switch assertion {
    case .memberCount(let minimum, let maximum):
      guard !inRange(node.count, minimum, maximum) else { return }
      let isShort = node.count < minimum ?? 0
      report(
        .outOfRange, node,
        expected: "an object of " + (isShort ? "at least \(minimum ?? 0)" : "at most \(maximum ?? 0)") + " members",
        scope, condition.type.span)
    case .members(let members): checkMembers(members, node, condition)
    case .required(let names): require(names, of: node, condition)
    case .dependentRequired(let entries):
      for entry in entries where node[entry.name] != nil { require(entry.required, of: node, condition) }
    case .dependentTypes(let entries):
      for entry in entries where node[entry.name] != nil { check(node, entry.type, scope) }
    case .keys(let type): checkKeys(type, node, condition)
    case .unevaluatedMembers(let type, let seen):
      let seen = seenMembers(node, seen, scope)
      for (key, value) in node.members where !seen.contains(Array(key.utf8)) {
        descend(key, isWild: true, value, type, scope)
      }
    default: break
    }
  }

  private mutating func require(_ names: [String], of node: JSONNode, _ condition: Condition) {
    for name in names where node[name] == nil {
      at(name) { walk in
        walk.report(.missingProperty, nil, expected: "any JSON", condition.scope, condition.type.span)
      }
    }
  }

  private mutating func checkMembers(
    _ members: SchemaAssertion.MemberAssertion, _ node: JSONNode, _ condition: Condition
  ) {
    for (key, value) in node.members {
      var isCovered = members.declared.contains { $0.utf8.elementsEqual(key.utf8) }
      for entry in members.named where entry.name.utf8.elementsEqual(key.utf8) {
        isCovered = true
        descend(key, isWild: false, value, entry.type, condition.scope)
      }
      for entry in members.patterns where fits(key, entry.name) {
        isCovered = true
        descend(key, isWild: true, value, entry.type, condition.scope)
      }
      if !isCovered, let others = members.others { descend(key, isWild: true, value, others, condition.scope) }
    }
  }

  /// Whether a key fits a pattern; those that cannot be run are refused where the contract is read.
  private func fits(_ key: String, _ pattern: String) -> Bool {
    switch memory.pattern(pattern) {
    case .success(let pattern): pattern.isFound(in: key)
    case .failure: false
    }
  }

  private mutating func checkKeys(_ type: TypeExpression, _ node: JSONNode, _ condition: Condition) {
    for (key, value) in node.members {
      guard let text = try? JSONDocument(parsing: JSONValue.string(key).canonicalText(indent: 0)) else { continue }
      // A key stands at the place of its value, and verdicts about the two must not be mixed.
      var walk = ValueWalk(contract: contract, direction: direction)
      walk.check(text.root, type, Scope(name: nil, depth: 0))
      guard let error = walk.mismatches.first(where: \.breaksSchema) else { continue }
      at(key, isWild: true) { walk in
        walk.broken(
          "under a key that is \(type.displayText)", value, condition,
          details: [FindingNote("the key should be \(error.expected)")])
      }
    }
  }

  private mutating func seenMembers(
    _ node: JSONNode, _ evaluations: [SchemaEvaluation], _ scope: Scope
  ) -> Set<[UInt8]> {
    var seen: Set<[UInt8]> = []
    for evaluation in evaluations {
      switch evaluation {
      case .members(let names, let patterns):
        seen.formUnion(names.map { Array($0.utf8) })
        for (key, _) in node.members where patterns.contains(where: { fits(key, $0) }) { seen.insert(Array(key.utf8)) }
      case .everything: return Set(node.members.map { Array($0.key.utf8) })
      case .leading, .fitting: break
      case .when(let type, let inner):
        if holds(node, type, scope) { seen.formUnion(seenMembers(node, inner, scope)) }
      case .unless(let type, let inner):
        if !holds(node, type, scope) { seen.formUnion(seenMembers(node, inner, scope)) }
      case .present(let name, let inner):
        if node[name] != nil { seen.formUnion(seenMembers(node, inner, scope)) }
      }
    }
    return seen
  }
}
