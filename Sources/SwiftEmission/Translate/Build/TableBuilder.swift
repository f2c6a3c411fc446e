internal import ContractModel
internal import Diagnostics

/// Declares a constant table: an enum without cases that holds the values.
struct TableBuilder {
  func declaration(_ planned: PlannedTable) -> SwiftDeclaration {
    let table = planned.table
    var members: [SwiftDeclaration] = []
    switch table.value.shape {
    case .object(let object):
      let columns = columns(of: [object])
      for column in columns {
        let value = object.first { $0.name == column.wireName }?.value
        members.append(
          .property(
            SwiftProperty(
              isStatic: true, name: column.name, type: column.kind.type, value: expression(value, column.kind))))
      }
      members += columns.compactMap(\.kind.rowType)
    case .array(let elements):
      let kind = kind(of: elements, name: "Row")
      members.append(
        .property(
          SwiftProperty(
            notes: SwiftNotes(documentation: "The rows, in the order of the contract."), isStatic: true, name: "rows",
            type: .array(kind.type), value: .array(elements.map { expression($0, kind) }))))
      members += [kind.rowType].compactMap(\.self)
    case .literal:
      let kind = kind(of: [table.value], name: "Row")
      members.append(
        .property(SwiftProperty(isStatic: true, name: "value", type: kind.type, value: expression(table.value, kind))))
    }
    return .type(
      SwiftTypeDeclaration(
        notes: SwiftNotes(documentation: table.documentation), kind: .enum, name: planned.name, members: members))
  }

  /// The Swift type of some values.
  private indirect enum Kind {
    case raw(RawKind, isOptional: Bool)
    case list(Kind, isOptional: Bool)
    case row(name: String, [Column], isOptional: Bool)
    case json(isOptional: Bool)

    var type: SwiftType {
      let (core, isOptional): (SwiftType, Bool) =
        switch self {
        case .raw(let raw, let optional): (raw.type, optional)
        case .list(let element, let optional): (.array(element.type), optional)
        case .row(let name, _, let optional): (.named(name), optional)
        case .json(let optional): (.jsonValue, optional)
        }
      return isOptional ? .optional(core) : core
    }

    /// The struct that the kind needs.
    var rowType: SwiftDeclaration? {
      switch self {
      case .row(let name, let columns, _): TableBuilder.rowType(name, columns)
      case .list(let element, _): element.rowType
      case .raw, .json: nil
      }
    }
  }

  private struct Column {
    let wireName: String
    let name: String
    let kind: Kind
  }

  private static func rowType(_ name: String, _ columns: [Column]) -> SwiftDeclaration {
    var members: [SwiftDeclaration] = columns.map {
      .property(SwiftProperty(name: $0.name, type: $0.kind.type))
    }
    members.append(
      .function(
        SwiftFunction(
          parameters: columns.map { SwiftParameter(label: $0.name, type: $0.kind.type) },
          body: columns.map { .assign(.selfMember($0.name), .name($0.name)) })))
    return .type(
      SwiftTypeDeclaration(
        kind: .struct, name: name, inherits: ["Hashable", "Sendable"],
        members: members + columns.compactMap(\.kind.rowType)))
  }

  private func columns(of rows: [[ConstantValue.Member]]) -> [Column] {
    var order: [String] = []
    var seen: Set<String> = []
    for member in rows.flatMap(\.self) where seen.insert(member.name).inserted { order.append(member.name) }
    let names = NameResolver.resolve(
      order.map { .member($0) }, avoiding: ReservedNames.members.union(["rows"]))
    let types = NameResolver.resolve(
      order.map { column in
        let best = SwiftNaming.upperCamel(column)
        return NameResolver.Entry(key: column, candidates: [SwiftNaming.singular(best), best + "Row"])
      },
      avoiding: ReservedNames.types.union(["Row"]).union(names.values))
    return order.map { column in
      let values = rows.map { row in row.first { $0.name == column }?.value }
      let isMissing = values.contains { $0 == nil }
      return Column(
        wireName: column, name: names[column] ?? column,
        kind: kind(of: values.compactMap(\.self), name: types[column] ?? "Part", isOptional: isMissing))
    }
  }

  private func kind(of values: [ConstantValue], name: String, isOptional: Bool = false) -> Kind {
    let present = values.filter { $0.shape != .literal(.null) }
    let isOptional = isOptional || present.count < values.count
    guard !present.isEmpty else { return .json(isOptional: isOptional) }
    var literals: [Literal] = []
    var lists: [[ConstantValue]] = []
    var objects: [[ConstantValue.Member]] = []
    for value in present {
      switch value.shape {
      case .literal(let literal): literals.append(literal)
      case .array(let elements): lists.append(elements)
      case .object(let members): objects.append(members)
      }
    }
    if literals.count == present.count {
      let raw = RawKind(of: literals)
      return raw == .mixed ? .json(isOptional: isOptional) : .raw(raw, isOptional: isOptional)
    }
    if lists.count == present.count {
      return .list(kind(of: lists.flatMap(\.self), name: name), isOptional: isOptional)
    }
    if objects.count == present.count { return .row(name: name, columns(of: objects), isOptional: isOptional) }
    return .json(isOptional: isOptional)
  }

  private func expression(_ value: ConstantValue?, _ kind: Kind) -> SwiftExpression {
    guard let value else { return .null }
    switch (kind, value.shape) {
    case (.json(isOptional: false), _): return json(value)
    case (_, .literal(.null)): return .null
    case (.json, _): return json(value)
    case (.raw(let raw, _), .literal(let literal)): return LiteralExpressions.expression(literal, as: raw)
    case (.list(let element, _), .array(let elements)): return .array(elements.map { expression($0, element) })
    case (.row(let name, let columns, _), .object(let members)):
      return .call(
        .name(name),
        columns.map { column in
          SwiftArgument(
            expression(members.first { $0.name == column.wireName }?.value, column.kind), label: column.name)
        })
    default: return json(value)
    }
  }

  private func json(_ value: ConstantValue) -> SwiftExpression {
    switch value.shape {
    case .literal(let literal): return LiteralExpressions.json(literal)
    case .array(let elements): return .call(.implicitMember("array"), [SwiftArgument(.array(elements.map(json)))])
    case .object(let members):
      let entries = members.map { SwiftDictionaryEntry(key: .string($0.name), value: json($0.value)) }
      return .call(.implicitMember("object"), [SwiftArgument(.dictionary(entries))])
    }
  }
}
