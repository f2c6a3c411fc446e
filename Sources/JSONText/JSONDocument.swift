public import Diagnostics
import Synchronization

/// A parsed JSON text that loses nothing: number text, key order, duplicate keys and places are kept.
///
/// Cheap to copy; nodes share its storage. Parsing takes time linear in the input, and n log n in the members of an
/// object whose keys are not in order.
public struct JSONDocument: Sendable {
  /// Arrays and objects may be nested this deep; deeper text is refused.
  public static let maximumDepth = 1024
  /// Longer texts are refused: offsets take 32 bits.
  public static let maximumByteCount = Int(UInt32.max) - 64

  let storage: JSONStorage

  /// Parses strict JSON: RFC 8259 in UTF-8, without a byte order mark.
  public init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
    try self.init(parsing: JSONInput(bytes))
  }

  /// Parses strict JSON without copying it.
  public init(parsing input: JSONInput) throws(JSONSyntaxError) {
    storage = try JSONStorage(input, tolerant: false)
  }

  /// Parses JSON with `//` and `/* */` comments and trailing commas: for Assay's own configuration only.
  public init(parsingJSONC bytes: [UInt8]) throws(JSONSyntaxError) {
    storage = try JSONStorage(JSONInput(bytes), tolerant: true)
  }

  /// The outermost value.
  public var root: JSONNode { JSONNode(storage: storage, index: 0) }

  /// Keys that stand more than once in their object, by place of the later one; the first 1000.
  public var duplicateKeys: [DuplicateKey] { storage.duplicateKeys }
  /// How many there are, those that ``duplicateKeys`` leaves out included.
  public var duplicateKeyCount: Int { storage.duplicates.count }

  /// Where a value of this document starts; of a string, its opening quote.
  ///
  /// - Complexity: O(log lines), and once per document O(bytes).
  public func position(of node: JSONNode) -> SourcePosition { node.position }
}

/// What a document and its nodes share.
final class JSONStorage: Sendable {
  let tape: Tape
  let duplicates: DuplicateKeyLog
  private let lines = Mutex<LineTable?>(nil)

  init(_ input: JSONInput, tolerant: Bool) throws(JSONSyntaxError) {
    do {
      (tape, duplicates) = try TapeParser.parse(input, tolerant: tolerant)
    } catch {
      throw SyntaxMessage(input: input, failure: error).error
    }
  }

  var duplicateKeys: [DuplicateKey] {
    duplicates.entries.sorted { $0.second < $1.second }.map {
      DuplicateKey(pointer: $0.pointer, first: position(at: $0.first), second: position(at: $0.second))
    }
  }

  func position(at offset: Int) -> SourcePosition {
    lines.withLock { lines in
      if let table = lines { return table.position(at: offset) }
      let table = LineTable(tape.input)
      lines = table
      return table.position(at: offset)
    }
  }
}
