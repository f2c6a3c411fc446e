internal import Workspace

/// The written form of a volatile value, which its placeholder keeps, so that a type still decodes it.
enum ValueFormat: Hashable, Sendable {
  /// A UUID; upper case where the value is.
  case uuid(isUppercase: Bool)
  /// A ULID (26 characters of Crockford's base 32).
  case ulid(isUppercase: Bool)
  /// Groups of at most four hexadecimal digits that colons join: addresses of machines, fingerprints of keys.
  case hexGroups(count: Int, width: Int, isUppercase: Bool)
  /// Hexadecimal digits, at least 6 of them.
  case hexadecimal(length: Int, isUppercase: Bool)
  /// Decimal digits, as a number or as text.
  case integer
  /// Decimal digits whose number is part of the form: a code, or an id that leads with zeros.
  case digits(length: Int)
  /// A number with a fraction or an exponent.
  case decimal
  /// A date and time of ISO 8601.
  case instant(InstantStyle)
  /// A date and time as mail and HTTP have it.
  case mailDate(MailDateStyle)
  /// A day, `YYYY-MM-DD`.
  case day
  /// A month, `YYYY-MM`.
  case month
  /// Time since 1970.
  case epoch(EpochUnit)
  /// The name of a day of the week.
  case weekday(WeekdayStyle)
  /// A time of the day, `hh:mm` or `hh:mm:ss`, perhaps with a fraction.
  case clock(groups: Int)
  /// A duration of ISO 8601, such as `PT59.5S`.
  case duration
  /// A duration with units, such as `1m2.5s` or `350ms`.
  case elapsed
  /// A phrase such as `2 seconds ago`.
  case ago
  /// A number of units of time, such as `3 days`; the unit without its plural.
  case amount(unit: String)
  /// An IPv4 address, perhaps with a port.
  case address(hasPort: Bool)
  /// Numbers joined by points or colons, such as a version.
  case composite(groups: Int)
  /// A word that looks random, such as a nanoid, an invite code or base64.
  case opaque(OpaqueShape)
  /// Anything else: words that people read.
  case text

  /// How a code is written.
  struct OpaqueShape: Hashable, Sendable {
    /// Number of characters, padding included.
    var length: Int
    /// Number of `=` at the end.
    var padding = 0
    /// Whether it has lower-case letters.
    var hasLowercase = true
    /// Whether it has upper-case letters.
    var hasUppercase = true
  }

  /// What a number counts that says when.
  enum EpochUnit: String, Hashable, Sendable {
    case seconds = "epoch-seconds"
    case fractionalSeconds = "epoch-seconds-with-fraction"
    case milliseconds = "epoch-milliseconds"
    case microseconds = "epoch-microseconds"
    case nanoseconds = "epoch-nanoseconds"
  }

  /// The name that `fixtures/volatility.json` shows.
  var name: String {
    switch self {
    case .uuid: "uuid"
    case .ulid: "ulid"
    case .hexadecimal: "hex"
    case .hexGroups: "hex-groups"
    case .integer: "integer"
    case .digits: "digits"
    case .decimal: "decimal"
    case .instant: "instant"
    case .mailDate: "mail-date"
    case .day: "day"
    case .month: "month"
    case .epoch(let unit): unit.rawValue
    case .weekday: "weekday"
    case .clock: "clock"
    case .duration: "duration"
    case .elapsed: "elapsed"
    case .ago: "ago"
    case .amount: "amount"
    case .address: "address"
    case .composite: "numbers"
    case .opaque: "opaque"
    case .text: "text"
    }
  }

  /// Whether values of this form say when, not which.
  var isTemporal: Bool {
    switch self {
    case .instant, .mailDate, .day, .month, .epoch: true
    default: false
    }
  }

  /// Whether two runs cannot come to one value by chance, so that the form tells itself whenever it is recorded.
  var isEvident: Bool {
    switch self {
    case .uuid, .ulid, .ago, .hexGroups: true
    case .hexadecimal(let length, _), .digits(let length): length >= 16
    case .opaque(let shape): shape.length >= 16
    default: false
    }
  }

  /// Whether values of this form are made to tell things apart: no two runs come to the same by chance.
  var isRandom: Bool {
    switch self {
    case .uuid, .ulid, .hexadecimal, .hexGroups, .opaque: true
    default: false
    }
  }

  /// Recognises the form of a whole value.
  init(of text: String) {
    let bytes = Array(text.utf8)
    self =
      Self.identifier(bytes) ?? Self.date(bytes) ?? Self.numeral(bytes) ?? Self.timePhrase(text, bytes)
      ?? Self.code(bytes) ?? .text
  }

