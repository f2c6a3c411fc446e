internal import ContractModel
internal import Diagnostics
internal import JSONText

extension SchemaLowering {
  /// What a schema says of every kind of value but those that a shape already covers, each condition for its kind.
  func untypedAssertions(_ place: SchemaPlace, beside covered: Set<SchemaType>) -> [SchemaAssertion] {
    var assertions: [SchemaAssertion] = []
    if !covered.contains(.string), let facts = stringFacts(place) { assertions.append(.string(facts)) }
    if !covered.contains(.number), let facts = numberFacts(place) { assertions.append(.number(facts)) }
    if !covered.contains(.array) { assertions += arrayAssertions(place) }
    if !covered.contains(.object) { assertions += memberAssertions(place) }
    return assertions
  }

  /// `not`, and `if` with `then` and `else`.
  func conditionAssertions(_ place: SchemaPlace) -> [SchemaAssertion] {
    var assertions: [SchemaAssertion] = []
    if let schema = place.node["not"] { assertions.append(.not(condition(schema, in: place))) }
    if let schema = place.node["if"] {
      let then = place.node["then"].map { condition($0, in: place) }
      let otherwise = place.node["else"].map { condition($0, in: place) }
      if then != nil || otherwise != nil {
        assertions.append(.condition(condition(schema, in: place), then: then, otherwise: otherwise))
      }
    }
    return assertions
  }

  /// `unevaluatedProperties` and `unevaluatedItems`.
  func unevaluatedAssertions(_ place: SchemaPlace) -> [SchemaAssertion] {
    guard place.node["unevaluatedProperties"] != nil || place.node["unevaluatedItems"] != nil else { return [] }
    choiceDepth += 1
    defer { choiceDepth -= 1 }
    var assertions: [SchemaAssertion] = []
    if let schema = place.node["unevaluatedProperties"] {
      let type = lower(schema, in: place)
      let seen = SchemaSight(lowering: self, aspect: .members).seen(by: place, isOutermost: true)
      assertions.append(.unevaluatedMembers(type, seen: seen))
    }
    if let schema = place.node["unevaluatedItems"] {
      let type = lower(schema, in: place)
      let seen = SchemaSight(lowering: self, aspect: .elements).seen(by: place, isOutermost: true)
      assertions.append(.unevaluatedElements(type, seen: seen))
    }
    return assertions
  }
}

/// Tells which members or elements of a value a schema looks at, its subschemas for the same value included.
struct SchemaSight {
  /// What is looked at.
  enum Aspect {
    case members
    case elements
  }
  let lowering: SchemaLowering
  let aspect: Aspect
  /// Most schemas that are looked at in all.
  private static let maximumCount = 50_000
  /// Places that references led to, so that a circle ends.
  var visited: [Int] = []

  /// What a schema looks at; for the outermost one without its own `unevaluated…` keyword.
  func seen(by place: SchemaPlace, isOutermost: Bool = false) -> [SchemaEvaluation] {
    guard place.node.kind == .object, visited.count < 32 else { return [] }
    lowering.sightCount += 1
    guard lowering.sightCount < Self.maximumCount else {
      lowering.invalid(
        place, "the schemas beside an unevaluated keyword are too many to look at",
        help: "write additionalProperties or items where it says the same")
      return []
    }
    var seen = own(place, isOutermost: isOutermost)
    for keyword in ["$ref", "$dynamicRef"] {
      guard let text = place.node[keyword]?.string else { continue }
      let target =
        try? keyword == "$ref"
        ? lowering.store.resolve(text, from: place) : lowering.store.resolveDynamic(text, from: place)
      guard let target else { continue }
      let identity = target.node.position.offset ^ lowering.store.ordinal(of: target.document) << 40
      guard !visited.contains(identity) else { continue }
      var inner = self
      inner.visited.append(identity)
      seen += inner.seen(by: target)
    }
    for element in place.node["allOf"]?.elements.map({ $0 }) ?? [] { seen += self.seen(by: inner(element, place)) }
    for keyword in ["anyOf", "oneOf"] {
      for element in place.node[keyword]?.elements.map({ $0 }) ?? [] {
        let branch = inner(element, place)
        append({ .when($0, $1) }, self.seen(by: branch), branch, to: &seen)
      }
    }
    if let schema = place.node["if"] {
      let test = inner(schema, place)
      let then = place.node["then"].map { self.seen(by: inner($0, place)) } ?? []
      append({ .when($0, $1) }, self.seen(by: test) + then, test, to: &seen)
      append({ .unless($0, $1) }, place.node["else"].map { self.seen(by: inner($0, place)) } ?? [], test, to: &seen)
    }
    for (name, schema) in place.node["dependentSchemas"]?.members.map({ $0 }) ?? [] {
      let evaluations = self.seen(by: inner(schema, place))
      if !evaluations.isEmpty { seen.append(.present(name, evaluations)) }
    }
    return seen
  }

  private func own(_ place: SchemaPlace, isOutermost: Bool) -> [SchemaEvaluation] {
    let node = place.node
    switch aspect {
    case .members:
      if node["additionalProperties"] != nil || !isOutermost && node["unevaluatedProperties"] != nil {
        return [.everything]
      }
      let names = node["properties"]?.members.map(\.key) ?? []
      let patterns = node["patternProperties"]?.members.map(\.key) ?? []
      return names.isEmpty && patterns.isEmpty ? [] : [.members(names: names, patterns: patterns)]
    case .elements:
      if node["items"] != nil || !isOutermost && node["unevaluatedItems"] != nil { return [.everything] }
      var seen: [SchemaEvaluation] = []
      if let prefix = node["prefixItems"] { seen.append(.leading(prefix.count)) }
      if let schema = node["contains"] { seen.append(.fitting(lowering.lower(schema, in: place))) }
      return seen
    }
  }

  private func inner(_ node: JSONNode, _ place: SchemaPlace) -> SchemaPlace { lowering.inner(node, of: place) }

  private func append(
    _ make: (TypeExpression, [SchemaEvaluation]) -> SchemaEvaluation, _ evaluations: [SchemaEvaluation],
    _ test: SchemaPlace, to seen: inout [SchemaEvaluation]
  ) {
    if !evaluations.isEmpty { seen.append(make(lowering.part(test).type, evaluations)) }
  }
}
