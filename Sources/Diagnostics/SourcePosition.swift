/// A place in a text: where a byte stands.
public struct SourcePosition: Hashable, Comparable, Sendable {
  /// Bytes before this place, from 0.
  public let offset: Int
  /// Line, from 1; LF, CRLF and a lone CR each end a line.
  public let line: Int
  /// UTF-8 byte within the line, from 1.
  public let column: Int

  /// Creates a position from its 0-based offset and 1-based line and column.
  public init(offset: Int, line: Int, column: Int) {
    self.offset = offset
    self.line = line
    self.column = column
  }

  /// Orders positions of one file by offset.
  public static func < (a: Self, b: Self) -> Bool { a.offset < b.offset }
}
