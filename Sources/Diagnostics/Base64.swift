/// Base64 and base64url (RFC 4648 sections 4 and 5).
public enum Base64 {
  private static let standard = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let urlSafe = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// Encodes bytes; `padding` adds `=` to a whole group of four.
  public static func encode(_ bytes: [UInt8], urlSafe isURLSafe: Bool = false, padding: Bool = true) -> String {
    let alphabet = isURLSafe ? urlSafe : standard
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let available = min(3, bytes.count - index)
      var group = UInt32(bytes[index]) << 16
      if available > 1 { group |= UInt32(bytes[index + 1]) << 8 }
      if available > 2 { group |= UInt32(bytes[index + 2]) }
      for place in 0..<4 {
        if place <= available {
          text.append(alphabet[Int(group >> UInt32(18 - 6 * place)) & 63])
        } else if padding {
          text.append(UInt8(ascii: "="))
        }
      }
      index += 3
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes either alphabet, with or without padding; nil when the text is neither.
  public static func decode(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var group: UInt32 = 0
    var bits = 0
    var isPadded = false
    for character in text.utf8 {
      if character == UInt8(ascii: "=") {
        isPadded = true
        continue
      }
      guard !isPadded, let value = value(of: character) else { return nil }
      group = group << 6 | value
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(bits)))
      }
    }
    guard bits < 6 else { return nil }
    return bytes
  }

  private static func value(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - 65)
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - 97 + 26)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - 48 + 52)
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
