internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

extension ZodFrontend {
  static let safeInteger = "double-int"

  static let numberMethods: Set<String> = [
    "min", "max", "gt", "gte", "lt", "lte", "minimum", "maximum", "int", "positive", "negative", "nonnegative",
    "nonpositive", "multipleOf", "step", "finite", "safe",
  ]

  /// Applies a method to a number schema's facts; false when a number has no such method.
  func apply(
    _ method: Identifier, _ arguments: [ScriptValue], _ scope: ZodScope, version: Int, to facts: inout NumberFacts
  ) -> Bool {
    switch method.text {
    case "min", "gte", "minimum": setMinimum(numberText(arguments, scope, at: method.span), isExclusive: false, &facts)
    case "gt": setMinimum(numberText(arguments, scope, at: method.span), isExclusive: true, &facts)
    case "max", "lte", "maximum": setMaximum(numberText(arguments, scope, at: method.span), isExclusive: false, &facts)
    case "lt": setMaximum(numberText(arguments, scope, at: method.span), isExclusive: true, &facts)
    case "positive": setMinimum("0", isExclusive: true, &facts)
    case "nonnegative": setMinimum("0", isExclusive: false, &facts)
    case "negative": setMaximum("0", isExclusive: true, &facts)
    case "nonpositive": setMaximum("0", isExclusive: false, &facts)
    case "int":
      facts.isInteger = true
      // Since version 4 only those that a double holds exactly, as the registry of OpenAPI's formats calls them.
      if version >= 4, facts.format == nil { facts.format = Self.safeInteger }
    case "safe":
      setMinimum("-9007199254740991", isExclusive: false, &facts)
      setMaximum("9007199254740991", isExclusive: false, &facts)
    case "multipleOf", "step":
      guard let text = numberText(arguments, scope, at: method.span) else { return true }
      if facts.multipleOf != nil, facts.multipleOf != text {
        report(
          ZodRules.uncheckedRule, .note, "only the first multiple of a number is checked, this one is not",
          help: "join the two rules if a client needs both", at: method.span)
      } else {
        facts.multipleOf = text
      }
    case "finite": break
    default: return false
    }
    return true
  }

  private func setMinimum(_ text: String?, isExclusive: Bool, _ facts: inout NumberFacts) {
    guard let text, let value = Double(text) else { return }
    if let known = facts.minimum.flatMap(Double.init), known > value || (known == value && facts.isMinimumExclusive) {
      return
    }
    facts.minimum = text
    facts.isMinimumExclusive = isExclusive
  }

  private func setMaximum(_ text: String?, isExclusive: Bool, _ facts: inout NumberFacts) {
    guard let text, let value = Double(text) else { return }
    if let known = facts.maximum.flatMap(Double.init), known < value || (known == value && facts.isMaximumExclusive) {
      return
    }
    facts.maximum = text
    facts.isMaximumExclusive = isExclusive
  }
}
