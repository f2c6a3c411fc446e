internal import ContractModel

/// The arithmetic of JavaScript, as far as values of enum members use it.
enum ConstantArithmetic {
  /// What an operator makes of values; nil where it means nothing, or gives no number that JSON has.
  static func apply(_ name: String, _ values: [Literal]) -> Literal? {
    if name == ".length", case .string(let text)? = values.first { return .number(String(text.utf16.count)) }
    if name == "+", values.count == 2, values.contains(where: isText) {
      guard let left = text(values[0]), let right = text(values[1]) else { return nil }
      return .string(left + right)
    }
    let numbers = values.compactMap(number)
    guard numbers.count == values.count, let first = numbers.first else { return nil }
    let result = numbers.count == 1 ? apply(name, first) : apply(name, first, numbers[1])
    return result.flatMap(literal)
  }

  private static func apply(_ name: String, _ value: Double) -> Double? {
    switch name {
    case "-": -value
    case "+": value
    case "~": Double(~word(value))
    default: nil
    }
  }

  private static func apply(_ name: String, _ a: Double, _ b: Double) -> Double? {
    let shift = UInt32(truncatingIfNeeded: word(b)) & 31
    switch name {
    case "+": return a + b
    case "-": return a - b
    case "*": return a * b
    case "/": return a / b
    case "%": return a.truncatingRemainder(dividingBy: b)
    case "**": return power(a, b)
    case "|": return Double(word(a) | word(b))
    case "&": return Double(word(a) & word(b))
    case "^": return Double(word(a) ^ word(b))
    case "<<": return Double(word(a) << Int32(shift))
    case ">>": return Double(word(a) >> Int32(shift))
    case ">>>": return Double(UInt32(bitPattern: word(a)) >> shift)
    default: return nil
    }
  }

  private static func power(_ base: Double, _ exponent: Double) -> Double? {
    guard exponent >= 0, exponent <= 1100, exponent == exponent.rounded() else { return nil }
    return (0..<Int(exponent)).reduce(1) { result, _ in result * base }
  }

  /// The low 32 bits, as JavaScript's bit operators see a number.
  private static func word(_ value: Double) -> Int32 {
    guard value.isFinite else { return 0 }
    let whole = value.rounded(.towardZero).truncatingRemainder(dividingBy: 4_294_967_296)
    return Int32(truncatingIfNeeded: Int64(whole))
  }

  private static func isText(_ literal: Literal) -> Bool { if case .string = literal { true } else { false } }

  private static func text(_ literal: Literal) -> String? {
    switch literal {
    case .string(let text), .number(let text): text
    case .boolean, .null: nil
    }
  }

  private static func number(_ literal: Literal) -> Double? {
    if case .number(let text) = literal { Double(text) } else { nil }
  }

  private static func literal(_ value: Double) -> Literal? {
    guard value.isFinite else { return nil }
    if value == value.rounded(), abs(value) < 9_007_199_254_740_992 { return .number(String(Int64(value))) }
    return .number("\(value)")
  }
}
