/// One entry of the tape: 3 bits of tag, 29 of length or detail, 32 of offset.
///
/// | tag | detail | offset | then |
/// | --- | --- | --- | --- |
/// | literal | 0 null, 1 false, 2 true | in the input | |
/// | number | bytes | in the input | |
/// | array, object | object: 1 when a table of its members in key order follows the last member | of the bracket, in the input | a word with count (high half) and the index after the value (low half); the elements, or key and value in turn |
/// | string (4 to 7) | bytes of the canonical escaped text between the quotes | in the input, or in the rewritten text when bit 0 of the tag is set; bit 1: the text has escapes | |
struct TapeWord: Equatable {
  var bits: UInt64

  static let literal: UInt64 = 0
  static let number: UInt64 = 1
  static let array: UInt64 = 2
  static let object: UInt64 = 3
  static let string: UInt64 = 4
  static let rewrittenFlag: UInt64 = 1
  static let escapedFlag: UInt64 = 2

  static let null: UInt64 = 0
  static let no: UInt64 = 1
  static let yes: UInt64 = 2

  /// Longest string or number, in bytes of its canonical text.
  static let maximumLength = (1 << 29) - 1

  @inline(__always)
  init(bits: UInt64) { self.bits = bits }

  @inline(__always)
  init(tag: UInt64, detail: UInt64, offset: Int) {
    bits = tag &<< 61 | detail &<< 32 | UInt64(truncatingIfNeeded: offset)
  }

  /// The second word of an array or object.
  @inline(__always)
  init(count: Int, next: Int) {
    bits = UInt64(truncatingIfNeeded: count) &<< 32 | UInt64(truncatingIfNeeded: next)
  }

  @inline(__always) var tag: UInt64 { bits &>> 61 }
  @inline(__always) var detail: Int { Int(truncatingIfNeeded: bits &>> 32 & 0x1FFF_FFFF) }
  @inline(__always) var offset: Int { Int(truncatingIfNeeded: bits & 0xFFFF_FFFF) }
  @inline(__always) var isString: Bool { tag >= TapeWord.string }
  @inline(__always) var isContainer: Bool { tag &>> 1 == 1 }
  @inline(__always) var isRewritten: Bool { tag & TapeWord.rewrittenFlag != 0 }
  @inline(__always) var isEscaped: Bool { tag & TapeWord.escapedFlag != 0 }
  @inline(__always) var isOrdered: Bool { detail & 1 != 0 }
  /// Of a container's second word.
  @inline(__always) var count: Int { Int(truncatingIfNeeded: bits &>> 32) }
  /// Of a container's second word.
  @inline(__always) var next: Int { Int(truncatingIfNeeded: bits & 0xFFFF_FFFF) }
}
