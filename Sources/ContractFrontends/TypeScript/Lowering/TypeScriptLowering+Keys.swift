internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

extension TypeScriptLowering {
  /// One key of a finite set.
  struct KeyName {
    let text: String
    let literal: Literal
  }
  /// What keys a type allows.
  enum KeySet {
    /// These and no others, in source order.
    case names([KeyName])
    /// Every string with these facts.
    case strings(StringFacts)
  }

  /// The keys that a type allows; nil when that cannot be decided.
  func keys(of type: LazyType) -> KeySet? {
    descend(at: type.span, otherwise: nil) { decideKeys(of: type) }
  }

  private func decideKeys(of type: LazyType) -> KeySet? {
    let head = head(type)
    if let parts = alternatives(of: head) { return union(parts) }
    if case .enumMember = target(of: head) { return literalValue(of: head).flatMap(Self.key).map { .names([$0]) } }
    if case .symbol(let symbol) = target(of: head), !symbol.enums.isEmpty {
      return .names(enumCases(symbol).compactMap { Self.key($0.value) })
    }
    guard case .syntax(let syntax, let environment) = head.form else { return nil }
    switch syntax.node {
    case .keyword(.string), .keyword(.number), .keyword(.any): return .strings(StringFacts())
    case .keyword(.never): return .names([])
    case .literal(let literal): return Literal(literal).flatMap(Self.key).map { .names([$0]) }
    case .keyword(.symbol), .keyword(.uniqueSymbol): return .names([])
    case .keyof(let inner): return keys(ofObject: head.part(inner, environment))
    case .template: return templateKeys(lower(head))
    case .intersection(let parts): return intersection(parts.map { head.part($0, environment) })
    default: return nil
    }
  }

  private static func key(_ literal: Literal) -> KeyName? {
    switch literal {
    case .string(let text), .number(let text): KeyName(text: text, literal: literal)
    case .boolean, .null: nil
    }
  }

  private func templateKeys(_ type: TypeExpression) -> KeySet? {
    switch type.shape {
    case .string(let facts): return .strings(facts)
    case .literal(let literal): return Self.key(literal).map { .names([$0]) }
    case .enumeration(let shape): return .names(shape.cases.compactMap { Self.key($0.value) })
    default: return nil
    }
  }

  private func union(_ parts: [LazyType]) -> KeySet? {
    var names: [KeyName] = []
    var seen: Set<String> = []
    for part in parts {
      switch keys(of: part) {
      case .names(let more): names += more.filter { seen.insert($0.text).inserted }
      case .strings(let facts): return .strings(parts.count == 1 ? facts : StringFacts())
      case nil:
        // `string & {}` beside literals, and what keys never are.
        guard isOpenString(part) else { return nil }
        return .strings(StringFacts())
      }
    }
    return .names(names)
  }

  private func intersection(_ parts: [LazyType]) -> KeySet? {
    var result: KeySet?
    for part in parts {
      guard let keys = keys(of: part) else { return nil }
      switch (result, keys) {
      case (.names(let known)?, .names(let more)):
        result = .names(known.filter { name in more.contains { $0.text == name.text } })
      case (nil, _), (.strings?, .names): result = keys
      default: break
      }
    }
    return result
  }

  /// `keyof T` as a union of literals; nil when keys are data.
  func keyLiterals(_ type: LazyType) -> LazyType? {
    guard case .syntax(let syntax, let environment) = type.form, case .keyof(let inner) = syntax.node else {
      return nil
    }
    return descend(at: type.span, otherwise: nil) {
      guard case .names(let names)? = keys(ofObject: type.part(inner, environment)) else { return nil }
      let literals = names.map { LazyType(TypeSyntax(.literal($0.syntax), span: syntax.span), environment) }
      return LazyType(union: literals, span: syntax.span)
    }
  }

  /// A template all of whose parts are literals, as the union of what it comes to; nil for every other.
  func templateLiterals(
    _ texts: [String], _ types: [TypeSyntax], _ type: LazyType, _ environment: Environment
  ) -> LazyType? {
    guard !types.contains(where: { !$0.inferredNames.isEmpty }) else { return nil }
    return descend(at: type.span, otherwise: nil) {
      var strings = [texts.first ?? ""]
      for (place, part) in types.enumerated() {
        guard let pieces = literalTexts(type.part(part, environment)),
          strings.count * pieces.count <= Self.maximumTemplateStrings
        else { return nil }
        let text = place + 1 < texts.count ? texts[place + 1] : ""
        strings = strings.flatMap { head in pieces.map { head + $0 + text } }
      }
      let literals = strings.map {
        LazyType(TypeSyntax(.literal(.string($0)), span: type.span), environment, isConstant: type.isConstant)
      }
      return literals.count == 1 ? literals[0] : LazyType(union: literals, span: type.span)
    }
  }

  /// The texts of a type that is nothing but literals.
  private func literalTexts(_ type: LazyType) -> [String]? {
    var texts: [String] = []
    for item in unionItems(of: type) {
      switch (item.literal, item.keyword) {
      case (.string(let text)?, _), (.number(let text)?, _): texts.append(text)
      case (.boolean(let value)?, _): texts.append(value ? "true" : "false")
      case (nil, .boolean?): texts += ["false", "true"]
      case (nil, .null?): texts.append("null")
      case (nil, .undefined?): texts.append("undefined")
      default: return nil
      }
    }
    return texts
  }

