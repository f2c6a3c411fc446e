/// One header field line.
public struct HTTPHeader: Hashable, Sendable {
  /// Field name, in the case in which it was written.
  public var name: String
  /// Field value without surrounding white space; bytes that are not UTF-8 are read as Latin-1.
  public var value: String

  /// Creates a header.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Creates a header.
  public init(name: String, value: String) {
    self.init(name, value)
  }

  /// Whether the name is the given one, ASCII case aside (RFC 9110 section 5.1).
  public func isNamed(_ name: String) -> Bool { self.name.equalsIgnoringASCIICase(name) }
}

extension [HTTPHeader] {
  /// The value of the first field with a name, ASCII case aside; nil when there is none.
  public func first(named name: String) -> String? { first { $0.isNamed(name) }?.value }
  /// The values of all fields with a name, in order.
  public func all(named name: String) -> [String] { filter { $0.isNamed(name) }.map(\.value) }
  /// Removes all fields with a name.
  public mutating func remove(named name: String) { removeAll { $0.isNamed(name) } }
  /// Replaces all fields with a name by one, at the place of the first or at the end.
  public mutating func set(_ name: String, to value: String) {
    let index = firstIndex { $0.isNamed(name) } ?? endIndex
    remove(named: name)
    insert(HTTPHeader(name, value), at: index)
  }
}

extension StringProtocol {
  /// Whether two texts are equal when ASCII letters are compared without case; no locale is asked.
  func equalsIgnoringASCIICase(_ other: some StringProtocol) -> Bool {
    utf8.count == other.utf8.count && zip(utf8, other.utf8).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
  }

  /// The text with ASCII letters in lower case.
  var asciiLowercased: String { String(decoding: utf8.map(\.asciiLowercased), as: UTF8.self) }
}

extension UInt8 {
  /// The byte, an ASCII upper-case letter made lower-case.
  var asciiLowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
