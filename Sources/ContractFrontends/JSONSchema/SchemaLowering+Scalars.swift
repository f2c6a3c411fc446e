internal import ContractModel
internal import Diagnostics
internal import JSONText

extension SchemaLowering {
  /// What a schema says of strings; nil when it says nothing.
  func stringFacts(_ place: SchemaPlace) -> StringFacts? {
    let numeric: Set = ["int32", "int64", "uint32", "uint64", "float", "double"]
    var format = text("format", place)
    if let name = format, numeric.contains(name) { format = nil }
    let facts = StringFacts(
      format: format, pattern: pattern("pattern", place), minimumLength: count("minLength", place),
      maximumLength: count("maxLength", place))
    return facts == StringFacts() ? nil : facts
  }

  /// What a schema says of numbers; nil when it says nothing.
  func numberFacts(_ place: SchemaPlace) -> NumberFacts? {
    var facts = NumberFacts()
    facts.minimum = number("minimum", place)
    facts.maximum = number("maximum", place)
    if place.document.dialect == .openAPI30 {
      facts.isMinimumExclusive = flag("exclusiveMinimum", place)
      facts.isMaximumExclusive = flag("exclusiveMaximum", place)
    } else {
      if let bound = number("exclusiveMinimum", place), !isStricter(facts.minimum, than: bound, by: { $0 > $1 }) {
        (facts.minimum, facts.isMinimumExclusive) = (bound, true)
      }
      if let bound = number("exclusiveMaximum", place), !isStricter(facts.maximum, than: bound, by: { $0 < $1 }) {
        (facts.maximum, facts.isMaximumExclusive) = (bound, true)
      }
    }
    facts.multipleOf = multiple(place)
    return facts == NumberFacts() ? nil : facts
  }

  private func isStricter(_ bound: String?, than other: String, by order: (JSONNumber, JSONNumber) -> Bool) -> Bool {
    guard let bound = bound.flatMap({ JSONNumber(text: $0) }), let other = JSONNumber(text: other) else { return false }
    return order(bound, other)
  }

  private func multiple(_ place: SchemaPlace) -> String? {
    guard let text = number("multipleOf", place), let value = place.member("multipleOf") else { return nil }
    guard let number = value.node.number, let zero = JSONNumber(text: "0"), number > zero else {
      invalid(value, "'multipleOf' must be above 0")
      return nil
    }
    guard DecimalStep(text) != nil else {
      invalid(value, "'multipleOf' has too many digits to be checked", help: "write at most 18 digits")
      return nil
    }
    return text
  }

  // MARK: Values of keywords

  /// A string under a keyword.
  func text(_ keyword: String, _ place: SchemaPlace) -> String? {
    guard let value = place.member(keyword) else { return nil }
    guard let text = value.node.string else {
      invalid(value, "'\(keyword)' must be a string")
      return nil
    }
    return text
  }

  /// A pattern under a keyword; those that do not run in linear time are refused.
  func pattern(_ keyword: String, _ place: SchemaPlace) -> String? {
    guard let text = text(keyword, place) else { return nil }
    checkPattern(text, place.member(keyword) ?? place)
    return text
  }

  /// Refuses a pattern that does not run in linear time.
  func checkPattern(_ text: String, _ place: SchemaPlace) {
    do throws(UnsupportedPattern) {
      _ = try LinearPattern(text)
    } catch {
      report(
        Finding(
          SchemaRules.unsupportedKeyword, .error, "the pattern /\(text)/ cannot be checked: it has \(error.reason)",
          help: "write it without, since only patterns that run in linear time are checked", at: place.spot))
    }
  }

  /// A number under a keyword, as it is written.
  private func number(_ keyword: String, _ place: SchemaPlace) -> String? {
    guard let value = place.member(keyword) else { return nil }
    guard let text = value.node.numberText else {
      let isOld = value.node.kind == .bool && keyword.hasPrefix("exclusive")
      invalid(
        value, "'\(keyword)' must be a number",
        help: isOld ? "true and false are of OpenAPI 3.0 and draft 4: write the bound itself" : "correct the schema")
      return nil
    }
    return text
  }

