/// Reads a short text from left to right, byte by byte.
struct TextScanner {
  private let bytes: [UInt8]
  /// 0-based offset of the next byte.
  private(set) var offset = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  var isAtEnd: Bool { offset == bytes.count }
  var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// Passes over a text when it comes next.
  mutating func skip(_ text: String) -> Bool {
    guard bytes[offset...].starts(with: text.utf8) else { return false }
    offset += text.utf8.count
    return true
  }

  /// The bytes up to the first that does not belong.
  mutating func take(while belongs: (UInt8) -> Bool) -> String {
    let start = offset
    while offset < bytes.count, belongs(bytes[offset]) { offset += 1 }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  mutating func skipSpaces() { _ = take { $0 == 0x20 || $0 == 0x09 } }

  /// Everything from here on.
  mutating func takeRest() -> String { take { _ in true } }
}

extension StringProtocol {
  /// The text without spaces and tabs at both ends.
  var trimmed: String {
    let bytes = Array(utf8)
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    let start = bytes.firstIndex { !isSpace($0) } ?? bytes.endIndex
    let end = bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// Whether the text's bytes start with those of another.
  func startsWithBytes(_ prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }
}

/// A line of a scenario, without its line end.
struct SourceLine {
  let text: String
  /// Byte offset of its first byte in the file.
  let start: Int

  /// Byte offset past its last byte.
  var end: Int { start + text.utf8.count }
  var isBlank: Bool { trimmed.isEmpty }
  var trimmed: String { text.trimmed }
  /// Byte offset of the first byte that is neither space nor tab.
  var contentStart: Int { start + text.utf8.prefix { $0 == 0x20 || $0 == 0x09 }.count }
  /// Byte offset past the last such byte.
  var contentEnd: Int { contentStart + trimmed.utf8.count }

  /// The lines of a text: LF, CRLF and a lone CR each end one; a byte order mark is passed over.
  static func lines(of bytes: [UInt8]) -> [SourceLine] {
    var lines: [SourceLine] = []
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var index = start
    func add(_ end: Int) {
      lines.append(SourceLine(text: String(decoding: bytes[start..<end], as: UTF8.self), start: start))
    }
    while index < bytes.count {
      if bytes[index] == 0x0A || bytes[index] == 0x0D {
        add(index)
        if bytes[index] == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { index += 1 }
        start = index + 1
      }
      index += 1
    }
    add(bytes.count)
    return lines
  }
}
