/// A place in a JSON document (RFC 6901).
public struct JSONPointer: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Unescaped reference tokens, from the root; none for the whole document.
  public var tokens: [String]

  /// Creates a pointer from unescaped tokens.
  public init(tokens: [String] = []) { self.tokens = tokens }

  /// Parses RFC 6901 text; nil when it is not a pointer.
  public init?(text: String) {
    if text.isEmpty {
      tokens = []
      return
    }
    guard text.utf8.first == UInt8(ascii: "/") else { return nil }
    var tokens: [String] = []
    for raw in text.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      var token: [UInt8] = []
      var bytes = raw.makeIterator()
      while let byte = bytes.next() {
        guard byte == UInt8(ascii: "~") else {
          token.append(byte)
          continue
        }
        switch bytes.next() {
        case UInt8(ascii: "0"): token.append(UInt8(ascii: "~"))
        case UInt8(ascii: "1"): token.append(UInt8(ascii: "/"))
        default: return nil
        }
      }
      tokens.append(String(decoding: token, as: UTF8.self))
    }
    self.tokens = tokens
  }

  /// The pointer to a member of the object that this one points to.
  public func appending(_ token: String) -> JSONPointer { JSONPointer(tokens: tokens + [token]) }
  /// The pointer to an element of the array that this one points to.
  public func appending(_ index: Int) -> JSONPointer { appending(String(index)) }

  /// RFC 6901 text; empty for the whole document.
  public var description: String {
    var text: [UInt8] = []
    for token in tokens {
      text.append(UInt8(ascii: "/"))
      for byte in token.utf8 {
        switch byte {
        case UInt8(ascii: "~"): text += [UInt8(ascii: "~"), UInt8(ascii: "0")]
        case UInt8(ascii: "/"): text += [UInt8(ascii: "~"), UInt8(ascii: "1")]
        default: text.append(byte)
        }
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether a token can be the index of a list element (RFC 6901 section 4): digits without a leading zero.
  public static func isIndex(_ token: String) -> Bool {
    let digits = token.utf8
    guard let first = digits.first, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return false }
    return first != 0x30 || digits.count == 1
  }

  /// Compares tokens by UTF-8 bytes: composed and decomposed forms of a key are different keys.
  public static func == (a: Self, b: Self) -> Bool {
    a.tokens == b.tokens && zip(a.tokens, b.tokens).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
  }

  /// Hashes the tokens.
  public func hash(into hasher: inout Hasher) { hasher.combine(tokens) }

  /// Orders token by token: list indices first and by value, everything else by UTF-8 bytes.
  public static func < (a: Self, b: Self) -> Bool {
    for (left, right) in zip(a.tokens, b.tokens) where !left.utf8.elementsEqual(right.utf8) {
      switch (isIndex(left), isIndex(right)) {
      case (true, true) where left.utf8.count != right.utf8.count: return left.utf8.count < right.utf8.count
      case (true, false): return true
      case (false, true): return false
      default: return left.precedesByBytes(right)
      }
    }
    return a.tokens.count < b.tokens.count
  }
}
