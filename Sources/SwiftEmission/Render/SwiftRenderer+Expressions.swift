extension SwiftRenderer {
  /// The text of a type.
  func text(_ type: SwiftType) -> String {
    switch type {
    case .named(let name): name
    case .optional(let type): if case .existential = type { "(\(text(type)))?" } else { text(type) + "?" }
    case .array(let type): "[\(text(type))]"
    case .dictionary(let type): "[String: \(text(type))]"
    case .generic(let name, let type): "\(name)<\(text(type))>"
    case .existential(let name): "any \(name)"
    }
  }

  /// The text of a parameter, or of a part of a payload.
  func text(_ parameter: SwiftParameter) -> String {
    var result = ""
    switch (parameter.label, parameter.name) {
    case (let label?, nil): result = SwiftText.label(label) + ": "
    case (let label?, let name?): result = "\(SwiftText.label(label)) \(SwiftText.identifier(name)): "
    case (nil, let name?): result = "_ \(SwiftText.identifier(name)): "
    case (nil, nil): break
    }
    result += text(parameter.type)
    if let value = parameter.defaultValue { result += " = \(text(value))" }
    return result
  }

  /// The text of a statement of one line.
  func text(_ statement: SwiftStatement) -> String {
    switch statement {
    case .assign(let target, let value): "\(text(target)) = \(text(value))"
    case .evaluate(let expression): text(expression)
    case .binding(let name, let type, let value, let isMutable):
      (isMutable ? "var " : "let ") + SwiftText.identifier(name) + (type.map { ": \(text($0))" } ?? "")
        + " = \(text(value))"
    case .choose(let subject, let cases):
      "switch \(text(subject)) { "
        + cases.map { "\(text($0.pattern)): \($0.body.map(text).joined(separator: "; "))" }.joined(separator: "; ")
        + " }"
    }
  }

  /// The text of a pattern, with the `case` or `default` before it.
  func text(_ pattern: SwiftCase.Pattern) -> String {
    switch pattern {
    case .value(let value): return "case \(text(value))"
    case .element(let name, let bindings):
      let inner = bindings.map { $0.map { "let \(SwiftText.identifier($0))" } ?? "_" }.joined(separator: ", ")
      return "case .\(SwiftText.identifier(name))" + (bindings.isEmpty ? "" : "(\(inner))")
    case .otherwise: return "default"
    }
  }

  /// The text of an expression.
  func text(_ expression: SwiftExpression) -> String {
    switch expression {
    case .name(let name): SwiftText.identifier(name)
    case .selfMember(let name): "self.\(SwiftText.identifier(name))"
    case .implicitMember(let name): ".\(SwiftText.identifier(name))"
    case .member(let base, let name, let isOptional):
      "\(text(base))\(isOptional ? "?" : "").\(SwiftText.identifier(name))"
    case .call(let callee, let arguments): "\(text(callee))(\(arguments.map(text).joined(separator: ", ")))"
    case .type(let type): text(type)
    case .metatype(let type): "\(text(type)).self"
    case .string(let value): SwiftText.literal(value)
    case .interpolation(let pieces): "\"\(pieces.map(text).joined())\""
    case .number(let value): value
    case .boolean(let value): value ? "true" : "false"
    case .null: "nil"
    case .array(let elements): "[\(elements.map(text).joined(separator: ", "))]"
    case .dictionary(let entries):
      entries.isEmpty ? "[:]" : "[\(entries.map { "\(text($0.key)): \(text($0.value))" }.joined(separator: ", "))]"
    case .tuple(let elements): "(\(elements.map(text).joined(separator: ", ")))"
    case .attempt(let inner): "try \(text(inner))"
    case .attemptOptional(let inner): "try? \(text(inner))"
    case .keyPath(let name): "\\.\(SwiftText.identifier(name))"
    case .closure(let inner): "{ \(text(inner)) }"
    case .binary(let left, let symbol, let right): "\(text(left)) \(symbol) \(text(right))"
    }
  }

  /// The text of an argument with its label.
  func text(_ argument: SwiftArgument) -> String {
    (argument.label.map { SwiftText.label($0) + ": " } ?? "") + text(argument.value)
  }

  private func text(_ piece: SwiftExpression.Piece) -> String {
    switch piece {
    case .text(let value): SwiftText.escaped(value)
    case .value(let value): "\\(\(text(value)))"
    }
  }
}
