/// Numbers as JavaScript prints them.
enum NumberSpelling {
  /// Whether a text is a plain decimal number.
  static func isPlain(_ text: String) -> Bool {
    var digits = text.utf8[...]
    if digits.first == UInt8(ascii: "-") { digits = digits.dropFirst() }
    let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first, !whole.isEmpty else { return false }
    if whole.count > 1, whole.first == UInt8(ascii: "0") { return false }
    return parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0 >= 48 && $0 <= 57 } }
  }
}
