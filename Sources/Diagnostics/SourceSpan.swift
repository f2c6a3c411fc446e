/// A half-open range of bytes in a source file.
public struct SourceSpan: Hashable, Comparable, Sendable {
  /// The file that the range lies in.
  public let file: SourceFile
  /// 0-based offset of the first byte.
  public let start: Int
  /// 0-based offset past the last byte; never before `start`.
  public let end: Int

  /// Creates a span; an `end` before `start` becomes an empty span.
  public init(file: SourceFile, start: Int, end: Int) {
    self.file = file
    self.start = start
    self.end = max(start, end)
  }

  /// Position of the first byte.
  public var position: SourcePosition { file.position(at: start) }
  /// `path:line:column`, as compilers print it.
  public var description: String {
    let position = position
    return "\(file.path):\(position.line):\(position.column)"
  }
  /// The text of the span.
  public var text: String { file.text(start..<end) }

  /// The smallest span that holds both; both must lie in one file.
  public func union(_ other: SourceSpan) -> SourceSpan {
    SourceSpan(file: file, start: min(start, other.start), end: max(end, other.end))
  }

  /// Orders by path bytes, then start, then end.
  public static func < (a: Self, b: Self) -> Bool {
    if a.file.path != b.file.path { return a.file.path.precedesByBytes(b.file.path) }
    return (a.start, a.end) < (b.start, b.end)
  }
}

extension StringProtocol {
  /// Whether this text comes before another in the order of UTF-8 bytes, which no locale changes.
  public func precedesByBytes(_ other: some StringProtocol) -> Bool {
    // Comparing pointers is many times faster than comparing views where nothing is optimized.
    let precedes = utf8.withContiguousStorageIfAvailable { a in
      other.utf8.withContiguousStorageIfAvailable { b in
        let count = Swift.min(a.count, b.count)
        var index = 0
        while index < count, a[index] == b[index] { index += 1 }
        return index < count ? a[index] < b[index] : a.count < b.count
      }
    }
    return precedes.flatMap { $0 } ?? utf8.lexicographicallyPrecedes(other.utf8)
  }
}
