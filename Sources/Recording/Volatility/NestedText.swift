internal import Diagnostics
internal import JSONText

/// How JSON text stands inside a string: the white space between its parts, the order of its keys, and its encoding.
struct NestedText: Hashable, Sendable {
  /// Base64 around the text.
  struct Encoding: Hashable, Sendable {
    let isURLSafe: Bool
    let isPadded: Bool
  }

  /// What stands after a comma and after a colon: nothing, or a space each.
  let isSpaced: Bool
  /// Whether keys are sorted, since the runs disagree about their order.
  let sortsKeys: Bool
  /// The encoding; nil for plain text.
  let encoding: Encoding?
  /// What the first run answered, which stays where nothing in it is volatile.
  let first: String
  /// The value that it holds.
  let firstValue: JSONValue

  /// The JSON values that each run's text holds, and how they stand there; nil where a run's text is not a JSON object
  /// or list.
  static func read(_ texts: [String]) -> (values: [JSONValue], form: NestedText)? {
    var encoding: Encoding?
    var plain = texts
    if !texts.allSatisfy(isBracketed) {
      let decoded = texts.compactMap { text -> String? in
        guard text.utf8.count >= 8, let bytes = Base64.decode(text) else { return nil }
        return String(validating: bytes, as: UTF8.self)
      }
      guard decoded.count == texts.count, decoded.allSatisfy(isBracketed) else { return nil }
      plain = decoded
      let isPadded = texts.contains { $0.hasSuffix("=") } || texts.allSatisfy { $0.utf8.count % 4 == 0 }
      encoding = Encoding(isURLSafe: texts.contains { $0.contains("-") || $0.contains("_") }, isPadded: isPadded)
    }
    let documents = plain.compactMap { try? JSONDocument(parsing: Array($0.utf8)) }
    guard documents.count == texts.count, documents.allSatisfy({ $0.duplicateKeys.isEmpty }) else { return nil }
    let values = documents.map { $0.root.value }
    let isSpaced = plain[0].contains("\": ") || plain[0].contains(", ") && !plain[0].contains("\":")
    let form = NestedText(
      isSpaced: isSpaced, sortsKeys: !Set(values.map(keyOrder)).isSingle, encoding: encoding, first: texts[0],
      firstValue: values[0])
    return (values, form)
  }

  private static func isBracketed(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last else { return false }
    return first == UInt8(ascii: "{") && last == UInt8(ascii: "}")
      || first == UInt8(ascii: "[") && last == UInt8(ascii: "]")
  }

  /// The keys of every object in the order in which they stand, random ones left out.
  private static func keyOrder(_ value: JSONValue) -> [String] {
    switch value {
    case .object(let members):
      members.flatMap { [ValueFormat(of: $0.key) == .text ? $0.key : "*"] + keyOrder($0.value) }
    case .array(let elements): elements.flatMap(keyOrder)
    default: []
    }
  }

  /// The string that holds a value.
  func text(_ value: JSONValue, sortsKeys: Bool) -> String {
    if !sortsKeys, value == firstValue { return first }
    var bytes: [UInt8] = []
    write(value, sortsKeys, to: &bytes)
    guard let encoding else { return String(decoding: bytes, as: UTF8.self) }
    return Base64.encode(bytes, urlSafe: encoding.isURLSafe, padding: encoding.isPadded)
  }

  private func write(_ value: JSONValue, _ sortsKeys: Bool, to bytes: inout [UInt8]) {
    switch value {
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes += (isSpaced ? ", " : ",").utf8 }
        write(element, sortsKeys, to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      let ordered = sortsKeys ? members.sorted { $0.key.precedesByBytes($1.key) } : members
      for (index, member) in ordered.enumerated() {
        if index > 0 { bytes += (isSpaced ? ", " : ",").utf8 }
        bytes += JSONValue.string(member.key).canonicalText(indent: 0)
        bytes += (isSpaced ? ": " : ":").utf8
        write(member.value, sortsKeys, to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    default: bytes += value.canonicalText(indent: 0)
    }
  }
}

extension Set {
  /// Whether there is exactly one element.
  var isSingle: Bool { count == 1 }
}
