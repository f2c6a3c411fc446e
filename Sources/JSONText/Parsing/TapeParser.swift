/// Turns the bytes of an input into a tape in one pass, without recursion.
struct TapeParser {
  /// An array or object that is still open.
  struct Frame {
    /// Tape index of its first word.
    var container = 0
    /// Members or elements that are complete.
    var count = 0
    /// Tape index of the latest key.
    var key = 0
    /// The first eight bytes of that key, big-endian, so that integers order as bytes do.
    var prefix: UInt64 = 0
    var isObject = false
    /// Whether the keys so far rise strictly, by UTF-8 bytes.
    var isSorted = true
  }

  /// An object as large as this gets its table of members even when they are in order: look-ups search it.
  static let tabledCount = 32

  private let tape: Tape
  private let base: UnsafePointer<UInt8>
  private let end: UnsafePointer<UInt8>
  private let strings: StringScan
  private let order: MemberOrder
  // Sound: `words` is the tape's memory, `used` never passes `limit`, and `reserve` refreshes all three.
  private var words: UnsafeMutablePointer<UInt64>
  private var used = 0
  private var limit: Int
  /// The enclosing containers; room for every depth that is allowed.
  private let frames: UnsafeMutablePointer<Frame>
  private var depth = 0
  private var frame = Frame()

  /// Parses an input.
  static func parse(_ input: JSONInput, tolerant: Bool) throws(SyntaxFailure) -> (Tape, DuplicateKeyLog) {
    guard input.count <= JSONDocument.maximumByteCount else { throw SyntaxFailure(.tooLarge, at: 0) }
    let tape = Tape(input: input)
    let frames = UnsafeMutablePointer<Frame>.allocate(capacity: JSONDocument.maximumDepth + 1)
    defer { frames.deallocate() }  // `Frame` is trivial: nothing to deinitialise.
    var parser = TapeParser(tape: tape, frames: frames)
    if tolerant { try parser.run(tolerant: true) } else { try parser.run(tolerant: false) }
    tape.count = parser.used
    return (tape, parser.order.log)
  }

  private init(tape: Tape, frames: UnsafeMutablePointer<Frame>) {
    self.tape = tape
    self.frames = frames
    base = tape.input.base
    end = base + tape.input.count
    strings = StringScan(base: base, end: end, rewritten: tape.rewritten)
    order = MemberOrder(tape: tape)
    words = tape.words
    limit = tape.capacity
  }

  @inline(__always)
  private mutating func reserve(_ extra: Int) {
    if limit - used < extra { grow(extra) }
  }

  @inline(never)
  private mutating func grow(_ extra: Int) {
    tape.grow(used: used, extra: extra)
    words = tape.words
    limit = tape.capacity
  }

  @inline(__always)
  private mutating func push(_ word: TapeWord) {
    words[used] = word.bits
    used += 1
  }

  /// The loop: a value, then whatever closes after it.
  ///
  /// Inlined twice, so that the strict parser pays nothing for the tolerant one.
  @inline(__always)
  private mutating func run(tolerant: Bool) throws(SyntaxFailure) {
    var pointer = try space(base, tolerant)
    repeat {
      reserve(4)
      if try value(&pointer, tolerant) { continue }
      try complete(&pointer, tolerant)
    } while depth > 0
    pointer = try space(pointer, tolerant)
    guard pointer == end else { throw SyntaxFailure(.trailingText, at: pointer - base) }
  }

  /// Parses a scalar or an empty container, or opens a container: true then, and a value follows.
  @inline(__always)
  private mutating func value(
    _ pointer: inout UnsafePointer<UInt8>, _ tolerant: Bool
  ) throws(SyntaxFailure) -> Bool {
    switch pointer.pointee {
    case UInt8(ascii: "\""):
      pointer += 1
      push(try strings.scan(&pointer))
    case UInt8(ascii: "-"), 0x30...0x39:
      try number(&pointer)
    case UInt8(ascii: "{"):
      return try open(&pointer, isObject: true, tolerant)
    case UInt8(ascii: "["):
      return try open(&pointer, isObject: false, tolerant)
    default:
      try literal(&pointer)
    }
    return false
  }

