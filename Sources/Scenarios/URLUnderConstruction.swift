internal import Diagnostics

/// A URL as it is put together; each value is encoded for the part of the URL that it falls into.
struct URLUnderConstruction {
  /// The URL so far.
  private(set) var text = ""
  /// Whether the text so far is one value that stands for scheme and host.
  private var isBase = false

  private enum Part { case start, authority, path, query }

  private var part: Part {
    if text.isEmpty { return .start }
    if text.utf8.contains(UInt8(ascii: "?")) { return .query }
    guard let authority = text.firstRange(of: "//")?.upperBound else { return .path }
    return text[authority...].utf8.contains(UInt8(ascii: "/")) || isBase ? .path : .authority
  }

  mutating func append(literal: String) {
    // `http://host/` + `/api` is one path, whoever wrote the slash twice.
    if isBase, literal.utf8.first == UInt8(ascii: "/"), text.utf8.last == UInt8(ascii: "/") { text.removeLast() }
    isBase = false
    text += literal
  }

  /// Puts a value in; false when it cannot stand in the part that it falls into.
  ///
  /// At the start a value stands as it is: it is a base URL, or a whole URL that a server gave. Elsewhere everything but
  /// unreserved characters is encoded; a variable's slashes stay slashes in the path, since its author wrote them there.
  mutating func append(_ value: String, isCapture: Bool) -> Bool {
    switch part {
    case .start:
      text = value
      isBase = true
      return true
    case .authority:
      let isHost = value.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: ".-:[]".utf8.contains(byte)
        }
      }
      guard isHost else { return false }
      text += value
    case .path: text += PercentEncoding.encode(value, keeping: isCapture ? "" : "/")
    case .query: text += PercentEncoding.encode(value)
    }
    isBase = false
    return true
  }
}

extension Reference {
  /// Whether the value comes from an answer.
  var isCapture: Bool {
    if case .capture = self { true } else { false }
  }
}
