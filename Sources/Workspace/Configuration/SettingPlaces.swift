internal import Diagnostics
internal import JSONText

/// Where the keys and values of a JSON text with comments stand, from one walk over text that the parser has accepted.
struct SettingPlaces {
  let file: SourceFile
  /// The span of the key before each member's value, by the value's offset.
  private var keys: [Int: SourceSpan] = [:]
  /// The end of each text, number and word, by its offset.
  private var ends: [Int: Int] = [:]

  init(file: SourceFile) {
    self.file = file
    var index = 0
    var lastScalar: Range<Int>?
    var key: SourceSpan?
    while index < file.bytes.count {
      let start = index
      switch file.bytes[index] {
      case 0x09, 0x0A, 0x0D, 0x20: index += 1
      case UInt8(ascii: "/"): index = endOfComment(index)
      case UInt8(ascii: ":"):
        key = lastScalar.map { SourceSpan(file: file, start: $0.lowerBound, end: $0.upperBound) }
        index += 1
      case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"): index += 1
      case let byte:
        index = byte == UInt8(ascii: "\"") ? endOfText(index) : endOfWord(index)
        ends[start] = index
        keys[start] = key
        key = nil
        lastScalar = start..<index
      }
    }
  }

  /// The span of a value; of an object or list, its opening bracket.
  func span(of node: JSONNode) -> SourceSpan {
    let start = node.position.offset
    return SourceSpan(file: file, start: start, end: ends[start] ?? start + 1)
  }

  /// The span of the key before a member's value, its quotes included.
  func keySpan(of value: JSONNode) -> SourceSpan { keys[value.position.offset] ?? span(of: value) }

  private func endOfComment(_ start: Int) -> Int {
    let bytes = file.bytes
    guard start + 1 < bytes.count, bytes[start + 1] == UInt8(ascii: "*") else {
      return bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
    }
    var index = start + 2
    while index + 1 < bytes.count, bytes[index] != UInt8(ascii: "*") || bytes[index + 1] != UInt8(ascii: "/") {
      index += 1
    }
    return index + 2
  }

  private func endOfText(_ start: Int) -> Int {
    var index = start + 1
    while index < file.bytes.count, file.bytes[index] != UInt8(ascii: "\"") {
      index += file.bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return index + 1
  }

  /// The end of a number, `true`, `false` or `null`, or of one bracket.
  private func endOfWord(_ start: Int) -> Int {
    guard ![UInt8(ascii: "["), UInt8(ascii: "{")].contains(file.bytes[start]) else { return start + 1 }
    let ends = Array(" \t\r\n,]}:/\"".utf8)
    return file.bytes[(start + 1)...].firstIndex { ends.contains($0) } ?? file.bytes.count
  }
}
