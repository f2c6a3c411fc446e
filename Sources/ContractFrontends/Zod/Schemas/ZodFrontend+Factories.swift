internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

/// A call of something of `z`.
struct ZodCall {
  let path: [String]
  let types: [TypeSyntax]
  let arguments: [ScriptValue]
  let span: SourceSpan
  let scope: ZodScope
  let version: Int

  var name: String { path.joined(separator: ".") }
  /// Where the last name stands, as far as the source says: the whole call.
  var identifier: Identifier { Identifier(text: path.last ?? "z", span: span) }
}

extension ZodFrontend {
  /// Functions of `z` that make no schema.
  private static let otherFunctions: Set<String> = [
    "parse", "safeParse", "parseAsync", "safeParseAsync", "encode", "decode", "safeEncode", "safeDecode", "config",
    "registry", "globalRegistry", "setErrorMap", "getErrorMap", "toJSONSchema", "fromJSONSchema", "prettifyError",
    "treeifyError", "flattenError", "formatError", "locales", "util", "core", "getParsedType", "addIssueToContext",
    "makeIssue", "ok", "INVALID", "DIRTY", "OK", "NEVER", "custom.is", "formatErrors", "clone",
  ]
  private static let refusals: [String: (reason: String, help: String)] = [
    "bigint": ("a big integer has no JSON form", "use z.string() or z.int()"),
    "int64": ("'z.int64' takes big integers, which have no JSON form", "use z.int() or z.string()"),
    "uint64": ("'z.uint64' takes big integers, which have no JSON form", "use z.int() or z.string()"),
    "symbol": ("a symbol has no JSON form", "use z.string()"), "nan": ("NaN has no JSON form", "use z.null()"),
    "map": ("a Map becomes {} in JSON", "use z.record"), "set": ("a Set becomes {} in JSON", "use z.array"),
    "function": ("a function has no JSON form", "leave it out of the schema"),
    "promise": ("a Promise has no JSON form", "use the schema of its value"),
    "file": ("a file has no JSON form", "send it as a form or as text"),
    "instanceof": ("an instance of a class has no JSON form", "use z.object"),
  ]
  /// Functions that are methods too, with the schema as their first argument (`zod/mini`).
  private static let methodFunctions: Set<String> = [
    "optional", "nullable", "nullish", "nonoptional", "exactOptional", "extend", "safeExtend", "pick", "omit",
    "partial", "required", "merge", "catchall", "keyof", "readonly", "_default", "prefault", "catch", "array",
  ]

  func callZod(_ call: ZodCall) -> ZodValue {
    if let schema = make(call) { return .schema(schema) }
    if Self.checkNames.contains(call.name) { return .check(call.identifier, call.arguments, call.scope) }
    if Self.otherFunctions.contains(call.path.first ?? "") || call.path.first?.first?.isUppercase == true {
      return undecided("'z.\(call.name)' gives no schema", at: call.span)
    }
    let near = Suggestion.nearest(to: call.name, among: Self.factoryNames).map { "did you mean 'z.\($0)'?" }
    return .unknown(
      ZodFault(
        rule: ZodRules.unknownSchema, message: "Zod is not known to have 'z.\(call.name)'",
        help: near ?? "use one of Zod's own schemas", span: call.span, isSchema: true))
  }

  static let factoryNames: [String] =
    [
      "any", "array", "base64", "boolean", "catch", "cidrv4", "coerce.boolean", "coerce.date", "coerce.number",
      "coerce.string", "codec", "cuid", "cuid2", "custom", "date", "discriminatedUnion", "email", "enum", "int",
      "int32", "intersection", "iso.date", "iso.datetime", "iso.duration", "iso.time", "json", "lazy", "literal",
      "looseObject", "nativeEnum", "never", "null", "number", "object", "partialRecord", "pipe", "preprocess",
      "record", "strictObject", "string", "stringbool", "templateLiteral", "transform", "tuple", "uint32",
      "undefined", "union", "unknown", "url", "uuid", "void",
    ] + methodFunctions.sorted { $0.precedesByBytes($1) }

