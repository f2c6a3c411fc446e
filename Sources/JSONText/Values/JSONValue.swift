/// A JSON value as a tree of its own, for building and rewriting documents.
///
/// Equality is lossless: strings by their bytes (Swift's own `==` merges composed and decomposed letters), number
/// text as it is written (`1.0` is not `1`), members in order.
public indirect enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number as it is written: JSON number text, which is not checked here (see ``JSONNumber``).
  case number(String)
  /// A string, decoded.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object: members in order, duplicates possible.
  case object([Member])

  /// One member of an object.
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

    /// Compares keys by their bytes.
    public static func == (a: Self, b: Self) -> Bool {
      a.key.utf8.elementsEqual(b.key.utf8) && a.value == b.value
    }

    /// Hashes the key's bytes and the value.
    public func hash(into hasher: inout Hasher) {
      JSONValue.hash(bytesOf: key, into: &hasher)
      value.hash(into: &hasher)
    }
  }

  /// The first member with a key, compared by UTF-8 bytes; nil when there is none or this is no object.
  public subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
  }

  /// A whole number.
  public static func integer(_ value: Int) -> JSONValue { .number(String(value)) }

  /// The text of a string; nil for other kinds.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The value of a literal; nil for other kinds.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// A number as an exact decimal; nil for other kinds, or when the text is no JSON number.
  public var number: JSONNumber? {
    if case .number(let text) = self { JSONNumber(text: text) } else { nil }
  }

  /// The elements of an array; nil for other kinds.
  public var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members of an object; nil for other kinds.
  public var members: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// Compares losslessly.
  public static func == (a: JSONValue, b: JSONValue) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.bool(let x), .bool(let y)): x == y
    case (.number(let x), .number(let y)), (.string(let x), .string(let y)): x.utf8.elementsEqual(y.utf8)
    case (.array(let x), .array(let y)): x == y
    case (.object(let x), .object(let y)): x == y
    default: false
    }
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .number(let text), .string(let text): JSONValue.hash(bytesOf: text, into: &hasher)
    case .array(let elements): hasher.combine(elements)
    case .object(let members): hasher.combine(members)
    }
  }

  fileprivate static func hash(bytesOf text: String, into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
  }
}
