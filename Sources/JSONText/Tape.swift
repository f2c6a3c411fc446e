internal import Diagnostics

/// The parsed form of a document: two words a value, in document order, and the texts that had to be rewritten.
///
/// A value's first word holds its kind (4 bits), two flags and the 0-based offset of its text; its second word holds
/// the text's length, or for a container its number of children (high half) and the tape index past its end (low half).
/// An object's children are a string entry for each key, followed by the member's value.
///
/// Unsafe memory: `entries`, `source` and `pool` are allocated once, filled before the class is published, never
/// written afterwards, and freed by `deinit`; every offset on the tape was checked against their bounds when it was
/// written. That is why reading them from any thread is sound.
final class Tape: @unchecked Sendable {
  /// Bytes of the document.
  let source: [UInt8]
  /// Canonical texts of the strings that hold escapes.
  let pool: [UInt8]
  /// Where the strings of the pool stand in the source.
  let origins: StringOrigins
  private let words: UnsafeMutablePointer<UInt64>
  /// Number of words in use.
  let wordCount: Int
  /// Keys that stand twice in one object, as offsets of both.
  let duplicates: [(first: Int, second: Int, keyIndex: Int)]

  init(
    source: [UInt8], pool: [UInt8], origins: StringOrigins, words: UnsafeMutablePointer<UInt64>, wordCount: Int,
    duplicates: [(first: Int, second: Int, keyIndex: Int)]
  ) {
    self.source = source
    self.pool = pool
    self.origins = origins
    self.words = words
    self.wordCount = wordCount
    self.duplicates = duplicates
  }

  deinit { words.deallocate() }

  /// The words, valid while the tape lives.
  var entries: UnsafePointer<UInt64> { UnsafePointer(words) }

  func kind(at index: Int) -> JSONKind { Entry.kind(words[index]) }
  func offset(at index: Int) -> Int { Entry.offset(words[index]) }
  func length(at index: Int) -> Int { Int(words[index + 1]) }
  func count(at index: Int) -> Int { Int(words[index + 1] >> 32) }
  /// The index of the value after this one.
  func next(after index: Int) -> Int {
    switch kind(at: index) {
    case .array, .object: Int(words[index + 1] & 0xFFFF_FFFF)
    default: index + 2
    }
  }

  /// The canonical escaped text of a string, the text of a number, or `true`/`false`.
  func text(at index: Int) -> ArraySlice<UInt8> {
    let word = words[index]
    let offset = Entry.offset(word)
    let end = offset + Int(words[index + 1])
    return Entry.isPooled(word) ? pool[offset..<end] : source[offset..<end]
  }

  /// The decoded bytes of a string.
  func decoded(at index: Int) -> [UInt8] {
    let text = text(at: index)
    return Entry.hasEscapes(words[index]) ? Escaping.decode(text) : Array(text)
  }

  func string(at index: Int) -> String {
    let text = text(at: index)
    return Entry.hasEscapes(words[index])
      ? String(decoding: Escaping.decode(text), as: UTF8.self) : String(decoding: text, as: UTF8.self)
  }
}

/// The layout of a tape entry's first word.
enum Entry {
  private static let offsetMask: UInt64 = 1 << 56 - 1
  /// The text lies in the pool, not in the source.
  static let pooled: UInt64 = 1 << 56
  /// The canonical text holds a backslash.
  static let escaped: UInt64 = 1 << 57

  static func make(_ kind: JSONKind, offset: Int) -> UInt64 { UInt64(kind.rawValue) << 60 | UInt64(offset) }
  static func kind(_ word: UInt64) -> JSONKind { JSONKind(rawValue: UInt8(word >> 60)) ?? .null }
  static func offset(_ word: UInt64) -> Int { Int(word & offsetMask) }
  static func isPooled(_ word: UInt64) -> Bool { word & pooled != 0 }
  static func hasEscapes(_ word: UInt64) -> Bool { word & escaped != 0 }
}

/// The escapes of RFC 8259 section 7, in the least form: `"`, `\` and control characters only.
enum Escaping {
  private static let digits = Array("0123456789abcdef".utf8)

  /// Appends a byte of decoded text in canonical form.
  static func append(_ byte: UInt8, to text: inout [UInt8]) {
    switch byte {
    case 0x22, 0x5C:
      text.append(0x5C)
      text.append(byte)
    case 0x08: text.append(contentsOf: [0x5C, UInt8(ascii: "b")])
    case 0x09: text.append(contentsOf: [0x5C, UInt8(ascii: "t")])
    case 0x0A: text.append(contentsOf: [0x5C, UInt8(ascii: "n")])
    case 0x0C: text.append(contentsOf: [0x5C, UInt8(ascii: "f")])
    case 0x0D: text.append(contentsOf: [0x5C, UInt8(ascii: "r")])
    case 0..<0x20:
      text.append(contentsOf: [0x5C, UInt8(ascii: "u"), 0x30, 0x30, digits[Int(byte >> 4)], digits[Int(byte & 15)]])
    default: text.append(byte)
    }
  }

  /// Decodes canonical text.
  static func decode(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      index += 1
      guard byte == 0x5C, index < text.endIndex else {
        decoded.append(byte)
        continue
      }
      let escape = text[index]
      index += 1
      switch escape {
      case UInt8(ascii: "b"): decoded.append(0x08)
      case UInt8(ascii: "t"): decoded.append(0x09)
      case UInt8(ascii: "n"): decoded.append(0x0A)
      case UInt8(ascii: "f"): decoded.append(0x0C)
      case UInt8(ascii: "r"): decoded.append(0x0D)
      case UInt8(ascii: "u"):
        // Canonical text has \u for control characters alone: four digits of which two count.
        decoded.append(hexadecimal(text[index + 2]) << 4 | hexadecimal(text[index + 3]))
        index += 4
      default: decoded.append(escape)
      }
    }
    return decoded
  }

  /// The value of a hexadecimal digit; 255 for another byte.
  static func hexadecimal(_ byte: UInt8) -> UInt8 {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: 255
    }
  }
}

/// The source offsets of strings that were rewritten, ascending by tape index.
struct StringOrigins: Sendable {
  private var indices: [Int] = []
  private var offsets: [Int] = []

  mutating func append(index: Int, offset: Int) {
    indices.append(index)
    offsets.append(offset)
  }

  /// Offset of the opening quote of the string at a tape index; 0 for a string that was not rewritten.
  ///
  /// - Complexity: O(log strings).
  func offset(of index: Int) -> Int {
    var low = 0
    var high = indices.count
    while low < high {
      let middle = (low + high) / 2
      if indices[middle] < index { low = middle + 1 } else { high = middle }
    }
    return low < indices.count && indices[low] == index ? offsets[low] : 0
  }
}
