/// A JSON value as a tree, for building and rewriting documents; parsed documents are read through ``JSONNode``.
public indirect enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number as it is written; the text must follow RFC 8259.
  case number(String)
  /// A string, decoded.
  case string(String)
  /// Elements in order.
  case array([JSONValue])
  /// Members in order.
  case object([Member])

  /// A member of an object.
  public struct Member: Hashable, Sendable {
    /// The key, decoded.
    public var key: String
    /// The value.
    public var value: JSONValue
    /// Creates a member.
    public init(key: String, value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// The first member with a key; nil when there is none or this is no object.
  public subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
  }

  /// A whole number.
  public static func integer(_ value: Int) -> JSONValue { .number(String(value)) }

  /// Canonical bytes: keys sorted by UTF-8 bytes, `indent` spaces a level (0: compact, without a final newline).
  public func canonicalText(indent: Int = 2) -> [UInt8] {
    var text: [UInt8] = []
    write(to: &text, indent: indent, level: 0)
    if indent > 0 { text.append(0x0A) }
    return text
  }

  private func write(to text: inout [UInt8], indent: Int, level: Int) {
    switch self {
    case .null: text.append(contentsOf: "null".utf8)
    case .bool(let value): text.append(contentsOf: (value ? "true" : "false").utf8)
    case .number(let number): text.append(contentsOf: number.utf8)
    case .string(let string): Self.write(string, to: &text)
    case .array(let elements):
      Self.writeList(elements, "[", "]", &text, indent, level) { element, text in
        element.write(to: &text, indent: indent, level: level + 1)
      }
    case .object(let members):
      let sorted = members.enumerated().sorted { a, b in
        if a.element.key.utf8.elementsEqual(b.element.key.utf8) { return a.offset < b.offset }
        return a.element.key.utf8.lexicographicallyPrecedes(b.element.key.utf8)
      }
      Self.writeList(sorted.map(\.element), "{", "}", &text, indent, level) { member, text in
        Self.write(member.key, to: &text)
        text.append(UInt8(ascii: ":"))
        if indent > 0 { text.append(0x20) }
        member.value.write(to: &text, indent: indent, level: level + 1)
      }
    }
  }

  private static func writeList<T>(
    _ items: [T], _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ text: inout [UInt8], _ indent: Int, _ level: Int,
    _ body: (T, inout [UInt8]) -> Void
  ) {
    text.append(UInt8(ascii: open))
    for (place, item) in items.enumerated() {
      if place > 0 { text.append(UInt8(ascii: ",")) }
      newLine(&text, indent, level + 1)
      body(item, &text)
    }
    if !items.isEmpty { newLine(&text, indent, level) }
    text.append(UInt8(ascii: close))
  }

  private static func newLine(_ text: inout [UInt8], _ indent: Int, _ level: Int) {
    guard indent > 0 else { return }
    text.append(0x0A)
    text.append(contentsOf: repeatElement(0x20, count: indent * level))
  }

  private static func write(_ string: String, to text: inout [UInt8]) {
    text.append(0x22)
    for byte in string.utf8 { Escaping.append(byte, to: &text) }
    text.append(0x22)
  }
}
