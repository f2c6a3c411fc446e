/// Takes texts apart at spaces, quotes and brackets, so that a part which the runs write in other ways spoils no other.
enum TextChunks {
  /// A part of a text.
  enum Part: Hashable {
    /// What stands between two chunks.
    case separator(String)
    /// Tokens, and what joins them.
    case chunk([TokenScanner.Token])

    /// The tokens of a chunk.
    var tokens: [TokenScanner.Token] { if case .chunk(let tokens) = self { tokens } else { [] } }
  }

  private static let separators = Set("\"'`<>(){}[],;&|\\".utf8)

  private static func isSeparator(_ byte: UInt8) -> Bool { byte <= 0x20 || separators.contains(byte) }

  /// The parts of a text, in order.
  static func parts(_ tokens: [TokenScanner.Token]) -> [Part] {
    var parts: [Part] = []
    var chunk: [TokenScanner.Token] = []
    func closeChunk() {
      if !chunk.isEmpty { parts.append(.chunk(chunk)) }
      chunk = []
    }
    for token in tokens {
      guard !token.isWord else {
        chunk.append(token)
        continue
      }
      var rest = token.text.utf8[...]
      while let first = rest.first {
        let length = rest.prefix { isSeparator($0) == isSeparator(first) }.count
        let text = String(decoding: rest.prefix(length), as: UTF8.self)
        if isSeparator(first) {
          closeChunk()
          parts.append(.separator(text))
        } else {
          chunk.append(TokenScanner.Token(text: text, isWord: false))
        }
        rest = rest.dropFirst(length)
      }
    }
    closeChunk()
    return parts
  }

  /// The chunks of texts that have the same parts, laid side by side; nil where the parts differ.
  static func columns(_ runs: [[Part]]) -> [[Part]]? {
    guard Set(runs.map(\.count)).isSingle else { return nil }
    let columns = runs[0].indices.map { index in runs.map { $0[index] } }
    let areAlike = columns.allSatisfy { column in
      if case .separator = column[0] { return column.allEqual }
      return column.allSatisfy { if case .chunk = $0 { true } else { false } }
    }
    return areAlike ? columns : nil
  }
}
