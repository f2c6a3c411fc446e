/// Number literals of a contract in Swift's grammar.
enum NumberText {
  /// The value as `Int`, when the text is a whole number that fits.
  static func integer(_ text: String) -> Int? {
    if let value = Int(text) { return value }
    guard let value = Double(text), value == value.rounded(), abs(value) < 9_007_199_254_740_992 else { return nil }
    return Int(value)
  }

  /// A literal of type `Double`; a value out of range becomes the greatest finite one.
  static func double(_ text: String) -> String {
    guard let value = Double(text) else { return "0.0" }
    return String(value.isFinite ? value : (value < 0 ? -1 : 1) * Double.greatestFiniteMagnitude)
  }
}
