internal import ContractModel

/// Declares the members of an open enum.
struct EnumerationBuilder {
  let enumeration: PlannedEnumeration

  func members() -> [SwiftDeclaration] {
    var members: [SwiftDeclaration] = enumeration.cases.map {
      .element(SwiftEnumCase(notes: SwiftNotes(documentation: $0.documentation), name: $0.name))
    }
    members.append(
      .element(
        SwiftEnumCase(
          notes: SwiftNotes(documentation: "A value that this version of the contract does not know."),
          name: "unrecognized", payload: [SwiftParameter(label: nil, type: enumeration.raw.type)])))
    return members + [initializer(), rawValue(), isUnrecognized()]
  }

  private func initializer() -> SwiftDeclaration {
    var cases = enumeration.cases.map { entry in
      let value = LiteralExpressions.expression(entry.value, as: enumeration.raw)
      var condition: SwiftExpression?
      if case .string(let text) = entry.value, !LiteralExpressions.isASCII(entry.value), enumeration.raw == .string {
        condition = .call(
          .member(.member(.name("rawValue"), "utf8"), "elementsEqual"),
          [SwiftArgument(.member(.string(text), "utf8"))])
      }
      return SwiftCase(.value(value), where: condition, .assign(.name("self"), .implicitMember(entry.name)))
    }
    cases.append(
      SwiftCase(
        .otherwise,
        .assign(.name("self"), .call(.implicitMember("unrecognized"), [SwiftArgument(.name("rawValue"))]))))
    return .function(
      SwiftFunction(
        parameters: [SwiftParameter(label: "rawValue", type: enumeration.raw.type)],
        body: [.choose(.name("rawValue"), cases)]))
  }

  private func isUnrecognized() -> SwiftDeclaration {
    .property(
      SwiftProperty(
        name: "isUnrecognized", type: .bool,
        getter: [
          .choose(
            .name("self"),
            [
              SwiftCase(.element("unrecognized", bindings: []), .evaluate(.boolean(true))),
              SwiftCase(.otherwise, .evaluate(.boolean(false))),
            ])
        ]))
  }

  private func rawValue() -> SwiftDeclaration {
    var cases = enumeration.cases.map { entry in
      SwiftCase(
        .element(entry.name, bindings: []),
        .evaluate(LiteralExpressions.expression(entry.value, as: enumeration.raw)))
    }
    cases.append(SwiftCase(.element("unrecognized", bindings: ["raw"]), .evaluate(.name("raw"))))
    return .property(
      SwiftProperty(name: "rawValue", type: enumeration.raw.type, getter: [.choose(.name("self"), cases)]))
  }
}
