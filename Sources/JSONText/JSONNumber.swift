/// A JSON number as an exact decimal: `1.0`, `1e0` and `1` are equal, and so are `-0` and `0`.
public struct JSONNumber: Hashable, Comparable, Sendable {
  private let isNegative: Bool
  /// Digits without leading or trailing zeros; none for zero.
  private let digits: [UInt8]
  /// Power of ten of the digit before the first one: the value is 0.digits × 10^exponent.
  private let exponent: Int
  private let text: String

  /// Reads a number in the grammar of RFC 8259 section 6; nil for other text.
  public init?(text: some StringProtocol) {
    var bytes = Array(text.utf8)[...]
    func takeDigits() -> ArraySlice<UInt8> {
      let digits = bytes.prefix { $0 &- 0x30 < 10 }
      bytes = bytes.dropFirst(digits.count)
      return digits
    }
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative { bytes = bytes.dropFirst() }
    let whole = takeDigits()
    guard !whole.isEmpty, whole.count == 1 || whole.first != 0x30 else { return nil }
    var fraction: ArraySlice<UInt8> = []
    if bytes.first == UInt8(ascii: ".") {
      bytes = bytes.dropFirst()
      fraction = takeDigits()
      guard !fraction.isEmpty else { return nil }
    }
    var power = 0
    if let letter = bytes.first, letter | 0x20 == UInt8(ascii: "e") {
      bytes = bytes.dropFirst()
      let isMinus = bytes.first == UInt8(ascii: "-")
      if isMinus || bytes.first == UInt8(ascii: "+") { bytes = bytes.dropFirst() }
      let powerDigits = takeDigits()
      guard !powerDigits.isEmpty else { return nil }
      // Powers past 10^15 are one and the same: no text can hold the digits to tell them apart by value.
      let magnitude = powerDigits.reduce(0) { min($0 * 10 + Int($1 - 0x30), 1_000_000_000_000_000) }
      power = isMinus ? -magnitude : magnitude
    }
    guard bytes.isEmpty else { return nil }
    let all = Array(whole) + Array(fraction)
    let leadingZeros = all.prefix { $0 == 0x30 }.count
    var significant = Array(all.dropFirst(leadingZeros))
    while significant.last == 0x30 { significant.removeLast() }
    digits = significant
    exponent = significant.isEmpty ? 0 : whole.count - leadingZeros + power
    self.isNegative = isNegative && !significant.isEmpty
    self.text = String(text)
  }

  /// Whether the value is a whole number.
  public var isInteger: Bool { digits.count <= exponent || digits.isEmpty }

  /// The value when a 64-bit integer holds it exactly.
  public var int64: Int64? {
    guard isInteger, exponent <= 19 else { return nil }
    var value: Int64 = 0
    for place in 0..<exponent {
      let digit = place < digits.count ? Int64(digits[place] - 0x30) : 0
      let (product, overflows) = value.multipliedReportingOverflow(by: 10)
      let (sum, exceeds) =
        isNegative ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      if overflows || exceeds { return nil }
      value = sum
    }
    return value
  }

  /// The nearest double; infinite past its range.
  public var double: Double? { Double(text) }

  /// Whether a double carries the value: written in its shortest form it is the same decimal.
  public var isExactDouble: Bool {
    guard let double, double.isFinite else { return false }
    return JSONNumber(text: Self.jsonText(double)) == self
  }

  /// The shortest text of a finite double in JSON's grammar.
  private static func jsonText(_ double: Double) -> String {
    let text = "\(double)"
    // Swift prints 1e+20; JSON reads that as it is.
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Equal values are equal, however they are written.
  public static func == (a: Self, b: Self) -> Bool {
    a.isNegative == b.isNegative && a.exponent == b.exponent && a.digits == b.digits
  }
  /// Hashes the value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(isNegative)
    hasher.combine(exponent)
    hasher.combine(digits)
  }
  /// Orders by value.
  public static func < (a: Self, b: Self) -> Bool {
    if a.isNegative != b.isNegative { return a.isNegative }
    return a.isNegative ? b.magnitudePrecedes(a) : a.magnitudePrecedes(b)
  }

  private func magnitudePrecedes(_ other: Self) -> Bool {
    if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
    if exponent != other.exponent { return exponent < other.exponent }
    return digits.lexicographicallyPrecedes(other.digits)
  }
}
