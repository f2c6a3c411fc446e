internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

extension ZodFrontend {
  // MARK: Objects

  func object(_ call: ZodCall, unknown: ZodObject.Unknown) -> ZodSchema {
    guard let written = call.arguments.first else { return schema(.object(ZodObject(unknown: unknown)), call) }
    switch evaluate(written, in: call.scope) {
    case .object(let members):
      return schema(.object(ZodObject(entries(of: members, call.version), unknown: unknown)), call)
    case .undefined: return schema(.object(ZodObject(unknown: unknown)), call)
    case .unknown(let fault): return faulty(.unknown(fault), call)
    case .module(let module):
      // `import * as fields` used as a shape.
      let members = module.scope.ordered.filter(\.isExported).map { constant in
        ZodMember(
          name: constant.name.text, span: constant.name.span, documentation: constant.documentation, cell: constant.cell
        )
      }
      return schema(.object(ZodObject(entries(of: members, call.version), unknown: unknown)), call)
    default: return faulty(undecided("the shape of this object is not followed", at: written.span), call)
    }
  }

  func entries(of members: [ZodMember], _ version: Int) -> [ZodObject.Entry] {
    members.map { member in
      ZodObject.Entry(
        name: member.name, span: member.span, documentation: member.documentation,
        schema: ZodSchemaCell(span: member.span, version: version, in: cells) { [unowned self] in
          schema(from: member.cell.value, at: member.span, version: version)
        })
    }
  }

  // MARK: Lists, records

  func tuple(_ call: ZodCall) -> ZodSchema {
    guard let written = call.arguments.first else { return schema(.tuple([], rest: nil), call) }
    guard case .list(let elements) = evaluate(written, in: call.scope) else {
      return faulty(undecided("the elements of this tuple are not followed", at: written.span), call)
    }
    let schemas = elements.map { schema(from: $0, at: written.span, version: call.version) }
    var rest: ZodSchema?
    if call.arguments.count > 1, case .schema(let schema)? = value(1, of: call) { rest = schema }
    return schema(.tuple(schemas, rest: rest), call)
  }

  func record(_ call: ZodCall) -> ZodSchema {
    var hasKey = call.arguments.count > 1
    if hasKey, case .object? = value(1, of: call) { hasKey = false }  // messages
    let text = schema(.string(ZodText()), call)
    if call.name == "looseRecord" {
      return schema(.record(key: text, value: schema(.any, call), isPartial: true), call)
    }
    return schema(
      .record(
        key: hasKey ? argument(0, of: call) : text, value: argument(hasKey ? 1 : 0, of: call),
        isPartial: call.version == 3 || call.name == "partialRecord"), call)
  }

  func lazy(_ call: ZodCall) -> ZodSchema {
    guard let written = call.arguments.first else {
      return faulty(undecided("'z.lazy' lacks its function", at: call.span), call)
    }
    let cell = ZodSchemaCell(span: call.span, version: call.version, in: cells) { [unowned self] in
      guard case .function(let function, let closure) = evaluate(written, in: call.scope) else {
        return faulty(undecided("this function is not followed", at: written.span), call)
      }
      return faulty(self.call(function, closure, [], at: call.span), call)
    }
    return schema(.lazy(cell), call)
  }

  // MARK: Choices

  func choices(_ call: ZodCall) -> ZodSchema {
    guard let written = call.arguments.first else {
      return faulty(undecided("this enum has no values", at: call.span), call)
    }
    switch evaluate(written, in: call.scope) {
    case .list(let elements):
      return choices(elements.map { ($0, nil) }, call, at: written.span)
    case .object(let members):
      // An object that TypeScript made of a numeric enum has its reverse names too.
      let names = Set(members.map(\.name))
      let kept = members.filter { member in
        guard Int(member.name) != nil, case .literal(.string(let text)) = member.cell.value else { return true }
        return !names.contains(text)
      }
      return choices(kept.map { ($0.cell.value, $0.name) }, call, at: written.span)
    case .enumeration(let symbol):
      let cases = enumCases(symbol)
      guard !cases.isEmpty else { return faulty(undecided("this enum has no values", at: written.span), call) }
      return schema(.choices(Self.distinct(cases)), call)
    case .unknown(let fault): return faulty(.unknown(fault), call)
    case .global(let name): return faulty(unresolved("no value is called '\(name)'", at: written.span), call)
    default: return faulty(undecided("the values of this enum are not followed", at: written.span), call)
    }
  }

  private func choices(_ values: [(value: ZodValue, name: String?)], _ call: ZodCall, at span: SourceSpan) -> ZodSchema
  {
    var cases: [EnumerationShape.Case] = []
    for (value, name) in values {
      switch value {
      case .literal(let literal): cases.append(EnumerationShape.Case(literal, name: name))
      case .unknown(let fault): return faulty(.unknown(fault), call)
      default: return faulty(undecided("a value of this enum is not known", at: span), call)
      }
    }
    guard !cases.isEmpty else { return faulty(undecided("this enum has no values", at: span), call) }
    return schema(.choices(Self.distinct(cases)), call)
  }

  static func distinct(_ cases: [EnumerationShape.Case]) -> [EnumerationShape.Case] {
    var seen: Set<Literal> = []
    return cases.filter { seen.insert($0.value).inserted }
  }

