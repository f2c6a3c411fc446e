internal import ContractModel
internal import Diagnostics

extension ZodFrontend {
  /// Lowers a schema to what JSON values belong to one side of it.
  func lower(_ schema: ZodSchema, _ side: ZodSide) -> TypeExpression {
    descend(at: schema.span, otherwise: TypeExpression(.anyJSON, span: schema.span)) { lowerKind(schema, side) }
  }

  private func lowerKind(_ schema: ZodSchema, _ side: ZodSide) -> TypeExpression {
    let span = schema.span
    switch schema.kind {
    case .any: return TypeExpression(.anyJSON, span: span)
    case .never:
      return fail(ZodRules.unsupportedType, "no value belongs to 'z.never()'", help: "leave the member out", at: span)
    case .null: return TypeExpression(.null, span: span)
    case .undefined:
      return fail(
        ZodRules.unsupportedType, "'undefined' has no JSON form here",
        help: "use z.null(), or make the member optional",
        at: span)
    case .boolean: return TypeExpression(.boolean, span: span)
    case .date: return date(side, at: span)
    case .string(let text): return TypeExpression(.string(text.facts), span: span)
    case .number(let facts): return TypeExpression(.number(facts), span: span)
    case .choices(let cases): return Self.choice(cases, at: span)
    case .array(let element, let minimum, let maximum):
      let shape = ArrayShape(element: lower(element, side), minimumCount: minimum, maximumCount: maximum)
      return TypeExpression(.array(shape), span: span)
    case .tuple(let elements, let rest): return tuple(elements, rest, side, at: span)
    case .record(let key, let value, let isPartial): return record(key, value, isPartial, side, at: span)
    case .object(let object): return lower(object, side, at: span)
    case .union: return lowerUnion(schema, side)
    case .intersection(let first, let second): return lowerIntersection(first, second, side, at: span)
    case .lazy(let cell): return lower(cell.schema, side)
    case .nullable(let inner): return Self.nullable(lower(inner, side), at: span)
    case .optional(let inner), .fallback(let inner), .caught(let inner), .required(let inner), .refined(let inner),
      .described(let inner, _):
      return lower(inner, side)
    case .transformed(let inner): return side == .input ? lower(inner, side) : unreadOutput(at: span)
    case .piped(let first, let second): return lower(side == .input ? first : second, side)
    case .preprocessed(let inner): return preprocessed(inner, side, at: span)
    case .coerced(let inner): return side == .input ? coerced(inner, at: span) : lower(inner, side)
    case .switched(let inner): return side == .input ? lower(inner, side) : TypeExpression(.boolean, span: span)
    case .named(let constant, let inner): return reference(to: constant, inner, side, at: span)
    case .refused(let reason, let help): return fail(ZodRules.unsupportedType, reason, help: help, at: span)
    case .faulty(let fault):
      report(fault)
      return TypeExpression(.anyJSON, span: span)
    }
  }

  static func nullable(_ type: TypeExpression, at span: SourceSpan) -> TypeExpression {
    type.isNullable ? type : TypeExpression(.nullable(type), span: span)
  }

  static func choice(_ cases: [EnumerationShape.Case], at span: SourceSpan) -> TypeExpression {
    if cases.count == 1 { return TypeExpression(.literal(cases[0].value), span: span) }
    if Set(cases.map(\.value)) == [.boolean(true), .boolean(false)] { return TypeExpression(.boolean, span: span) }
    return TypeExpression(.enumeration(EnumerationShape(cases: cases)), span: span)
  }

  /// In an answer, a `Date` is the text that JavaScript makes of it.
  private func date(_ side: ZodSide, at span: SourceSpan) -> TypeExpression {
    if side == .output { return TypeExpression(.string(StringFacts(format: "date-time")), span: span) }
    return fail(
      ZodRules.unsupportedType, "a 'Date' has no JSON form, so no request can carry it",
      help: "use z.iso.datetime() or z.coerce.date()", at: span)
  }

  private func unreadOutput(at span: SourceSpan) -> TypeExpression {
    fail(
      ZodRules.unreadOutput, "what this transformation gives cannot be read",
      help: "use z.input, or add .pipe(…) with the schema of the result", at: span)
  }

  private func preprocessed(_ inner: ZodSchema?, _ side: ZodSide, at span: SourceSpan) -> TypeExpression {
    guard side == .input else { return inner.map { lower($0, side) } ?? unreadOutput(at: span) }
    report(
      ZodRules.looseInput, .warning, "a function comes first, so that any value may be sent and nothing is checked",
      help: "describe what may be sent with z.union", at: span)
    return TypeExpression(.anyJSON, span: span)
  }

  // MARK: Lists and records

  private func tuple(_ elements: [ZodSchema], _ rest: ZodSchema?, _ side: ZodSide, at span: SourceSpan)
    -> TypeExpression
  {
    if let optional = elements.first(where: { acceptsAbsence($0, side) && !isAny($0) }) {
      return fail(
        ZodRules.unsupportedType, "a tuple with an optional element cannot be read",
        help: "use an object, or make the element nullable", at: optional.span)
    }
    let fixed = elements.map { lower($0, side) }
    if fixed.isEmpty, let rest { return TypeExpression(.array(ArrayShape(element: lower(rest, side))), span: span) }
    return TypeExpression(.tuple(fixed, rest: rest.map { lower($0, side) }), span: span)
  }

