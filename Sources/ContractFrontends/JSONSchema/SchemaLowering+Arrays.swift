internal import ContractModel
internal import Diagnostics
internal import JSONText

extension SchemaLowering {
  /// A list, with all that a schema says of lists.
  func array(_ place: SchemaPlace) -> TypeExpression {
    let minimum = count("minItems", place)
    let maximum = count("maxItems", place)
    let conditions = elementAssertions(place)
    guard let prefix = schemaList("prefixItems", place) else {
      let rest = place.node["items"].map { lower($0, in: place) } ?? TypeExpression(.anyJSON, span: place.span)
      let shape = ArrayShape(element: rest, minimumCount: minimum, maximumCount: maximum)
      return TypeExpression(.array(shape), assertions: conditions, span: place.span)
    }
    let elements = parts(prefix, in: place).map(\.type)
    var rest: TypeExpression? = TypeExpression(.anyJSON, span: place.span)
    if let items = place.node["items"] {
      rest = items.kind == .bool && items.bool == false ? nil : lower(items, in: place)
    }
    guard minimum ?? 0 >= elements.count else {
      // A tuple has all its positions; a list that may be shorter is one of anything, checked position by position.
      let shape = ArrayShape(
        element: TypeExpression(.anyJSON, span: place.span), minimumCount: minimum, maximumCount: maximum)
      return TypeExpression(
        .array(shape), assertions: [.elements(prefix: elements, rest: rest ?? .nothing(at: place.span))] + conditions,
        span: place.span)
    }
    var bounds: [SchemaAssertion] = []
    if maximum == elements.count {
      rest = nil
    } else if minimum != elements.count || maximum != nil {
      bounds = [.elementCount(minimum: minimum, maximum: maximum)]
    }
    return TypeExpression(.tuple(elements, rest: rest), assertions: bounds + conditions, span: place.span)
  }

  /// What a schema says of lists, as conditions; none when it says nothing.
  func arrayAssertions(_ place: SchemaPlace) -> [SchemaAssertion] {
    var assertions: [SchemaAssertion] = []
    let minimum = count("minItems", place)
    let maximum = count("maxItems", place)
    if minimum != nil || maximum != nil { assertions.append(.elementCount(minimum: minimum, maximum: maximum)) }
    let prefix = schemaList("prefixItems", place).map { parts($0, in: place).map(\.type) } ?? []
    let rest = place.node["items"].map { lower($0, in: place) }
    if !prefix.isEmpty || rest?.isTrivial == false { assertions.append(.elements(prefix: prefix, rest: rest)) }
    return assertions + elementAssertions(place)
  }

  /// What no shape of a list says: unique elements, `contains`.
  private func elementAssertions(_ place: SchemaPlace) -> [SchemaAssertion] {
    var assertions: [SchemaAssertion] = []
    if flag("uniqueItems", place) { assertions.append(.uniqueElements) }
    if let schema = place.node["contains"] {
      assertions.append(
        .contains(
          lower(schema, in: place), minimum: count("minContains", place) ?? 1, maximum: count("maxContains", place)))
    }
    return assertions
  }
}
