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

  /// The text itself, then each different text that taking encodings out of it gives.
  ///
  /// - Parameter decodesPlus: Whether `+` may stand for a space, as in form data.
  static func layers(of bytes: [UInt8], decodesPlus: Bool) -> [DecodedText] {
    var layers = [DecodedText(bytes: bytes, form: "raw", isJoined: false, origins: nil)]
    var first = 0
    for _ in 0..<maximumDepth {
      let end = layers.count
      for index in first..<end {
        for decoded in layers[index].decoded(plus: decodesPlus)
        where !layers.contains(where: { $0.bytes == decoded.bytes }) {
          layers.append(decoded)
        }
      }
      first = end
    }
    let joined = layers.compactMap { $0.joined() }
    return layers + joined
  }

  /// The range of the original that a range of these bytes was made from.
  func originalRange(of range: Range<Int>) -> Range<Int> {
    guard let origins else { return range }
    return origins[range.lowerBound]..<origins[range.upperBound]
  }

  private func decoded(plus: Bool) -> [DecodedText] {
    var texts: [DecodedText] = []
    if bytes.contains(UInt8(ascii: "%")) { texts.append(percentDecoded(plus: false)) }
    if plus, bytes.contains(UInt8(ascii: "+")) { texts.append(percentDecoded(plus: true)) }
    if bytes.contains(UInt8(ascii: "\\")) { texts.append(jsonUnescaped()) }
    return texts
  }

  private func origin(_ index: Int) -> Int { origins?[index] ?? index }

  /// Makes a text from decoded bytes and the offsets within this text that they came from.
  private func derived(_ decoded: [UInt8], _ offsets: [Int], form: String, isJoined: Bool = false) -> DecodedText {
    DecodedText(
      bytes: decoded, form: form, isJoined: isJoined, origins: offsets.map(origin) + [origin(bytes.count)])
  }

  private func joined() -> DecodedText? {
    let offsets = bytes.indices.filter { bytes[$0] != 0x0A && bytes[$0] != 0x0D }
    return offsets.count == bytes.count
      ? nil : derived(offsets.map { bytes[$0] }, offsets, form: form, isJoined: true)
  }

  private func percentDecoded(plus: Bool) -> DecodedText {
    var decoded: [UInt8] = []
    var offsets: [Int] = []
    var index = 0
    while index < bytes.count {
      offsets.append(index)
      if bytes[index] == UInt8(ascii: "%"), let value = hexadecimal(index + 1, count: 2) {
        decoded.append(UInt8(truncatingIfNeeded: value))
        index += 3
      } else {
        decoded.append(plus && bytes[index] == UInt8(ascii: "+") ? 0x20 : bytes[index])
        index += 1
      }
    }
    return derived(decoded, offsets, form: "percent-encoded")
  }

  private func jsonUnescaped() -> DecodedText {
    var decoded: [UInt8] = []
    var offsets: [Int] = []
    var index = 0
    while index < bytes.count {
      let (replacement, length) = escape(at: index) ?? ([bytes[index]], 1)
      decoded += replacement
      offsets += Array(repeating: index, count: replacement.count)
      index += length
    }
    return derived(decoded, offsets, form: "JSON-escaped")
  }

  /// What an escape of RFC 8259 section 7 stands for, and its length; nil where none starts.
  private func escape(at index: Int) -> ([UInt8], Int)? {
    guard bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count else { return nil }
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
