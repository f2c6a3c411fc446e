internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

extension ZodFrontend {
  // MARK: Lists and objects

  /// Most elements of a list, and bytes of a text, that is put together.
  private static let longestList = 100_000
  private static let longestText = 1_000_000

  func list(_ elements: [ScriptValue], _ scope: ZodScope) -> ZodValue {
    var values: [ZodValue] = []
    for element in elements {
      let value = evaluate(element, in: scope)
      guard case .spread = element.node else {
        values.append(value)
        continue
      }
      switch value {
      case .list(let inner):
        // One that takes another in twice doubles it.
        guard values.count + inner.count <= Self.longestList else {
          return undecided("this list is too long", at: element.span)
        }
        values += inner
      case .unknown: return value
      default: return undecided("this list is not followed", at: element.span)
      }
    }
    return .list(values)
  }

  func object(_ entries: [ScriptEntry], _ scope: ZodScope) -> ZodValue {
    var members: [ZodMember] = []
    for entry in entries {
      if entry.kind == .spread {
        let value = evaluate(entry.value, in: scope)
        switch value {
        case .object(let inner): for member in inner { Self.set(member, &members) }
        case .enumeration(let symbol): for member in self.members(of: symbol) { Self.set(member, &members) }
        case .undefined, .literal(.null), .literal(.boolean): continue
        case .unknown: return value
        default: return undecided("what is spread here is not followed", at: entry.value.span)
        }
        continue
      }
      guard let name = name(of: entry, scope) else {
        return undecided("this computed name is not known", at: entry.computedName?.span ?? entry.value.span)
      }
      let isGetter = entry.kind == .getter
      let cell = ZodCell(span: entry.value.span, in: cells) { [unowned self] in
        let value = evaluate(entry.value, in: scope)
        guard isGetter, case .function(let function, let closure) = value else { return value }
        return call(function, closure, [], at: entry.value.span)
      }
      Self.set(ZodMember(name: name.text, span: name.span, documentation: entry.documentation, cell: cell), &members)
    }
    return .object(members)
  }

  static func set(_ member: ZodMember, _ members: inout [ZodMember]) {
    if let place = members.firstIndex(where: { $0.name == member.name }) {
      members[place] = member
    } else {
      members.append(member)
    }
  }

  private func name(of entry: ScriptEntry, _ scope: ZodScope) -> Identifier? {
    if let name = entry.name { return name }
    guard let computed = entry.computedName else { return nil }
    switch evaluate(computed, in: scope) {
    case .literal(.string(let text)), .literal(.number(let text)): return Identifier(text: text, span: computed.span)
    default: return nil
    }
  }

  // MARK: Enums

  /// The members of a TypeScript enum, never the reverse names of numeric ones; those with computed values are left out.
  func enumCases(_ symbol: TypeSymbol) -> [EnumerationShape.Case] {
    var cases: [EnumerationShape.Case] = []
    for enumeration in symbol.enums {
      var next: Int? = 0
      for member in enumeration.members {
        let value = enumValue(member, next, cases)
        next = if case .number(let text)? = value { Int(text).map { $0 &+ 1 } } else { nil }
        guard let value else {
          report(
            ZodRules.undecided, .error, "the value of enum member '\(member.name.text)' is computed",
            help: "write the value out", at: member.name.span)
          continue
        }
        cases.append(
          EnumerationShape.Case(
            value, name: member.name.text, documentation: DocFacts(member.documentation).documentation))
      }
    }
    return cases
  }

  private func enumValue(_ member: EnumSyntax.Member, _ next: Int?, _ cases: [EnumerationShape.Case]) -> Literal? {
    guard let written = member.value else { return next.map { .number(String($0)) } }
    switch written.node {
    case .literal(let literal): return Literal(literal)
    case .reference(let path): return path.last.flatMap { last in cases.first { $0.name == last.text }?.value }
    default: return nil
    }
  }

  /// An enum as the object that it is when the program runs, reverse names left out.
  func members(of symbol: TypeSymbol) -> [ZodMember] {
    enumCases(symbol).map { entry in
      ZodMember(
        name: entry.name ?? "", span: symbol.name.span, documentation: nil,
        cell: ZodCell(.literal(entry.value), span: symbol.name.span, in: cells))
    }
  }

  // MARK: Templates and operators

  func template(_ texts: [String], _ values: [ScriptValue], _ span: SourceSpan, _ scope: ZodScope) -> ZodValue {
    var text = texts.first ?? ""
    for (place, value) in values.enumerated() {
      guard let part = Self.text(of: evaluate(value, in: scope)) else {
        return undecided("this text is not known", at: value.span)
      }
      text += part + (place + 1 < texts.count ? texts[place + 1] : "")
      guard text.utf8.count <= Self.longestText else { return undecided("this text is too long", at: span) }
    }
    return .literal(.string(text))
  }

