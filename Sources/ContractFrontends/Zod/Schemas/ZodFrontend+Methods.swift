internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

extension ZodFrontend {
  /// Rules that `check` takes, by their names in `z`.
  static let checkNames: Set<String> = [
    "lt", "lte", "gt", "gte", "maximum", "minimum", "positive", "negative", "nonpositive", "nonnegative", "multipleOf",
    "minLength", "maxLength", "length", "minSize", "maxSize", "size", "regex", "lowercase", "uppercase", "includes",
    "startsWith", "endsWith", "property", "mime", "overwrite", "normalize", "trim", "toLowerCase", "toUpperCase",
    "slugify", "refine", "superRefine", "check", "describe", "meta",
  ]
  /// Methods that give data or facts, and no schema.
  private static let dataMethods: Set<String> = [
    "parse", "safeParse", "parseAsync", "safeParseAsync", "spa", "encode", "decode", "safeEncode", "safeDecode",
    "encodeAsync", "decodeAsync", "isOptional", "isNullable", "toJSONSchema", "implement", "implementAsync", "validate",
    "get", "has", "def", "_def", "_type", "_input", "_output", "_zod", "description", "minLength", "maxLength",
    "minValue", "maxValue", "isInt", "isFinite", "format", "type", "~standard",
  ]

  /// What a member of a schema that is no call is; nil for a method.
  func part(_ name: Identifier, of schema: ZodSchema) -> ZodValue? {
    let plain = schema.plain
    if case .faulty(let fault) = plain.kind { return .unknown(fault) }
    switch (name.text, plain.kind) {
    case ("shape", .object(let object)): return .object(members(of: object))
    case ("element", .array(let element, _, _)): return .schema(element)
    case ("options", .choices(let cases)): return .list(cases.map { .literal($0.value) })
    case ("options", .union(let members, _)): return .list(members.map(ZodValue.schema))
    case ("enum", .choices(let cases)), ("Enum", .choices(let cases)), ("Values", .choices(let cases)):
      return .object(
        cases.map { entry in
          let text = Self.text(of: .literal(entry.value)) ?? ""
          return ZodMember(
            name: entry.name ?? text, span: plain.span, documentation: nil,
            cell: ZodCell(.literal(entry.value), span: plain.span, in: cells))
        })
    case ("value", .choices(let cases)): return cases.first.map { .literal($0.value) }
    case ("keySchema", .record(let key, _, _)): return .schema(key)
    case ("valueSchema", .record(_, let value, _)), ("element", .record(_, let value, _)): return .schema(value)
    case ("in", .piped(let first, _)): return .schema(first)
    case ("out", .piped(_, let second)): return .schema(second)
    case ("def", _), ("_def", _), ("_zod", _): return undecided("the inside of a schema is not followed", at: name.span)
    default: return nil
    }
  }

  func members(of object: ZodObject) -> [ZodMember] {
    object.entries.map { entry in
      ZodMember(
        name: entry.name, span: entry.span, documentation: entry.documentation,
        cell: ZodCell(span: entry.span, in: cells) { .schema(entry.schema.schema) })
    }
  }

  /// Calls a method of a schema.
  func callMethod(
    _ name: Identifier, of schema: ZodSchema, _ arguments: [ScriptValue], at span: SourceSpan, _ scope: ZodScope
  ) -> ZodValue {
    if case .faulty(let fault) = schema.plain.kind { return .unknown(fault) }
    let call = ZodCall(
      path: [name.text], types: [], arguments: arguments, span: span, scope: scope, version: schema.version)
    if let result = wrap(schema, call) { return .schema(result) }
    if let result = unwrap(schema, call) { return .schema(result) }
    if let result = change(schema, name, call) { return .schema(result) }
    if Self.dataMethods.contains(name.text) { return undecided("'\(name.text)' gives no schema", at: span) }
    return .unknown(unknownMethod(name, of: schema))
  }

  private func unknownMethod(_ name: Identifier, of schema: ZodSchema) -> ZodFault {
    if schema.version == 3, case .refined = schema.withoutNames.kind, case .object = schema.plain.kind {
      return ZodFault(
        rule: ZodRules.refinedExtension,
        message: "'\(name.text)' follows a refinement, after which an object has no such method in Zod 3",
        help: "extend first, refine last", span: name.span, isSchema: true)
    }
    let known =
      Self.wrapperNames + Self.stringMethods.sorted() + Self.numberMethods.sorted() + Self.objectMethods.sorted()
    let near = Suggestion.nearest(to: name.text, among: known).map { "did you mean '\($0)'?" }
    return ZodFault(
      rule: ZodRules.unknownSchema, message: "this schema is not known to have a method '\(name.text)'",
      help: near ?? "use one of Zod's own methods", span: name.span, isSchema: true)
  }

