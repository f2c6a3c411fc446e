internal import Diagnostics

/// The values of enum members, which may be computed from literals and from one another.
extension Parser {
  /// How tightly each operator binds, the loosest first.
  private static let operators: [[String]] = [
    ["|"], ["^"], ["&"], ["<<", ">>", ">>>"], ["+", "-"], ["*", "/", "%"], ["**"],
  ]

  /// Reads a value up to the comma or brace that ends it; what cannot be computed becomes `opaque`.
  mutating func parseEnumValue() -> ExpressionSyntax {
    let start = index
    let value = parseOperation(0)
    if let value, kind == .comma || kind == .closeBrace || kind == .endOfFile { return value }
    index = start
    return parseExpression(isBracketed: true)
  }

  private mutating func parseOperation(_ level: Int) -> ExpressionSyntax? {
    guard level < Self.operators.count else { return parseUnary() }
    let start = index
    guard var left = parseOperation(level + 1) else { return nil }
    while let (operation, count) = operatorAtCursor, Self.operators[level].contains(operation) {
      for _ in 0..<count { advance() }
      guard let right = parseOperation(level + 1) else { return nil }
      left = ExpressionSyntax(.operation(operation, [left, right]), span: span(from: start))
    }
    return left
  }

  /// The operator that stands at the cursor, and how many tokens it takes.
  private var operatorAtCursor: (String, Int)? {
    func follows(_ distance: Int, _ text: String) -> Bool {
      let token = peek(distance)
      return self.text(token) == text && token.start == peek(distance - 1).end
    }
    let text = text(current)
    switch kind {
    case .less: return follows(1, "<") ? ("<<", 2) : nil
    case .greater: return follows(1, ">") ? (follows(2, ">") ? (">>>", 3) : (">>", 2)) : nil
    case .other where text == "*": return follows(1, "*") ? ("**", 2) : ("*", 1)
    case .other where text == "/" || text == "%" || text == "^": return (text, 1)
    case .bar, .ampersand: return follows(1, text) ? nil : (text, 1)
    case .plus, .minus: return (text, 1)
    default: return nil
    }
  }

  private mutating func parseUnary() -> ExpressionSyntax? {
    let start = index
    depth += 1
    defer { depth -= 1 }
    guard depth <= TypeScriptParser.maximumDepth else { return nil }
    let sign = text(current)
    if kind == .minus || kind == .plus || (kind == .other && sign == "~") {
      advance()
      guard let operand = parseUnary() else { return nil }
      return ExpressionSyntax(.operation(sign, [operand]), span: span(from: start))
    }
    guard var value = parseEnumOperand() else { return nil }
    while kind == .dot, peek(1).kind == .identifier {
      advance()
      let name = text(current)
      advance()
      value = ExpressionSyntax(.operation("." + name, [value]), span: span(from: start))
    }
    return value
  }

  private mutating func parseEnumOperand() -> ExpressionSyntax? {
    let start = index
    let token = current
    switch kind {
    case .string, .template:
      advance()
      return ExpressionSyntax(.literal(.string(stringValue(token))), span: span(token))
    case .number:
      advance()
      guard let literal = numberLiteral(token, isNegative: false) else { return nil }
      return ExpressionSyntax(.literal(literal), span: span(token))
    case .templateHead: return parseEnumTemplate()
    case .openParen:
      guard let close = token.match else { return nil }
      advance()
      guard let inner = parseOperation(0), index == close else { return nil }
      advance()
      return inner
    case .identifier:
      var path = [Identifier(text: text(token), span: span(token))]
      advance()
      while kind == .dot, peek(1).kind == .identifier, text(peek(1)) != "length" {
        advance()
        path.append(Identifier(text: text(current), span: span(current)))
        advance()
      }
      if kind == .openBracket, peek(1).kind == .string, peek(2).kind == .closeBracket {
        let name = peek(1)
        skipToken()
        path.append(Identifier(text: stringValue(name), span: span(name)))
      }
      return ExpressionSyntax(.reference(path), span: span(from: start))
    default: return nil
    }
  }

  /// A template as the sum of its texts and values.
  private mutating func parseEnumTemplate() -> ExpressionSyntax? {
    let start = index
    func text(_ value: String) -> ExpressionSyntax {
      ExpressionSyntax(.literal(.string(value)), span: span(current))
    }
    var sum = text(templateText(current))
    while kind == .templateHead || kind == .templateMiddle {
      guard let close = current.match else { return nil }
      advance()
      guard let value = parseOperation(0), index == close else { return nil }
      let part = ExpressionSyntax(.operation("+", [sum, value]), span: span(from: start))
      sum = ExpressionSyntax(.operation("+", [part, text(templateText(current))]), span: span(from: start))
    }
    if kind == .templateTail { advance() }
    return sum
  }
}
