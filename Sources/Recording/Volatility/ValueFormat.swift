/// The written form of a volatile value, which its placeholder keeps, so that a type still decodes it.
enum ValueFormat: Hashable, Sendable {
  /// A UUID; upper case where the value is.
  case uuid(isUppercase: Bool)
  /// A ULID (26 characters of Crockford's base 32).
  case ulid
  /// Hexadecimal digits, at least 16 of them.
  case hexadecimal(length: Int, isUppercase: Bool)
  /// Decimal digits, as a number or as text.
  case integer
  /// A number with a fraction or an exponent.
  case decimal
  /// An RFC 3339 instant: digits of the fraction, and the zone as written.
  case instant(fractionDigits: Int, zone: String, separator: Character)
  /// A day, `YYYY-MM-DD`.
  case day
  /// Seconds since 1970.
  case epochSeconds
  /// Milliseconds since 1970.
  case epochMilliseconds
  /// A word of letters, digits, `-` and `_` that looks random, such as a nanoid, an invite code or base64url.
  case opaque(length: Int)
  /// Anything else: words that people read.
  case text

  /// The name that `fixtures/volatility.json` shows.
  var name: String {
    switch self {
    case .uuid: "uuid"
    case .ulid: "ulid"
    case .hexadecimal: "hex"
    case .integer: "integer"
    case .decimal: "decimal"
    case .instant: "instant"
    case .day: "day"
    case .epochSeconds: "epoch-seconds"
    case .epochMilliseconds: "epoch-milliseconds"
    case .opaque: "opaque"
    case .text: "text"
    }
  }

  /// Whether values of this form say when, not which.
  var isTemporal: Bool {
    switch self {
    case .instant, .day, .epochSeconds, .epochMilliseconds: true
    default: false
    }
  }

  /// Recognises the form of a whole value.
  init(of text: String) {
    let bytes = Array(text.utf8)
    if let format = Self.identifier(bytes) {
      self = format
    } else if let instant = Instant(text: text) {
      self = instant.format
    } else if CalendarDay(text: text) != nil {
      self = .day
    } else if Self.isDecimalDigits(bytes) {
      self = Self.epoch(bytes) ?? .integer
    } else if Double(text) != nil, bytes.allSatisfy({ !Self.isLetter($0) || $0 | 0x20 == 0x65 }) {
      self = .decimal
    } else if bytes.count >= 6, Self.withoutPadding(bytes).allSatisfy(Self.isWordByte), Self.looksRandom(bytes) {
      self = .opaque(length: bytes.count)
    } else {
      self = .text
    }
  }

  private static func identifier(_ bytes: [UInt8]) -> ValueFormat? {
    let isUppercase = bytes.contains { (0x41...0x46).contains($0) }
    if bytes.count == 36, [8, 13, 18, 23].allSatisfy({ bytes[$0] == UInt8(ascii: "-") }),
      bytes.enumerated().allSatisfy({ [8, 13, 18, 23].contains($0) || isHexadecimal($1) })
    {
      return .uuid(isUppercase: isUppercase)
    }
    if bytes.count == 26, bytes.allSatisfy({ crockford.contains($0) }), (0x30...0x37).contains(bytes[0]) {
      return .ulid
    }
    if bytes.count >= 16, bytes.allSatisfy(isHexadecimal), bytes.contains(where: isLetter) {
      return .hexadecimal(length: bytes.count, isUppercase: isUppercase)
    }
    return nil
  }

  /// A word without the `=` that fill up a last group of base64.
  private static func withoutPadding(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes.prefix { $0 != UInt8(ascii: "=") }
      + bytes.drop { $0 != UInt8(ascii: "=") }.drop { $0 == UInt8(ascii: "=") }
  }

  /// The form that placeholders of a value have that the runs answered in different texts.
  init(of runs: [String]) {
    let formats = runs.map { ValueFormat(of: $0) }
    let first = formats[0]
    if formats.allSatisfy({ $0 == first }) {
      self = first
    } else if Set(formats.map(\.name)).count == 1, case .instant(_, let zone, let separator) = first {
      // The least precise of the runs: some writers drop trailing zeros.
      let digits = formats.map { if case .instant(let digits, _, _) = $0 { digits } else { 0 } }.min() ?? 0
      self = .instant(fractionDigits: digits, zone: zone, separator: separator)
    } else if formats.allSatisfy({ $0.isOpaque || $0 == .integer }) {
      self = .opaque(length: Self.commonLength)
    } else if formats.allSatisfy({ $0 == .integer || $0 == .decimal }) {
      self = .decimal
    } else {
      self = .text
    }
  }

  /// Length of the placeholder of a code whose length differs from run to run.
  private static let commonLength = 12

  private static func epoch(_ bytes: [UInt8]) -> ValueFormat? {
    guard let value = Int(String(decoding: bytes, as: UTF8.self)) else { return nil }
    // From September 2001 to the end of 2099.
    switch (bytes.count, value) {
    case (10, 1_000_000_000..<4_102_444_800): return .epochSeconds
    case (13, 1_000_000_000_000..<4_102_444_800_000): return .epochMilliseconds
    default: return nil
    }
  }

  static let crockford = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

  static func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x61...0x66).contains(byte) || (0x41...0x46).contains(byte)
  }
  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
  static func isWordByte(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) || byte == 0x2D || byte == 0x5F }
  static func isDecimalDigits(_ bytes: [UInt8]) -> Bool {
    let digits = bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes[...]
    return !digits.isEmpty && digits.count <= 18 && digits.allSatisfy(isDigit)
  }

  /// Whether a word mixes digits with letters, or cases within, as codes do and words do not.
  private static func looksRandom(_ bytes: [UInt8]) -> Bool {
    let hasDigit = bytes.contains(where: isDigit)
    let hasLetter = bytes.contains(where: isLetter)
    let isAllUppercase = hasLetter && !bytes.contains { (0x61...0x7A).contains($0) }
    return hasDigit && hasLetter || isAllUppercase
      || zip(bytes, bytes.dropFirst()).filter { (0x61...0x7A).contains($0) && (0x41...0x5A).contains($1) }.count > 2
  }
}
