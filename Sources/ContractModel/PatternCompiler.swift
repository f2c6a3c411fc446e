/// Compiles an expression by recursive descent; nesting is bounded.
struct PatternCompiler {
  private typealias Instruction = LinearPattern.Instruction
  private typealias Scalars = LinearPattern.Scalars
  private static let maximumDepth = 100

  private let text: [Unicode.Scalar]
  private var index = 0

  init(_ text: String) { self.text = Array(text.unicodeScalars) }

  mutating func compile() throws(UnsupportedPattern) -> [LinearPattern.Instruction] {
    let program = try alternation(depth: 0)
    if index < text.count { throw UnsupportedPattern(reason: "an unmatched ')'") }
    return program + [.accept]
  }

  private var next: Unicode.Scalar? { index < text.count ? text[index] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    index += 1
    return true
  }

  private mutating func alternation(depth: Int) throws(UnsupportedPattern) -> [LinearPattern.Instruction] {
    guard depth < Self.maximumDepth else { throw UnsupportedPattern(reason: "too deep nesting") }
    var program = try sequence(depth: depth)
    while take("|") {
      let other = try sequence(depth: depth)
      // split first, second; first; jump end; second
      program =
        [.split(1, program.count + 2)] + Self.moved(program, by: 1) + [.jump(program.count + 2 + other.count)]
        + Self.moved(other, by: program.count + 2)
      try checkSize(program)
    }
    return program
  }

  private mutating func sequence(depth: Int) throws(UnsupportedPattern) -> [LinearPattern.Instruction] {
    var program: [LinearPattern.Instruction] = []
    while let scalar = next, scalar != "|", scalar != ")" {
      let atom = try atom(depth: depth)
      let repeated = try repetition(of: atom)
      program += Self.moved(repeated, by: program.count)
      try checkSize(program)
    }
    return program
  }

  private mutating func repetition(
    of atom: [LinearPattern.Instruction]
  ) throws(UnsupportedPattern) -> [LinearPattern.Instruction] {
    guard let (least, most) = try bounds() else { return atom }
    // A lazy quantifier accepts the same texts; a possessive one is not of ECMA-262.
    _ = take("?")
    if next == "+" || next == "*" { throw UnsupportedPattern(reason: "a quantifier without anything to repeat") }
    guard (atom.count + 1) * max(least, most ?? least) <= LinearPattern.maximumSize else {
      throw UnsupportedPattern(reason: "a repetition that is too large")
    }
    var program: [LinearPattern.Instruction] = []
    for _ in 0..<least { program += Self.moved(atom, by: program.count) }
    if let most {
      let end = program.count + (most - least) * (atom.count + 1)
      for _ in least..<most {
        program.append(.split(program.count + 1, end))
        program += Self.moved(atom, by: program.count)
      }
    } else {
      let start = program.count
      program.append(.split(start + 1, start + atom.count + 2))
      program += Self.moved(atom, by: start + 1) + [.jump(start)]
    }
    return program
  }

  private mutating func bounds() throws(UnsupportedPattern) -> (least: Int, most: Int?)? {
    if take("*") { return (0, nil) }
    if take("+") { return (1, nil) }
    if take("?") { return (0, 1) }
    let start = index
    guard take("{"), let least = number() else {
      index = start
      return nil
    }
    var most: Int? = least
    if take(",") { most = number() }
    guard take("}") else {
      index = start
      return nil
    }
    if let most, most < least { throw UnsupportedPattern(reason: "a repetition with its bounds out of order") }
    return (least, most)
  }

  private mutating func number() -> Int? {
    var value: Int?
    while let digit = next, let amount = Int(String(digit)), digit.isASCII {
      value = min((value ?? 0) * 10 + amount, 1_000_000)
      index += 1
    }
    return value
  }

  private mutating func atom(depth: Int) throws(UnsupportedPattern) -> [LinearPattern.Instruction] {
    guard let scalar = next else { return [] }
    index += 1
    switch scalar {
    case "^": return [.start]
    case "$": return [.end]
    case ".":
      return [.consume(Scalars(ranges: [0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029], isNegated: true))]
    case "*", "+", "?": throw UnsupportedPattern(reason: "a quantifier without anything to repeat")
    case "(": return try group(depth: depth)
    case "[": return [.consume(try characterClass())]
    case "\\": return [.consume(try escape(inClass: false))]
    default: return [.consume(Scalars(ranges: [scalar.value...scalar.value]))]
    }
  }

  private mutating func group(depth: Int) throws(UnsupportedPattern) -> [LinearPattern.Instruction] {
    if take("?") {
      let isBehind = take("<")
      if next == "=" || next == "!" { throw UnsupportedPattern(reason: isBehind ? "look-behind" : "look-ahead") }
      if isBehind {
        while let scalar = next, scalar != ">" { index += scalar == ")" ? text.count : 1 }
        guard take(">") else { throw UnsupportedPattern(reason: "a group name that does not end") }
      } else if !take(":") {
        throw UnsupportedPattern(reason: "a group with flags")
      }
    }
    let program = try alternation(depth: depth + 1)
    guard take(")") else { throw UnsupportedPattern(reason: "a '(' that is not closed") }
    return program
  }