  private func isAny(_ schema: ZodSchema) -> Bool { if case .any = schema.plain.kind { true } else { false } }

  private func record(
    _ key: ZodSchema, _ value: ZodSchema, _ isPartial: Bool, _ side: ZodSide, at span: SourceSpan
  ) -> TypeExpression {
    let surface = surface(of: key, side)
    let keys: MapKeys
    if let names = keyNames(surface, side) {
      keys =
        isPartial || acceptsAbsence(value, side) ? .some(names, isClosed: true) : .every(names, isClosed: true)
    } else {
      switch surface.kind {
      case .string(let text): keys = text.facts == StringFacts() ? .any : .strings(text.facts)
      case .number(let facts):
        keys = .strings(StringFacts(pattern: facts.isInteger ? "^-?\\d+$" : "^-?\\d+(?:\\.\\d+)?$"))
      case .any, .union, .coerced, .preprocessed: keys = .any
      case .faulty, .refused:
        _ = lower(surface, side)
        keys = .any
      default:
        return fail(
          ZodRules.unsupportedType, "the keys of an object are text, which this schema is not",
          help: "use z.string() or z.enum for the keys", at: key.span)
      }
    }
    return TypeExpression(.map(values: lower(value, side), keys: keys), span: span)
  }

  /// The keys that a schema lists; nil when it does not list them.
  private func keyNames(_ schema: ZodSchema, _ side: ZodSide) -> [String]? {
    switch schema.kind {
    case .choices(let cases): return cases.compactMap { Self.text(of: .literal($0.value)) }
    case .union(let members, _):
      var names: [String] = []
      for member in members {
        guard case .choices(let cases) = surface(of: member, side).kind else { return nil }
        names += cases.compactMap { Self.text(of: .literal($0.value)) }.filter { !names.contains($0) }
      }
      return names
    default: return nil
    }
  }

  // MARK: Coercion

  /// What a coercion takes in: its own type first, then what JavaScript makes one of; lists and objects left aside.
  private func coerced(_ inner: ZodSchema, at span: SourceSpan) -> TypeExpression {
    func variant(_ shape: TypeExpression.Shape) -> UnionShape.Variant {
      UnionShape.Variant(type: TypeExpression(shape, span: span))
    }
    func union(_ variants: [UnionShape.Variant], takesNull: Bool) -> TypeExpression {
      let type =
        variants.count == 1
        ? variants[0].type : TypeExpression(.union(UnionShape(variants: variants)), span: span)
      return takesNull ? Self.nullable(type, at: span) : type
    }
    let anyText = TypeExpression.Shape.string(StringFacts())
    switch inner.plain.kind {
    case .boolean:
      return union([variant(.boolean), variant(.number(NumberFacts())), variant(anyText)], takesNull: true)
    case .number(let facts):
      let takesZero = Self.contains(0, facts)
      let takesOne = Self.contains(1, facts)
      let digits = "[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?"
      let text = StringFacts(pattern: takesZero ? "^\\s*(?:\(digits))?\\s*$" : "^\\s*\(digits)\\s*$")
      var variants = [variant(.number(facts)), variant(.string(text))]
      if takesZero, takesOne { variants.append(variant(.boolean)) }
      return union(variants, takesNull: takesZero)
    case .string(let text):
      guard text.facts.format == nil, text.facts.pattern == nil else { return lower(inner, .input) }
      // `null` and `true` become texts of four letters.
      let lengths =
        (text.facts.minimumLength ?? 0)...max(text.facts.maximumLength ?? .max, text.facts.minimumLength ?? 0)
      let takesAny = lengths.contains(4) && lengths.contains(5)
      return union(
        [variant(.string(text.facts)), variant(.number(NumberFacts()))] + (takesAny ? [variant(.boolean)] : []),
        takesNull: lengths.contains(4))
    case .date: return union([variant(anyText), variant(.number(NumberFacts()))], takesNull: true)
    case .refused:
      let text = StringFacts(pattern: "^\\s*[+-]?\\d*\\s*$")
      return union([variant(.string(text)), variant(.number(NumberFacts(isInteger: true)))], takesNull: false)
    default: return lower(inner, .input)
    }
  }

  private static func contains(_ value: Double, _ facts: NumberFacts) -> Bool {
    if let minimum = facts.minimum.flatMap(Double.init), value < minimum || value == minimum && facts.isMinimumExclusive
    {
      return false
    }
    if let maximum = facts.maximum.flatMap(Double.init), value > maximum || value == maximum && facts.isMaximumExclusive
    {
      return false
    }
    guard let step = facts.multipleOf.flatMap(Double.init), step != 0 else { return true }
    return value.truncatingRemainder(dividingBy: step) == 0
  }
}
