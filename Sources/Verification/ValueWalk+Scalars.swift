internal import ContractModel
internal import Diagnostics
internal import JSONText

extension ValueWalk {
  mutating func checkString(_ node: JSONNode, _ facts: StringFacts, _ type: TypeExpression, _ slot: Scope) {
    if require(node, .string, type, slot) { checkFacts(node, facts, type, slot) }
  }

  /// Checks what is known of a string beyond being one.
  mutating func checkFacts(_ node: JSONNode, _ facts: StringFacts, _ type: TypeExpression, _ slot: Scope) {
    guard facts != StringFacts(), let text = node.string else { return }
    let length = text.unicodeScalars.count
    if let minimum = facts.minimumLength, length < minimum {
      report(.outOfRange, node, expected: "at least \(minimum) characters long", slot, type.span)
    }
    if let maximum = facts.maximumLength, length > maximum {
      report(.outOfRange, node, expected: "at most \(maximum) characters long", slot, type.span)
    }
    if let format = facts.format, StringFormat(rawValue: format)?.matches(text) == false {
      report(.format, node, expected: "in the format '\(format)'", slot, type.span)
    }
    guard let pattern = facts.pattern else { return }
    switch memory.pattern(pattern) {
    case .success(let pattern) where pattern.isFound(in: text): break
    case .success: report(.format, node, expected: "text that fits /\(pattern)/", slot, type.span)
    case .failure(let error):
      report(
        .format, as: .warning, node, expected: "text that fits /\(pattern)/, which cannot be checked: \(error.reason)",
        slot,
        type.span)
    }
  }

  /// Looks for numbers that a type of any JSON value does not carry.
  mutating func checkAny(_ node: JSONNode, _ type: TypeExpression, _ slot: Scope) {
    switch node.kind {
    case .number where node.number?.double?.isFinite != true:
      report(.outOfRange, node, expected: "a number that a Double holds", slot, type.span, breaksDecoding: true)
    case .number where node.number?.isNearerToZeroThanAnyDouble == true:
      report(.lossyNumber, node, expected: "decodes as 0: it is nearer to 0 than any Double", slot, type.span)
    case .array:
      for (index, element) in node.elements.enumerated() {
        at(String(index), isWild: true) { walk in walk.checkAny(element, type, slot) }
      }
    case .object:
      for (key, member) in node.members {
        at(key, isWild: true) { walk in walk.checkAny(member, type, slot) }
      }
    default: break
    }
  }

  mutating func checkNumber(_ node: JSONNode, _ facts: NumberFacts, _ type: TypeExpression, _ slot: Scope) {
    guard require(node, .number, type, slot), let text = node.numberText, let number = node.number else { return }
    if facts.isInteger {
      guard number.isInteger else {
        return report(
          .typeMismatch, node, expected: "an integer", slot, type.span,
          breaksDecoding: !number.isNearerToZeroThanAnyDouble)
      }
      let bounds = IntegerBounds(format: facts.format)
      let is64BitByContract = facts.format == "int64" || facts.format == "uint64"
      if !bounds.contains(number) {
        let swift = IntegerBounds(swiftTypeFor: facts.format)
        let isRead = swift.contains(number)
        // Findings with one message are shown as one: what breaks a decoder has another than what does not.
        let addition = isRead || bounds == swift ? "" : ", and Swift's Int does not hold it"
        report(
          .outOfRange, node, expected: "between \(bounds.least) and \(bounds.greatest)" + addition, slot, type.span,
          breaksDecoding: !isRead, breaksSchema: facts.format != nil,
          details: isRead ? [FindingNote(Self.decodes + "in Swift the type is Int")] : [])
      } else if text.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }) {
        report(
          .lossyNumber, as: .warning, node, expected: "an integer type does not keep, with a fraction or an exponent",
          slot,
          type.span)
      } else if !is64BitByContract, !number.isSafeInteger {
        report(
          .lossyNumber, as: .warning, node,
          expected: "JavaScript does not carry: beyond 2^53 - 1 integers are unsafe for JavaScript", slot, type.span)
      }
    } else if number.isNearerToZeroThanAnyDouble {
      report(
        .outOfRange, node, expected: "within the range of a Double, and it is nearer to 0 than any of them", slot,
        type.span, breaksDecoding: true, breaksSchema: false)
    } else if number.double?.isFinite != true {
      report(
        .outOfRange, node, expected: "within the range of a Double", slot, type.span, breaksDecoding: true,
        breaksSchema: false)
    } else if !number.isExactDouble {
      report(.lossyNumber, node, expected: "a Double does not carry: it has too many digits", slot, type.span)
    }
    checkBounds(node, number, facts, type, slot)
  }

  mutating func checkBounds(
    _ node: JSONNode, _ number: JSONNumber, _ facts: NumberFacts, _ type: TypeExpression, _ slot: Scope
  ) {
    if let text = facts.minimum, let minimum = JSONNumber(text: text),
      number < minimum || facts.isMinimumExclusive && number == minimum
    {
      report(.outOfRange, node, expected: (facts.isMinimumExclusive ? "above " : "at least ") + text, slot, type.span)
    }
    if let text = facts.maximum, let maximum = JSONNumber(text: text),
      number > maximum || facts.isMaximumExclusive && number == maximum
    {
      report(.outOfRange, node, expected: (facts.isMaximumExclusive ? "below " : "at most ") + text, slot, type.span)
    }
    if let text = facts.multipleOf, let value = node.numberText, DecimalStep(text)?.divides(value) == false {
      report(.outOfRange, node, expected: "a multiple of \(text)", slot, type.span)
    }
  }

  /// Checks one of several literals.
  ///
  /// - Parameter name: The enumeration's own name: one new value is one finding wherever the type is used.
  mutating func checkLiteral(
    _ node: JSONNode, _ shape: EnumerationShape, name: String?, _ type: TypeExpression, _ slot: Scope
  ) {
    let place = name ?? member(slot)
    if let index = shape.cases.firstIndex(where: { $0.value.matches(node) }) {
      if shape.cases.count > 1 {
        sees(slot, named: name) { $0.sawCase($1, shape, index, span: type.span) }
      }
      return
    }
    guard shape.mayHold(node) else {
      return report(.typeMismatch, node, expected: type.displayText, slot, type.span)
    }
    if let number = node.number {
      let isReadable =
        shape.hasIntegersOnly
        ? number.isInteger && IntegerBounds(format: nil).contains(number) : number.fitsDouble
      guard isReadable else {
        let decodesAsZero = number.isNearerToZeroThanAnyDouble && (shape.hasIntegersOnly || shape.isMixed)
        return report(
          .typeMismatch, node, expected: type.displayText, slot, type.span, breaksDecoding: !decodesAsZero)
      }
      if !shape.hasIntegersOnly, !shape.isMixed, !number.isExactDouble {
        report(.lossyNumber, node, expected: "a Double does not carry: it has too many digits", slot, type.span)
      }
    }
    if shape.isOpen { return }
    report(
      .unknownEnumValue, as: direction == .request ? .error : .warning, node, expected: type.displayText, slot,
      type.span,
      member: place)
  }
}

