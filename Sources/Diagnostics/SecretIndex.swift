/// The forms of all known secrets, arranged for search.
struct SecretIndex: Sendable {
  /// A secret in a text, by the offsets of that text.
  struct Match: Hashable {
    let name: String
    let form: String
    let range: Range<Int>
  }

  private struct Needle {
    let bytes: [UInt8]
    let secret: Int
    let form: Form
  }

  private enum Form {
    /// As it is.
    case raw
    case base64
    case hexadecimal
  }

  /// Needles by their first byte, longest first.
  private var needles: [[Needle]] = Array(repeating: [], count: 256)
  /// Which pairs of bytes a needle starts with: what does not is passed over with one look.
  private var starts: [Bool] = Array(repeating: false, count: 1 << 16)
  private(set) var isEmpty = true
  private var numbers: [[UInt8]: Int] = [:]
  /// The name of each secret, and whether it was told by what a text looks like.
  private var names: [(text: String, isGuess: Bool)] = []
  private var hasSpace = false

  /// Adds a secret of at least two bytes; of two names the first stays, but a guess gives way.
  mutating func insert(_ secret: [UInt8], name: String, isGuess: Bool) {
    if let number = numbers[secret] {
      if names[number].isGuess, !isGuess { names[number] = (name, false) }
      return
    }
    let number = names.count
    numbers[secret] = number
    names.append((name, isGuess))
    add(Needle(bytes: secret, secret: number, form: .raw))
    for digits in ["0123456789abcdef", "0123456789ABCDEF"] {
      let digits = Array(digits.utf8)
      let text = secret.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
      add(Needle(bytes: text, secret: number, form: .hexadecimal))
    }
    hasSpace = hasSpace || secret.contains(0x20)
    for alignment in 0..<3 {
      for urlSafe in [false, true] {
        let core = Self.base64Core(secret, alignment: alignment, urlSafe: urlSafe)
        if core.count >= SecretRegistry.minimumLength { add(Needle(bytes: core, secret: number, form: .base64)) }
      }
    }
  }

  private mutating func add(_ needle: Needle) {
    let first = Int(needle.bytes[0])
    guard !needles[first].contains(where: { $0.bytes == needle.bytes }) else { return }
    let place = needles[first].firstIndex { $0.bytes.count < needle.bytes.count } ?? needles[first].count
    needles[first].insert(needle, at: place)
    starts[first << 8 | Int(needle.bytes[1])] = true
    isEmpty = false
  }

  /// The characters of the encoded text that depend on the secret alone when it starts at a byte offset of
  /// `alignment` modulo 3: those that mix with neighbouring bytes are cut off at both ends.
  private static func base64Core(_ raw: [UInt8], alignment: Int, urlSafe: Bool) -> [UInt8] {
    let text = Array(
      Base64.encode([UInt8](repeating: 0, count: alignment) + raw, urlSafe: urlSafe, padding: false).utf8)
    let first = (alignment * 8 + 5) / 6
    let last = (alignment + raw.count) * 8 / 6
    return first < last ? Array(text[first..<min(last, text.count)]) : []
  }

  /// All secrets in a text in order of offset, longer ones first at one offset; each range once.
  ///
  /// - Parameter coversNeighbours: Whether a match in base64 reaches to the ends of the encoded text around it.
  /// - Complexity: O(text × layers of encoding) where few needles start like the text.
  func hits(in bytes: [UInt8], coversNeighbours: Bool) -> [Match] {
    var found: [Match] = []
    var seen: Set<Place> = []
    DecodedText.visit(bytes, decodesPlus: hasSpace) { text in
      search(text, coversNeighbours) { match in
        let place = Place(name: match.name, start: match.range.lowerBound, end: match.range.upperBound)
        if seen.insert(place).inserted { found.append(match) }
      }
    }
    return found.sorted { a, b in
      if a.range.lowerBound != b.range.lowerBound { return a.range.lowerBound < b.range.lowerBound }
      if a.range.upperBound != b.range.upperBound { return a.range.upperBound > b.range.upperBound }
      return (a.name, a.form) < (b.name, b.form)
    }
  }

  private struct Place: Hashable {
    let name: String
    let start: Int
    let end: Int
  }

  private func search(_ text: DecodedText, _ coversNeighbours: Bool, _ report: (Match) -> Void) {
    let bytes = text.bytes
    guard bytes.count >= 2 else { return }
    for start in 0..<(bytes.count - 1) where starts[Int(bytes[start]) << 8 | Int(bytes[start + 1])] {
      for needle in needles[Int(bytes[start])] where Self.matches(needle.bytes, in: bytes, at: start) {
        // Encoded texts are wrapped into lines; a secret as it is is not.
        guard needle.form != .raw || !text.isJoined else { continue }
        var range = start..<(start + needle.bytes.count)
        if needle.form == .base64, coversNeighbours { range = Self.encodedText(around: range, in: bytes) }
        report(
          Match(
            name: names[needle.secret].text, form: Self.form(of: needle, in: text), range: text.originalRange(of: range)
          ))
      }
    }
  }

  private static func form(of needle: Needle, in text: DecodedText) -> String {
    switch needle.form {
    case .raw: text.form
    case .base64: "base64"
    case .hexadecimal: "hexadecimal"
    }
  }

  private static func matches(_ needle: [UInt8], in bytes: [UInt8], at start: Int) -> Bool {
    guard bytes.count - start >= needle.count else { return false }
    for offset in 2..<needle.count where bytes[start + offset] != needle[offset] { return false }
    return true
  }

  /// The longest run of base64 characters that holds a range.
  private static func encodedText(around range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
    func isEncoded(_ byte: UInt8) -> Bool {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "_"):
        true
      default: false
      }
    }
    var start = range.lowerBound
    var end = range.upperBound
    while start > 0, isEncoded(bytes[start - 1]) { start -= 1 }
    while end < bytes.count, isEncoded(bytes[end]) || bytes[end] == UInt8(ascii: "=") { end += 1 }
    return start..<end
  }
}
