public import Diagnostics

/// A JSON text, parsed strictly and without loss: number text, key order and duplicate keys are kept.
public struct JSONDocument: Sendable {
  /// Deepest nesting of arrays and objects that is read; deeper texts are refused.
  public static let maximumDepth = 1024
  /// Most bytes of a text that is read: tape indices have 32 bits.
  public static let maximumByteCount = 1 << 31

  let tape: Tape

  /// Parses a text of RFC 8259.
  ///
  /// Refused are a byte order mark, UTF-16, invalid UTF-8, lone surrogates, text after the value and nesting past
  /// ``maximumDepth``. Duplicate keys are kept and reported by ``duplicateKeys``.
  public init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
    guard bytes.count <= Self.maximumByteCount else {
      throw JSONSyntaxError(
        message: "the text has more than \(Self.maximumByteCount) bytes",
        position: SourcePosition(offset: 0, line: 1, column: 1))
    }
    do {
      tape = try Self.parse(bytes)
    } catch {
      throw JSONSyntaxError(message: error.message, position: Self.position(of: error.offset, in: bytes))
    }
  }

  /// Parses our own configuration: as ``init(parsing:)``, with comments and trailing commas allowed.
  public init(parsingJSONC bytes: [UInt8]) throws(JSONSyntaxError) {
    try self.init(parsing: JSONComments.blank(bytes))
  }

  private static func parse(_ bytes: [UInt8]) throws(ParseFailure) -> Tape {
    guard !bytes.isEmpty else { throw ParseFailure(message: "the text is empty", offset: 0) }
    let result = bytes.withUnsafeBufferPointer { buffer -> Result<Tape, ParseFailure> in
      guard let base = buffer.baseAddress else {
        return .failure(ParseFailure(message: "the text is empty", offset: 0))
      }
      var parser = TapeParser(buffer, base: base)
      do throws(ParseFailure) {
        try parser.parse()
      } catch {
        parser.words.deallocate()
        return .failure(error)
      }
      return .success(
        Tape(
          source: bytes, pool: parser.pool, origins: parser.origins, words: parser.words, wordCount: parser.wordCount,
          duplicates: parser.duplicates))
    }
    return try result.get()
  }

  /// The document's value.
  public var root: JSONNode { JSONNode(tape: tape, index: 0) }

  /// Each key that an object has more than once, in the order in which their objects end.
  ///
  /// - Complexity: O(document) when there are any.
  public var duplicateKeys: [DuplicateKey] {
    guard !tape.duplicates.isEmpty else { return [] }
    let pointers = pointers(of: Set(tape.duplicates.map(\.keyIndex)))
    return tape.duplicates.map { duplicate in
      DuplicateKey(
        pointer: pointers[duplicate.keyIndex] ?? JSONPointer(),
        first: Self.position(of: duplicate.first, in: tape.source),
        second: Self.position(of: duplicate.second, in: tape.source))
    }
  }

  /// Where a value of this document starts in the source.
  public func position(of node: JSONNode) -> SourcePosition {
    let isPooled = Entry.isPooled(tape.entries[node.index])
    let start = isPooled ? tape.origins.offset(of: node.index) : tape.offset(at: node.index)
    let hasQuoteBefore = tape.kind(at: node.index) == .string && !isPooled
    return Self.position(of: hasQuoteBefore ? start - 1 : start, in: tape.source)
  }

  private func pointers(of keys: Set<Int>) -> [Int: JSONPointer] {
    var found: [Int: JSONPointer] = [:]
    func visit(_ index: Int, _ pointer: JSONPointer) {
      switch tape.kind(at: index) {
      case .array:
        var child = index + 2
        for place in 0..<tape.count(at: index) {
          visit(child, pointer.appending(place))
          child = tape.next(after: child)
        }
      case .object:
        var key = index + 2
        for _ in 0..<tape.count(at: index) {
          let place = pointer.appending(tape.string(at: key))
          if keys.contains(key) { found[key] = place }
          visit(key + 2, place)
          key = tape.next(after: key + 2)
        }
      default: break
      }
    }
    visit(0, JSONPointer())
    return found
  }

  static func position(of offset: Int, in bytes: [UInt8]) -> SourcePosition {
    var line = 1
    var start = 0
    var index = 0
    while index < min(offset, bytes.count) {
      let byte = bytes[index]
      index += 1
      if byte == 0x0A || byte == 0x0D && !(index < bytes.count && bytes[index] == 0x0A) {
        line += 1
        start = index
      }
    }
    return SourcePosition(offset: offset, line: line, column: offset - start + 1)
  }
}

/// Blanks what JSON with comments has beyond JSON, so that every offset stays.
enum JSONComments {
  static func blank(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    var index = 0
    var lastComma: Int?
    func blank(_ range: Range<Int>) {
      for place in range where bytes[place] != 0x0A && bytes[place] != 0x0D { bytes[place] = 0x20 }
    }
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        lastComma = nil
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") { index += bytes[index] == 0x5C ? 2 : 1 }
        index += 1
      case UInt8(ascii: "/") where index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "/"):
        let end = bytes[index...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
        blank(index..<end)
        index = end
      case UInt8(ascii: "/") where index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "*"):
        var end = index + 2
        while end + 1 < bytes.count, bytes[end] != UInt8(ascii: "*") || bytes[end + 1] != UInt8(ascii: "/") { end += 1 }
        // A comment that never ends stays, so that the parser points at it.
        guard end + 1 < bytes.count else { return bytes }
        blank(index..<(end + 2))
        index = end + 2
      case UInt8(ascii: ","):
        lastComma = index
        index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if let comma = lastComma { bytes[comma] = 0x20 }
        lastComma = nil
        index += 1
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      default:
        lastComma = nil
        index += 1
      }
    }
    return bytes
  }
}
