import Diagnostics

/// The duplicate keys that parsing met, as offsets until positions are asked for.
struct DuplicateKeyLog {
  /// One later occurrence of a key.
  struct Entry {
    let pointer: JSONPointer
    let first: Int
    let second: Int
  }

  /// Reports beyond this number are counted but not kept.
  static let limit = 1000

  private(set) var entries: [Entry] = []
  private(set) var count = 0

  /// Adds a pair. `enclosing` are the saved frames of the containers around the object; the first is the outside of
  /// the document.
  mutating func add(
    first: TapeWord, second: TapeWord, in enclosing: UnsafeBufferPointer<TapeParser.Frame>, tape: Tape
  ) {
    count += 1
    guard entries.count < DuplicateKeyLog.limit else { return }
    var tokens: [String] = []
    for frame in enclosing.dropFirst() {
      tokens.append(frame.isObject ? tape.decoded(tape[frame.key]) : String(frame.count))
    }
    tokens.append(tape.decoded(second))
    entries.append(
      Entry(
        pointer: JSONPointer(tokens: tokens), first: tape.sourceOffset(first), second: tape.sourceOffset(second)))
  }
}
