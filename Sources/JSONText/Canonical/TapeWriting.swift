/// Writes values of a tape, without recursion.
struct TapeWriting: ~Copyable {
  /// An array or object that is being written.
  private struct Frame {
    var cursor: MemberCursor
    /// Next element of an array.
    var element: Int
    var remaining: Int
    var isObject: Bool
  }

  private let tape: Tape
  private let indent: Int
  private let sortKeys: Bool
  // Sound: room for every depth that the parser admits; `Frame` is trivial.
  private let frames: UnsafeMutablePointer<Frame>
  /// A comma, a line end, and the spaces of the deepest level with 32 bytes to spare.
  private let line: UnsafeMutablePointer<UInt8>
  var sink: ByteSink

  init(tape: Tape, indent: Int, sortKeys: Bool, sink: consuming ByteSink) {
    self.tape = tape
    self.indent = min(max(indent, 0), 16)
    self.sortKeys = sortKeys
    self.sink = sink
    frames = UnsafeMutablePointer<Frame>.allocate(capacity: JSONDocument.maximumDepth + 1)
    let width = 2 + self.indent * (JSONDocument.maximumDepth + 1) + 64
    line = UnsafeMutablePointer<UInt8>.allocate(capacity: width)
    line.initialize(repeating: 0x20, count: width)
    line[0] = UInt8(ascii: ",")
    line[1] = 0x0A
  }

  deinit {
    frames.deallocate()
    line.deallocate()
  }

  /// Writes the value at a tape index, and a final line end when indented.
  mutating func write(_ index: Int) {
    if indent == 0 { run(index, indented: false) } else { run(index, indented: true) }
    guard indent > 0 else { return }
    sink.reserve(1)
    sink.put(0x0A)
  }

  @inline(__always)
  private mutating func run(_ root: Int, indented: Bool) {
    guard var frame = value(root) else { return }
    var depth = 0
    var isFirst = true
    while true {
      sink.reserve(indent &* (depth + 1) + 8)
      if frame.remaining == 0 {
        if indented { breakLine(depth, comma: false) }
        sink.put(frame.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        if depth == 0 { return }
        depth -= 1
        frame = frames[depth]
        isFirst = false
        continue
      }
      frame.remaining -= 1
      if indented {
        breakLine(depth + 1, comma: !isFirst)
      } else if !isFirst {
        sink.put(UInt8(ascii: ","))
      }
      isFirst = false
      let index: Int
      if frame.isObject {
        let key = frame.cursor.next(tape)
        string(tape[key])
        sink.put(0x203A, indented ? 2 : 1)  // ": "
        index = key + 1
      } else {
        index = frame.element
        frame.element = tape.after(index)
      }
      if let inner = value(index) {
        frames[depth] = frame
        depth += 1
        frame = inner
        isFirst = true
      }
    }
  }

  @inline(__always)
  private mutating func breakLine(_ depth: Int, comma: Bool) {
    let skip = comma ? 0 : 1
    sink.copyPadded(line + skip, 2 - skip + indent &* depth)
  }

  /// Writes a scalar or an empty container; of another container its bracket, and gives its frame.
  @inline(__always)
  private mutating func value(_ index: Int) -> Frame? {
    let word = tape[index]
    switch word.tag {
    case TapeWord.literal:
      literal(UInt64(truncatingIfNeeded: word.detail))
    case TapeWord.number:
      sink.reserve(word.detail + 16)
      sink.copyPadded(tape.text(word), word.detail)
    case TapeWord.array, TapeWord.object:
      return container(index, isObject: word.tag == TapeWord.object)
    default:
      string(word)
    }
    return nil
  }

  @inline(__always)
  private mutating func string(_ word: TapeWord) {
    // The quotes stand beside the text in the input and in the rewritten text.
    sink.reserve(word.detail + 16)
    sink.copyPadded(tape.text(word) - 1, word.detail + 2)
  }

  @inline(__always)
  private mutating func literal(_ detail: UInt64) {
    sink.reserve(16)
    switch detail {
    case TapeWord.null: sink.put(0x6C6C_756E, 4)
    case TapeWord.yes: sink.put(0x6575_7274, 4)
    default: sink.put(0x65_736C_6166, 5)
    }
  }

  @inline(__always)
  private mutating func container(_ index: Int, isObject: Bool) -> Frame? {
    let count = tape[index + 1].count
    sink.reserve(16)
    if count == 0 {
      sink.put(isObject ? 0x7D7B : 0x5D5B, 2)
      return nil
    }
    sink.put(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
    return Frame(
      cursor: MemberCursor(tape: tape, object: index, sorted: sortKeys && isObject), element: index + 2,
      remaining: count, isObject: isObject)
  }
}
