public import Diagnostics

/// A `/** */` comment: prose, and tags with their text.
public struct DocComment: Hashable, Sendable {
  /// A tag such as `@format date-time`.
  public struct DocTag: Hashable, Sendable {
    /// The word after `@`.
    public let name: String
    /// What follows, up to the next tag; trimmed.
    public let text: String
    /// The bytes from `@` to the end of the name.
    public let span: SourceSpan
  }
  /// The prose before the first tag, without comment marks; lines joined by LF.
  public let text: String
  /// The tags in order.
  public let tags: [DocTag]
  /// The whole comment.
  public let span: SourceSpan

  /// Tags that may follow prose on its line; others are tags only at the start of a line, since prose mentions `@names`.
  public static let inlineTags: Set<String> = [
    "deprecated", "format", "integer", "display", "pattern", "minimum", "maximum", "exclusiveMinimum",
    "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "minItems", "maxItems", "unordered", "monotonic",
    "unique", "references", "exact", "unreleased",
  ]

  /// Reads a comment whose marks are at the ends of the span.
  public init(span: SourceSpan) {
    self.span = span
    var reader = DocCommentReader(span: span)
    reader.run()
    text = reader.prose
    tags = reader.tags
  }

  /// The tags with this name, in order.
  public func all(_ name: String) -> [DocTag] { tags.filter { $0.name == name } }
  /// The first tag with this name.
  public subscript(name: String) -> DocTag? { tags.first { $0.name == name } }
}

/// Walks over the lines of a comment.
private struct DocCommentReader {
  let span: SourceSpan
  var prose = ""
  var tags: [DocComment.DocTag] = []
  private var parts: [String] = []
  private var open: (name: String, span: SourceSpan)?

  init(span: SourceSpan) { self.span = span }

  mutating func run() {
    let bytes = span.file.bytes
    let end = max(span.start + 3, span.end - 2)
    var place = min(span.start + 3, end)
    while place <= end {
      var lineEnd = place
      while lineEnd < end, bytes[lineEnd] != 0x0A, bytes[lineEnd] != 0x0D { lineEnd += 1 }
      readLine(place..<lineEnd, bytes)
      place = lineEnd + 1
      if lineEnd < end, bytes[lineEnd] == 0x0D, place < end, bytes[place] == 0x0A { place += 1 }
    }
    close()
  }

  private mutating func readLine(_ range: Range<Int>, _ bytes: [UInt8]) {
    var start = range.lowerBound
    func skipSpaces() { while start < range.upperBound, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 } }
    skipSpaces()
    if start < range.upperBound, bytes[start] == UInt8(ascii: "*"), range.lowerBound > span.start + 3 {
      start += 1
      skipSpaces()
    }
    var pieceStart = start
    var place = start
    while place < range.upperBound {
      if bytes[place] == UInt8(ascii: "@"), place == start || bytes[place - 1] == 0x20 || bytes[place - 1] == 0x09 {
        var end = place + 1
        while end < range.upperBound, Lexer.isIdentifierPart(bytes[end]) { end += 1 }
        let name = String(decoding: bytes[(place + 1)..<end], as: UTF8.self)
        if !name.isEmpty, place == start || DocComment.inlineTags.contains(name) {
          add(bytes[pieceStart..<place])
          close()
          open = (name, SourceSpan(file: span.file, start: place, end: end))
          pieceStart = end
          place = end
          continue
        }
      }
      place += 1
    }
    add(bytes[pieceStart..<range.upperBound])
    parts.append("\n")
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>) { parts.append(String(decoding: bytes, as: UTF8.self)) }

  private mutating func close() {
    let lines = parts.joined().split(separator: "\n", omittingEmptySubsequences: false).map(Self.trimmed)
    let text = Self.trimmed(lines.joined(separator: "\n"))
    parts = []
    if let open {
      tags.append(DocComment.DocTag(name: open.name, text: text, span: open.span))
    } else {
      prose = text
    }
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let isBlank: (Character) -> Bool = { $0.isWhitespace || $0.isNewline }
    let head = text.drop(while: isBlank)
    guard let last = head.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(head[...last])
  }
}
