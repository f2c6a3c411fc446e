/// Scans one string and gives its tape word.
///
/// A string that is written canonically stays a slice of the input; any other is rewritten once.
struct StringScan {
  let base: UnsafePointer<UInt8>
  let end: UnsafePointer<UInt8>
  let rewritten: RewrittenText

  /// What a backslash starts.
  private enum Escape {
    /// Already the canonical form of its byte; the length is in source bytes.
    case canonical(length: Int)
    /// A scalar whose canonical form is another.
    case scalar(UInt32, length: Int)
  }

  /// Scans from the byte after the opening quote; `pointer` is left after the closing one.
  @inline(__always)
  func scan(_ pointer: inout UnsafePointer<UInt8>) throws(SyntaxFailure) -> TapeWord {
    let start = pointer
    let stop = ByteScan.stringSpecial(start)
    if stop.pointee == 0x22 {
      pointer = stop + 1
      let length = stop - start
      guard length <= TapeWord.maximumLength else { throw SyntaxFailure(.tokenTooLong, at: start - 1 - base) }
      return TapeWord(tag: TapeWord.string, detail: UInt64(truncatingIfNeeded: length), offset: start - base)
    }
    return try scanSpecial(start: start, from: stop, pointer: &pointer)
  }

  @inline(never)
  private func scanSpecial(
    start: UnsafePointer<UInt8>, from stop: UnsafePointer<UInt8>, pointer: inout UnsafePointer<UInt8>
  ) throws(SyntaxFailure) -> TapeWord {
    var stop = stop
    var tag = TapeWord.string
    while stop.pointee != 0x22 {
      if stop.pointee >= 0x80 {
        stop = try sequences(stop)
      } else if stop.pointee == 0x5C {
        guard case .canonical(let length) = try escape(stop, opening: start - 1) else {
          return try rewrite(start: start, from: stop, pointer: &pointer)
        }
        tag |= TapeWord.escapedFlag
        stop += length
      } else {
        throw stopped(stop, opening: start - 1)
      }
      stop = ByteScan.stringSpecial(stop)
    }
    pointer = stop + 1
    let length = stop - start
    guard length <= TapeWord.maximumLength else { throw SyntaxFailure(.tokenTooLong, at: start - 1 - base) }
    return TapeWord(tag: tag, detail: UInt64(truncatingIfNeeded: length), offset: start - base)
  }

  /// Checks the run of sequences that are not ASCII; returns the byte after it.
  @inline(__always)
  private func sequences(_ start: UnsafePointer<UInt8>) throws(SyntaxFailure) -> UnsafePointer<UInt8> {
    var pointer = start
    repeat {
      let length = ByteScan.sequence(pointer)
      guard length != 0 else { throw SyntaxFailure(.encoding, at: pointer - base) }
      pointer += length
    } while pointer.pointee >= 0x80
    return pointer
  }

  private func rewrite(
    start: UnsafePointer<UInt8>, from first: UnsafePointer<UInt8>, pointer: inout UnsafePointer<UInt8>
  ) throws(SyntaxFailure) -> TapeWord {
    let offset = rewritten.begin(sourceOffset: start - 1 - base)
    rewritten.append(start, count: first - start)
    var tag = TapeWord.string | TapeWord.rewrittenFlag
    var stop = first
    if UnsafeBufferPointer(start: start, count: first - start).contains(0x5C) { tag |= TapeWord.escapedFlag }
    while stop.pointee != 0x22 {
      let run = stop
      if stop.pointee >= 0x80 {
        stop = try sequences(stop)
        stop = ByteScan.stringSpecial(stop)
        rewritten.append(run, count: stop - run)
        continue
      }
      guard stop.pointee == 0x5C else { throw stopped(stop, opening: start - 1) }
      switch try escape(stop, opening: start - 1) {
      case .canonical(let length):
        stop += length
        rewritten.append(run, count: length)
        tag |= TapeWord.escapedFlag
      case .scalar(let value, let length):
        stop += length
        if appendScalar(value) { tag |= TapeWord.escapedFlag }
      }
      let plain = stop
      stop = ByteScan.stringSpecial(stop)
      rewritten.append(plain, count: stop - plain)
    }
    pointer = stop + 1
    let length = rewritten.count - offset
    rewritten.append(0x22)
    guard length <= TapeWord.maximumLength, rewritten.count <= Int(UInt32.max) else {
      throw SyntaxFailure(.tokenTooLong, at: start - 1 - base)
    }
    return TapeWord(tag: tag, detail: UInt64(truncatingIfNeeded: length), offset: offset)
  }

  /// Appends the canonical form of a scalar; true when that is an escape.
  @inline(__always)
  private func appendScalar(_ value: UInt32) -> Bool {
    if value < 0x80 {
      let byte = UInt8(value)
      guard StringEscaping.needsEscape(byte) else {
        rewritten.append(byte)
        return false
      }
      for escaped in StringEscaping.escape(byte) { rewritten.append(escaped) }
      return true
    }
    // The surrogates were paired or refused, so every value is a scalar.
    rewritten.append(scalar: value)
    return false
  }

  @inline(__always)
  private func escape(
    _ slash: UnsafePointer<UInt8>, opening: UnsafePointer<UInt8>
  ) throws(SyntaxFailure) -> Escape {
    switch slash[1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
      UInt8(ascii: "r"), UInt8(ascii: "t"):
      return .canonical(length: 2)
    case UInt8(ascii: "/"):
      return .scalar(0x2F, length: 2)
    case UInt8(ascii: "u"):
      return try unicodeEscape(slash)
    default:
      if slash + 1 == end { throw SyntaxFailure(.unclosedString, at: opening - base) }
      throw SyntaxFailure(.escape, at: slash - base)
    }
  }

  @inline(__always)
  private func unicodeEscape(_ slash: UnsafePointer<UInt8>) throws(SyntaxFailure) -> Escape {
    guard let unit = ByteScan.hexadecimal(slash + 2) else { throw SyntaxFailure(.unicodeEscape, at: slash - base) }
    if unit < 0x20 {
      // Canonical when it has no short form and its letter is lower-case.
      let short = unit == 8 || unit == 9 || unit == 10 || unit == 12 || unit == 13
      let upper = slash[5] & 0x20 == 0
      return short || upper ? .scalar(unit, length: 6) : .canonical(length: 6)
    }
    guard unit & 0xF800 == 0xD800 else { return .scalar(unit, length: 6) }
    guard unit < 0xDC00, slash[6] == UInt8(ascii: "\\"), slash[7] == UInt8(ascii: "u") else {
      throw SyntaxFailure(.loneSurrogate, at: slash - base)
    }
    guard let low = ByteScan.hexadecimal(slash + 8) else { throw SyntaxFailure(.unicodeEscape, at: slash + 6 - base) }
    guard low & 0xFC00 == 0xDC00 else { throw SyntaxFailure(.loneSurrogate, at: slash - base) }
    return .scalar(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00), length: 12)
  }

  private func stopped(_ stop: UnsafePointer<UInt8>, opening: UnsafePointer<UInt8>) -> SyntaxFailure {
    stop == end
      ? SyntaxFailure(.unclosedString, at: opening - base) : SyntaxFailure(.controlCharacter, at: stop - base)
  }
}
