public import ContractModel

extension TypeExpression {
  /// The type as people read it, in TypeScript's manner and on one line: names stay names, long lists are cut.
  public var displayText: String {
    switch shape {
    case .anyJSON: assertions.isEmpty ? "any JSON" : assertions == [.nothing] ? "nothing" : "JSON under conditions"
    case .null: "null"
    case .boolean: "boolean"
    case .string(let facts): facts.format.map { "string (\($0))" } ?? "string"
    case .number(let facts): facts.isInteger ? "integer" : "number"
    case .literal(let literal): literal.displayText
    case .enumeration(let shape):
      Self.list(shape.cases.map(\.value.displayText), separator: " | ", limit: 6) + (shape.isOpen ? " | string" : "")
    case .array(let shape): shape.element.elementText + "[]"
    case .tuple(let elements, let rest):
      "["
        + Self.list(
          elements.map(\.displayText) + (rest.map { ["...\($0.elementText)[]"] } ?? []), separator: ", ", limit: 6)
        + "]"
    case .map(let values, _): "Record<string, \(values.displayText)>"
    case .object(let shape):
      shape.properties.isEmpty
        ? "{}"
        : "{ "
          + Self.list(
            shape.properties.map { $0.name + ($0.isRequired ? ": " : "?: ") + $0.type.shortText }, separator: "; ",
            limit: 4)
          + " }"
    case .union(let shape): Self.list(shape.variants.map { $0.name ?? $0.type.keyText }, separator: " | ", limit: 6)
    case .nullable(let inner): inner.displayText + " | null"
    case .reference(let name): name
    }
  }

  /// As ``displayText``, without the inside of objects.
  private var shortText: String {
    switch shape {
    case .object: "{…}"
    case .array(let shape): shape.element.shortText + "[]"
    case .nullable(let inner): inner.shortText + " | null"
    default: displayText
    }
  }

  /// As ``shortText``, with the keys of an object, which tell it from its neighbours.
  private var keyText: String {
    guard case .object(let shape) = shape, !shape.properties.isEmpty else { return shortText }
    return "{ " + Self.list(shape.properties.map(\.name), separator: ", ", limit: 4) + " }"
  }

  private var elementText: String {
    switch shape {
    case .enumeration, .union, .nullable: "(\(displayText))"
    default: displayText
    }
  }

  private static func list(_ items: [String], separator: String, limit: Int) -> String {
    let shown = items.prefix(limit) + (items.count > limit ? ["…"] : [])
    return shown.joined(separator: separator)
  }
}

extension Literal {
  /// The literal as a source writes it.
  public var displayText: String {
    switch self {
    case .string(let text): "\"\(text)\""
    case .number(let text): text
    case .boolean(let value): value ? "true" : "false"
    case .null: "null"
    }
  }
}
