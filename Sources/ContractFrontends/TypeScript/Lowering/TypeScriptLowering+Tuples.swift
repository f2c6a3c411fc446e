internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

extension TypeScriptLowering {
  /// Lowers a tuple.
  ///
  /// The contract knows tuples of fixed positions with one rest at the end. Optional elements make a union of the
  /// tuples that there may be, or a bounded list where all elements have one type; a rest before other elements makes a
  /// list where all have one type, and is refused elsewhere.
  func lowerTuple(_ type: LazyType) -> TypeExpression {
    guard let elements = tupleElements(type) else {
      return unsupported("what this tuple spreads is not a list", help: "spread a tuple or a list", at: type.span)
    }
    let rest = elements.last.flatMap { $0.isRest ? $0.type : nil }
    let restCount = elements.count(where: \.isRest)
    if restCount > 1 || (restCount == 1 && rest == nil) { return lowerLooseTuple(elements, at: type.span) }
    let fixed = elements.filter { !$0.isRest }
    if fixed.isEmpty, let rest { return lowerArray(rest, at: type.span) }
    let lowered = fixed.map { lowerElement($0.type) }
    let required = fixed.prefix { !$0.isOptional }.count
    guard required < fixed.count else {
      return TypeExpression(.tuple(lowered, rest: rest.map(lowerElement)), span: type.span)
    }
    if let list = boundedList(lowered, required, rest, at: type.span) { return list }
    var variants = (required..<fixed.count).map { count in
      UnionShape.Variant(type: TypeExpression(.tuple(Array(lowered.prefix(count)), rest: nil), span: type.span))
    }
    let whole = TypeExpression(.tuple(lowered, rest: rest.map(lowerElement)), span: type.span)
    variants.append(UnionShape.Variant(type: whole))
    return TypeExpression(.union(UnionShape(variants: variants)), span: type.span)
  }

  /// `[T, T?]` as a list of one or two, and `[T?, ...T[]]` as a list.
  private func boundedList(
    _ elements: [TypeExpression], _ required: Int, _ rest: LazyType?, at span: SourceSpan
  ) -> TypeExpression? {
    let rest = rest.map(lowerElement)
    guard let first = elements.first, elements.allSatisfy({ $0.shape == first.shape }),
      rest.map({ $0.shape == first.shape }) ?? true
    else { return nil }
    let shape = ArrayShape(
      element: first, minimumCount: required == 0 ? nil : required, maximumCount: rest == nil ? elements.count : nil)
    return TypeExpression(.array(shape), span: span)
  }

  private func lowerLooseTuple(_ elements: [TupleElement], at span: SourceSpan) -> TypeExpression {
    let types = elements.map(\.type)
    let element = types.count == 1 ? types[0] : LazyType(union: types, span: span)
    let lowered = lowerElement(element)
    let fixed = elements.map { lowerElement($0.type) }
    guard fixed.allSatisfy({ $0.shape == lowered.shape }) else {
      return unsupported(
        "the rest of this tuple is not last, and positions that count from the end have no form in Swift",
        help: "put the rest last, or use an object", at: span)
    }
    let required = elements.count { !$0.isRest && !$0.isOptional }
    return TypeExpression(
      .array(ArrayShape(element: lowered, minimumCount: required == 0 ? nil : required)), span: span)
  }

  /// The elements of a tuple with other tuples that it spreads put in; nil for what is no tuple.
  func tupleElements(_ type: LazyType) -> [TupleElement]? {
    switch type.form {
    case .tuple(let elements): return elements
    case .lowered(let lowered): return tupleElements(lowered, type)
    case .syntax, .union, .intersection: break
    }
    return descend(at: type.span, otherwise: nil) { writtenElements(type) }
  }

  private func writtenElements(_ type: LazyType) -> [TupleElement]? {
    guard case .syntax(let syntax, let environment) = type.form, case .tuple(let written) = syntax.node else {
      return nil
    }
    var elements: [TupleElement] = []
    for element in written {
      let part = type.part(element.type, environment)
      guard element.isRest else {
        elements.append(TupleElement(type: part, isOptional: element.isOptional, isRest: false))
        continue
      }
      let head = head(part)
      if let spread = tupleElements(head) {
        elements += spread
      } else if let item = elementType(of: head) {
        elements.append(TupleElement(type: item, isOptional: false, isRest: true))
      } else {
        return nil
      }
      guard elements.count < 10_000 else { return nil }
    }
    return elements
  }
}
