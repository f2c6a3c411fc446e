/// Classes of ASCII characters.
extension UInt8 {
  var isDigit: Bool { (0x30...0x39).contains(self) }
  var isHexadecimalDigit: Bool { isDigit || (0x41...0x46).contains(self) || (0x61...0x66).contains(self) }
  var isLetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
  /// Whether it can be seen: no space, no control, nothing beyond ASCII.
  var isVisible: Bool { (0x21...0x7E).contains(self) }
}