  static func text(of value: ZodValue) -> String? {
    switch value {
    case .literal(.string(let text)), .literal(.number(let text)): text
    case .literal(.boolean(let value)): value ? "true" : "false"
    case .literal(.null): "null"
    default: nil
    }
  }

  /// Whether a value counts as true; nil when that is not known.
  func truth(of value: ZodValue) -> Bool? {
    switch value {
    case .literal(.string(let text)): !text.isEmpty
    case .literal(.number(let text)): Double(text) != 0
    case .literal(.boolean(let value)): value
    case .literal(.null), .undefined: false
    case .schema, .list, .object, .function, .pattern, .enumeration, .zod: true
    default: nil
    }
  }

  func prefixed(_ sign: String, _ inner: ScriptValue, _ span: SourceSpan, _ scope: ZodScope) -> ZodValue {
    let value = evaluate(inner, in: scope)
    switch (sign, value) {
    case (_, .unknown): return value
    case ("!", _): return truth(of: value).map { .literal(.boolean(!$0)) } ?? undecided("this is not known", at: span)
    case ("-", .literal(.number(let text))):
      return .literal(.number(text.hasPrefix("-") ? String(text.dropFirst()) : "-" + text))
    case ("+", .literal(.number)): return value
    case ("-", .global("Infinity")), ("void", _): return .undefined
    default: return undecided("this is not known", at: span)
    }
  }

  func combined(
    _ sign: String, _ left: ScriptValue, _ right: ScriptValue, _ span: SourceSpan, _ scope: ZodScope
  ) -> ZodValue {
    let first = evaluate(left, in: scope)
    if case .unknown = first { return first }
    switch sign {
    case "??":
      switch first {
      case .undefined, .literal(.null): return evaluate(right, in: scope)
      case .global, .method: return undecided("this is known only when the program runs", at: span)
      default: return first
      }
    case "||", "&&":
      guard let isTrue = truth(of: first) else {
        return undecided("this is known only when the program runs", at: span)
      }
      return isTrue == (sign == "||") ? first : evaluate(right, in: scope)
    default: break
    }
    let second = evaluate(right, in: scope)
    if sign == "+", let a = Self.text(of: first), let b = Self.text(of: second) {
      guard a.utf8.count + b.utf8.count <= Self.longestText else { return undecided("this text is too long", at: span) }
      if case .literal(.string) = first { return .literal(.string(a + b)) }
      if case .literal(.string) = second { return .literal(.string(a + b)) }
    }
    if ["===", "==", "!==", "!="].contains(sign), case .literal(let a) = first, case .literal(let b) = second {
      return .literal(.boolean((a == b) == sign.hasPrefix("=")))
    }
    guard case .literal(.number(let a)) = first, case .literal(.number(let b)) = second, let x = Double(a),
      let y = Double(b), let result = Self.calculate(sign, x, y)
    else { return undecided("this is not known", at: span) }
    return result
  }

  private static func calculate(_ sign: String, _ x: Double, _ y: Double) -> ZodValue? {
    switch sign {
    case "+": return number(x + y)
    case "-": return number(x - y)
    case "*": return number(x * y)
    case "/": return number(x / y)
    case "%": return number(x.truncatingRemainder(dividingBy: y))
    case "**":
      guard y >= 0, y <= 1024, y == y.rounded() else { return nil }
      return number((0..<Int(y)).reduce(1.0) { product, _ in product * x })
    case "<": return .literal(.boolean(x < y))
    case ">": return .literal(.boolean(x > y))
    case "<=": return .literal(.boolean(x <= y))
    case ">=": return .literal(.boolean(x >= y))
    default: return nil
    }
  }

  private static func number(_ value: Double) -> ZodValue? {
    guard value.isFinite else { return nil }
    if value == value.rounded(), abs(value) < 9e15 { return .literal(.number(String(Int64(value)))) }
    return .literal(.number("\(value)"))
  }

  // MARK: The language's own functions

