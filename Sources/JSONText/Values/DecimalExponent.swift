/// A power of ten of any size: JSON sets no bound to exponents, and comparing must stay exact.
enum DecimalExponent: Hashable, Sendable, Comparable {
  /// Less than 10^18 away from zero.
  case small(Int)
  /// At least 10^18 away from zero; decimal digits (0 to 9), no leading zeros.
  case huge(negative: Bool, digits: [UInt8])

  private static let bound = 1_000_000_000_000_000_000

  /// The exponent with these decimal digits (0 to 9), plus `shift` (less than 2^40 away from zero).
  init(negative: Bool, digits: some Collection<UInt8>, shift: Int) {
    let significant = digits.drop { $0 == 0 }
    if significant.count <= 18 {
      let magnitude = significant.reduce(0) { $0 * 10 + Int($1) }
      self = .normalized((negative ? -magnitude : magnitude) + shift)
      return
    }
    // At least 10^18, so the shift cannot turn the sign.
    var magnitude = Array(significant)
    DecimalExponent.add(negative ? -shift : shift, to: &magnitude)
    if magnitude.count <= 18 {
      let value = magnitude.reduce(0) { $0 * 10 + Int($1) }
      self = .small(negative ? -value : value)
    } else {
      self = .huge(negative: negative, digits: magnitude)
    }
  }

  private static func normalized(_ value: Int) -> DecimalExponent {
    guard value.magnitude >= UInt(bound) else { return .small(value) }
    return .huge(negative: value < 0, digits: String(value.magnitude).utf8.map { $0 - 0x30 })
  }

  private static func add(_ shift: Int, to digits: inout [UInt8]) {
    var carry = shift
    var index = digits.count - 1
    while carry != 0, index >= 0 {
      let sum = Int(digits[index]) + carry
      let digit = ((sum % 10) + 10) % 10
      digits[index] = UInt8(digit)
      carry = (sum - digit) / 10
      index -= 1
    }
    if carry > 0 { digits.insert(contentsOf: String(carry).utf8.map { $0 - 0x30 }, at: 0) }
    digits.removeFirst(digits.prefix { $0 == 0 }.count)
  }

  /// Orders by value.
  static func < (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.small(let x), .small(let y)): x < y
    case (.huge(let negative, _), .small): negative
    case (.small, .huge(let negative, _)): !negative
    case (.huge(let left, let x), .huge(let right, let y)):
      if left != right {
        left
      } else if left {
        precedes(y, x)
      } else {
        precedes(x, y)
      }
    }
  }

  private static func precedes(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a.count != b.count ? a.count < b.count : a.lexicographicallyPrecedes(b)
  }
}
