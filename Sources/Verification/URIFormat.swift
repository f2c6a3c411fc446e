/// URIs and references to them (RFC 3986).
enum URIFormat {
  /// With a scheme.
  static func isURI(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), isScheme(bytes[..<colon]) else { return false }
    return isHierarchy(bytes[(colon + 1)...], isRelative: false)
  }

  /// With a scheme or relative.
  static func isReference(_ bytes: ArraySlice<UInt8>) -> Bool { isURI(bytes) || isHierarchy(bytes, isRelative: true) }

  private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.first?.isLetter == true
      && bytes.allSatisfy { $0.isLetter || $0.isDigit || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E }
  }

  private static func isHierarchy(_ bytes: ArraySlice<UInt8>, isRelative: Bool) -> Bool {
    var rest = bytes
    if let mark = rest.firstIndex(of: UInt8(ascii: "#")) {
      guard isText(rest[(mark + 1)...], besides: "/?:@") else { return false }
      rest = rest[..<mark]
    }
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      guard isText(rest[(mark + 1)...], besides: "/?:@") else { return false }
      rest = rest[..<mark]
    }
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      guard isAuthority(rest[..<end]) else { return false }
      rest = rest[end...]
    } else if isRelative, rest.prefix(while: { $0 != UInt8(ascii: "/") }).contains(UInt8(ascii: ":")) {
      return false
    }
    return isText(rest, besides: "/:@")
  }

  private static func isAuthority(_ bytes: ArraySlice<UInt8>) -> Bool {
    var host = bytes
    if let at = host.lastIndex(of: UInt8(ascii: "@")) {
      guard isText(host[..<at], besides: ":") else { return false }
      host = host[(at + 1)...]
    }
    if host.first == UInt8(ascii: "[") {
      guard let end = host.firstIndex(of: UInt8(ascii: "]")) else { return false }
      let address = host[(host.startIndex + 1)..<end]
      let isFuture = address.first.map { $0 | 0x20 == UInt8(ascii: "v") } == true
      guard isFuture ? isText(address, besides: ":") : AddressFormat.isIPv6(address) else { return false }
      return isPort(host[(end + 1)...])
    }
    let colon = host.firstIndex(of: UInt8(ascii: ":")) ?? host.endIndex
    return isText(host[..<colon], besides: "") && isPort(host[colon...])
  }

  private static func isPort(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.isEmpty || bytes.first == UInt8(ascii: ":") && bytes.dropFirst().allSatisfy(\.isDigit)
  }

  /// Unreserved characters, sub-delimiters, percent-encoding, and some more.
  private static func isText(_ bytes: ArraySlice<UInt8>, besides more: String) -> Bool {
    let allowed = Set("-._~!$&'()*+,;=".utf8).union(more.utf8)
    var rest = bytes
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard rest.count >= 2, rest.prefix(2).allSatisfy(\.isHexDigit) else { return false }
        rest = rest.dropFirst(2)
      } else if !byte.isLetter, !byte.isDigit, !allowed.contains(byte) {
        return false
      }
    }
    return true
  }
}
