/// What the names of methods, headers and cookies are made of.
public enum HTTPToken {
  /// Whether a text is a token (RFC 9110 section 5.6.2).
  public static func isToken(_ text: some StringProtocol) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}