  private mutating func characterClass() throws(UnsupportedPattern) -> LinearPattern.Scalars {
    var set = Scalars(isNegated: take("^"))
    while let scalar = next, scalar != "]" {
      let low = try classMember()
      guard next == "-", index + 1 < text.count, text[index + 1] != "]", let first = Self.single(low) else {
        set.ranges += low.isNegated ? Self.complement(low.ranges) : low.ranges
        set.properties += low.properties
        continue
      }
      index += 1
      guard let last = Self.single(try classMember()), first <= last else {
        throw UnsupportedPattern(reason: "a range of characters out of order")
      }
      set.ranges.append(first...last)
    }
    guard take("]") else { throw UnsupportedPattern(reason: "a '[' that is not closed") }
    return set
  }

  private mutating func classMember() throws(UnsupportedPattern) -> LinearPattern.Scalars {
    guard let scalar = next else { throw UnsupportedPattern(reason: "a '[' that is not closed") }
    index += 1
    return scalar == "\\" ? try escape(inClass: true) : Scalars(ranges: [scalar.value...scalar.value])
  }

  private mutating func escape(inClass: Bool) throws(UnsupportedPattern) -> LinearPattern.Scalars {
    guard let scalar = next else { throw UnsupportedPattern(reason: "a backslash at the end") }
    index += 1
    let space: [ClosedRange<UInt32>] = [
      0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
      0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ]
    switch scalar {
    case "d", "D": return Scalars(ranges: [0x30...0x39], isNegated: scalar == "D")
    case "w", "W":
      return Scalars(ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A], isNegated: scalar == "W")
    case "s", "S": return Scalars(ranges: space, isNegated: scalar == "S")
    case "n": return Scalars(ranges: [0x0A...0x0A])
    case "r": return Scalars(ranges: [0x0D...0x0D])
    case "t": return Scalars(ranges: [0x09...0x09])
    case "f": return Scalars(ranges: [0x0C...0x0C])
    case "v": return Scalars(ranges: [0x0B...0x0B])
    case "0": return Scalars(ranges: [0...0])
    case "x": return try hexadecimal(digits: 2)
    case "u":
      if take("{") {
        let end = text[index...].firstIndex(of: "}") ?? index
        let set = try hexadecimal(digits: end - index)
        guard take("}") else { throw UnsupportedPattern(reason: "an escape that does not end") }
        return set
      }
      return try hexadecimal(digits: 4)
    case "b" where inClass: return Scalars(ranges: [0x08...0x08])
    case "b", "B": throw UnsupportedPattern(reason: "a word boundary")
    case "k": throw UnsupportedPattern(reason: "a back-reference")
    case "1"..."9": throw UnsupportedPattern(reason: "a back-reference")
    case "p", "P": return Scalars(properties: [try property(isNegated: scalar == "P")])
    case "c": return try control()
    case "a"..."z", "A"..."Z": throw UnsupportedPattern(reason: "an escape that means nothing")
    default: return Scalars(ranges: [scalar.value...scalar.value])
    }
  }

  /// `{Name}` or `{Name=Value}` after `\p`.
  private mutating func property(isNegated: Bool) throws(UnsupportedPattern) -> UnicodeProperty {
    guard take("{"), let end = text[index...].firstIndex(of: "}") else {
      throw UnsupportedPattern(reason: "a Unicode property without a name")
    }
    var name = String.UnicodeScalarView()
    name.append(contentsOf: text[index..<end])
    index = end + 1
    guard let property = UnicodeProperty(String(name), isNegated: isNegated) else {
      throw UnsupportedPattern(reason: "the Unicode property '\(String(name))'")
    }
    return property
  }

  /// A letter after `\c`.
  private mutating func control() throws(UnsupportedPattern) -> LinearPattern.Scalars {
    guard let letter = next, letter.isASCII, letter.properties.isAlphabetic else {
      throw UnsupportedPattern(reason: "a control escape without a letter")
    }
    index += 1
    let code = letter.value % 32
    return Scalars(ranges: [code...code])
  }

  private mutating func hexadecimal(digits: Int) throws(UnsupportedPattern) -> LinearPattern.Scalars {
    guard (1...8).contains(digits), index + digits <= text.count else {
      throw UnsupportedPattern(reason: "an escape that does not end")
    }
    var digitText = String.UnicodeScalarView()
    digitText.append(contentsOf: text[index..<(index + digits)])
    guard let value = UInt32(String(digitText), radix: 16) else {
      throw UnsupportedPattern(reason: "an escape without digits")
    }
    index += digits
    return Scalars(ranges: [value...value])
  }

  private func checkSize(_ program: [LinearPattern.Instruction]) throws(UnsupportedPattern) {
    if program.count > LinearPattern.maximumSize { throw UnsupportedPattern(reason: "too many parts") }
  }

  private static func single(_ set: LinearPattern.Scalars) -> UInt32? {
    guard !set.isNegated, set.properties.isEmpty, set.ranges.count == 1, let range = set.ranges.first, range.count == 1
    else { return nil }
    return range.lowerBound
  }

  private static func complement(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    var result: [ClosedRange<UInt32>] = []
    var start: UInt32 = 0
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if range.lowerBound > start { result.append(start...(range.lowerBound - 1)) }
      start = max(start, range.upperBound + 1)
    }
    return result + [start...0x10_FFFF]
  }

  private static func moved(_ program: [LinearPattern.Instruction], by amount: Int) -> [LinearPattern.Instruction] {
    program.map { instruction in
      switch instruction {
      case .split(let first, let second): .split(first + amount, second + amount)
      case .jump(let target): .jump(target + amount)
      default: instruction
      }
    }
  }
}
