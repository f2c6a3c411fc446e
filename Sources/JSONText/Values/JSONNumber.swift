/// A JSON number as an exact decimal: 1.0, 1e0 and 1 are equal, and so are -0 and 0.
public struct JSONNumber: Hashable, Sendable, Comparable {
  private let isNegative: Bool
  /// Significant digits, 0 to 9, without leading or trailing zeros; empty for zero.
  private let digits: [UInt8]
  /// Power of ten of the first digit: 1 is 0, 10 is 1, 0.1 is -1. Zero for zero.
  private let exponent: DecimalExponent

  /// Reads JSON number text; nil when it is none (RFC 8259, section 6).
  public init?(text: some StringProtocol) {
    var text = String(text)
    guard let number = text.withUTF8({ JSONNumber(bytes: $0) }) else { return nil }
    self = number
  }

  init?(bytes: UnsafeBufferPointer<UInt8>) {
    guard let parts = NumberParts(bytes) else { return nil }
    var digits = parts.integer.map { $0 & 15 } + parts.fraction.map { $0 & 15 }
    let leading = digits.prefix { $0 == 0 }.count
    guard leading < digits.count else {
      isNegative = false
      self.digits = []
      exponent = .small(0)
      return
    }
    while digits.last == 0 { digits.removeLast() }
    digits.removeFirst(leading)
    isNegative = parts.isNegative
    self.digits = digits
    exponent = DecimalExponent(
      negative: parts.isExponentNegative, digits: parts.exponent.lazy.map { $0 & 15 },
      shift: parts.integer.count - 1 - leading)
  }

  /// Whether it is a whole number.
  public var isInteger: Bool {
    guard !digits.isEmpty else { return true }
    guard case .small(let exponent) = exponent else { return exponent > .small(0) }
    return exponent >= digits.count - 1
  }

  /// The value where `Int64` holds it exactly; nil otherwise.
  public var int64: Int64? {
    guard !digits.isEmpty else { return 0 }
    guard isInteger, case .small(let exponent) = exponent, exponent <= 18 else { return nil }
    var value: Int64 = 0
    for place in 0...exponent {
      let digit = place < digits.count ? Int64(digits[place]) : 0
      let (scaled, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, over) = scaled.addingReportingOverflow(isNegative ? -digit : digit)
      guard !overflow, !over else { return nil }
      value = sum
    }
    return value
  }

  /// The nearest `Double`; nil when the value is beyond the largest finite one.
  public var double: Double? {
    guard !digits.isEmpty else { return 0 }
    guard case .small(let exponent) = exponent else { return self.exponent > .small(0) ? nil : 0 }
    if exponent > 400 { return nil }
    if exponent < -400 { return isNegative ? -0.0 : 0 }
    var text: [UInt8] = isNegative ? [UInt8(ascii: "-")] : []
    text.append(digits[0] + 0x30)
    if digits.count > 1 {
      text.append(UInt8(ascii: "."))
      text += digits.dropFirst().map { $0 + 0x30 }
    }
    text += "e\(exponent)".utf8
    guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else { return nil }
    return value
  }

  /// Whether the value survives `Double`: its shortest printing is this decimal.
  ///
  /// 0.1 does; 9007199254740993 and 1e400 do not.
  public var isExactDouble: Bool {
    guard let double, let printed = JSONNumber(text: double.description) else { return false }
    return printed == self
  }

  /// Orders by value.
  public static func < (a: Self, b: Self) -> Bool {
    if a.sign != b.sign { return a.sign < b.sign }
    return a.isNegative ? magnitudePrecedes(b, a) : magnitudePrecedes(a, b)
  }

  private var sign: Int { digits.isEmpty ? 0 : isNegative ? -1 : 1 }

  private static func magnitudePrecedes(_ a: Self, _ b: Self) -> Bool {
    a.exponent != b.exponent ? a.exponent < b.exponent : a.digits.lexicographicallyPrecedes(b.digits)
  }
}

/// The pieces of JSON number text.
private struct NumberParts {
  var isNegative = false
  let integer: Slice<UnsafeBufferPointer<UInt8>>
  var fraction: Slice<UnsafeBufferPointer<UInt8>>
  var isExponentNegative = false
  var exponent: Slice<UnsafeBufferPointer<UInt8>>

  init?(_ text: UnsafeBufferPointer<UInt8>) {
    func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
    var rest = text[...]
    if rest.first == UInt8(ascii: "-") {
      isNegative = true
      rest = rest.dropFirst()
    }
    integer = rest.prefix(while: isDigit)
    guard let first = integer.first, first != UInt8(ascii: "0") || integer.count == 1 else { return nil }
    rest = rest.dropFirst(integer.count)
    fraction = rest.prefix(0)
    exponent = rest.prefix(0)
    if rest.first == UInt8(ascii: ".") {
      fraction = rest.dropFirst().prefix(while: isDigit)
      guard !fraction.isEmpty else { return nil }
      rest = rest.dropFirst(1 + fraction.count)
    }
    if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
        isExponentNegative = sign == UInt8(ascii: "-")
        rest = rest.dropFirst()
      }
      exponent = rest.prefix(while: isDigit)
      guard !exponent.isEmpty else { return nil }
      rest = rest.dropFirst(exponent.count)
    }
    guard rest.isEmpty else { return nil }
  }
}