extension EnumerationShape {
  /// Whether the literals are of several kinds, so that a decoder reads any scalar.
  var isMixed: Bool { Set(cases.map(\.value.kind)).count > 1 }

  /// Whether a value is of a kind that a decoder reads.
  func mayHold(_ node: JSONNode) -> Bool {
    switch node.kind {
    case .null, .array, .object: cases.contains { $0.value.kind == node.kind }
    case .string: isOpen || isMixed || cases.contains { $0.value.kind == .string }
    case .bool, .number: isMixed || cases.contains { $0.value.kind == node.kind }
    }
  }

  /// Whether a decoder reads the literals as `Int`.
  var hasIntegersOnly: Bool {
    cases.allSatisfy { entry in
      guard case .number(let text) = entry.value else { return false }
      return JSONNumber(text: text)?.isInteger == true
    }
  }
}

extension Literal {
  /// The JSON kind of the literal.
  var kind: JSONKind {
    switch self {
    case .string: .string
    case .number: .number
    case .boolean: .bool
    case .null: .null
    }
  }

  /// Whether a value is the literal: strings by bytes, numbers by exact value.
  func matches(_ node: JSONNode) -> Bool {
    switch self {
    case .string(let text): node.string.map { $0.utf8.elementsEqual(text.utf8) } ?? false
    case .number(let text): node.number != nil && node.number == JSONNumber(text: text)
    case .boolean(let value): node.bool == value
    case .null: node.isNull
    }
  }
}

/// The whole numbers that an integer type holds.
struct IntegerBounds: Equatable {
  let least: String
  let greatest: String

  init(format: String?) {
    switch format {
    case "double-int": (least, greatest) = ("-9007199254740991", "9007199254740991")
    case "int32": (least, greatest) = ("-2147483648", "2147483647")
    case "uint32": (least, greatest) = ("0", "4294967295")
    case "uint64": (least, greatest) = ("0", "18446744073709551615")
    default: (least, greatest) = ("-9223372036854775808", "9223372036854775807")
    }
  }

  /// What the Swift type holds that stands for a format: `UInt64` for its own, `Int` for every other.
  init(swiftTypeFor format: String?) { self.init(format: format == "uint64" ? format : nil) }

  func contains(_ number: JSONNumber) -> Bool {
    guard let least = JSONNumber(text: least), let greatest = JSONNumber(text: greatest) else { return true }
    return least <= number && number <= greatest
  }
}

extension JSONNumber {
  /// Whether an integer is one that JavaScript tells from its neighbours.
  var isSafeInteger: Bool { int64.map { $0.magnitude < 1 << 53 } ?? false }

  /// Whether a `Double` would make 0 of a number that is none: `JSONDecoder` refuses it as a `Double`, and reads 0 as an
  /// `Int`.
  var isNearerToZeroThanAnyDouble: Bool { double == 0 && self != JSONNumber(text: "0") }

  /// Whether `JSONDecoder` reads a `Double` from the number, rounded or not.
  var fitsDouble: Bool { double?.isFinite == true && !isNearerToZeroThanAnyDouble }
}
