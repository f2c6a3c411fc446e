/// Canonical texts of the strings whose source form was another: `\/`, `\u00e9` and so on.
///
/// Each is stored as four bytes of source offset, a quote, the text, a quote.
final class RewrittenText: @unchecked Sendable {
  // Sound to share: written by the parser alone before the document exists, read-only afterwards, freed in `deinit`.
  // `slack` bytes beyond the used ones are always allocated and zero, so 16-byte loads that start within are in bounds.

  private static let slack = 64
  private(set) var base: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var capacity = 0

  init() {
    base = UnsafeMutablePointer<UInt8>.allocate(capacity: RewrittenText.slack)
    base.initialize(repeating: 0, count: RewrittenText.slack)
  }

  deinit { base.deallocate() }

  private func reserve(_ extra: Int) {
    guard count + extra > capacity else { return }
    capacity = max(capacity * 2, count + extra + 256)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + RewrittenText.slack)
    larger.initialize(from: base, count: count)
    (larger + count).initialize(repeating: 0, count: capacity + RewrittenText.slack - count)
    base.deallocate()
    base = larger
  }

  /// Starts a string whose opening quote is at `sourceOffset`; returns the offset of its text.
  func begin(sourceOffset: Int) -> Int {
    reserve(5)
    for shift in stride(from: 0, to: 32, by: 8) {
      base[count] = UInt8(truncatingIfNeeded: sourceOffset >> shift)
      count += 1
    }
    base[count] = UInt8(ascii: "\"")
    count += 1
    return count
  }

  func append(_ byte: UInt8) {
    reserve(1)
    base[count] = byte
    count += 1
  }

  func append(_ start: UnsafePointer<UInt8>, count length: Int) {
    reserve(length)
    (base + count).update(from: start, count: length)
    count += length
  }

  func sourceOffset(of text: Int) -> Int {
    (0..<4).reduce(0) { $0 | Int(base[text - 5 + $1]) << ($1 * 8) }
  }
}
