import JSONText
import Testing

@Suite("Numbers")
struct NumberTests {
  private func number(_ text: String) throws -> JSONNumber { try #require(JSONNumber(text: text), "\(text)") }

  @Test(
    "equal decimals are equal",
    arguments: [
      ["1", "1.0", "1e0", "10e-1", "0.1e1", "1.000E+0", "0.0001e4"],
      ["0", "-0", "0.0", "-0e9", "0e400", "0E-99999999999999999999"],
      ["100", "1e2", "1E+02"], ["-2.50", "-25e-1"],
      ["1e99999999999999999999", "10e99999999999999999998", "0.01e100000000000000000001"],
      ["1e-1000000000000000000", "10e-1000000000000000001", "0.1e-999999999999999999"],
    ])
  func equal(_ texts: [String]) throws {
    for a in texts {
      for b in texts {
        #expect(try number(a) == number(b) && number(a).hashValue == number(b).hashValue, "\(a) \(b)")
        #expect(try !(number(a) < number(b)))
      }
    }
  }

  @Test("order is by value")
  func order() throws {
    let rising = [
      "-1e99999999999999999999", "-1e400", "-10", "-9.99", "-1e-5", "-1e-99999999999999999999", "0",
      "1e-99999999999999999999", "1e-400", "0.1", "0.11", "0.9", "1", "1.0000000000000000001", "9", "10",
      "9007199254740992",
      "9007199254740993", "1e999999999999999999", "1e1000000000000000000", "1e99999999999999999998",
      "1e99999999999999999999",
    ]
    for (a, left) in rising.enumerated() {
      for (b, right) in rising.enumerated() {
        #expect(try (number(left) < number(right)) == (a < b), "\(left) \(right)")
        #expect(try (number(left) == number(right)) == (a == b), "\(left) \(right)")
      }
    }
  }

  @Test(
    "no JSON number",
    arguments: ["", "-", "01", "+1", ".5", "1.", "1e", "1e+", "NaN", "1 ", " 1", "0x1", "1.5.2", "--1", "1e5.0", "１"])
  func refuse(_ text: String) { #expect(JSONNumber(text: text) == nil) }

  /// Text, whole, Int64, exact as a Double.
  static let factRows: [(String, Bool, Int64?, Bool)] = [
    ("1", true, 1, true), ("1.0", true, 1, true), ("1e2", true, 100, true), ("-0", true, 0, true),
    ("1.5", false, nil, true),
    ("0.1", false, nil, true), ("9007199254740993", true, 9_007_199_254_740_993, false),
    ("9007199254740992", true, 9_007_199_254_740_992, true), ("9223372036854775807", true, .max, false),
    ("-9223372036854775808", true, .min, false), ("9223372036854775808", true, nil, false),
    ("-9223372036854775809", true, nil, false), ("1e18", true, 1_000_000_000_000_000_000, true),
    ("1e19", true, nil, true),
    ("1e400", true, nil, false), ("1e-400", false, nil, false), ("1e99999999999999999999", true, nil, false),
    ("1e-99999999999999999999", false, nil, false), ("0.1000000000000000055511151231257827", false, nil, false),
    ("5e-324", false, nil, true), ("1.7976931348623157e308", true, nil, true),
    ("123456789012345678901234567890", true, nil, false),
    ("120e-1", true, 12, true), ("125e-1", false, nil, true),
  ]

  @Test("whole, Int64, exact in a Double", arguments: factRows)
  func facts(_ row: (String, Bool, Int64?, Bool)) throws {
    let number = try number(row.0)
    #expect(number.isInteger == row.1 && number.int64 == row.2 && number.isExactDouble == row.3)
  }

  @Test("nearest double")
  func doubles() throws {
    #expect(try number("1e400").double == nil && number("-1e99999999999999999999").double == nil)
    #expect(try number("1e-400").double == 0 && number("0.1").double == 0.1)
    #expect(try number("9007199254740993").double == 9_007_199_254_740_992)
    // Halfway cases need every digit.
    let tie = "1.00000000000000011102230246251565404236316680908203125"
    #expect(try number(tie).double == 1 && number(tie + String(repeating: "0", count: 800) + "1").double == 1.0.nextUp)
  }

  @Test("20,000 published numbers", .enabled(if: Corpus.isPresent, "the corpus is not beside the checkout"))
  func vectors() throws {
    var count = 0
    for line in String(decoding: try Corpus.bytes("json-canonical/es6-numbers-20k.txt"), as: UTF8.self).split(
      separator: "\n")
    {
      let parts = line.split(separator: ",")
      let bits = try #require(UInt64(parts[0], radix: 16))
      let number = try number(String(parts[1]))
      // The decimal of -0 is 0.
      #expect(number.double?.bitPattern == (bits == 1 << 63 ? 0 : bits), "\(line)")
      #expect(number.isExactDouble, "\(line)")
      count += 1
    }
    #expect(count == 20_000)
  }
}