  func callMethod(
    _ name: Identifier, of elements: [ZodValue], _ arguments: [ScriptValue], at span: SourceSpan, _ scope: ZodScope
  ) -> ZodValue {
    let first = arguments.first.map { evaluate($0, in: scope) }
    switch name.text {
    case "concat":
      guard case .list(let more)? = first else { return undecided("this list is not followed", at: span) }
      return .list(elements + more)
    case "map", "filter", "flatMap":
      guard case .function(let function, let closure)? = first else {
        return undecided("this function is not followed", at: span)
      }
      let results = elements.enumerated().map { place, element in
        call(function, closure, [{ element }, { .literal(.number(String(place))) }], at: span)
      }
      if name.text == "map" { return .list(results) }
      return select(elements, results, isFilter: name.text == "filter", at: span)
    case "flat":
      return select(elements, elements, isFilter: false, at: span)
    case "reduce": return reduced(elements, first, arguments, at: span, scope)
    case "slice", "toSorted", "sort", "reverse":
      return arguments.isEmpty ? .list(elements) : undecided("this list is not followed", at: span)
    case "includes":
      guard case .literal(let wanted)? = first else { return undecided("this is not known", at: span) }
      return .literal(.boolean(elements.contains { if case .literal(wanted) = $0 { true } else { false } }))
    default: return unfollowed(name.text, at: span)
    }
  }

  private func select(_ elements: [ZodValue], _ results: [ZodValue], isFilter: Bool, at span: SourceSpan) -> ZodValue {
    var kept: [ZodValue] = []
    for (element, result) in zip(elements, results) {
      if isFilter {
        guard let isKept = truth(of: result) else { return undecided("this filter is not known", at: span) }
        if isKept { kept.append(element) }
      } else {
        if case .unknown = result { return result }
        if case .list(let inner) = result { kept += inner } else { kept.append(result) }
      }
    }
    return .list(kept)
  }

  /// `list.reduce(function, start)`, where the function gives its result and changes nothing.
  private func reduced(
    _ elements: [ZodValue], _ function: ZodValue?, _ arguments: [ScriptValue], at span: SourceSpan, _ scope: ZodScope
  ) -> ZodValue {
    guard case .function(let function, let closure)? = function, arguments.count > 1 else {
      return undecided("this function is not followed", at: span)
    }
    var result = evaluate(arguments[1], in: scope)
    for element in elements {
      let known = result
      result = call(function, closure, [{ known }, { element }], at: span)
    }
    return result
  }

  /// `new Set(list)` as the list of its elements, and `new RegExp(text, flags)`.
  func construct(_ name: String, _ arguments: [ScriptValue], at span: SourceSpan, _ scope: ZodScope) -> ZodValue? {
    let values = arguments.map { evaluate($0, in: scope) }
    switch (name, values.first) {
    case ("Set", .list(let elements)?):
      var texts: Set<String> = []
      return .list(elements.filter { element in Self.text(of: element).map { texts.insert($0).inserted } ?? true })
    case ("RegExp", .pattern(let source, let flags)?): return .pattern(source, flags: flags)
    case ("RegExp", .literal(.string(let source))?):
      if values.count > 1, case .literal(.string(let flags)) = values[1] { return .pattern(source, flags: flags) }
      return values.count > 1 ? nil : .pattern(source, flags: "")
    case (_, .unknown?): return values.first
    default: return nil
    }
  }

  func callGlobal(
    _ owner: String, _ name: Identifier, _ arguments: [ScriptValue], at span: SourceSpan, _ scope: ZodScope
  ) -> ZodValue {
    guard owner == "Object" || owner == "Array", let first = arguments.first else {
      return unfollowed("\(owner).\(name.text)", at: span)
    }
    let value = evaluate(first, in: scope)
    if case .unknown = value { return value }
    if name.text == "freeze" || name.text == "from" { return value }
    if name.text == "fromEntries", case .list(let pairs) = value { return fromEntries(pairs, at: span) }
    if name.text == "assign" { return self.object(arguments.map(Self.spread), scope) }
    let members: [ZodMember]
    switch value {
    case .object(let own): members = own
    case .enumeration(let symbol): members = self.members(of: symbol)
    default: return undecided("this object is not followed", at: first.span)
    }
    switch name.text {
    case "keys": return .list(members.map { .literal(.string($0.name)) })
    case "values": return .list(members.map(\.cell.value))
    case "entries": return .list(members.map { .list([.literal(.string($0.name)), $0.cell.value]) })
    default: return unfollowed("\(owner).\(name.text)", at: span)
    }
  }

  private static func spread(_ value: ScriptValue) -> ScriptEntry {
    ScriptEntry(kind: .spread, name: nil, computedName: nil, value: value, documentation: nil)
  }

  private func fromEntries(_ pairs: [ZodValue], at span: SourceSpan) -> ZodValue {
    var members: [ZodMember] = []
    for pair in pairs {
      guard case .list(let parts) = pair, parts.count == 2, let name = Self.text(of: parts[0]) else {
        return undecided("this object is not followed", at: span)
      }
      Self.set(
        ZodMember(name: name, span: span, documentation: nil, cell: ZodCell(parts[1], span: span, in: cells)), &members)
    }
    return .object(members)
  }
}