  /// After a value: opens the way to the next one, or closes containers until there is one or the document ends.
  @inline(__always)
  private mutating func complete(
    _ pointer: inout UnsafePointer<UInt8>, _ tolerant: Bool
  ) throws(SyntaxFailure) {
    while depth > 0 {
      frame.count += 1
      pointer = try space(pointer, tolerant)
      let closer = frame.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
      if pointer.pointee == UInt8(ascii: ",") {
        pointer = try space(pointer + 1, tolerant)
        if frame.isObject, pointer.pointee == UInt8(ascii: "\"") { return try key(&pointer, tolerant) }
        guard pointer.pointee == closer || frame.isObject else { return }
        guard tolerant, pointer.pointee == closer else { throw unexpected(pointer, afterComma: true) }
      }
      guard pointer.pointee == closer else { throw unexpected(pointer, afterComma: false) }
      pointer += 1
      close()
    }
  }

  @inline(__always)
  private mutating func open(
    _ pointer: inout UnsafePointer<UInt8>, isObject: Bool, _ tolerant: Bool
  ) throws(SyntaxFailure) -> Bool {
    guard depth < JSONDocument.maximumDepth else { throw SyntaxFailure(.tooDeep, at: pointer - base) }
    let container = used
    push(TapeWord(tag: isObject ? TapeWord.object : TapeWord.array, detail: 0, offset: pointer - base))
    push(TapeWord(count: 0, next: used + 1))
    let opening = pointer
    pointer = try space(pointer + 1, tolerant)
    if pointer.pointee == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
      pointer += 1
      return false
    }
    frames[depth] = frame
    depth += 1
    frame = Frame(container: container, isObject: isObject)
    guard isObject else {
      guard pointer != end else {
        throw SyntaxFailure(.endInside(isObject: false, opening: opening - base), at: pointer - base)
      }
      return true
    }
    guard pointer.pointee == UInt8(ascii: "\"") else {
      if pointer == end { throw SyntaxFailure(.endInside(isObject: true, opening: opening - base), at: pointer - base) }
      throw SyntaxFailure(.expectedKey(afterComma: false), at: pointer - base)
    }
    try key(&pointer, tolerant)
    return true
  }

  @inline(__always)
  private mutating func key(_ pointer: inout UnsafePointer<UInt8>, _ tolerant: Bool) throws(SyntaxFailure) {
    reserve(4)
    pointer += 1
    let word = try strings.scan(&pointer)
    if frame.isSorted { track(word) }
    frame.key = used
    push(word)
    pointer = try space(pointer, tolerant)
    guard pointer.pointee == UInt8(ascii: ":") else {
      if pointer == end { throw unexpected(pointer, afterComma: false) }
      throw SyntaxFailure(.expectedColon, at: pointer - base)
    }
    pointer = try space(pointer + 1, tolerant)
  }

  /// Notes whether the keys of the open object still rise.
  @inline(__always)
  private mutating func track(_ word: TapeWord) {
    guard !word.isEscaped else {
      frame.isSorted = false
      return
    }
    let prefix = MemberOrder.prefix(tape.text(word), word.detail)
    if frame.count > 0 {
      if prefix < frame.prefix {
        frame.isSorted = false
      } else if prefix == frame.prefix {
        frame.isSorted = tape.compare(TapeWord(bits: words[frame.key]), word) < 0
      }
    }
    frame.prefix = prefix
  }

  @inline(__always)
  private mutating func close() {
    let container = frame.container
    if frame.isObject, !frame.isSorted || frame.count >= TapeParser.tabledCount {
      reserve(frame.count / 2 + 1)
      tape.count = used
      words[container] = TapeWord(bits: words[container]).bits | 1 << 32
      used += order.table(frame, at: used, in: words, enclosing: UnsafeBufferPointer(start: frames, count: depth))
    }
    words[container + 1] = TapeWord(count: frame.count, next: used).bits
    depth -= 1
    frame = frames[depth]
  }

  @inline(__always)
  private mutating func number(_ pointer: inout UnsafePointer<UInt8>) throws(SyntaxFailure) {
    let start = pointer
    if pointer.pointee == UInt8(ascii: "-") { pointer += 1 }
    if pointer.pointee == UInt8(ascii: "0") {
      pointer += 1
      guard !isDigit(pointer) else { throw SyntaxFailure(.leadingZero, at: pointer - 1 - base) }
    } else {
      try digits(&pointer)
    }
    if pointer.pointee == UInt8(ascii: ".") {
      pointer += 1
      try digits(&pointer)
    }
    if pointer.pointee | 0x20 == UInt8(ascii: "e") {
      pointer += 1
      if pointer.pointee == UInt8(ascii: "+") || pointer.pointee == UInt8(ascii: "-") { pointer += 1 }
      try digits(&pointer)
    }
    let length = pointer - start
    guard length <= TapeWord.maximumLength else { throw SyntaxFailure(.tokenTooLong, at: start - base) }
    push(TapeWord(tag: TapeWord.number, detail: UInt64(truncatingIfNeeded: length), offset: start - base))
  }

  @inline(__always)
  private func isDigit(_ pointer: UnsafePointer<UInt8>) -> Bool { pointer.pointee &- 0x30 < 10 }

  @inline(__always)
  private func digits(_ pointer: inout UnsafePointer<UInt8>) throws(SyntaxFailure) {
    guard isDigit(pointer) else { throw SyntaxFailure(.digit, at: pointer - base) }
    pointer = ByteScan.digits(pointer + 1)
  }

  @inline(__always)
  private mutating func literal(_ pointer: inout UnsafePointer<UInt8>) throws(SyntaxFailure) {
    let four = UInt32(truncatingIfNeeded: ByteScan.load(pointer))
    let detail: UInt64
    var length = 4
    switch four {
    case 0x6C6C_756E: detail = TapeWord.null  // "null", little-endian
    case 0x6575_7274: detail = TapeWord.yes  // "true"
    case 0x736C_6166 where pointer[4] == UInt8(ascii: "e"):  // "fals"
      detail = TapeWord.no
      length = 5
    default:
      throw unexpected(pointer)
    }
    push(TapeWord(tag: TapeWord.literal, detail: detail, offset: pointer - base))
    pointer += length
  }

  /// Skips white space, and comments where they are tolerated.
  @inline(__always)
  private func space(
    _ pointer: UnsafePointer<UInt8>, _ tolerant: Bool
  ) throws(SyntaxFailure) -> UnsafePointer<UInt8> {
    var pointer = ByteScan.space(pointer)
    while tolerant, pointer.pointee == UInt8(ascii: "/") {
      guard let after = try comment(pointer) else { return pointer }
      pointer = ByteScan.space(after)
    }
    return pointer
  }

  /// The byte after the comment at a slash; nil when there is none.
  private func comment(_ start: UnsafePointer<UInt8>) throws(SyntaxFailure) -> UnsafePointer<UInt8>? {
    var pointer = start + 2
    if start[1] == UInt8(ascii: "/") {
      while pointer < end, pointer.pointee != 0x0A, pointer.pointee != 0x0D { pointer += 1 }
      return pointer
    }
    guard start[1] == UInt8(ascii: "*") else { return nil }
    while pointer < end {
      if pointer[0] == UInt8(ascii: "*"), pointer[1] == UInt8(ascii: "/") { return pointer + 2 }
      pointer += 1
    }
    throw SyntaxFailure(.unclosedComment, at: start - base)
  }

  /// The failure where a value should stand.
  @inline(never)
  private func unexpected(_ pointer: UnsafePointer<UInt8>) -> SyntaxFailure {
    if depth > 0, pointer == end { return unexpected(pointer, afterComma: false) }
    return SyntaxFailure(.expectedValue, at: pointer - base)
  }

  /// The failure inside the open container, where a comma, an end or a key should stand.
  @inline(never)
  private func unexpected(_ pointer: UnsafePointer<UInt8>, afterComma: Bool) -> SyntaxFailure {
    let isObject = frame.isObject
    let offset = pointer - base
    if pointer == end {
      return SyntaxFailure(
        .endInside(isObject: isObject, opening: TapeWord(bits: words[frame.container]).offset), at: offset)
    }
    guard afterComma else { return SyntaxFailure(.expectedCommaOrEnd(isObject: isObject), at: offset) }
    let closer = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
    if pointer.pointee == closer { return SyntaxFailure(.trailingComma(isObject: isObject), at: offset) }
    return SyntaxFailure(.expectedKey(afterComma: true), at: offset)
  }
}