  func literal(_ call: ZodCall) -> ZodSchema {
    guard let written = call.arguments.first else {
      return faulty(undecided("this literal has no value", at: call.span), call)
    }
    let value = evaluate(written, in: call.scope)
    var members: [ZodSchema] = []
    var cases: [EnumerationShape.Case] = []
    let values = if case .list(let elements) = value { elements } else { [value] }
    for value in values {
      switch value {
      case .literal(.null): members.append(schema(.null, call))
      case .literal(let literal): cases.append(EnumerationShape.Case(literal))
      case .undefined: members.append(schema(.undefined, call))
      case .bigint: return schema(.refused("a big integer has no JSON form", help: "use a string or a number"), call)
      case .unknown(let fault): return faulty(.unknown(fault), call)
      case .global(let name): return faulty(unresolved("no value is called '\(name)'", at: written.span), call)
      default: return faulty(undecided("the value of this literal is not known", at: written.span), call)
      }
    }
    if !cases.isEmpty { members.insert(schema(.choices(Self.distinct(cases)), call), at: 0) }
    return members.count == 1 ? members[0] : schema(.union(members, discriminator: nil), call)
  }

  func union(_ call: ZodCall, members place: Int, discriminator: String?) -> ZodSchema {
    guard place < call.arguments.count else {
      return faulty(undecided("this union has no members", at: call.span), call)
    }
    let written = call.arguments[place]
    switch evaluate(written, in: call.scope) {
    case .list(let elements) where !elements.isEmpty:
      let spans = Self.elementSpans(of: written, count: elements.count)
      let members = zip(elements, spans).map { schema(from: $0, at: $1, version: call.version) }
      return schema(.union(members, discriminator: discriminator), call)
    case .unknown(let fault): return faulty(.unknown(fault), call)
    default: return faulty(undecided("the members of this union are not followed", at: written.span), call)
    }
  }

  private static func elementSpans(of written: ScriptValue, count: Int) -> [SourceSpan] {
    if case .list(let elements) = written.node, elements.count == count { return elements.map(\.span) }
    return Array(repeating: written.span, count: count)
  }

  // MARK: Text that means something else

  func custom(_ call: ZodCall) -> ZodSchema {
    if let type = call.types.first?.withoutParentheses {
      switch type.node {
      case .keyword(.string), .template: return schema(.string(ZodText()), call)
      case .keyword(.number): return schema(.number(NumberFacts()), call)
      case .keyword(.boolean): return schema(.boolean, call)
      case .keyword(.unknown), .keyword(.any): return schema(.any, call)
      default: break
      }
    }
    return schema(
      .refused(
        "'z.custom' checks with a function, which says nothing of the JSON",
        help: "describe it with z.object and the like"),
      call)
  }

  func stringBoolean(_ call: ZodCall) -> ZodSchema {
    var words = ["true", "1", "yes", "on", "y", "enabled", "false", "0", "no", "off", "n", "disabled"]
    var isSensitive = false
    if case .object(let options)? = value(0, of: call) {
      var stated: [String] = []
      for option in options {
        if option.name == "case", case .literal(.string("sensitive")) = option.cell.value { isSensitive = true }
        if ["truthy", "falsy"].contains(option.name), case .list(let values) = option.cell.value {
          stated += values.compactMap(Self.text)
        }
      }
      if !stated.isEmpty { words = stated }
    }
    if isSensitive {
      let cases = words.map { EnumerationShape.Case(.string($0)) }
      return schema(.switched(schema(.choices(Self.distinct(cases)), call)), call)
    }
    var text = ZodText()
    let alternatives = words.map { PatternText.ignoringCase(PatternText.escaped($0)) ?? $0 }.joined(separator: "|")
    text.facts.pattern = "^(?:\(alternatives))$"
    return schema(.switched(schema(.string(text), call)), call)
  }

  func templateLiteral(_ call: ZodCall) -> ZodSchema {
    guard case .list(let parts)? = value(0, of: call) else {
      return faulty(undecided("the parts of this template are not followed", at: call.span), call)
    }
    var pattern = "^"
    for part in parts {
      if let text = Self.text(of: part) {
        pattern += PatternText.escaped(text)
      } else {
        pattern += templatePart(schema(from: part, at: call.span, version: call.version))
      }
    }
    var text = ZodText()
    text.facts.pattern = pattern + "$"
    return schema(.string(text), call)
  }

  private func templatePart(_ schema: ZodSchema) -> String {
    switch schema.plain.kind {
    case .string(let text):
      guard let pattern = text.facts.pattern, pattern.hasPrefix("^"), pattern.hasSuffix("$") else {
        return text.facts.minimumLength.map { "[\\s\\S]{\($0),}" } ?? "[\\s\\S]*"
      }
      return "(?:\(pattern.dropFirst().dropLast()))"
    case .number(let facts): return facts.isInteger ? "-?\\d+" : "-?\\d+(?:\\.\\d+)?"
    case .boolean: return "(?:true|false)"
    case .null: return "null"
    case .undefined: return "undefined"
    case .choices(let cases):
      let texts = cases.compactMap { Self.text(of: .literal($0.value)) }.map(PatternText.escaped)
      return "(?:\(texts.joined(separator: "|")))"
    case .optional(let inner): return "(?:\(templatePart(inner)))?"
    case .nullable(let inner): return "(?:\(templatePart(inner))|null)"
    case .union(let members, _): return "(?:\(members.map(templatePart).joined(separator: "|")))"
    default: return "[\\s\\S]*"
    }
  }
}
