/// Declares the members of a list of fixed positions.
struct TupleBuilder {
  let tuple: PlannedTuple
  let key: String
  let layout: InlineLayout

  func members(nested: [SwiftDeclaration]) -> [SwiftDeclaration] {
    var members: [SwiftDeclaration] = []
    var parameters: [SwiftParameter] = []
    var assignments: [SwiftStatement] = []
    var reads: [SwiftStatement] = [
      .bind(
        "r", .attempt(.call("WireListReader", .name("decoder"))),
        isMutable: !tuple.elements.isEmpty || tuple.rest != nil)
    ]
    var writes: [SwiftStatement] = [.bind("w", .call("WireListWriter", .name("encoder")), isMutable: true)]
    for (index, element) in tuple.elements.enumerated() {
      let name = TypePlanner.elementName(index)
      let isBoxed = layout.isBoxed(element.inlineKey, in: key)
      members += storage(name, element, isBoxed: isBoxed)
      parameters.append(SwiftParameter(label: name, type: element.type))
      let target = SwiftExpression.selfMember(isBoxed ? "_" + name : name)
      assignments.append(.assign(target, boxed(.name(name), element, isBoxed)))
      let read = SwiftExpression.call(.name("r"), [SwiftArgument(.metatype(element.type))])
      reads.append(.assign(target, .attempt(boxed(read, element, isBoxed))))
      writes.append(.evaluate(.attempt(.call("w", .selfMember(name)))))
    }
    if let rest = tuple.rest {
      members.append(.property(SwiftProperty(name: "rest", type: .array(rest.type))))
      parameters.append(SwiftParameter(label: "rest", type: .array(rest.type), defaultValue: .array([])))
      assignments.append(.assign(.selfMember("rest"), .name("rest")))
      reads.append(.assign(.selfMember("rest"), .attempt(.call(.member(.name("r"), "rest"), []))))
      writes.append(.evaluate(.attempt(.call(.member(.name("w"), "rest"), [SwiftArgument(.selfMember("rest"))]))))
    } else {
      reads.append(.evaluate(.attempt(.call(.member(.name("r"), "end"), []))))
    }
    members.append(.function(SwiftFunction(parameters: parameters, body: assignments)))
    members.append(CodableFunctions.decoding(reads))
    if writes.count == 1 { writes = [.assign(.name("_"), .call("WireListWriter", .name("encoder")))] }
    members.append(CodableFunctions.encoding(writes))
    return members + nested
  }

  private func storage(_ name: String, _ element: TranslatedType, isBoxed: Bool) -> [SwiftDeclaration] {
    guard isBoxed else { return [.property(SwiftProperty(name: name, type: element.type))] }
    let box = SwiftType.generic("WireBox", element.core)
    let value = SwiftExpression.member(.selfMember("_" + name), "value", isOptional: element.isNullable)
    return [
      .property(
        SwiftProperty(
          visibility: .hidden, name: "_" + name, type: element.isNullable ? .optional(box) : box)),
      .property(SwiftProperty(name: name, type: element.type, getter: [.evaluate(value)])),
    ]
  }

  private func boxed(_ value: SwiftExpression, _ element: TranslatedType, _ isBoxed: Bool) -> SwiftExpression {
    guard isBoxed else { return value }
    guard element.isNullable else { return .call("WireBox", value) }
    return .call(.member(value, "map"), [SwiftArgument(.member(.name("WireBox"), "init"))])
  }
}

/// Declares a struct around a list or map that holds itself.
struct WrapperBuilder {
  let target: TranslatedType

  func members() -> [SwiftDeclaration] {
    [
      .property(SwiftProperty(name: "value", type: target.core)),
      .function(
        SwiftFunction(
          parameters: [SwiftParameter(label: nil, name: "value", type: target.core)],
          body: [.assign(.selfMember("value"), .name("value"))])),
      CodableFunctions.decoding([
        .assign(.selfMember("value"), .attempt(CodableFunctions.decoded(target.core)))
      ]),
      CodableFunctions.encoding([
        .evaluate(.attempt(CodableFunctions.encoded(.selfMember("value"))))
      ]),
    ]
  }
}