  private func keys(ofObject type: LazyType) -> KeySet? {
    let head = head(type)
    if keyword(of: head) == .any { return .strings(StringFacts()) }
    if [.unknown, .never].contains(keyword(of: head)) { return .names([]) }
    if let elements = tupleElements(head) {
      return .names(elements.indices.map { KeyName(text: String($0), literal: .string(String($0))) })
    }
    guard let set = memberSet(type, head: head) else { return nil }
    if let index = set.index { return .strings(set.members.isEmpty ? index.keys : StringFacts()) }
    return .names(set.members.map { KeyName(text: $0.name, literal: .string($0.name)) })
  }

  func lowerKeys(_ type: LazyType) -> TypeExpression {
    switch keys(of: type) {
    case .names(let names):
      if names.isEmpty { return unsupported("there are no keys here", help: "leave the member out", at: type.span) }
      if names.count == 1 { return TypeExpression(.literal(names[0].literal), span: type.span) }
      let cases = names.map { EnumerationShape.Case($0.literal) }
      return TypeExpression(.enumeration(EnumerationShape(cases: cases)), span: type.span)
    case .strings(let facts): return TypeExpression(.string(facts), span: type.span)
    case nil: return unsupported("these keys cannot be decided", help: "write them out", at: type.span)
    }
  }

  // MARK: Templates

  /// The most strings that a template of literals is written out to.
  static let maximumTemplateStrings = 500

  /// A template literal type: the strings that it comes to, or a string with a pattern.
  func lowerTemplate(_ texts: [String], _ types: [LazyType], at span: SourceSpan) -> TypeExpression {
    var strings = [texts.first ?? ""]
    var pattern: String? = "^" + Self.escaped(texts.first ?? "")
    var isFinite = true
    for (place, type) in types.enumerated() {
      if Self.isWrittenBigint(type) {
        isFinite = false
        pattern? += "-?(0|[1-9][0-9]*)" + Self.escaped(place + 1 < texts.count ? texts[place + 1] : "")
        continue
      }
      let lowered = lowerExpanded(type)
      let text = place + 1 < texts.count ? texts[place + 1] : ""
      if let literals = Self.texts(of: lowered) {
        if strings.count * literals.count > Self.maximumTemplateStrings { isFinite = false }
        if isFinite { strings = strings.flatMap { head in literals.map { head + $0 + text } } }
        pattern? += "(" + literals.map(Self.escaped).joined(separator: "|") + ")"
      } else if let part = Self.pattern(of: lowered) {
        isFinite = false
        pattern? += part
      } else {
        return unsupported(
          "this part of a template cannot be decided", help: "use string, number or literals", at: type.span)
      }
      pattern? += Self.escaped(text)
    }
    if isFinite {
      if strings.count == 1 { return TypeExpression(.literal(.string(strings[0])), span: span) }
      let cases = strings.map { EnumerationShape.Case(.string($0)) }
      return TypeExpression(.enumeration(EnumerationShape(cases: cases)), span: span)
    }
    let any = "[\\s\\S]*"
    if pattern == "^" + any { return TypeExpression(.string(StringFacts()), span: span) }
    if let whole = pattern, whole.hasSuffix(any) {
      pattern = String(whole.dropLast(any.count))
    } else {
      pattern? += "$"
    }
    return TypeExpression(.string(StringFacts(pattern: pattern)), span: span)
  }

  /// Whether a part of a template is `bigint`, which has a text although it has no JSON form.
  static func isWrittenBigint(_ type: LazyType) -> Bool {
    if case .syntax(let syntax, _) = type.form, case .keyword(.bigint) = syntax.withoutParentheses.node {
      true
    } else {
      false
    }
  }

  private static func texts(of type: TypeExpression) -> [String]? {
    func text(_ literal: Literal) -> String {
      switch literal {
      case .string(let text), .number(let text): text
      case .boolean(let value): value ? "true" : "false"
      case .null: "null"
      }
    }
    switch type.shape {
    case .literal(let literal): return [text(literal)]
    case .boolean: return ["false", "true"]
    case .null: return ["null"]
    case .enumeration(let shape): return shape.isOpen ? nil : shape.cases.map { text($0.value) }
    default: return nil
    }
  }

  private static func pattern(of type: TypeExpression) -> String? {
    switch type.shape {
    case .string(let facts):
      guard let pattern = facts.pattern else { return "[\\s\\S]*" }
      guard pattern.hasPrefix("^") else { return nil }
      let isWhole = pattern.hasSuffix("$")
      return "(" + pattern.dropFirst().dropLast(isWhole ? 1 : 0) + (isWhole ? "" : "[\\s\\S]*") + ")"
    case .number: return "-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?"
    case .enumeration(let shape) where shape.isOpen: return "[\\s\\S]*"
    default: return nil
    }
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      if "\\^$.|?*+()[]{}/".contains(character) { result += "\\" }
      result.append(character)
    }
    return result
  }
}
