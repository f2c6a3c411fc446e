/// A text that findings point into; its bytes are kept as they came.
///
/// Two files are equal when their paths are: a run reads each path once.
public final class SourceFile: Hashable, Sendable {
  /// Path as it is shown: relative to where the run started, with `/` between folders.
  public let path: String
  /// The bytes as read, a byte order mark included.
  public let bytes: [UInt8]
  /// Offset of the first byte of each line.
  private let lineStarts: [Int]

  /// Creates a file from the bytes that were read.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    var starts = [0]
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == 0x0D {
        if index < bytes.count, bytes[index] == 0x0A { index += 1 }
        starts.append(index)
      } else if byte == 0x0A {
        starts.append(index)
      }
    }
    lineStarts = starts
  }

  /// Creates a file from text, for tests and for texts that Assay makes itself.
  public convenience init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }

  /// The position of a byte offset, which is clamped to the file.
  ///
  /// - Complexity: O(log lines).
  public func position(at offset: Int) -> SourcePosition {
    let offset = min(max(offset, 0), bytes.count)
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return SourcePosition(offset: offset, line: low + 1, column: offset - lineStarts[low] + 1)
  }

  /// The text of a 1-based line as messages show it, without its line end: asterisks stand in place of secrets, byte for
  /// byte; nil past the end.
  public func shownLine(_ number: Int) -> String? {
    lineRange(number).map { String(decoding: SecretRegistry.shared.blanked(bytes[$0]), as: UTF8.self) }
  }

  /// The text of a 1-based line without its line end, invalid UTF-8 replaced; nil past the end.
  public func line(_ number: Int) -> String? {
    lineRange(number).map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  /// The bytes of a 1-based line without its line end; nil past the end.
  func lineRange(_ number: Int) -> Range<Int>? {
    guard number >= 1, number <= lineStarts.count else { return nil }
    let start = lineStarts[number - 1]
    guard number < lineStarts.count else { return start..<bytes.count }
    let end = lineStarts[number]
    let isPair = end - start >= 2 && bytes[end - 1] == 0x0A && bytes[end - 2] == 0x0D
    return start..<(end - (isPair ? 2 : 1))
  }

  /// The text between two byte offsets, invalid UTF-8 replaced.
  public func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
  }

  /// Equal paths are equal files.
  public static func == (a: SourceFile, b: SourceFile) -> Bool { a === b || a.path == b.path }
  /// Hashes the path.
  public func hash(into hasher: inout Hasher) { hasher.combine(path) }
}
