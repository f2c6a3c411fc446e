/// Names and addresses of hosts, and of mailboxes on them.
enum AddressFormat {
  /// RFC 1123: letters, digits and hyphens; what the letters of an `xn--` label mean is not looked at.
  static func isHostname(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count <= 253 else { return false }
    return bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
      guard let first = label.first, let last = label.last, label.count <= 63 else { return false }
      return first != 0x2D && last != 0x2D && label.allSatisfy { $0.isLetter || $0.isDigit || $0 == 0x2D }
    }
  }

  /// Four decimal numbers without leading zeros (RFC 2673, section 3.2).
  static func isIPv4(_ bytes: ArraySlice<UInt8>) -> Bool {
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        guard (1...3).contains(part.count), part.allSatisfy(\.isDigit) else { return false }
        return (part.count == 1 || part.first != 0x30) && part.reduce(0) { $0 * 10 + Int($1 - 0x30) } < 256
      }
  }

  /// RFC 4291, section 2.2, without a zone.
  static func isIPv6(_ bytes: ArraySlice<UInt8>) -> Bool {
    var groups = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard groups.count >= 3 else { return false }
    var count = 0
    if let last = groups.last, last.contains(UInt8(ascii: ".")) {
      guard isIPv4(last) else { return false }
      groups.removeLast()
      count = 2
      // A colon stood before the address: what is left ends as if a group followed.
      if groups.last?.isEmpty == true, groups.count > 1 { groups.append([]) }
    }
    // An empty group at either end belongs to the double colon beside it.
    if groups.first?.isEmpty == true {
      guard groups.count > 1, groups[1].isEmpty else { return false }
      groups.removeFirst()
    }
    if groups.last?.isEmpty == true, groups.count > 1 {
      guard groups[groups.count - 2].isEmpty else { return false }
      groups.removeLast()
    }
    let gaps = groups.count(where: \.isEmpty)
    guard gaps <= 1, groups.allSatisfy({ $0.count <= 4 && $0.allSatisfy(\.isHexDigit) }) else { return false }
    count += groups.count - gaps
    return gaps == 1 ? count <= 7 : count == 8
  }

  /// RFC 5321, section 4.1.2: a dotted or quoted local part, a host name or an address in brackets.
  static func isEmail(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let at = bytes.lastIndex(of: UInt8(ascii: "@")) else { return false }
    return isLocalPart(bytes[..<at]) && isMailDomain(bytes[(at + 1)...])
  }

  private static func isLocalPart(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, let last = bytes.last else { return false }
    if first == UInt8(ascii: "\"") { return last == first && bytes.count > 1 && isQuoted(bytes.dropFirst().dropLast()) }
    let specials = Set("!#$%&'*+-/=?^_`{|}~".utf8)
    return bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { atom in
      // Letters beyond ASCII are those of internationalised mail (RFC 6531).
      !atom.isEmpty && atom.allSatisfy { $0.isLetter || $0.isDigit || $0 >= 0x80 || specials.contains($0) }
    }
  }

  private static func isQuoted(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\\"): if rest.popFirst() == nil { return false }
      case UInt8(ascii: "\""), 0..<0x20, 0x7F: return false
      default: break
      }
    }
    return true
  }

  private static func isMailDomain(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]") else {
      return bytes.contains { $0 >= 0x80 } ? !bytes.contains { $0 <= 0x20 || $0 == 0x7F } : isHostname(bytes)
    }
    let inner = bytes.dropFirst().dropLast()
    let mark = Array("IPv6:".utf8)
    return inner.starts(with: mark) ? isIPv6(inner.dropFirst(mark.count)) : isIPv4(inner)
  }
}