  private static func identifier(_ bytes: [UInt8]) -> ValueFormat? {
    if isUUID(bytes[...]) { return .uuid(isUppercase: bytes.contains { (0x41...0x46).contains($0) }) }
    if bytes.count == 26, (0x30...0x37).contains(bytes[0]), bytes.contains(where: isLetter) {
      if bytes.allSatisfy({ crockford.contains($0) }) { return .ulid(isUppercase: true) }
      if bytes.allSatisfy({ crockford.contains($0 & ($0 >= 0x61 ? 0xDF : 0xFF)) && !(0x41...0x5A).contains($0) }) {
        return .ulid(isUppercase: false)
      }
    }
    if let groups = hexGroups(bytes, from: 0), groups.end == bytes.count { return groups.format }
    // `12e456` is a number as well.
    if isHexadecimalWord(bytes), bytes.contains(where: isDigit),
      bytes.contains(where: { isLetter($0) && $0 | 0x20 != 0x65 })
    {
      return .hexadecimal(length: bytes.count, isUppercase: bytes.contains { (0x41...0x46).contains($0) })
    }
    return nil
  }

  private static func date(_ bytes: [UInt8]) -> ValueFormat? {
    if let instant = Instant(bytes: bytes) { return .instant(instant.style) }
    if let date = MailDate(bytes: bytes) { return .mailDate(date.style) }
    if CalendarDay(bytes: bytes[...]) != nil { return .day }
    if bytes.count == 7, CalendarDay(bytes: (bytes + Array("-01".utf8))[...]) != nil { return .month }
    return nil
  }

  private static func numeral(_ bytes: [UInt8]) -> ValueFormat? {
    if isDecimalDigits(bytes) { return epoch(bytes) ?? .integer }
    guard let first = bytes.first, isDigit(first) || first == UInt8(ascii: "-"),
      bytes.allSatisfy({ isDigit($0) || "+-.:eE".utf8.contains($0) })
    else { return nil }
    let groups = bytes.split(whereSeparator: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ":") })
    let arePlain = groups.allSatisfy { $0.allSatisfy(isDigit) } && isDigit(bytes[bytes.count - 1])
    if arePlain, isClock(bytes) { return .clock(groups: bytes.count(where: { $0 == UInt8(ascii: ":") }) + 1) }
    if arePlain, let hasPort = addressPort(bytes) { return .address(hasPort: hasPort) }
    if arePlain, groups.count > 2 || bytes.contains(UInt8(ascii: ":")) { return .composite(groups: groups.count) }
    guard Double(String(decoding: bytes, as: UTF8.self)) != nil else { return nil }
    if arePlain, groups.count == 2, case .epoch(.seconds)? = epoch(Array(groups[0])) {
      return .epoch(.fractionalSeconds)
    }
    return .decimal
  }

  /// Whether an IPv4 address has a port; nil for anything else.
  private static func addressPort(_ bytes: [UInt8]) -> Bool? {
    let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    let numbers = parts[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard numbers.count == 4, parts.count <= 2, numbers.allSatisfy({ CalendarDay.digits($0) ?? 256 < 256 }) else {
      return nil
    }
    return parts.count == 2
  }

  /// `hh:mm`, `hh:mm:ss` and `hh:mm:ss.fff` within a day.
  private static func isClock(_ bytes: [UInt8]) -> Bool {
    let whole = bytes.prefix { $0 != UInt8(ascii: ".") }
    let groups = whole.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard (2...3).contains(groups.count), whole.count == bytes.count || groups.count == 3,
      groups.allSatisfy({ $0.count == 2 }), bytes.count(where: { $0 == UInt8(ascii: ".") }) <= 1
    else { return false }
    let values = groups.compactMap(CalendarDay.digits)
    return values.count == groups.count && values[0] < 24 && values.dropFirst().allSatisfy { $0 <= 60 }
  }

  private static func code(_ bytes: [UInt8]) -> ValueFormat? {
    let bare = withoutPadding(bytes)
    if bytes.count >= 6, bare.allSatisfy(isWordByte), looksRandom(bare) { return .opaque(shape([bytes])) }
    return isPaddedBase64(bytes) ? .opaque(shape([bytes])) : nil
  }

  /// The shape of codes that the runs answered.
  static func shape(_ runs: [[UInt8]]) -> OpaqueShape {
    let lengths = runs.map(\.count)
    let paddings = Set(runs.map { $0.count - withoutPadding($0).count })
    let all = runs.joined()
    var shape = OpaqueShape(length: lengths.max() ?? 0, padding: 0)
    if Set(lengths).count == 1, paddings.count == 1 {
      shape.padding = paddings.first ?? 0
    } else {
      // Where the runs differ in it, the length is chance.
      shape.length = paddings == [0] ? max(16, (shape.length + 31) / 32 * 16) : (shape.length + 3) / 4 * 4
    }
    shape.hasLowercase = all.contains { (0x61...0x7A).contains($0) }
    shape.hasUppercase = all.contains { (0x41...0x5A).contains($0) }
    return shape
  }

  private static func epoch(_ bytes: [UInt8]) -> ValueFormat? {
    guard let value = Int(String(decoding: bytes, as: UTF8.self)) else { return nil }
    // From September 2001 to the end of 2099.
    let units: [Int: (EpochUnit, Int)] = [
      10: (.seconds, 1), 13: (.milliseconds, 1000), 16: (.microseconds, 1_000_000), 19: (.nanoseconds, 1_000_000_000),
    ]
    guard let (unit, factor) = units[bytes.count], (1_000_000_000..<4_102_444_800).contains(value / factor) else {
      return nil
    }
    return .epoch(unit)
  }
}

