extension JSONValue {
  /// Canonical bytes: see ``CanonicalWriter``.
  public func canonicalText(indent: Int = 2) -> [UInt8] {
    var writing = ValueWriting(indent: min(max(indent, 0), 16))
    writing.write(self, depth: 0)
    if indent > 0 { writing.text.append(0x0A) }
    return writing.text
  }
}

/// Writes a tree; as deep as the tree is.
private struct ValueWriting {
  let indent: Int
  var text: [UInt8] = []

  mutating func write(_ value: JSONValue, depth: Int) {
    switch value {
    case .null: text += "null".utf8
    case .bool(let value): text += (value ? "true" : "false").utf8
    case .number(let number): text += number.utf8
    case .string(let string): write(string)
    case .array(let elements):
      write(elements.map { ($0, nil) }, open: "[", close: "]", depth: depth)
    case .object(let members):
      let sorted = members.enumerated().sorted { a, b in
        let left = a.element.key.utf8
        let right = b.element.key.utf8
        if left.elementsEqual(right) { return a.offset < b.offset }
        return left.lexicographicallyPrecedes(right)
      }
      write(sorted.map { ($0.element.value, $0.element.key) }, open: "{", close: "}", depth: depth)
    }
  }

  private mutating func write(
    _ parts: [(value: JSONValue, key: String?)], open: Unicode.Scalar, close: Unicode.Scalar, depth: Int
  ) {
    text.append(UInt8(ascii: open))
    for (position, part) in parts.enumerated() {
      if position > 0 { text.append(UInt8(ascii: ",")) }
      breakLine(depth + 1)
      if let key = part.key {
        write(key)
        text += (indent > 0 ? ": " : ":").utf8
      }
      write(part.value, depth: depth + 1)
    }
    if !parts.isEmpty { breakLine(depth) }
    text.append(UInt8(ascii: close))
  }

  private mutating func write(_ string: String) {
    text.append(UInt8(ascii: "\""))
    StringEscaping.append(string, to: &text)
    text.append(UInt8(ascii: "\""))
  }

  private mutating func breakLine(_ depth: Int) {
    guard indent > 0 else { return }
    text.append(0x0A)
    text.append(contentsOf: repeatElement(0x20, count: indent * depth))
  }
}
