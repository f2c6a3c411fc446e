/// The fields of a body in application/x-www-form-urlencoded, as browsers write it.
struct Form {
  private(set) var values: [String: String] = [:]

  /// Reads the fields; nil when the body is not such a form, is not UTF-8, or has a field twice.
  init?(_ request: Request) {
    let type = request.headers["Content-Type"]?.split(separator: ";").first?.lowercased() ?? ""
    guard type.split(separator: " ") == ["application/x-www-form-urlencoded"] else { return nil }
    for pair in request.body.split(separator: UInt8(ascii: "&")) {
      let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decode(parts[0]), let value = Self.decode(parts.count == 2 ? parts[1] : []),
        values.updateValue(value, forKey: name) == nil
      else { return nil }
    }
  }

  private static func decode(_ bytes: ArraySlice<UInt8>) -> String? {
    var decoded: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): decoded.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else { return nil }
        decoded.append(high << 4 | low)
      default: decoded.append(byte)
      }
    }
    return String(validating: decoded, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
