internal import ContractModel
internal import Diagnostics
internal import JSONText

extension ValueWalk {
  mutating func checkArray(
    _ node: JSONNode, _ shape: ArrayShape, _ type: TypeExpression, _ slot: Scope, _ inner: Scope
  ) {
    guard require(node, .array, type, slot) else { return }
    sees(slot) { $0.sawList($1, isEmpty: node.count == 0, span: type.span) }
    if let minimum = shape.minimumCount, node.count < minimum {
      report(.outOfRange, node, expected: "a list of at least \(minimum)", slot, type.span)
    }
    if let maximum = shape.maximumCount, node.count > maximum {
      report(.outOfRange, node, expected: "a list of at most \(maximum)", slot, type.span)
    }
    for (index, element) in node.elements.enumerated() {
      descend(String(index), isWild: true, element, shape.element, inner)
    }
  }

  mutating func checkTuple(
    _ node: JSONNode, _ elements: [TypeExpression], _ rest: TypeExpression?, _ type: TypeExpression, _ slot: Scope,
    _ inner: Scope
  ) {
    guard require(node, .array, type, slot) else { return }
    for (index, element) in node.elements.enumerated() {
      if index < elements.count {
        descend(String(index), isWild: false, element, elements[index], inner)
      } else if let rest {
        descend(String(index), isWild: true, element, rest, inner)
      } else {
        at(String(index), isWild: true) { walk in
          walk.report(
            .undeclaredProperty, as: .error, element, expected: "nothing", inner, type.span, breaksDecoding: true)
        }
      }
    }
    for index in elements.indices.dropFirst(node.count) {
      at(String(index)) { walk in
        walk.report(
          .missingProperty, nil, expected: elements[index].displayText, inner, elements[index].span)
      }
    }
  }

  mutating func checkMap(
    _ node: JSONNode, _ values: TypeExpression, _ keys: MapKeys, _ type: TypeExpression, _ slot: Scope, _ inner: Scope
  ) {
    guard require(node, .object, type, slot) else { return }
    sees(slot) { $0.sawList($1, isEmpty: node.count == 0, span: type.span) }
    let known: [String]?
    let isClosed: Bool
    switch keys {
    case .any, .strings: (known, isClosed) = (nil, false)
    case .some(let names, let only), .every(let names, let only): (known, isClosed) = (names, only)
    }
    let survives = FindingNote(Self.decodes + "in Swift the type is a dictionary")
    for (key, value) in node.members {
      if let known, !known.contains(where: { $0.utf8.elementsEqual(key.utf8) }) {
        at(key) { walk in
          walk.report(
            .undeclaredProperty, as: walk.undeclaredSeverity(isClosed), value, expected: "nothing", inner, type.span,
            breaksSchema: true, details: isClosed ? [survives] : [])
        }
      }
      if case .strings(let facts) = keys { checkKey(key, facts, value, type, inner) }
      descend(key, isWild: true, value, values, inner)
    }
    guard case .every(let names, _) = keys else { return }
    for name in names where node[name] == nil {
      at(name) { walk in
        walk.report(
          .missingProperty, nil, expected: values.displayText, inner, type.span, breaksDecoding: false,
          details: [survives])
      }
    }
  }

  private mutating func checkKey(
    _ key: String, _ facts: StringFacts, _ value: JSONNode, _ type: TypeExpression, _ inner: Scope
  ) {
    let isInFormat = facts.format.flatMap { StringFormat(rawValue: $0)?.matches(key) } ?? true
    let fitsPattern =
      switch facts.pattern.map({ memory.pattern($0) }) {
      case .success(let pattern): pattern.isFound(in: key)
      case .failure, nil: true
      }
    guard !isInFormat || !fitsPattern else { return }
    let facts = [facts.format.map { "in the format '\($0)'" }, facts.pattern.map { "text that fits /\($0)/" }]
    at(key, isWild: true) { walk in
      walk.report(
        .format, value, expected: "under a key that is " + facts.compactMap(\.self).joined(separator: ", "), inner,
        type.span)
    }
  }

  mutating func checkObject(
    _ node: JSONNode, _ shape: ObjectShape, _ type: TypeExpression, _ slot: Scope, _ inner: Scope
  ) {
    guard require(node, .object, type, slot) else { return }
    var isPresent = [Bool](repeating: false, count: shape.properties.count)
    let places = PropertyPlaces(shape.properties)
    var undeclared: [String] = []
    for (key, value) in node.members {
      if let index = places.index(of: key) {
        isPresent[index] = true
        checkProperty(shape.properties[index], value, inner)
      } else {
        // More of them than a reader looks at would cost their number times that of the properties.
        if undeclared.count < 100 { undeclared.append(key) }
        checkAdditional(key, value, shape, type, inner)
      }
    }
    for (index, property) in shape.properties.enumerated() {
      at(property.name) { walk in walk.checkPresence(of: property, isPresent[index], among: undeclared, inner) }
    }
  }

  /// Checks the value of a property; one that is written as a literal is a constant to a decoder, not an open choice.
  private mutating func checkProperty(_ property: Property, _ value: JSONNode, _ inner: Scope) {
    let known = mismatches.count
    descend(property.name, isWild: false, value, property.type, inner)
    guard case .literal = property.type.withoutNull.shape else { return }
    for index in mismatches.indices[known...] where mismatches[index].kind == .unknownEnumValue {
      mismatches[index].severity = .error
      mismatches[index].breaksDecoding = true
    }
  }

  private mutating func checkPresence(
    of property: Property, _ isPresent: Bool, among undeclared: [String], _ inner: Scope
  ) {
    if !property.isRequired {
      sees(inner) { $0.sawOptional($1, isPresent: isPresent, span: property.span) }
    }
    let isExpected = direction == .answer ? !property.isWriteOnly : !property.isReadOnly
    guard property.isRequired, !isPresent, isExpected else { return }
    let near = Suggestion.nearest(to: property.name, among: undeclared)
    report(
      .missingProperty, nil, expected: property.type.displayText, inner, property.span, type: property.type,
      details: near.map { [FindingNote("'\($0)' is there and not declared; was the property renamed?")] } ?? [])
  }

  private mutating func checkAdditional(
    _ key: String, _ value: JSONNode, _ shape: ObjectShape, _ type: TypeExpression, _ inner: Scope
  ) {
    if case .typed(let valueType) = shape.additional {
      return descend(key, isWild: true, value, valueType, inner)
    }
    at(key) { walk in
      walk.report(
        .undeclaredProperty, as: walk.undeclaredSeverity(shape.additional == .forbidden), value, expected: "nothing",
        inner, type.span, breaksSchema: shape.additional == .forbidden)
    }
  }

  /// A tolerant decoder survives what it does not know; a strict schema of a request does not.
  private func undeclaredSeverity(_ isForbidden: Bool) -> Severity {
    direction == .request && isForbidden ? .error : .warning
  }
}

/// Finds properties by the bytes of their names, in many by a table.
private struct PropertyPlaces {
  private let properties: [Property]
  private let table: [String: Int]

  init(_ properties: [Property]) {
    self.properties = properties
    let places = properties.count > 32 ? properties.enumerated().map { ($1.name, $0) } : []
    table = Dictionary(places, uniquingKeysWith: { first, _ in first })
  }

  func index(of key: String) -> Int? {
    // Strings are equal by their characters, so names that differ by bytes alone share an entry of the table.
    if !table.isEmpty {
      guard let index = table[key] else { return nil }
      if properties[index].name.utf8.elementsEqual(key.utf8) { return index }
    }
    return properties.firstIndex { $0.name.utf8.elementsEqual(key.utf8) }
  }
}
