/// A text with one or more layers of encoding taken out, and where each byte stood in the original.
struct DecodedText: Sendable {
  /// The bytes.
  let bytes: [UInt8]
  /// The encoding that was taken out last, as a hit's form names it.
  let form: String
  /// Whether line ends were taken out, so that wrapped base64 stands in one piece.
  let isJoined: Bool
  /// Offset in the original of each byte, and of the end; nil while nothing was taken out.
  private let origins: [Int]?

  /// The most layers that are taken out: JSON in JSON in a log line of JSON.
  private static let maximumDepth = 3

  /// Shows the text itself, then each different text that taking encodings out of it gives, and each of these with its
  /// line ends taken out. No more of them are held at one time than there are layers.
  ///
  /// - Parameter decodesPlus: Whether `+` may stand for a space, as in form data.
  static func visit(_ bytes: [UInt8], decodesPlus: Bool, _ body: (DecodedText) -> Void) {
    var seen: Set<Int> = []
    func visit(_ text: DecodedText, depth: Int) {
      guard seen.insert(text.digest).inserted else { return }
      body(text)
      let signs = Signs(of: text.bytes)
      if signs.hasWrappedLines { body(text.joined()) }
      guard depth < maximumDepth else { return }
      for encoding in Encoding.allCases where signs.mayHold(encoding) && (encoding != .form || decodesPlus) {
        if let decoded = text.decoded(encoding) { visit(decoded, depth: depth + 1) }
      }
    }
    visit(DecodedText(bytes: bytes, form: "raw", isJoined: false, origins: nil), depth: 0)
  }

  /// A text without its percent-encoding; nil when it has none.
  static func percentDecoded(_ text: String) -> String? {
    DecodedText(bytes: Array(text.utf8), form: "raw", isJoined: false, origins: nil).decoded(.percent)
      .map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  /// Tells two texts of one visit apart.
  private var digest: Int {
    var hasher = Hasher()
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    return hasher.finalize()
  }

  /// The range of the original that a range of these bytes was made from.
  func originalRange(of range: Range<Int>) -> Range<Int> {
    guard let origins else { return range }
    return origins[range.lowerBound]..<origins[range.upperBound]
  }

  /// What writes one character as several.
  private enum Encoding: CaseIterable {
    /// RFC 3986 section 2.1.
    case percent
    /// The same, with `+` for a space.
    case form
    /// RFC 8259 section 7.
    case json
    /// RFC 6901 section 3, in which findings say where something stands.
    case pointer
    /// Character references of HTML and XML.
    case markup

    /// The byte that every escape starts with.
    var start: UInt8 {
      switch self {
      case .percent, .form: UInt8(ascii: "%")
      case .json: UInt8(ascii: "\\")
      case .pointer: UInt8(ascii: "~")
      case .markup: UInt8(ascii: "&")
      }
    }

    /// How a hit's form names it.
    var form: String {
      switch self {
      case .percent, .form: "percent-encoded"
      case .json: "JSON-escaped"
      case .pointer: "in a JSON Pointer"
      case .markup: "HTML-escaped"
      }
    }
  }

  /// What one look at a text tells of the encodings in it: most texts have none.
  private struct Signs {
    /// Whether a line ends in what may be encoded text, and the next one goes on with it.
    private(set) var hasWrappedLines = false
    private var isThere = [Bool](repeating: false, count: 256)

    init(of bytes: [UInt8]) {
      bytes.withUnsafeBufferPointer { bytes in
        isThere.withUnsafeMutableBufferPointer { isThere in
          var last: UInt8 = 0
          var isAfterLineEnd = false
          for index in 0..<bytes.count {
            let byte = bytes[index]
            isThere[Int(byte)] = true
            if byte == 0x0A || byte == 0x0D {
              isAfterLineEnd = true
            } else {
              if isAfterLineEnd, Self.isEncoded(last), Self.isEncoded(byte) { hasWrappedLines = true }
              isAfterLineEnd = false
              last = byte
            }
          }
        }
      }
    }

    func mayHold(_ encoding: Encoding) -> Bool {
      isThere[Int(encoding.start)] || encoding == .form && isThere[Int(UInt8(ascii: "+"))]
    }

    /// Whether a byte is one of base64, base64url or hexadecimal digits.
    private static func isEncoded(_ byte: UInt8) -> Bool {
      (byte | 0x20) &- 0x61 < 26 || byte &- 0x2F < 11 || byte == 0x2B || byte == 0x2D || byte == 0x5F || byte == 0x3D
    }
  }

  /// The text with one encoding taken out; nil when that changes nothing.
  private func decoded(_ encoding: Encoding) -> DecodedText? {
    let plus = encoding == .form
    var decoded: [UInt8] = []
    var offsets: [Int] = []
    decoded.reserveCapacity(bytes.count)
    offsets.reserveCapacity(bytes.count + 1)
    var isChanged = false
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == encoding.start, let (replacement, length) = escape(encoding, at: index) {
        decoded += replacement
        offsets += repeatElement(index, count: replacement.count)
        index += length
        isChanged = true
        continue
      }
      let isSpace = plus && byte == UInt8(ascii: "+")
      isChanged = isChanged || isSpace
      decoded.append(isSpace ? 0x20 : byte)
      offsets.append(index)
      index += 1
    }
    return isChanged ? derived(decoded, offsets, form: encoding.form) : nil
  }