  /// Whether a keyword is true.
  func flag(_ keyword: String, _ place: SchemaPlace) -> Bool {
    guard let value = place.member(keyword) else { return false }
    guard let flag = value.node.bool else {
      invalid(value, "'\(keyword)' must be true or false")
      return false
    }
    return flag
  }

  /// A count under a keyword.
  func count(_ keyword: String, _ place: SchemaPlace) -> Int? {
    guard let value = place.member(keyword) else { return nil }
    guard let number = value.node.number?.int64, number >= 0 else {
      invalid(value, "'\(keyword)' must be a whole number that is not negative")
      return nil
    }
    return Int(clamping: number)
  }

  /// A list of names under a keyword.
  func names(_ value: SchemaPlace, _ keyword: String) -> [String] {
    guard value.node.kind == .array else {
      let isOld = keyword == "required" && value.node.kind == .bool
      invalid(
        value, "'\(keyword)' must be a list of names",
        help: isOld ? "list the names of required properties on the object that has them" : "correct the schema")
      return []
    }
    return value.node.elements.compactMap { element in
      if element.string == nil { invalid(value.part(element), "'\(keyword)' must be a list of names") }
      return element.string
    }
  }

  // MARK: Literals

  /// The values under `const` and `enum` that a schema allows; nil when it lists none.
  func valueList(_ place: SchemaPlace) -> [SchemaPlace]? {
    var values: [SchemaPlace]?
    if let list = place.member("enum") {
      if list.node.kind == .array {
        values = list.node.elements.map(list.part)
        if list.node.count == 0 {
          invalid(list, "an empty 'enum' allows no value", help: "list the values, or remove the keyword")
        }
      } else {
        invalid(list, "'enum' must be a list of values")
      }
    }
    guard let constant = place.member("const") else { return values }
    let value = constant.node.value
    guard let list = values else { return [constant] }
    return list.filter { $0.node.value.equals(value) }
  }

  /// A choice of values.
  func enumeration(_ values: [SchemaPlace], types: [SchemaType]?, _ place: SchemaPlace) -> TypeExpression {
    let allowsNull = place.member("nullable")?.node.bool == true
    var kept: [SchemaPlace] = []
    for value in values where types.map({ fits(value.node, $0) }) ?? true {
      if !kept.contains(where: { $0.node.value.equals(value.node.value) }) { kept.append(value) }
    }
    if kept.isEmpty, !values.isEmpty, !allowsNull {
      report(
        Finding(
          SchemaRules.acceptsNothing, .warning, "none of the values has the type that the schema asks for",
          help: "correct the type or the values", at: place.spot))
    }
    guard !kept.isEmpty else { return .nothing(at: place.span) }
    let literals = kept.compactMap { literal($0.node) }
    guard literals.count == kept.count else {
      return TypeExpression(.anyJSON, assertions: [.values(kept.map(\.node.value))], span: place.span)
    }
    return Self.choice(of: literals.map { .init($0) }, at: place.span)
  }

  /// The type of some literals, null among them perhaps.
  static func choice(of cases: [EnumerationShape.Case], at span: SourceSpan) -> TypeExpression {
    let values = cases.filter { $0.value != .null }
    let type: TypeExpression
    switch values.count {
    case 0: return TypeExpression(.null, span: span)
    case 1: type = TypeExpression(.literal(values[0].value), span: span)
    default: type = TypeExpression(.enumeration(EnumerationShape(cases: values)), span: span)
    }
    return values.count == cases.count ? type : type.orNull
  }

  private func literal(_ node: JSONNode) -> Literal? {
    switch node.kind {
    case .null: .null
    case .bool: node.bool.map(Literal.boolean)
    case .number: node.numberText.map(Literal.number)
    case .string: node.string.map(Literal.string)
    case .array, .object: nil
    }
  }

  private func fits(_ node: JSONNode, _ types: [SchemaType]) -> Bool {
    types.contains { type in
      switch type {
      case .string: node.kind == .string
      case .integer: node.number?.isInteger == true
      case .number: node.kind == .number
      case .boolean: node.kind == .bool
      case .null: node.isNull
      case .array: node.kind == .array
      case .object: node.kind == .object
      }
    }
  }
}
