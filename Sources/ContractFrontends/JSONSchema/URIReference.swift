/// A URI reference (RFC 3986) in its parts, still encoded.
///
/// A relative path may be a base as well: sources are known by paths that are relative to the project.
struct URIReference: Hashable {
  var scheme: String?
  var authority: String?
  var path: String
  var query: String?
  var fragment: String?

  /// Splits a reference (RFC 3986, appendix B); every text is one.
  init(_ text: String) {
    var rest = Substring(text)
    if let mark = rest.firstIndex(of: "#") {
      fragment = String(rest[rest.index(after: mark)...])
      rest = rest[..<mark]
    }
    if let mark = rest.firstIndex(of: "?") {
      query = String(rest[rest.index(after: mark)...])
      rest = rest[..<mark]
    }
    if let colon = rest.firstIndex(of: ":"), Self.isScheme(rest[..<colon]) {
      scheme = String(rest[..<colon])
      rest = rest[rest.index(after: colon)...]
    }
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: "/") ?? rest.endIndex
      authority = String(rest[..<end])
      rest = rest[end...]
    }
    path = String(rest)
  }

  /// Whether a text starts with a scheme.
  static func isAbsolute(_ text: String) -> Bool { URIReference(text).scheme != nil }

  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, (first | 0x20) &- 0x61 < 26 else { return false }
    return text.utf8.allSatisfy {
      ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E
    }
  }

  /// The reference as text.
  var text: String {
    var text = scheme.map { $0 + ":" } ?? ""
    if let authority { text += "//" + authority }
    text += path
    if let query { text += "?" + query }
    if let fragment { text += "#" + fragment }
    return text
  }

  /// The reference without its fragment.
  var withoutFragment: URIReference {
    var copy = self
    copy.fragment = nil
    return copy
  }

  /// The reference as seen from a base (RFC 3986, section 5.2).
  func resolved(against base: URIReference) -> URIReference {
    var result = self
    if scheme != nil {
      result.path = Self.withoutDots(path)
      return result
    }
    result.scheme = base.scheme
    if authority != nil {
      result.path = Self.withoutDots(path)
      return result
    }
    result.authority = base.authority
    if path.isEmpty {
      result.path = base.path
      result.query = query ?? base.query
    } else if path.hasPrefix("/") {
      result.path = Self.withoutDots(path)
    } else {
      let folder = base.path.lastIndex(of: "/").map { String(base.path[...$0]) }
      result.path = Self.withoutDots((folder ?? (base.authority != nil && base.path.isEmpty ? "/" : "")) + path)
    }
    return result
  }

  /// Removes `.` and `..`; a relative path keeps the `..` that lead out of it.
  private static func withoutDots(_ path: String) -> String {
    guard path.contains(".") else { return path }
    var kept: [Substring] = []
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let isRooted = path.hasPrefix("/")
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      switch part {
      case ".": if isLast { kept.append("") }
      case "..":
        if let last = kept.last, last != "..", !(isRooted && kept.count == 1) {
          kept.removeLast()
        } else if !isRooted {
          kept.append("..")
        }
        if isLast { kept.append("") }
      default: kept.append(part)
      }
    }
    return kept.joined(separator: "/")
  }

  /// A file path as a relative reference.
  static func escaped(path: String) -> String {
    var text = ""
    for byte in path.utf8 {
      switch byte {
      case 0x21...0x22, 0x24, 0x26...0x3E, 0x40...0x7E: text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += digits.count == 1 ? "%0" + digits : "%" + digits
      }
    }
    return text
  }

  /// Percent-encoding undone; nil when it is broken.
  static func unescaped(_ text: String) -> String? {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
        return nil
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