extension ValueFormat {
  static let crockford = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

  static func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x61...0x66).contains(byte) || (0x41...0x46).contains(byte)
  }
  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
  static func isWordByte(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) || byte == 0x2D || byte == 0x5F }

  /// At least one digit, perhaps a minus; not more than 20 digits, which is what 64 bits come to.
  static func isDecimalDigits(_ bytes: [UInt8]) -> Bool {
    let digits = bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes[...]
    return !digits.isEmpty && digits.count <= 20 && digits.allSatisfy(isDigit)
  }

  /// 36 bytes: hexadecimal digits with dashes where a UUID has them.
  static func isUUID(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count == 36
      && bytes.enumerated().allSatisfy { offset, byte in
        [8, 13, 18, 23].contains(offset) ? byte == UInt8(ascii: "-") : isHexadecimal(byte)
      }
  }

  /// At least four groups of hexadecimal digits that colons join, and where they end.
  static func hexGroups(_ bytes: [UInt8], from start: Int) -> (format: ValueFormat, end: Int)? {
    guard start + 7 <= bytes.count, bytes[start...].prefix(5).contains(UInt8(ascii: ":")) else { return nil }
    // A fingerprint of 512 bits has 64 groups; whatever goes on is none.
    let limit = min(bytes.count, start + 64 * 5)
    let end = bytes[start..<limit].firstIndex { !isHexadecimal($0) && $0 != UInt8(ascii: ":") } ?? limit
    let groups = bytes[start..<end].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard groups.count > 3, groups.allSatisfy({ (1...4).contains($0.count) }),
      end == bytes.count || !isWordByte(bytes[end]) && bytes[end] != UInt8(ascii: ":")
    else { return nil }
    let isUppercase = bytes[start..<end].contains { (0x41...0x46).contains($0) }
    let width = groups.map(\.count).max() ?? 2
    return (.hexGroups(count: groups.count, width: width, isUppercase: isUppercase), end)
  }

  /// At least 6 hexadecimal digits, letters of one case.
  static func isHexadecimalWord(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 6 && bytes.allSatisfy(isHexadecimal)
      && !(bytes.contains { (0x61...0x66).contains($0) } && bytes.contains { (0x41...0x46).contains($0) })
  }

  /// A word without the `=` that fill up a last group of base64.
  static func withoutPadding(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    var end = bytes.count
    while end > 0, bytes.count - end < 2, bytes[end - 1] == UInt8(ascii: "=") { end -= 1 }
    return end < bytes.count && bytes.count % 4 != 0 ? bytes[...] : bytes[..<end]
  }

  /// Base64 that says so by its padding or a plus.
  static func isPaddedBase64(_ bytes: [UInt8]) -> Bool {
    let bare = withoutPadding(bytes)
    return bytes.count >= 8 && bytes.count % 4 == 0 && bare.allSatisfy(isBase64Byte)
      && (bare.count < bytes.count || bare.contains(UInt8(ascii: "+")) && looksRandom(bare))
  }

  static func isBase64Byte(_ byte: UInt8) -> Bool {
    isDigit(byte) || isLetter(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
  }

  /// Whether a word mixes digits with letters, or cases within, as codes do and words do not.
  static func looksRandom(_ bytes: ArraySlice<UInt8>) -> Bool {
    let hasDigit = bytes.contains(where: isDigit)
    let hasLetter = bytes.contains(where: isLetter)
    let isAllUppercase = hasLetter && !bytes.contains { (0x61...0x7A).contains($0) }
    return hasDigit && hasLetter || isAllUppercase
      || zip(bytes, bytes.dropFirst()).count(where: { (0x61...0x7A).contains($0) && (0x41...0x5A).contains($1) }) > 2
  }
}
