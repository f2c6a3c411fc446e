/// Looks at eight bytes at a time (SIMD within a register).
///
/// Sound everywhere: callers pass pointers into a ``JSONInput``, whose zero padding is wider than every load that
/// starts at or before its end, and a zero byte ends every scan.
enum ByteScan {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  @inline(__always)
  static func load(_ pointer: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self))
  }

  /// The first byte that is a quote, a backslash, a control character (or the end) or not ASCII.
  @inline(__always)
  static func stringSpecial(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    var pointer = start
    while true {
      let word = load(pointer)
      let quote = word ^ (ones &* 0x22)
      let slash = word ^ (ones &* 0x5C)
      // A borrow can only mark bytes after a true mark, so the lowest mark is right.
      let marks = (quote &- ones) & ~quote | (slash &- ones) & ~slash | (word &- ones &* 0x20) & ~word | word
      let found = marks & highs
      if found != 0 { return pointer + found.trailingZeroBitCount &>> 3 }
      pointer += 8
    }
  }

  /// The first byte that is not a decimal digit.
  @inline(__always)
  static func digits(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    var pointer = start
    while true {
      let word = load(pointer) ^ (ones &* 0x30)
      // 0...9 stay below 0x80 after adding 0x76; no byte carries into the next.
      let found = ((word & ~highs) &+ ones &* 0x76 | word) & highs
      if found != 0 { return pointer + found.trailingZeroBitCount &>> 3 }
      pointer += 8
    }
  }

  /// The first byte that is not JSON white space.
  @inline(__always)
  static func space(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    start.pointee > 0x20 ? start : longSpace(start)
  }

  @inline(__always)
  private static func longSpace(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    var pointer = start
    while true {
      let other = load(pointer) ^ (ones &* 0x20)
      if other == 0 {
        pointer += 8
        continue
      }
      pointer += other.trailingZeroBitCount &>> 3
      switch pointer.pointee {
      case 0x0A, 0x0D, 0x09: pointer += 1
      default: return pointer
      }
    }
  }

  /// Length of the well-formed UTF-8 sequence at a byte that is not ASCII; 0 when there is none
  /// (Unicode, table 3-7: no overlong forms, no surrogates, nothing above U+10FFFF).
  @inline(__always)
  static func sequence(_ pointer: UnsafePointer<UInt8>) -> Int {
    let lead = pointer[0]
    let second = pointer[1]
    switch lead {
    case 0xC2...0xDF:
      return second & 0xC0 == 0x80 ? 2 : 0
    case 0xE0...0xEF:
      guard second & 0xC0 == 0x80, pointer[2] & 0xC0 == 0x80 else { return 0 }
      if lead == 0xE0 && second < 0xA0 || lead == 0xED && second > 0x9F { return 0 }
      return 3
    case 0xF0...0xF4:
      guard second & 0xC0 == 0x80, pointer[2] & 0xC0 == 0x80, pointer[3] & 0xC0 == 0x80 else { return 0 }
      if lead == 0xF0 && second < 0x90 || lead == 0xF4 && second > 0x8F { return 0 }
      return 4
    default:
      return 0
    }
  }

  /// The four hexadecimal digits at a place, or nil.
  @inline(__always)
  static func hexadecimal(_ pointer: UnsafePointer<UInt8>) -> UInt32? {
    var value: UInt32 = 0
    for index in 0..<4 {
      let byte = pointer[index]
      switch byte {
      case 0x30...0x39: value = value << 4 | UInt32(byte & 15)
      case 0x41...0x46, 0x61...0x66: value = value << 4 | UInt32((byte & 15) + 9)
      default: return nil
      }
    }
    return value
  }
}