  // MARK: Methods of every schema

  private static let wrapperNames = [
    "optional", "nullable", "nullish", "default", "catch", "array", "refine", "superRefine", "transform", "pipe",
    "brand", "readonly", "describe", "meta",
  ]

  private func wrap(_ schema: ZodSchema, _ call: ZodCall) -> ZodSchema? {
    let span = call.span
    switch call.name {
    case "optional", "exactOptional": return schema.wrapped({ .optional($0) }, span: span)
    case "nullable": return schema.wrapped({ .nullable($0) }, span: span)
    case "nullish": return schema.wrapped({ .nullable($0) }, span: span).wrapped { .optional($0) }
    case "nonoptional": return schema.wrapped({ .required($0) }, span: span)
    case "default", "prefault": return schema.wrapped({ .fallback($0) }, span: span)
    case "catch": return schema.wrapped({ .caught($0) }, span: span)
    case "array": return schema.wrapped({ .array($0, minimum: nil, maximum: nil) }, span: span)
    case "or": return schema.wrapped({ .union([$0, argument(0, of: call)], discriminator: nil) }, span: span)
    case "and": return schema.wrapped({ .intersection($0, argument(0, of: call)) }, span: span)
    case "refine", "superRefine", "refinement", "with": return schema.wrapped({ .refined($0) }, span: span)
    case "overwrite":
      if case .string = schema.plain.kind { return nil }
      return schema.wrapped({ .refined($0) }, span: span)
    case "check": return checked(schema, call)
    case "transform":
      if let written = call.arguments.first, let output = output(of: written, on: schema, call.scope) {
        return schema.wrapped({ .piped($0, output) }, span: span)
      }
      return schema.wrapped({ .transformed($0) }, span: span)
    case "pipe": return schema.wrapped({ piped($0, argument(0, of: call)) }, span: span)
    case "brand", "readonly", "clone", "register": return schema
    case "promise":
      return schema.wrapped { _ in .refused("a Promise has no JSON form", help: "use the schema of its value") }
    case "describe", "meta", "openapi": return described(schema, call)
    case "apply":
      guard case .function(let function, let closure)? = value(0, of: call) else { return nil }
      return faulty(self.call(function, closure, [{ .schema(schema) }], at: span), call)
    default: return nil
    }
  }

  private func described(_ schema: ZodSchema, _ call: ZodCall) -> ZodSchema {
    var notes = ZodNotes(documentation: schema.notes?.documentation, deprecation: schema.notes?.deprecation)
    for place in call.arguments.indices.prefix(2) {
      switch value(place, of: call) {
      case .literal(.string(let text)) where call.name == "describe": notes.documentation = text
      case .object(let members):
        for member in members {
          switch (member.name, member.cell.value) {
          case ("description", .literal(.string(let text))): notes.documentation = text
          case ("deprecated", .literal(.boolean(true))): notes.deprecation = notes.deprecation ?? ""
          default: continue
          }
        }
      default: continue
      }
    }
    return schema.wrapped { .described($0, notes) }
  }

  /// `check(z.minLength(3), z.trim())`: rules with names are applied, functions only refine.
  private func checked(_ schema: ZodSchema, _ call: ZodCall) -> ZodSchema {
    var result = schema
    for place in call.arguments.indices {
      guard case .check(let name, let arguments, let scope)? = value(place, of: call) else {
        result = result.wrapped { .refined($0) }
        continue
      }
      let inner = ZodCall(
        path: [name.text], types: [], arguments: arguments, span: name.span, scope: scope, version: call.version)
      if name.text == "describe" || name.text == "meta" {
        result = described(result, inner)
      } else {
        result = change(result, name, inner) ?? result.wrapped { .refined($0) }
      }
    }
    return result
  }

