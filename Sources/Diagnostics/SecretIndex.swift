/// The forms of all known secrets, arranged for search.
struct SecretIndex: Sendable {
  /// A secret in a text, by the offsets of that text.
  struct Match: Hashable {
    let name: String
    let form: String
    let range: Range<Int>
  }

  private struct Needle {
    let secret: Int
    let form: Form
  }

  /// Needles that begin alike, as tokens of one service do: found by their lengths, of which there are few.
  private struct Bucket {
    private(set) var needles: [ArraySlice<UInt8>: Needle] = [:]
    /// The longest first.
    private(set) var lengths: [Int] = []

    mutating func add(_ bytes: [UInt8], _ needle: Needle) {
      guard needles[bytes[...]] == nil else { return }
      needles[bytes[...]] = needle
      if let place = lengths.firstIndex(where: { $0 <= bytes.count }) {
        if lengths[place] != bytes.count { lengths.insert(bytes.count, at: place) }
      } else {
        lengths.append(bytes.count)
      }
    }
  }

  private enum Form {
    /// As it is.
    case raw
    case base64
    case hexadecimal
  }

  /// Needles by their first ``SecretRegistry/minimumLength`` bytes.
  private var buckets: [UInt64: Bucket] = [:]
  /// Which pairs of bytes a needle starts with: what does not is passed over with one look.
  private var starts: [Bool] = Array(repeating: false, count: 1 << 16)
  private(set) var isEmpty = true
  private var numbers: [[UInt8]: Int] = [:]
  /// The name of each secret, and whether it was told by what a text looks like.
  private var names: [(text: String, isGuess: Bool)] = []
  private var hasSpace = false

  /// Adds a secret of at least ``SecretRegistry/minimumLength`` bytes; of two names the first stays, but a guess gives way.
  mutating func insert(_ secret: [UInt8], name: String, isGuess: Bool) {
    if let number = numbers[secret] {
      if names[number].isGuess, !isGuess { names[number] = (name, false) }
      return
    }
    let number = names.count
    numbers[secret] = number
    names.append((name, isGuess))
    add(secret, Needle(secret: number, form: .raw))
    for digits in ["0123456789abcdef", "0123456789ABCDEF"] {
      let digits = Array(digits.utf8)
      let text = secret.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
      add(text, Needle(secret: number, form: .hexadecimal))
    }
    hasSpace = hasSpace || secret.contains(0x20)
    for alignment in 0..<3 {
      for urlSafe in [false, true] {
        let core = Self.base64Core(secret, alignment: alignment, urlSafe: urlSafe)
        if core.count >= SecretRegistry.minimumLength { add(core, Needle(secret: number, form: .base64)) }
      }
    }
  }

  private mutating func add(_ bytes: [UInt8], _ needle: Needle) {
    guard bytes.count >= SecretRegistry.minimumLength else { return }
    buckets[Self.key(bytes, at: 0), default: Bucket()].add(bytes, needle)
    starts[Int(bytes[0]) << 8 | Int(bytes[1])] = true
    isEmpty = false
  }

  private static func key(_ bytes: [UInt8], at start: Int) -> UInt64 {
    var key: UInt64 = 0
    for offset in 0..<SecretRegistry.minimumLength { key = key << 8 | UInt64(bytes[start + offset]) }
    return key
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
  /// - Complexity: O(text × layers of encoding), however many secrets there are.
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
    guard bytes.count >= SecretRegistry.minimumLength else { return }
    for start in 0...(bytes.count - SecretRegistry.minimumLength)
    where starts[Int(bytes[start]) << 8 | Int(bytes[start + 1])] {
      guard let bucket = buckets[Self.key(bytes, at: start)] else { continue }
      for length in bucket.lengths where length <= bytes.count - start {
        // Encoded texts are wrapped into lines; a secret as it is is not.
        guard let needle = bucket.needles[bytes[start..<(start + length)]], needle.form != .raw || !text.isJoined else {
          continue
        }
        var range = start..<(start + length)
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
