internal import ContractModel

/// Declares planned types.
struct TypeBuilder {
  let layout: InlineLayout
  let isHashable: Bool

  /// What every struct and union conforms to.
  var conformances: [String] { isHashable ? ["Codable", "Hashable", "Sendable"] : ["Codable", "Sendable"] }

  /// The declarations of a type: itself, and the alias of a deprecated one.
  func declarations(_ type: PlannedType) -> [SwiftDeclaration] {
    var declared = type.notes
    declared.deprecation = nil
    var result = [declaration(type, notes: declared)]
    if let name = type.publicName {
      result.append(.alias(SwiftAlias(notes: type.notes, name: name, type: .named(type.name))))
    }
    return result
  }

  private func declaration(_ type: PlannedType, notes: SwiftNotes) -> SwiftDeclaration {
    let nested = type.nested.map { declaration($0, notes: $0.notes) }
    switch type.form {
    case .alias(let target):
      return .alias(SwiftAlias(notes: notes, name: type.name, type: target.core))
    case .structure(let structure):
      let builder = StructureBuilder(structure: structure, key: type.key, layout: layout)
      return .type(declared(type, .struct, conformances, builder.members(nested: nested), notes))
    case .enumeration(let enumeration):
      let members = EnumerationBuilder(enumeration: enumeration).members()
      return .type(declared(type, .enum, ["OpenEnum"], members + nested, notes))
    case .union(let union):
      let builder = UnionBuilder(union: union, name: type.name, key: type.key, layout: layout)
      return .type(declared(type, .enum, conformances, builder.members(nested: nested), notes))
    case .tuple(let tuple):
      let builder = TupleBuilder(tuple: tuple, key: type.key, layout: layout)
      return .type(declared(type, .struct, conformances, builder.members(nested: nested), notes))
    case .wrapper(let target):
      return .type(declared(type, .struct, conformances, WrapperBuilder(target: target).members(), notes))
    }
  }

  private func declared(
    _ type: PlannedType, _ kind: SwiftTypeDeclaration.Kind, _ inherits: [String], _ members: [SwiftDeclaration],
    _ notes: SwiftNotes
  ) -> SwiftTypeDeclaration {
    SwiftTypeDeclaration(notes: notes, kind: kind, name: type.name, inherits: inherits, members: members)
  }
}

/// The two functions of `Codable`, whose parameters are always called `decoder` and `encoder`.
enum CodableFunctions {
  static func decoding(_ body: [SwiftStatement]) -> SwiftDeclaration {
    .function(
      SwiftFunction(
        parameters: [SwiftParameter(label: "from", name: "decoder", type: .existential("Decoder"))], canThrow: true,
        body: body))
  }

  static func encoding(_ body: [SwiftStatement]) -> SwiftDeclaration {
    .function(
      SwiftFunction(
        name: "encode", parameters: [SwiftParameter(label: "to", name: "encoder", type: .existential("Encoder"))],
        canThrow: true, body: body))
  }

  /// `Type(from: decoder)`
  static func decoded(_ type: SwiftType) -> SwiftExpression {
    .call(.type(type), [SwiftArgument(.name("decoder"), label: "from")])
  }

  /// `value.encode(to: encoder)`
  static func encoded(_ value: SwiftExpression) -> SwiftExpression {
    .call(.member(value, "encode"), [SwiftArgument(.name("encoder"), label: "to")])
  }
}

/// Literals of a contract as expressions of a raw type.
enum LiteralExpressions {
  static func expression(_ literal: Literal, as raw: RawKind) -> SwiftExpression {
    if raw == .mixed { return json(literal) }
    switch literal {
    case .string(let value): return .string(value)
    case .number(let text):
      if raw == .integer, let value = NumberText.integer(text) { return .number(String(value)) }
      return .number(NumberText.double(text))
    case .boolean(let value): return .boolean(value)
    case .null: return .null
    }
  }

  /// A case of `JSONValue`.
  static func json(_ literal: Literal) -> SwiftExpression {
    func wrapped(_ name: String, _ value: SwiftExpression) -> SwiftExpression {
      .call(.implicitMember(name), [SwiftArgument(value)])
    }
    switch literal {
    case .string(let value): return wrapped("string", .string(value))
    case .number(let text):
      if let value = NumberText.integer(text) { return wrapped("integer", .number(String(value))) }
      return wrapped("number", .number(NumberText.double(text)))
    case .boolean(let value): return wrapped("bool", .boolean(value))
    case .null: return .implicitMember("null")
    }
  }

  /// Whether Swift compares the text with others by bytes: it calls composed and decomposed letters equal.
  static func isASCII(_ literal: Literal) -> Bool {
    if case .string(let value) = literal { value.utf8.allSatisfy { $0 < 0x80 } } else { true }
  }
}
