import Diagnostics
import JSONText
import Testing

/// A generator with a fixed seed (SplitMix64), so that every run tries the same.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}

/// Random trees, and texts that write them in many ways.
struct TreeGenerator {
  var random: SeededGenerator
  private static let pieces = [
    "a", "b", "Z", "key", "longer key than eight", "\"", "\\", "/", "\n", "\u{0}", "\u{1F}", "é", "e\u{301}", "😀",
    "\u{2028}",
    "\u{FFFF}", "0", "~", " ",
  ]
  private static let numbers = [
    "0", "-0", "1.0", "9007199254740993", "1e400", "-1E-7", "123456789", "0.1", "12345678901234567890",
  ]

  mutating func string() -> String {
    (0..<Int.random(in: 0...4, using: &random)).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
  }

  mutating func value(depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &random))
    case 2: return .number(Self.numbers.randomElement(using: &random) ?? "0")
    case 3, 4: return .string(string())
    case 5: return .array((0..<Int.random(in: 0...5, using: &random)).map { _ in value(depth: depth - 1) })
    default:
      let most = Int.random(in: 0..<20, using: &random) == 0 ? 60 : 6
      return .object(
        (0..<Int.random(in: 0...most, using: &random)).map { _ in
          JSONValue.Member(key: string(), value: value(depth: depth - 1))
        })
    }
  }

  /// Text of a value with white space and escapes chosen at random.
  mutating func text(_ value: JSONValue) -> String {
    switch value {
    case .array(let elements):
      return space() + "[" + space() + elements.map { text($0) }.joined(separator: ",") + "]" + space()
    case .object(let members):
      let parts = members.map { space() + text($0.key) + space() + ":" + text($0.value) }
      return space() + "{" + space() + parts.joined(separator: ",") + "}" + space()
    case .string(let string): return space() + text(string) + space()
    default: return space() + String(decoding: value.canonicalText(indent: 0), as: UTF8.self) + space()
    }
  }

  private mutating func space() -> String {
    ["", "", "", " ", "\n", "\r\n\t", "          "].randomElement(using: &random) ?? ""
  }

  private mutating func text(_ string: String) -> String {
    var text = "\""
    for scalar in string.unicodeScalars {
      let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
      if !mustEscape, Bool.random(using: &random) {
        text.unicodeScalars.append(scalar)
      } else if scalar == "/" || scalar == "\"" || scalar == "\\", Bool.random(using: &random) {
        text += "\\\(scalar)"
      } else {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16, uppercase: Bool.random(using: &random))
          text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }
      }
    }
    return text + "\""
  }
}

@Suite("Properties, with fixed seeds")
struct PropertyTests {
  @Test("a tree, written in any way, parses to itself and has one canonical form")
  func trees() throws {
    var generator = TreeGenerator(random: SeededGenerator(state: 42))
    for _ in 0..<1500 {
      let value = generator.value(depth: 5)
      let document = try parse(generator.text(value))
      #expect(document.root.value == value)
      let canonical = value.canonicalText()
      #expect(CanonicalWriter.write(document) == canonical)
      #expect(CanonicalWriter.write(document, indent: 0) == value.canonicalText(indent: 0))
      let again = try JSONDocument(parsing: canonical)
      #expect(LosslessComparison.areEqual(document.root, again.root))
      #expect(again.duplicateKeyCount == document.duplicateKeyCount && document.duplicateKeyCount == duplicates(value))
      for member in value.members ?? [] {
        #expect(document.root[member.key]?.value == value[member.key])
      }
    }
  }

  private func duplicates(_ value: JSONValue) -> Int {
    switch value {
    case .array(let elements): return elements.map(duplicates).reduce(0, +)
    case .object(let members):
      let keys = Set(members.map { Array($0.key.utf8) })
      return members.count - keys.count + members.map { duplicates($0.value) }.reduce(0, +)
    default: return 0
    }
  }

  @Test("any two trees: no difference exactly when their canonical values agree")
  func comparisons() throws {
    var generator = TreeGenerator(random: SeededGenerator(state: 7))
    for _ in 0..<800 {
      let value = generator.value(depth: 4)
      let other = Bool.random(using: &generator.random) ? value : generator.value(depth: 4)
      let a = try parse(generator.text(value)).root
      let b = try parse(generator.text(other)).root
      let found = LosslessComparison.differences(a, b)
      #expect(LosslessComparison.differences(b, a).count == found.count)
      if value == other { #expect(found.isEmpty) }
      if found.isEmpty { #expect(a.kind == b.kind && a.count == b.count) }
    }
  }

  @Test("damaged texts are refused or parsed, and what is parsed is stable")
  func mutations() throws {
    var generator = TreeGenerator(random: SeededGenerator(state: 2024))
    let tokens: [[UInt8]] =
      ["\"", "\\", "\\u", "\\ud83d", "[", "]", "{", "}", ",", ":", "0", "-", "e", ".", "null", "/*", "//", "\n"]
      .map { Array($0.utf8) } + [[0], [0x80], [0xC3], [0xE2, 0x82], [0xF0], [0xFF], [0xEF, 0xBB, 0xBF]]
    var accepted = 0
    for round in 0..<6000 {
      var bytes = Array(generator.text(generator.value(depth: 3)).utf8)
      for _ in 0...Int.random(in: 0...2, using: &generator.random) {
        let place = Int.random(in: 0...bytes.count, using: &generator.random)
        switch Int.random(in: 0..<4, using: &generator.random) {
        case 0: bytes.insert(contentsOf: tokens.randomElement(using: &generator.random) ?? [], at: place)
        case 1: bytes.removeSubrange(place..<min(place + Int.random(in: 1...3, using: &generator.random), bytes.count))
        case 2: bytes.removeSubrange(place...)
        default: if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &generator.random) }
        }
      }
      let document: JSONDocument
      do {
        document = try round % 3 == 0 ? JSONDocument(parsingJSONC: bytes) : JSONDocument(parsing: bytes)
      } catch {
        #expect((0...bytes.count).contains(error.position.offset))
        continue
      }
      accepted += 1
      let canonical = CanonicalWriter.write(document)
      let again = try JSONDocument(parsing: canonical)
      #expect(CanonicalWriter.write(again) == canonical && again.root.value.canonicalText() == canonical)
      _ = document.duplicateKeys
    }
    #expect(accepted > 500 && accepted < 5000)
  }
}
