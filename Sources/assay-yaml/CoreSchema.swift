import JSONText

/// The core schema of YAML 1.2.2, section 10.3: what a plain scalar means.
enum CoreSchema {
  /// The JSON value of a plain scalar; nil where it is a number without a JSON form
  /// (`.inf`, `.nan`, more than 64 bits of octal or hexadecimal digits).
  static func resolve(_ text: String) -> JSONValue? {
    switch text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return .bool(true)
    case "false", "False", "FALSE": return .bool(false)
    case ".nan", ".NaN", ".NAN": return nil
    default: break
    }
    let unsigned = text.hasPrefix("-") || text.hasPrefix("+") ? String(text.dropFirst()) : text
    if [".inf", ".Inf", ".INF"].contains(unsigned) { return nil }
    for (prefix, radix, digits) in [("0o", 8, "01234567"), ("0x", 16, "0123456789abcdefABCDEF")]
    where text.hasPrefix(prefix) && text.utf8.count > 2 && text.dropFirst(2).allSatisfy(digits.contains) {
      return UInt64(text.dropFirst(2), radix: radix).map { .number(String($0)) }
    }
    return number(unsigned, isNegative: text.hasPrefix("-")).map { .number($0) } ?? .string(text)
  }

  /// `[0-9]+ | (\.[0-9]+ | [0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`, as JSON writes it.
  private static func number(_ text: String, isNegative: Bool) -> String? {
    let bytes = Array(text.utf8)
    var index = 0
    func digits() -> ArraySlice<UInt8> {
      let start = index
      while index < bytes.count, (48...57).contains(bytes[index]) { index += 1 }
      return bytes[start..<index]
    }
    let whole = digits()
    var fraction: ArraySlice<UInt8> = []
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      index += 1
      fraction = digits()
    }
    guard !whole.isEmpty || !fraction.isEmpty else { return nil }
    var exponent = ""
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      var sign = ""
      if index < bytes.count, bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") {
        sign = bytes[index] == UInt8(ascii: "-") ? "-" : ""
        index += 1
      }
      let power = digits()
      guard !power.isEmpty else { return nil }
      exponent = "e" + sign + String(decoding: power, as: UTF8.self)
    }
    guard index == bytes.count else { return nil }
    let significant = whole.drop { $0 == UInt8(ascii: "0") }
    let integer = significant.isEmpty ? "0" : String(decoding: significant, as: UTF8.self)
    let point = fraction.isEmpty ? "" : "." + String(decoding: fraction, as: UTF8.self)
    return (isNegative ? "-" : "") + integer + point + exponent
  }
}
