internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

extension ZodFrontend {
  func lower(_ object: ZodObject, _ side: ZodSide, at span: SourceSpan) -> TypeExpression {
    var properties: [Property] = []
    for entry in object.entries {
      if let property = lower(entry, side) { properties.append(property) }
    }
    return TypeExpression(
      .object(ObjectShape(properties: properties, additional: additional(object.unknown, side, at: span))),
      span: span)
  }

  private func additional(_ unknown: ZodObject.Unknown, _ side: ZodSide, at span: SourceSpan) -> ObjectShape.Additional
  {
    switch unknown {
    case .strip: return .undeclared
    case .strict: return .forbidden
    case .loose: return .typed(TypeExpression(.anyJSON, span: span))
    case .catchall(let schema):
      if case .never = schema.plain.kind { return .forbidden }
      return .typed(lower(schema, side))
    }
  }

  private func lower(_ entry: ZodObject.Entry, _ side: ZodSide) -> Property? {
    let outer = member
    member = outer.map { "\($0).\(entry.name)" }
    defer { member = outer }
    let schema = entry.schema.schema
    guard mayBePresent(schema, side) else {
      report(
        ZodRules.uncheckedRule, .note, "member '\(entry.name)' may only be absent, and is left out of the type",
        help: "nothing, unless it is meant to carry a value", at: entry.span)
      return nil
    }
    let facts = DocFacts(entry.documentation)
    let notes = schema.notes
    let documentation = Self.joined(
      Self.joined(facts.documentation, notes?.documentation), remark(on: schema, side))
    return Property(
      name: entry.name, type: lower(schema, side), isRequired: !acceptsAbsence(schema, side),
      documentation: documentation, deprecation: facts.deprecation ?? notes?.deprecation, span: entry.span)
  }

  /// What a schema does with a value that no type can say.
  private func remark(on schema: ZodSchema, _ side: ZodSide) -> String? {
    guard side == .input else { return nil }
    var current = schema
    while true {
      switch current.kind {
      case .coerced(let inner):
        if case .boolean = inner.plain.kind {
          return "Coerced: every value but false, 0, \"\" and null means true, the text \"false\" too."
        }
        return nil
      case .string(let text) where !text.remarks.isEmpty:
        return (text.isTrimmed ? "After white space is trimmed: " : "After a change: ")
          + text.remarks.joined(separator: ", ") + "."
      case .named: return nil
      default:
        guard let inner = current.inner else { return nil }
        current = inner
      }
    }
  }

  /// Whether any value belongs to a member; `z.never().optional()` may only be absent.
  private func mayBePresent(_ schema: ZodSchema, _ side: ZodSide) -> Bool {
    guard case .never = surface(of: schema, side).kind, acceptsAbsence(schema, side) else {
      if case .undefined = surface(of: schema, side).kind { return false }
      return true
    }
    return false
  }

  /// Whether a member with this schema may be absent.
  func acceptsAbsence(_ schema: ZodSchema, _ side: ZodSide, depth: Int = 0) -> Bool {
    guard depth < Self.maximumDepth else { return false }
    let inner: ZodSchema
    switch schema.kind {
    case .optional: return true
    case .fallback: return side == .input
    case .caught(let schema):
      if side == .input { return true }
      inner = schema
    case .required: return false
    case .nullable(let schema), .refined(let schema), .described(let schema, _), .named(_, let schema),
      .transformed(let schema):
      inner = schema
    case .piped(let first, let second): inner = side == .input ? first : second
    case .preprocessed(let schema):
      // A function may make something of nothing.
      guard side == .output, let schema else { return side == .input }
      inner = schema
    case .coerced(let schema):
      guard side == .input, schema.version == 3 else { return false }
      switch schema.plain.kind {
      case .string, .boolean: return true
      default: return false
      }
    case .lazy(let cell): inner = cell.schema
    case .any: return schema.version == 3
    // A member that is `undefined` is left out when it is written.
    case .undefined: return schema.version == 3 || side == .output
    case .union(let members, _): return members.contains { acceptsAbsence($0, side, depth: depth + 1) }
    case .intersection(let first, let second):
      return acceptsAbsence(first, side, depth: depth + 1) && acceptsAbsence(second, side, depth: depth + 1)
    default: return false
    }
    return acceptsAbsence(inner, side, depth: depth + 1)
  }

  /// The schema that decides the form of the values of one side: wrappers, names and lazy functions taken off.
  func surface(of schema: ZodSchema, _ side: ZodSide) -> ZodSchema {
    var current = schema
    for _ in 0..<Self.maximumDepth * 2 {
      switch current.kind {
      case .named(_, let inner), .described(let inner, _), .refined(let inner), .optional(let inner),
        .fallback(let inner), .caught(let inner), .required(let inner), .nullable(let inner):
        current = inner
      case .transformed(let inner):
        guard side == .input else { return current }
        current = inner
      case .piped(let first, let second): current = side == .input ? first : second
      case .lazy(let cell): current = cell.schema
      case .coerced(let inner):
        guard side == .output else { return current }
        current = inner
      case .preprocessed(let inner?):
        guard side == .output else { return current }
        current = inner
      case .switched(let inner):
        guard side == .input else { return current }
        current = inner
      default: return current
      }
    }
    return current
  }
}