  /// Methods that take a wrapper off.
  private func unwrap(_ schema: ZodSchema, _ call: ZodCall) -> ZodSchema? {
    var current = schema
    while true {
      switch (call.name, current.kind) {
      case ("unwrap", .optional(let inner)), ("unwrap", .nullable(let inner)), ("unwrap", .required(let inner)),
        ("unwrap", .fallback(let inner)), ("unwrap", .caught(let inner)), ("removeDefault", .fallback(let inner)),
        ("removeCatch", .caught(let inner)), ("unwrap", .array(let inner, _, _)), ("innerType", .refined(let inner)),
        ("innerType", .transformed(let inner)), ("innerType", .piped(let inner, _)),
        ("sourceType", .refined(let inner)),
        ("sourceType", .piped(let inner, _)),
        ("sourceType", .transformed(let inner)), ("innerType", .optional(let inner)),
        ("innerType", .fallback(let inner)):
        return inner
      case ("unwrap", .lazy(let cell)): return cell.schema
      case (_, .named(_, let inner)), (_, .described(let inner, _)): current = inner
      case ("unwrap", .refined(let inner)), ("removeDefault", .refined(let inner)): current = inner
      default: return ["unwrap", "innerType"].contains(call.name) ? schema : nil
      }
    }
  }

  // MARK: Methods of one kind of schema

  /// Applies a method that only some schemas have, under the names, notes and refinements around it.
  private func change(_ schema: ZodSchema, _ name: Identifier, _ call: ZodCall) -> ZodSchema? {
    switch schema.kind {
    case .named(_, let inner): return change(inner, name, call)
    case .described(let inner, let notes):
      return change(inner, name, call).map { $0.wrapped { .described($0, notes) } }
    case .refined(let inner):
      // Version 3 makes an effect of a refined schema, which has none of these methods.
      if schema.version == 3, case .object = inner.plain.kind { return nil }
      return change(inner, name, call).map { $0.wrapped { .refined($0) } }
    case .coerced(let inner): return change(inner, name, call).map { $0.wrapped({ .coerced($0) }, span: call.span) }
    case .string(var text):
      guard apply(name, call.arguments, call.scope, version: schema.version, to: &text) else { return nil }
      return self.schema(.string(text), call)
    case .number(var facts):
      guard apply(name, call.arguments, call.scope, version: schema.version, to: &facts) else { return nil }
      return self.schema(.number(facts), call)
    case .array(let element, let minimum, let maximum):
      return changeArray(element, minimum, maximum, name, call)
    case .tuple(let elements, _):
      return name.text == "rest" ? self.schema(.tuple(elements, rest: argument(0, of: call)), call) : nil
    case .choices(let cases): return changeChoices(cases, name, call)
    case .object(let object): return changeObject(object, schema, name, call)
    case .date: return ["min", "max"].contains(name.text) ? schema : nil
    case .refused: return schema
    default: return nil
    }
  }

  private func changeArray(
    _ element: ZodSchema, _ minimum: Int?, _ maximum: Int?, _ name: Identifier, _ call: ZodCall
  ) -> ZodSchema? {
    var (low, high) = (minimum, maximum)
    switch name.text {
    case "min", "minLength": low = bound(call.arguments, call.scope, at: name.span) ?? low
    case "max", "maxLength": high = bound(call.arguments, call.scope, at: name.span) ?? high
    case "nonempty": low = max(low ?? 0, 1)
    case "length":
      low = bound(call.arguments, call.scope, at: name.span) ?? low
      high = low
    default: return nil
    }
    return schema(.array(element, minimum: low, maximum: high), call)
  }

  private func changeChoices(_ cases: [EnumerationShape.Case], _ name: Identifier, _ call: ZodCall) -> ZodSchema? {
    guard name.text == "exclude" || name.text == "extract" else { return nil }
    guard case .list(let values)? = value(0, of: call) else {
      return faulty(undecided("these values are not known", at: call.span), call)
    }
    let texts = Set(values.compactMap(Self.text))
    let kept = cases.filter { entry in
      let isNamed = texts.contains(Self.text(of: .literal(entry.value)) ?? "") || texts.contains(entry.name ?? "\u{0}")
      return isNamed == (name.text == "extract")
    }
    guard !kept.isEmpty else { return faulty(undecided("this enum has no values", at: call.span), call) }
    return schema(.choices(kept), call)
  }
}

extension ZodSchema {
  /// The schema under names and notes.
  var withoutNames: ZodSchema {
    var current = self
    while true {
      switch current.kind {
      case .named(_, let inner), .described(let inner, _): current = inner
      default: return current
      }
    }
  }
}
