/// Canonical bytes of a document.
///
/// Keys are sorted by UTF-8 bytes (duplicates keep their order), number text is kept, strings are escaped as little
/// as RFC 8259 allows, the colon is followed by a space, empty arrays and objects are `[]` and `{}`, lines end in LF,
/// and a final one ends the text. An indent of 0 is the compact form: no white space and no final line end.
public enum CanonicalWriter {
  /// Writes a document to memory.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - indent: Spaces for each level, 0 to 16 (clamped); 0 is compact.
  ///   - sortKeys: Whether members are put in key order; otherwise they stay in document order.
  /// - Returns: The bytes, UTF-8.
  public static func write(_ document: JSONDocument, indent: Int = 2, sortKeys: Bool = true) -> [UInt8] {
    write(document.root, indent: indent, sortKeys: sortKeys)
  }

  /// Writes one value of a document to memory.
  public static func write(_ node: JSONNode, indent: Int = 2, sortKeys: Bool = true) -> [UInt8] {
    let sink = ByteSink(capacity: 256)
    var writing = TapeWriting(tape: node.tape, indent: indent, sortKeys: sortKeys, sink: sink)
    writing.write(node.index)
    return writing.sink.bytes()
  }

  /// Writes a document to a descriptor piece by piece, so that the text never stands in memory as a whole.
  ///
  /// - Throws: ``JSONInputError`` with `errno` when the descriptor cannot be written, `EPIPE` among them.
  public static func write(
    _ document: JSONDocument, indent: Int = 2, sortKeys: Bool = true, to descriptor: Int32
  ) throws(JSONInputError) {
    let sink = ByteSink(capacity: 1 << 18, descriptor: descriptor)
    var writing = TapeWriting(tape: document.storage.tape, indent: indent, sortKeys: sortKeys, sink: sink)
    writing.write(0)
    writing.sink.flush()
    if let failure = writing.sink.failure { throw failure }
  }
}
