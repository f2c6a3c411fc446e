internal import ContractModel
internal import Diagnostics
internal import JSONText

/// Which variant of an untagged union a value is.
enum UnionChoice {
  /// The variant at this index fits.
  case fits(Int)
  /// None fits; the first error of each.
  case none([FindingNote])
}

extension ValueWalk {
  /// Checks a union, by its tag where it has one.
  mutating func checkUnion(
    _ node: JSONNode, _ shape: UnionShape, name: String?, _ type: TypeExpression, _ slot: Scope, _ inner: Scope
  ) {
    let key = WalkMemory.ChoiceKey(
      pointer: tokens, type: inner.name, start: type.span.start, end: type.span.end,
      variants: shape.variants.map(\.type.span.start), isExact: isExact)
    // A union that is one of its own variants: no value belongs to it by that way.
    guard memory.active.insert(key).inserted else {
      return report(.typeMismatch, node, expected: type.displayText, slot, type.span)
    }
    defer { memory.active.remove(key) }
    if let discriminator = shape.discriminator {
      checkTagged(node, shape, discriminator, name: name, type, slot, inner)
    } else {
      checkUntagged(node, shape, key, name: name, type, slot, inner)
    }
  }

  private mutating func checkTagged(
    _ node: JSONNode, _ shape: UnionShape, _ discriminator: String, name: String?, _ type: TypeExpression,
    _ slot: Scope, _ inner: Scope
  ) {
    if node.isNull { return report(.unexpectedNull, node, expected: type.displayText, slot, type.span) }
    guard node.kind == .object else {
      return report(.typeMismatch, node, expected: type.displayText, slot, type.span)
    }
    guard let tag = node[discriminator] else {
      at(discriminator) { walk in
        walk.report(.missingProperty, nil, expected: "the tag of \(type.displayText)", inner, type.span)
      }
      // A tag that stands under another name is told as well, so that a rename can be seen.
      for (key, value) in node.members where shape.variants.contains(where: { $0.tag?.matches(value) == true }) {
        at(key) { walk in
          walk.report(.undeclaredProperty, as: .warning, value, expected: "nothing", inner, type.span)
        }
      }
      return
    }
    let place = name ?? member(slot)
    if let index = shape.variants.firstIndex(where: { $0.tag?.matches(tag) == true }) {
      sees(slot, named: name) { $0.sawVariant($1, shape, index, span: type.span) }
      return check(node, shape.variants[index].type, inner)
    }
    // A decoder reads the tag as text or as a number, and tags of several kinds as any JSON value.
    let tags = EnumerationShape(cases: shape.variants.compactMap(\.tag).map { .init($0) })
    let isKnownKind =
      tags.isMixed
      || tags.mayHold(tag)
        && tag.number.map { !tags.hasIntegersOnly || $0.isInteger && IntegerBounds(format: nil).contains($0) } ?? true
    at(discriminator) { walk in
      let known = shape.variants.compactMap { $0.tag?.displayText }.joined(separator: ", ")
      walk.report(
        isKnownKind ? .unknownVariant : .typeMismatch,
        as: isKnownKind && walk.direction == .answer ? .warning : .error, tag,
        expected: isKnownKind ? type.displayText : "one of \(known)", inner, type.span, member: place)
    }
    // What is not known is kept as any JSON value.
    if isKnownKind { checkAny(node, type, inner) }
  }

  private mutating func checkUntagged(
    _ node: JSONNode, _ shape: UnionShape, _ key: WalkMemory.ChoiceKey, name: String?, _ type: TypeExpression,
    _ slot: Scope, _ inner: Scope
  ) {
    let candidates = shape.variants.indices.filter { mayFit(node, shape.variants[$0].type, budget: 8) }
    guard candidates.count != 1 else {
      sees(slot, named: name) { $0.sawVariant($1, shape, candidates[0], span: type.span) }
      return check(node, shape.variants[candidates[0]].type, inner)
    }
    guard !candidates.isEmpty else {
      return report(
        node.isNull ? .unexpectedNull : .typeMismatch, node, expected: type.displayText, slot, type.span)
    }
    let choice = memory.choices[key] ?? choose(node, shape, candidates, inner)
    memory.choices[key] = choice
    switch choice {
    case .fits(let index):
      sees(slot, named: name) { $0.sawVariant($1, shape, index, span: type.span) }
      check(node, shape.variants[index].type, inner)
    case .none(let details):
      report(
        .unknownVariant, node, expected: type.displayText, slot, type.span, member: name ?? member(slot),
        breaksDecoding: true, details: details)
    }
  }

  /// Of the variants that decode: one without errors, that knows most literals, leaves the fewest keys unread, then has
  /// the most required keys, then comes first.
  private func choose(_ node: JSONNode, _ shape: UnionShape, _ candidates: [Int], _ inner: Scope) -> UnionChoice {
    var best: (index: Int, order: (Int, Int, Int, Int))?
    var details: [FindingNote] = []
    for index in candidates {
      var walk = trial()
      walk.check(node, shape.variants[index].type, inner)
      let title = shape.variants[index].name ?? shape.variants[index].type.displayText
      if let error = walk.mismatches.first(where: { isExact ? $0.breaksSchema : $0.breaksDecoding }) {
        details.append(
          FindingNote(
            "variant \(title): \(error.message)", at: Place(span: error.span, pointer: error.pointer)))
        continue
      }
      let order = (
        walk.mismatches.contains { $0.breaksSchema || $0.severity == .error } ? 1 : 0,
        walk.mismatches.count { $0.kind == .unknownEnumValue || $0.kind == .unknownVariant },
        walk.mismatches.count { $0.kind == .undeclaredProperty }, -requiredCount(shape.variants[index].type)
      )
      if let known = best, known.order <= order { continue }
      best = (index, order)
    }
    return best.map { .fits($0.index) } ?? .none(details)
  }

  private func requiredCount(_ type: TypeExpression) -> Int {
    guard case .object(let shape) = contract.resolve(type.withoutNull)?.shape else { return 0 }
    return shape.properties.count(where: \.isRequired)
  }

  /// Whether a value's kind is one that the type has; cheap, and true when in doubt.
  private func mayFit(_ node: JSONNode, _ type: TypeExpression, budget: Int) -> Bool {
    guard budget > 0, let resolved = contract.resolve(type) else { return true }
    switch resolved.shape {
    case .anyJSON: return true
    case .null: return node.isNull
    case .boolean: return node.kind == .bool
    case .string: return node.kind == .string
    case .number: return node.kind == .number
    case .literal(let literal): return literal.kind == node.kind
    case .enumeration(let shape):
      return shape.mayHold(node)
    case .array, .tuple: return node.kind == .array
    case .map, .object: return node.kind == .object
    case .union(let shape): return shape.variants.contains { mayFit(node, $0.type, budget: budget - 1) }
    case .nullable(let wrapped): return node.isNull || mayFit(node, wrapped, budget: budget - 1)
    case .reference: return true
    }
  }
}
