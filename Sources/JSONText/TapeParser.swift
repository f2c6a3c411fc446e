/// Where and why the strict parser stopped; offsets become positions only for the one error that is thrown.
struct ParseFailure: Error {
  let message: String
  let offset: Int
}

/// Strict parser of RFC 8259 over bytes: no recursion, depth bounded, UTF-8 checked, nothing tolerated.
///
/// Unsafe memory: `base` points to `count` bytes that the caller keeps alive and unchanged for the parser's life, and
/// every read is behind a comparison with `count`. `words` is owned by the parser until `parse` hands it on, and
/// `push` grows it before it writes.
struct TapeParser {
  private let base: UnsafePointer<UInt8>
  private let count: Int
  private var position = 0
  private(set) var words: UnsafeMutablePointer<UInt64>
  private(set) var wordCount = 0
  private var capacity: Int
  private(set) var pool: [UInt8] = []
  private(set) var origins = StringOrigins()
  private(set) var duplicates: [(first: Int, second: Int, keyIndex: Int)] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>, base: UnsafePointer<UInt8>) {
    self.base = base
    count = bytes.count
    capacity = max(32, bytes.count / 4)
    words = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity)
  }

  /// Parses the whole text; the caller frees ``words`` whether it throws or not.
  mutating func parse() throws(ParseFailure) {
    try checkStart()
    try parseValues()
    skipSpace()
    if position < count { throw failure("unexpected \(describe(position)) after the document") }
  }

  private func checkStart() throws(ParseFailure) {
    func starts(_ prefix: [UInt8]) -> Bool {
      count >= prefix.count && prefix.indices.allSatisfy { base[$0] == prefix[$0] }
    }
    if starts([0xEF, 0xBB, 0xBF]) {
      throw failure("the text starts with a byte order mark, which JSON does not allow")
    }
    if starts([0xFF, 0xFE]) || starts([0xFE, 0xFF]) || count >= 2 && (base[0] == 0 || base[1] == 0) {
      throw failure("the text is UTF-16 or UTF-32, not UTF-8")
    }
    if starts(Array("<<<<<<< ".utf8)) { throw failure("the file has conflict markers of an unfinished merge") }
    if starts([UInt8(ascii: "<")]) { throw failure("the text is HTML or XML, not JSON") }
  }

  // MARK: Structure

  private mutating func parseValues() throws(ParseFailure) {
    // Tape index of each open container.
    var open: [Int] = []
    var isObject = false
    var children: [Int] = []
    while true {
      skipSpace()
      guard position < count else { throw failure("the text ends where a value should stand") }
      // A value.
      switch base[position] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        let opensObject = base[position] == UInt8(ascii: "{")
        guard open.count < JSONDocument.maximumDepth else {
          throw failure("the value is nested more than \(JSONDocument.maximumDepth) levels deep")
        }
        open.append(wordCount)
        children.append(0)
        push(Entry.make(opensObject ? .object : .array, offset: position), 0)
        position += 1
        skipSpace()
        if position < count, base[position] == (opensObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
          position += 1
          close(open.removeLast(), children.removeLast(), isObject: opensObject)
          isObject = open.last.map { Entry.kind(words[$0]) == .object } ?? false
          break
        }
        isObject = opensObject
        if isObject { try parseKey() }
        continue
      case UInt8(ascii: "\""): try parseString()
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try parseNumber()
      case UInt8(ascii: "t"): try parseWord("true", .bool)
      case UInt8(ascii: "f"): try parseWord("false", .bool)
      case UInt8(ascii: "n"): try parseWord("null", .null)
      default: throw failure("unexpected \(describe(position)) where a value should stand")
      }
      // What may follow a value.
      while true {
        guard let container = open.last else { return }
        children[children.count - 1] += 1
        skipSpace()
        guard position < count else { throw failure("the text ends inside \(isObject ? "an object" : "an array")") }
        if base[position] == UInt8(ascii: ",") {
          position += 1
          skipSpace()
          if position < count, base[position] == UInt8(ascii: "}") || base[position] == UInt8(ascii: "]") {
            throw failure("a comma stands before the end of \(isObject ? "an object" : "an array")")
          }
          if isObject { try parseKey() }
          break
        }
        guard base[position] == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
          throw failure("expected ',' or '\(isObject ? "}" : "]")', got \(describe(position))")
        }
        position += 1
        close(container, children.removeLast(), isObject: isObject)
        open.removeLast()
        isObject = open.last.map { Entry.kind(words[$0]) == .object } ?? false
      }
    }
  }

  private mutating func parseKey() throws(ParseFailure) {
    skipSpace()
    guard position < count else { throw failure("the text ends inside an object") }
    guard base[position] == UInt8(ascii: "\"") else {
      throw failure("expected a key in double quotes, got \(describe(position))")
    }
    try parseString()
    skipSpace()
    guard position < count, base[position] == UInt8(ascii: ":") else {
      throw failure("expected ':' after a key, got \(position < count ? describe(position) : "the end of the text")")
    }
    position += 1
  }

  private mutating func close(_ index: Int, _ children: Int, isObject: Bool) {
    words[index + 1] = UInt64(children) << 32 | UInt64(wordCount)
    if isObject, children > 1 { findDuplicates(index, children) }
  }

  /// Compares the keys of an object; they are unique at once when they come in ascending order.
  private mutating func findDuplicates(_ index: Int, _ children: Int) {
    var keys: [Int] = []
    var isAscending = true
    var key = index + 2
    keys.reserveCapacity(children)
    for _ in 0..<children {
      if let last = keys.last, isAscending, compare(last, key) >= 0 { isAscending = false }
      keys.append(key)
      let value = key + 2
      switch Entry.kind(words[value]) {
      case .array, .object: key = Int(words[value + 1] & 0xFFFF_FFFF)
      default: key = value + 2
      }
    }
    guard !isAscending else { return }
    let sorted = keys.sorted { a, b in
      let order = compare(a, b)
      return order != 0 ? order < 0 : a < b
    }
    for (a, b) in zip(sorted, sorted.dropFirst()) where compare(a, b) == 0 {
      duplicates.append((offsetInSource(a), offsetInSource(b), b))
    }
  }

  /// Orders two strings by length, then bytes: any total order tells equal keys.
  private func compare(_ a: Int, _ b: Int) -> Int {
    let lengths = (Int(words[a + 1]), Int(words[b + 1]))
    if lengths.0 != lengths.1 { return lengths.0 - lengths.1 }
    return withText(a) { left in
      withText(b) { right in
        for place in 0..<lengths.0 where left[place] != right[place] { return Int(left[place]) - Int(right[place]) }
        return 0
      }
    }
  }

  private func withText(_ index: Int, _ body: (UnsafePointer<UInt8>) -> Int) -> Int {
    let offset = Entry.offset(words[index])
    guard Entry.isPooled(words[index]) else { return body(base + offset) }
    return pool.withUnsafeBufferPointer { buffer in
      // A pooled text may be empty only when the pool is; its length of 0 keeps anyone from reading it.
      buffer.baseAddress.map { body($0 + offset) } ?? 0
    }
  }

  private func offsetInSource(_ index: Int) -> Int {
    guard Entry.isPooled(words[index]) else { return Entry.offset(words[index]) - 1 }
    return origins.offset(of: index)
  }

  // MARK: Scalars

  private mutating func parseWord(_ word: StaticString, _ kind: JSONKind) throws(ParseFailure) {
    let length = word.utf8CodeUnitCount
    guard count - position >= length else {
      throw failure("unexpected \(describe(position)) where a value should stand")
    }
    for place in 0..<length where base[position + place] != word.utf8Start[place] {
      throw failure("unexpected \(describe(position)) where a value should stand")
    }
    push(Entry.make(kind, offset: position), UInt64(length))
    position += length
  }

  private mutating func parseNumber() throws(ParseFailure) {
    let start = position
    if base[position] == UInt8(ascii: "-") { position += 1 }
    guard position < count, isDigit(base[position]) else { throw failure("expected a digit after '-'") }
    if base[position] == UInt8(ascii: "0") {
      position += 1
      if position < count, isDigit(base[position]) { throw failure("a number must not start with 0") }
    } else {
      skipDigits()
    }
    if position < count, base[position] == UInt8(ascii: ".") {
      position += 1
      guard position < count, isDigit(base[position]) else { throw failure("expected a digit after '.'") }
      skipDigits()
    }
    if position < count, base[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < count, base[position] == UInt8(ascii: "+") || base[position] == UInt8(ascii: "-") { position += 1 }
      guard position < count, isDigit(base[position]) else { throw failure("expected a digit in the exponent") }
      skipDigits()
    }
    push(Entry.make(.number, offset: start), UInt64(position - start))
  }

  private mutating func skipDigits() {
    while position < count, isDigit(base[position]) { position += 1 }
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// Parses a string whose opening quote stands at `position`.
  private mutating func parseString() throws(ParseFailure) {
    let start = position + 1
    position = start
    while true {
      skipPlain()
      guard position < count else { throw failure("the text ends inside a string", at: start - 1) }
      let byte = base[position]
      if byte == 0x22 {
        push(Entry.make(.string, offset: start), UInt64(position - start))
        position += 1
        return
      }
      if byte == 0x5C { return try parseEscapedString(from: start) }
      if byte < 0x20 { throw failure("a control character (\(hex(byte))) stands unescaped in a string") }
      try skipMultibyte()
    }
  }

  /// Passes over bytes that are neither quote, backslash, control characters nor beyond ASCII, eight at a time.
  private mutating func skipPlain() {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    while count - position >= 8 {
      let word = UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self)
      let quote = word ^ (ones &* 0x22)
      let backslash = word ^ (ones &* 0x5C)
      // The high bit of each byte that is 0 after the exclusive or, below 0x20, or beyond ASCII.
      let found =
        (((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash) | ((word &- (ones &* 0x20)) & ~word) | word)
        & highs
      if found != 0 {
        position += UInt64(littleEndian: found).trailingZeroBitCount >> 3
        return
      }
      position += 8
    }
    while position < count {
      let byte = base[position]
      if byte == 0x22 || byte == 0x5C || byte < 0x20 || byte >= 0x80 { return }
      position += 1
    }
  }

  /// Passes over one character of two to four bytes (RFC 3629 section 4).
  private mutating func skipMultibyte() throws(ParseFailure) {
    let lead = base[position]
    var low: UInt8 = 0x80
    var high: UInt8 = 0xBF
    let length: Int
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0:
      length = 3
      low = 0xA0
    case 0xED:
      length = 3
      high = 0x9F
    case 0xE1...0xEF: length = 3
    case 0xF0:
      length = 4
      low = 0x90
    case 0xF4:
      length = 4
      high = 0x8F
    case 0xF1...0xF3: length = 4
    default: throw failure("the byte \(hex(lead)) is not UTF-8")
    }
    for place in 1..<length {
      guard position + place < count, (low...high).contains(base[position + place]) else {
        throw failure("the bytes from \(hex(lead)) on are not UTF-8")
      }
      low = 0x80
      high = 0xBF
    }
    position += length
  }

  /// Rewrites a string that holds a backslash into canonical form in the pool.
  private mutating func parseEscapedString(from start: Int) throws(ParseFailure) {
    let offset = pool.count
    var copied = start
    func isSurrogate(_ unit: UInt32, _ range: ClosedRange<UInt32>) -> Bool { range.contains(unit) }
    while true {
      skipPlain()
      guard position < count else { throw failure("the text ends inside a string", at: start - 1) }
      let byte = base[position]
      if byte == 0x22 { break }
      if byte < 0x20 { throw failure("a control character (\(hex(byte))) stands unescaped in a string") }
      if byte != 0x5C {
        try skipMultibyte()
        continue
      }
      pool.append(contentsOf: UnsafeBufferPointer(start: base + copied, count: position - copied))
      let escapeStart = position
      position += 1
      guard position < count else { throw failure("the text ends inside a string", at: start - 1) }
      let escape = base[position]
      position += 1
      switch escape {
      case 0x22, 0x5C, UInt8(ascii: "/"): Escaping.append(escape, to: &pool)
      case UInt8(ascii: "b"): Escaping.append(0x08, to: &pool)
      case UInt8(ascii: "t"): Escaping.append(0x09, to: &pool)
      case UInt8(ascii: "n"): Escaping.append(0x0A, to: &pool)
      case UInt8(ascii: "f"): Escaping.append(0x0C, to: &pool)
      case UInt8(ascii: "r"): Escaping.append(0x0D, to: &pool)
      case UInt8(ascii: "u"):
        var unit = try parseHexadecimal(escapeStart)
        if isSurrogate(unit, 0xDC00...0xDFFF) {
          throw failure("a lone low surrogate stands in a string", at: escapeStart)
        }
        if isSurrogate(unit, 0xD800...0xDBFF) {
          guard count - position >= 2, base[position] == 0x5C, base[position + 1] == UInt8(ascii: "u") else {
            throw failure("a lone high surrogate stands in a string", at: escapeStart)
          }
          position += 2
          let low = try parseHexadecimal(escapeStart)
          guard isSurrogate(low, 0xDC00...0xDFFF) else {
            throw failure("a lone high surrogate stands in a string", at: escapeStart)
          }
          unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
        }
        if unit < 0x80 {
          Escaping.append(UInt8(unit), to: &pool)
        } else if let scalar = Unicode.Scalar(unit) {
          pool.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
        }
      default: throw failure("'\\' is followed by \(describe(position - 1)), which is no escape", at: escapeStart)
      }
      copied = position
    }
    pool.append(contentsOf: UnsafeBufferPointer(start: base + copied, count: position - copied))
    position += 1
    let hasEscapes = pool[offset...].contains(0x5C)
    origins.append(index: wordCount, offset: start - 1)
    push(
      Entry.make(.string, offset: offset) | Entry.pooled | (hasEscapes ? Entry.escaped : 0), UInt64(pool.count - offset)
    )
  }

  private mutating func parseHexadecimal(_ escapeStart: Int) throws(ParseFailure) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard position < count, Escaping.hexadecimal(base[position]) < 16 else {
        throw failure("'\\u' needs four hexadecimal digits", at: escapeStart)
      }
      value = value << 4 | UInt32(Escaping.hexadecimal(base[position]))
      position += 1
    }
    return value
  }

  // MARK: Parts

  private mutating func skipSpace() {
    while position < count {
      let byte = base[position]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      position += 1
    }
  }

  private mutating func push(_ first: UInt64, _ second: UInt64) {
    if wordCount + 2 > capacity {
      let grown = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity * 2)
      grown.moveInitialize(from: words, count: wordCount)
      words.deallocate()
      words = grown
      capacity *= 2
    }
    words[wordCount] = first
    words[wordCount + 1] = second
    wordCount += 2
  }

  private func failure(_ message: String, at offset: Int? = nil) -> ParseFailure {
    ParseFailure(message: message, offset: offset ?? position)
  }

  private func describe(_ offset: Int) -> String {
    let byte = base[offset]
    return (0x21...0x7E).contains(byte) ? "'\(Character(Unicode.Scalar(byte)))'" : "the byte \(hex(byte))"
  }

  private func hex(_ byte: UInt8) -> String {
    let text = String(byte, radix: 16, uppercase: true)
    return "0x" + (text.count < 2 ? "0" + text : text)
  }
}
