#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A parsed document: its input, its words, and the strings that had to be rewritten to their canonical form.
final class Tape: @unchecked Sendable {
  // Sound to share: the parser is the only writer and works before anybody else holds the tape; afterwards all is
  // read-only, and the memory lives until `deinit`. Every index below comes from the parser, which wrote the words
  // it points to; every offset and length was within the input or the rewritten text when it was written.

  let input: JSONInput
  let rewritten: RewrittenText
  private(set) var words: UnsafeMutablePointer<UInt64>
  private(set) var capacity: Int
  /// Words in use.
  var count = 0

  init(input: JSONInput) {
    self.input = input
    rewritten = RewrittenText(expected: input.count)
    // Answers of APIs take about a word for seven bytes; memory that is never touched costs nothing.
    capacity = input.count / 4 + 64
    words = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity)
  }

  deinit { words.deallocate() }

  /// Makes room for at least `extra` words after the first `used`.
  func grow(used: Int, extra: Int) {
    let larger = max(capacity * 2, used + extra + 64)
    // Sound: the first `used` words are the initialised ones; the rest is written before it is read.
    let fresh = UnsafeMutablePointer<UInt64>.allocate(capacity: larger)
    fresh.update(from: words, count: used)
    words.deallocate()
    words = fresh
    capacity = larger
  }

  @inline(__always)
  subscript(index: Int) -> TapeWord { TapeWord(bits: words[index]) }

  /// The index after the value that starts at `index`.
  @inline(__always)
  func after(_ index: Int) -> Int {
    self[index].isContainer ? self[index + 1].next : index + 1
  }

  /// The canonical text of a string between its quotes (a quote stands before and after it), or of a number.
  @inline(__always)
  func text(_ word: TapeWord) -> UnsafePointer<UInt8> {
    word.isString && word.isRewritten ? UnsafePointer(rewritten.base) + word.offset : input.base + word.offset
  }

  /// Where a value or key starts in the input; of a string, its opening quote.
  func sourceOffset(_ word: TapeWord) -> Int {
    guard word.isString else { return word.offset }
    return word.isRewritten ? rewritten.sourceOffset(of: word.offset) : word.offset - 1
  }

  /// The decoded bytes of a string.
  func decoded(_ word: TapeWord) -> String {
    let text = UnsafeBufferPointer(start: text(word), count: word.detail)
    guard word.isEscaped else { return String(decoding: text, as: UTF8.self) }
    return String(decoding: UnescapedText(text), as: UTF8.self)
  }

  /// Orders two strings by the UTF-8 bytes that they stand for: negative, zero or positive.
  @inline(__always)
  func compare(_ a: TapeWord, _ b: TapeWord) -> Int {
    if a.isEscaped || b.isEscaped { return compareEscaped(a, b) }
    let order = memcmp(text(a), text(b), min(a.detail, b.detail))
    return order != 0 ? Int(order) : a.detail - b.detail
  }

  private func compareEscaped(_ a: TapeWord, _ b: TapeWord) -> Int {
    var left = UnescapedText(UnsafeBufferPointer(start: text(a), count: a.detail)).makeIterator()
    var right = UnescapedText(UnsafeBufferPointer(start: text(b), count: b.detail)).makeIterator()
    while true {
      switch (left.next(), right.next()) {
      case (nil, nil): return 0
      case (nil, _): return -1
      case (_, nil): return 1
      case (let x?, let y?): if x != y { return Int(x) - Int(y) }
      }
    }
  }

  /// Whether two strings, of this tape and another, stand for the same bytes: canonical texts are equal then.
  @inline(__always)
  func equals(_ word: TapeWord, _ other: TapeWord, of tape: Tape) -> Bool {
    word.detail == other.detail && memcmp(text(word), tape.text(other), word.detail) == 0
  }
}
