internal import ContractModel

/// Declares the members of an object's struct.
struct StructureBuilder {
  let structure: PlannedStructure
  let key: String
  let layout: InlineLayout

  func members(nested: [SwiftDeclaration]) -> [SwiftDeclaration] {
    var members = structure.properties.flatMap { storage($0) }
    if let additional = structure.additional {
      members.append(
        .property(
          SwiftProperty(
            notes: SwiftNotes(
              documentation: structure.keepsUndeclared
                ? "Members that the contract does not declare, as they came." : "Members under other keys."),
            name: additional.name,
            type: .dictionary(additional.value.type))))
    }
    members += [memberwise(), decoding(), encoding()]
    return members + nested
  }

  // MARK: Storage

  private func isBoxed(_ property: PlannedProperty) -> Bool { layout.isBoxed(property.type.inlineKey, in: key) }

  /// Whether the value is kept under another name, since it is boxed or generated code itself must read it without a warning.
  private func isHidden(_ property: PlannedProperty) -> Bool {
    isBoxed(property) || property.notes.deprecation != nil
  }

  private func storageName(_ property: PlannedProperty) -> String {
    isHidden(property) ? "_" + property.name : property.name
  }

  private func wrapped(_ core: SwiftType, _ state: PlannedProperty.State) -> SwiftType {
    switch state {
    case .required: core
    case .optional, .nullable: .optional(core)
    case .field: .generic("Field", core)
    }
  }

  private func type(_ property: PlannedProperty) -> SwiftType { wrapped(property.type.core, property.state) }

  private func storage(_ property: PlannedProperty) -> [SwiftDeclaration] {
    if let constant = property.constant, property.isConstant {
      let value = LiteralExpressions.expression(constant, as: RawKind(of: [constant]))
      return [
        .property(
          SwiftProperty(
            notes: property.notes, name: property.name, type: property.type.core, getter: [.evaluate(value)]))
      ]
    }
    guard isHidden(property) else {
      return [.property(SwiftProperty(notes: property.notes, name: property.name, type: type(property)))]
    }
    let core = isBoxed(property) ? SwiftType.generic("WireBox", property.type.core) : property.type.core
    return [
      .property(
        SwiftProperty(
          visibility: .hidden, name: storageName(property), type: wrapped(core, property.state))),
      .property(
        SwiftProperty(
          notes: property.notes, name: property.name, type: type(property), getter: [.evaluate(stored(property))])),
    ]
  }

  /// The value of a property, out of its box.
  private func stored(_ property: PlannedProperty) -> SwiftExpression {
    let base = SwiftExpression.selfMember(storageName(property))
    guard isBoxed(property) else { return base }
    switch property.state {
    case .required: return .member(base, "value")
    case .optional, .nullable: return .member(base, "value", isOptional: true)
    case .field: return .call(.member(base, "map"), [SwiftArgument(.keyPath("value"))])
    }
  }

  /// A value on its way into the box, where there is one.
  private func boxed(_ property: PlannedProperty, _ value: SwiftExpression) -> SwiftExpression {
    guard isBoxed(property) else { return value }
    if property.state == .required { return .call("WireBox", value) }
    return .call(.member(value, "map"), [SwiftArgument(.member(.name("WireBox"), "init"))])
  }

  // MARK: Functions

  private var storedProperties: [PlannedProperty] { structure.properties.filter { !$0.isConstant } }

  private func memberwise() -> SwiftDeclaration {
    var parameters: [SwiftParameter] = []
    var body: [SwiftStatement] = []
    for property in storedProperties {
      let value: SwiftExpression? =
        switch property.state {
        case .optional: .null
        case .field: .implicitMember("absent")
        case .required, .nullable: nil
        }
      parameters.append(
        SwiftParameter(label: property.name, type: type(property), defaultValue: value))
      body.append(.assign(.selfMember(storageName(property)), boxed(property, .name(property.name))))
    }
    if let additional = structure.additional {
      parameters.append(
        SwiftParameter(
          label: additional.name, type: .dictionary(additional.value.type), defaultValue: .dictionary([])))
      body.append(.assign(.selfMember(additional.name), .name(additional.name)))
    }
    return .function(SwiftFunction(parameters: parameters, body: body))
  }

  private func decoding() -> SwiftDeclaration {
    let label = structure.keepsUndeclared ? "keeping" : nil
    var body: [SwiftStatement] = [
      .bind("r", .attempt(.call(.name("WireReader"), [SwiftArgument(.name("decoder"), label: label)])))
    ]
    for property in structure.properties { body.append(read(property)) }
    if let additional = structure.additional {
      let known = SwiftExpression.array(structure.properties.map { .string($0.wireName) })
      let rest: SwiftExpression =
        structure.keepsUndeclared
        ? .call(.member(.name("r"), "undeclared"), [])
        : .call(.member(.name("r"), "rest"), [SwiftArgument(known, label: "besides")])
      body.append(.assign(.selfMember(additional.name), .attempt(rest)))
    }
    if body.count == 1 { body = [.assign(.name("_"), .attempt(.call("WireReader", .name("decoder"))))] }
    return CodableFunctions.decoding(body)
  }

  private func read(_ property: PlannedProperty) -> SwiftStatement {
    var arguments = [SwiftArgument(.string(property.wireName))]
    if let constant = property.constant {
      let value = LiteralExpressions.expression(constant, as: RawKind(of: [constant]))
      if property.isConstant {
        arguments.append(SwiftArgument(value))
        return .evaluate(.attempt(.call(.member(.name("r"), "constant"), arguments)))
      }
      arguments.append(SwiftArgument(value, label: "only"))
    }
    let callee = method("r", property.state)
    let value = SwiftExpression.call(callee, arguments)
    return .assign(.selfMember(storageName(property)), .attempt(boxed(property, value)))
  }

  private func method(_ base: String, _ state: PlannedProperty.State) -> SwiftExpression {
    switch state {
    case .required: .name(base)
    case .optional: .member(.name(base), "optional")
    case .nullable: .member(.name(base), "nullable")
    case .field: .member(.name(base), "field")
    }
  }

  private func encoding() -> SwiftDeclaration {
    let writer = SwiftExpression.call("WireWriter", .name("encoder"))
    var body: [SwiftStatement] = []
    for property in structure.properties {
      let value = property.isConstant ? SwiftExpression.selfMember(property.name) : stored(property)
      body.append(
        .evaluate(
          .attempt(
            .call(
              method("w", property.state),
              [SwiftArgument(.string(property.wireName)), SwiftArgument(constantOr(property, value))]))))
    }
    if let additional = structure.additional {
      body.append(
        .evaluate(
          .attempt(.call(.member(.name("w"), "rest"), [SwiftArgument(.selfMember(additional.name))]))))
    }
    guard !body.isEmpty else { return CodableFunctions.encoding([.assign(.name("_"), writer)]) }
    return CodableFunctions.encoding([.bind("w", writer, isMutable: true)] + body)
  }

  /// A deprecated constant is written as its literal: reading the property would warn.
  private func constantOr(_ property: PlannedProperty, _ value: SwiftExpression) -> SwiftExpression {
    guard property.isConstant, let constant = property.constant else { return value }
    return LiteralExpressions.expression(constant, as: RawKind(of: [constant]))
  }
}