  private func make(_ call: ZodCall) -> ZodSchema? {
    if let simple = simple(call) { return schema(simple, call) }
    switch call.name {
    case "object": return object(call, unknown: .strip)
    case "strictObject": return object(call, unknown: .strict)
    case "looseObject": return object(call, unknown: .loose)
    case "tuple": return tuple(call)
    case "record", "partialRecord", "looseRecord": return record(call)
    case "enum", "nativeEnum": return choices(call)
    case "literal": return literal(call)
    case "union", "xor": return union(call, members: 0, discriminator: nil)
    case "discriminatedUnion":
      guard case .literal(.string(let name))? = value(0, of: call) else {
        return faulty(undecided("the discriminator is not known", at: call.span), call)
      }
      return union(call, members: 1, discriminator: name)
    case "intersection": return schema(.intersection(argument(0, of: call), argument(1, of: call)), call)
    case "lazy": return lazy(call)
    case "preprocess": return schema(.preprocessed(argument(1, of: call)), call)
    case "transform": return schema(.preprocessed(nil), call)
    case "pipe", "pipeline", "codec": return schema(piped(argument(0, of: call), argument(1, of: call)), call)
    case "custom": return custom(call)
    case "templateLiteral": return templateLiteral(call)
    case "stringbool": return stringBoolean(call)
    case "coerce.string", "coerce.number", "coerce.boolean", "coerce.date":
      let inner = simple(ZodCall(call, path: Array(call.path.dropFirst()))) ?? .any
      return schema(.coerced(schema(inner, call)), call)
    case "coerce.bigint":
      return schema(
        .coerced(schema(.refused("a big integer has no JSON form", help: "use z.coerce.number()"), call)), call)
    case let name where Self.methodFunctions.contains(name):
      let renamed = name == "_default" ? "default" : name
      let receiver = argument(0, of: call)
      let method = Identifier(text: renamed, span: call.span)
      let result = callMethod(method, of: receiver, Array(call.arguments.dropFirst()), at: call.span, call.scope)
      return self.schema(from: result, at: call.span, version: call.version)
    default: return nil
    }
  }

  /// Schemas that need nothing but their name.
  private func simple(_ call: ZodCall) -> ZodSchema.Kind? {
    if let refusal = Self.refusals[call.name] { return .refused(refusal.reason, help: refusal.help) }
    switch call.name {
    case "string": return .string(ZodText())
    case "number": return .number(NumberFacts())
    case "int": return .number(NumberFacts(isInteger: true, format: Self.safeInteger))
    case "int32", "uint32": return .number(NumberFacts(isInteger: true, format: call.name))
    case "float32": return .number(NumberFacts(format: "float"))
    case "float64": return .number(NumberFacts(format: "double"))
    case "boolean": return .boolean
    case "date": return .date
    case "any", "unknown", "json": return .any
    case "never": return .never
    case "null": return .null
    case "undefined", "void": return .undefined
    default:
      let name = call.path.first == "iso" ? call.path.dropFirst().joined(separator: ".") : call.name
      guard call.path.count == 1 || call.path.first == "iso", isFormat(name, isTopLevel: true) else { return nil }
      var text = ZodText()
      apply(format: name, call.arguments, call.scope, version: call.version, to: &text)
      return .string(text)
    }
  }

  func schema(_ kind: ZodSchema.Kind, _ call: ZodCall) -> ZodSchema {
    ZodSchema(kind, span: call.span, version: call.version)
  }

  func faulty(_ value: ZodValue, _ call: ZodCall) -> ZodSchema {
    schema(from: value, at: call.span, version: call.version)
  }

  func value(_ place: Int, of call: ZodCall) -> ZodValue? {
    place < call.arguments.count ? evaluate(call.arguments[place], in: call.scope) : nil
  }

  func argument(_ place: Int, of call: ZodCall) -> ZodSchema {
    guard place < call.arguments.count else {
      return faulty(undecided("'z.\(call.name)' lacks an argument", at: call.span), call)
    }
    let written = call.arguments[place]
    return schema(from: evaluate(written, in: call.scope), at: written.span, version: call.version)
  }

  /// A value as a schema; anything else becomes a fault, which is reported when the schema is needed.
  func schema(from value: ZodValue, at span: SourceSpan, version: Int) -> ZodSchema {
    switch value {
    case .schema(let schema): return schema
    case .unknown(var fault):
      fault.isSchema = true
      return ZodSchema(.faulty(fault), span: span, version: version)
    case .global(let name):
      return schema(from: unresolved("no schema is called '\(name)'", at: span), at: span, version: version)
    default:
      let fault = ZodFault(
        rule: ZodRules.unknownSchema, message: "this is not a schema", help: "call the function that makes one",
        span: span, isSchema: true)
      return ZodSchema(.faulty(fault), span: span, version: version)
    }
  }

  func piped(_ first: ZodSchema, _ second: ZodSchema) -> ZodSchema.Kind {
    if case .preprocessed(nil) = second.plain.kind { return .transformed(first) }
    // A transformation first: whatever comes in goes through it.
    if case .preprocessed(nil) = first.plain.kind { return .preprocessed(second) }
    return .piped(first, second)
  }
}

extension ZodCall {
  init(_ call: ZodCall, path: [String]) {
    self.init(
      path: path, types: call.types, arguments: call.arguments, span: call.span, scope: call.scope,
      version: call.version)
  }
}
