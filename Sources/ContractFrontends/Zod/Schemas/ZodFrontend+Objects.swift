internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

extension ZodFrontend {
  static let objectMethods: Set<String> = [
    "extend", "safeExtend", "augment", "setKey", "merge", "pick", "omit", "partial", "deepPartial", "required",
    "keyof", "strict", "strip", "nonstrict", "passthrough", "loose", "catchall",
  ]

  /// Applies a method of objects; nil when they have none of this name.
  func changeObject(_ object: ZodObject, _ schema: ZodSchema, _ name: Identifier, _ call: ZodCall) -> ZodSchema? {
    var changed = object
    switch name.text {
    case "extend", "safeExtend", "augment": return extended(object, call)
    case "setKey":
      guard case .literal(.string(let key))? = value(0, of: call) else {
        return faulty(undecided("this key is not known", at: call.span), call)
      }
      let added = argument(1, of: call)
      changed.set(
        ZodObject.Entry(
          name: key, span: call.span, documentation: nil,
          schema: ZodSchemaCell(span: call.span, version: call.version, in: cells) { added }))
    case "merge": return merged(object, call)
    case "pick", "omit", "partial", "required":
      if name.text == "partial" || name.text == "required", call.arguments.isEmpty {
        changed = name.text == "partial" ? Self.partial(object) { _ in true } : Self.required(object) { _ in true }
        break
      }
      guard let mask = mask(object, call) else {
        return faulty(undecided("the names given to '\(name.text)' are not known", at: call.span), call)
      }
      switch mask {
      case .failure(let fault): return self.schema(.faulty(fault.fault), call)
      case .success(let names): changed = Self.masked(object, name.text, names)
      }
    case "deepPartial": return deepPartial(schema.plain, depth: 0)
    case "keyof":
      return self.schema(.choices(object.entries.map { EnumerationShape.Case(.string($0.name)) }), call)
    case "strict": changed.unknown = .strict
    case "strip", "nonstrict": changed.unknown = .strip
    case "passthrough", "loose": changed.unknown = .loose
    case "catchall": changed.unknown = .catchall(argument(0, of: call))
    default: return nil
    }
    return self.schema(.object(changed), call)
  }

  private func extended(_ object: ZodObject, _ call: ZodCall) -> ZodSchema {
    guard let written = call.arguments.first else { return schema(.object(object), call) }
    switch evaluate(written, in: call.scope) {
    case .object(let members):
      var changed = object
      for entry in entries(of: members, call.version) { changed.set(entry) }
      return schema(.object(changed), call)
    case .unknown(let fault): return faulty(.unknown(fault), call)
    default: return faulty(undecided("what this extends by is not followed", at: written.span), call)
    }
  }

  private func merged(_ object: ZodObject, _ call: ZodCall) -> ZodSchema {
    let other = argument(0, of: call)
    switch other.plain.kind {
    case .object(let added):
      var changed = object
      for entry in added.entries { changed.set(entry) }
      changed.unknown = added.unknown
      return schema(.object(changed), call)
    case .faulty(let fault): return schema(.faulty(fault), call)
    default: return faulty(undecided("only objects can be merged", at: other.span), call)
    }
  }

  // MARK: Masks

  private struct MaskFailure: Error { let fault: ZodFault }

  /// The names that `{ a: true }` states; nil when they are not known.
  private func mask(_ object: ZodObject, _ call: ZodCall) -> Result<Set<String>, MaskFailure>? {
    guard let written = call.arguments.first else { return nil }
    var names: Set<String> = []
    switch evaluate(written, in: call.scope) {
    case .object(let members):
      for member in members {
        if case .literal(.boolean(false)) = member.cell.value { continue }
        // Version 4 throws at a name that is not there; version 3 passes over it.
        if call.version != 3, !object.entries.contains(where: { $0.name == member.name }) {
          let near = Suggestion.nearest(to: member.name, among: object.entries.map(\.name))
          return .failure(
            MaskFailure(
              fault: ZodFault(
                rule: ZodRules.unresolvedName, message: "the object has no member '\(member.name)'",
                help: near.map { "did you mean '\($0)'?" } ?? "remove it", span: member.span, isSchema: true)))
        }
        names.insert(member.name)
      }
    case .list(let elements): names = Set(elements.compactMap(Self.text))
    case .unknown(let fault): return .failure(MaskFailure(fault: fault))
    default: return nil
    }
    return .success(names)
  }

  private static func masked(_ object: ZodObject, _ method: String, _ names: Set<String>) -> ZodObject {
    switch method {
    case "pick": object.filtered { names.contains($0.name) }
    case "omit": object.filtered { !names.contains($0.name) }
    case "partial": partial(object) { names.contains($0) }
    default: required(object) { names.contains($0) }
    }
  }

  private static func partial(_ object: ZodObject, _ isMeant: @escaping (String) -> Bool) -> ZodObject {
    object.mapped { entry, schema in isMeant(entry.name) ? schema.wrapped { .optional($0) } : schema }
  }

  /// Version 3 takes `optional` off, version 4 puts `nonoptional` on.
  private static func required(_ object: ZodObject, _ isMeant: @escaping (String) -> Bool) -> ZodObject {
    object.mapped { entry, schema in
      guard isMeant(entry.name) else { return schema }
      guard schema.version == 3 else { return schema.wrapped { .required($0) } }
      var current = schema
      while case .optional(let inner) = current.withoutNames.kind { current = inner }
      return current
    }
  }

  /// `deepPartial` of version 3: through objects, lists, tuples, `optional` and `nullable`.
  private func deepPartial(_ schema: ZodSchema, depth: Int) -> ZodSchema {
    guard depth < Self.maximumDepth else { return schema }
    switch schema.withoutNames.kind {
    case .object(let object):
      let changed = object.mapped { [unowned self] _, inner in
        deepPartial(inner, depth: depth + 1).wrapped { .optional($0) }
      }
      return schema.wrapped { _ in .object(changed) }
    case .array(let element, let minimum, let maximum):
      return schema.wrapped { _ in .array(deepPartial(element, depth: depth + 1), minimum: minimum, maximum: maximum) }
    case .optional(let inner): return schema.wrapped { _ in .optional(deepPartial(inner, depth: depth + 1)) }
    case .nullable(let inner): return schema.wrapped { _ in .nullable(deepPartial(inner, depth: depth + 1)) }
    case .tuple(let elements, let rest):
      return schema.wrapped { _ in .tuple(elements.map { deepPartial($0, depth: depth + 1) }, rest: rest) }
    default: return schema
    }
  }
}
