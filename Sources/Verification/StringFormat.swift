/// The formats of strings that are checked (JSON Schema 2020-12, section 7.3); others are annotations.
enum StringFormat: String, CaseIterable {
  case dateTime = "date-time"
  case date
  case time
  case duration
  case uuid
  case email
  case hostname
  case ipv4
  case ipv6
  case uri
  case url
  case uriReference = "uri-reference"
  case jsonPointer = "json-pointer"
  case relativeJSONPointer = "relative-json-pointer"

  /// Whether a text is in the format.
  func matches(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    switch self {
    case .dateTime: return DateFormat.isDateTime(bytes[...])
    case .date: return DateFormat.isDate(bytes[...])
    case .time: return DateFormat.isTime(bytes[...])
    case .duration: return DateFormat.isDuration(bytes[...])
    case .uuid: return Self.isUUID(bytes)
    case .email: return AddressFormat.isEmail(bytes[...])
    case .hostname: return AddressFormat.isHostname(bytes[...])
    case .ipv4: return AddressFormat.isIPv4(bytes[...])
    case .ipv6: return AddressFormat.isIPv6(bytes[...])
    case .uri, .url: return URIFormat.isURI(bytes[...])
    case .uriReference: return URIFormat.isReference(bytes[...])
    case .jsonPointer: return Self.isJSONPointer(bytes[...])
    case .relativeJSONPointer: return Self.isRelativeJSONPointer(bytes[...])
    }
  }

  private static func isUUID(_ bytes: [UInt8]) -> Bool {
    guard bytes.count == 36 else { return false }
    return bytes.enumerated().allSatisfy { index, byte in
      switch index {
      case 8, 13, 18, 23: byte == 0x2D
      default: byte.isHexDigit
      }
    }
  }

  /// RFC 6901, section 3.
  private static func isJSONPointer(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first else { return true }
    guard first == UInt8(ascii: "/") else { return false }
    for (index, byte) in zip(bytes.indices, bytes) where byte == UInt8(ascii: "~") {
      let next = index + 1
      guard next < bytes.endIndex, bytes[next] == UInt8(ascii: "0") || bytes[next] == UInt8(ascii: "1") else {
        return false
      }
    }
    return true
  }

  /// A count of steps up, then a pointer or `#`.
  private static func isRelativeJSONPointer(_ bytes: ArraySlice<UInt8>) -> Bool {
    let digits = bytes.prefix(while: \.isDigit)
    guard !digits.isEmpty, digits.first != UInt8(ascii: "0") || digits.count == 1 else { return false }
    let rest = bytes[digits.endIndex...]
    return rest.elementsEqual([UInt8(ascii: "#")]) || isJSONPointer(rest)
  }
}

extension UInt8 {
  /// Whether it is an ASCII digit.
  var isDigit: Bool { self &- 0x30 < 10 }
  /// Whether it is an ASCII letter.
  var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
  /// Whether it is an ASCII digit of base 16.
  var isHexDigit: Bool { isDigit || (self | 0x20) &- 0x61 < 6 }
}