  /// What an escape stands for, and its length; nil where none starts.
  private func escape(_ encoding: Encoding, at index: Int) -> ([UInt8], Int)? {
    switch encoding {
    case .percent, .form: hexadecimal(index + 1, count: 2).map { ([UInt8(truncatingIfNeeded: $0)], 3) }
    case .json: jsonEscape(at: index)
    case .pointer: pointerEscape(at: index)
    case .markup: characterReference(at: index)
    }
  }

  private func origin(_ index: Int) -> Int { origins?[index] ?? index }

  /// Makes a text from decoded bytes and the offsets within this text that they came from.
  private func derived(_ decoded: [UInt8], _ offsets: [Int], form: String, isJoined: Bool = false) -> DecodedText {
    var offsets = offsets
    offsets.append(bytes.count)
    return DecodedText(
      bytes: decoded, form: form, isJoined: isJoined, origins: origins == nil ? offsets : offsets.map(origin))
  }

  private func joined() -> DecodedText {
    var joined: [UInt8] = []
    var offsets: [Int] = []
    joined.reserveCapacity(bytes.count)
    offsets.reserveCapacity(bytes.count + 1)
    for index in 0..<bytes.count where bytes[index] != 0x0A && bytes[index] != 0x0D {
      joined.append(bytes[index])
      offsets.append(index)
    }
    return derived(joined, offsets, form: form, isJoined: true)
  }

  /// What an escape of RFC 8259 section 7 stands for, and its length; nil where none starts.
  private func jsonEscape(at index: Int) -> ([UInt8], Int)? {
    guard index + 1 < bytes.count else { return nil }
    switch bytes[index + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return ([bytes[index + 1]], 2)
    case UInt8(ascii: "b"): return ([0x08], 2)
    case UInt8(ascii: "f"): return ([0x0C], 2)
    case UInt8(ascii: "n"): return ([0x0A], 2)
    case UInt8(ascii: "r"): return ([0x0D], 2)
    case UInt8(ascii: "t"): return ([0x09], 2)
    case UInt8(ascii: "u"):
      guard let unit = hexadecimal(index + 2, count: 4) else { return nil }
      if unit & 0xFC00 == 0xD800, index + 7 < bytes.count, bytes[index + 6] == UInt8(ascii: "\\"),
        bytes[index + 7] == UInt8(ascii: "u"), let low = hexadecimal(index + 8, count: 4), low & 0xFC00 == 0xDC00
      {
        return (Self.utf8(0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF), 12)
      }
      return (Self.utf8(unit), 6)
    default: return nil
    }
  }

  private func pointerEscape(at index: Int) -> ([UInt8], Int)? {
    guard index + 1 < bytes.count else { return nil }
    switch bytes[index + 1] {
    case UInt8(ascii: "0"): return ([UInt8(ascii: "~")], 2)
    case UInt8(ascii: "1"): return ([UInt8(ascii: "/")], 2)
    default: return nil
    }
  }

  private static let references: [String: UInt8] = [
    "amp": UInt8(ascii: "&"), "lt": UInt8(ascii: "<"), "gt": UInt8(ascii: ">"), "quot": UInt8(ascii: "\""),
    "apos": UInt8(ascii: "'"), "sol": UInt8(ascii: "/"), "plus": UInt8(ascii: "+"), "equals": UInt8(ascii: "="),
  ]

  private func characterReference(at index: Int) -> ([UInt8], Int)? {
    guard let end = bytes[index..<min(bytes.count, index + 10)].firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
    let length = end + 1 - index
    if let byte = Self.references[name] { return ([byte], length) }
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let isHexadecimal = digits.hasPrefix("x") || digits.hasPrefix("X")
    let value = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return value.map { (Self.utf8($0), length) }
  }

  private static func utf8(_ value: UInt32) -> [UInt8] {
    Unicode.Scalar(value).map { Array(String(Character($0)).utf8) } ?? Array("\u{FFFD}".utf8)
  }

  private func hexadecimal(_ start: Int, count: Int) -> UInt32? {
    guard start + count <= bytes.count else { return nil }
    var value: UInt32 = 0
    for byte in bytes[start..<(start + count)] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}
