/// A positive decimal that numbers may be whole multiples of, without rounding.
public struct DecimalStep: Sendable {
  /// The number is this times ten to the power.
  private let digits: UInt64
  private let power: Int

  /// Reads JSON number text; nil for zero, negative numbers, and more than 18 significant digits.
  public init?(_ text: String) {
    guard let parts = DecimalParts(text), !parts.isNegative, !parts.digits.isEmpty, parts.digits.count <= 18 else {
      return nil
    }
    digits = parts.digits.reduce(0) { $0 * 10 + UInt64($1) }
    power = parts.power
  }

  /// Whether a number, as JSON text, is a whole multiple; true for text that is no number.
  ///
  /// - Complexity: O(digits + log of the exponent).
  public func divides(_ number: String) -> Bool {
    guard let parts = DecimalParts(number), !parts.digits.isEmpty else { return true }
    // The significant digits do not end in 0, so that no power of ten can be taken out of them.
    guard parts.power >= power else { return false }
    var rest: UInt64 = 0
    for digit in parts.digits { rest = (rest * 10 + UInt64(digit)) % digits }
    return product(rest, powerOfTen(parts.power - power)) == 0
  }

  private func product(_ a: UInt64, _ b: UInt64) -> UInt64 {
    digits.dividingFullWidth(a.multipliedFullWidth(by: b)).remainder
  }

  /// Ten to a power, modulo the step.
  private func powerOfTen(_ exponent: Int) -> UInt64 {
    var result = 1 % digits
    var base = 10 % digits
    var exponent = exponent
    while exponent > 0 {
      if exponent & 1 == 1 { result = product(result, base) }
      base = product(base, base)
      exponent >>= 1
    }
    return result
  }
}

/// A decimal as significant digits, without zeros at either end, times a power of ten.
private struct DecimalParts {
  let isNegative: Bool
  let digits: [UInt8]
  let power: Int

  init?(_ text: String) {
    var bytes = Array(text.utf8)[...]
    isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative { bytes = bytes.dropFirst() }
    let mantissa = bytes.prefix { $0 | 0x20 != UInt8(ascii: "e") }
    let tail = bytes[mantissa.endIndex...].dropFirst()
    let fraction = mantissa.firstIndex(of: UInt8(ascii: ".")).map { mantissa.endIndex - $0 - 1 } ?? 0
    var digits = mantissa.filter { $0 != UInt8(ascii: ".") }.map { $0 &- 0x30 }
    guard !digits.isEmpty, digits.allSatisfy({ $0 < 10 }) else { return nil }
    // An exponent beyond Int changes nothing that can be checked: it is cut to a bound.
    let isDown = tail.first == UInt8(ascii: "-")
    var exponent = 0
    for digit in tail where digit &- 0x30 < 10 { exponent = min(exponent * 10 + Int(digit &- 0x30), 1 << 40) }
    var power = (isDown ? -exponent : exponent) - fraction
    while digits.last == 0 {
      digits.removeLast()
      power += 1
    }
    self.digits = Array(digits.drop { $0 == 0 })
    self.power = power
  }
}
