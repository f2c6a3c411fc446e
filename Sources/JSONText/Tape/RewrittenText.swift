/// Canonical texts of the strings whose source form was another: `\/`, `\u00e9` and so on.
///
/// Each is stored as four bytes of source offset, a quote, the text, a quote.
final class RewrittenText: @unchecked Sendable {
  // Sound to share: written by the parser alone before the document exists, read-only afterwards, freed in `deinit`.
  // `slack` bytes beyond the capacity are always allocated, so 16-byte loads and stores that start within are in
  // bounds; what a load finds beyond `count` is never looked at.

  private static let slack = 64
  private(set) var base: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var capacity = 0
  private let expected: Int

  /// - Parameter expected: Bytes of the input, from which the first size is guessed.
  init(expected: Int) {
    self.expected = expected
    base = UnsafeMutablePointer<UInt8>.allocate(capacity: RewrittenText.slack)
  }

  deinit { base.deallocate() }

  @inline(__always)
  private func reserve(_ extra: Int) {
    if count + extra > capacity { grow(extra) }
  }

  @inline(never)
  private func grow(_ extra: Int) {
    // Memory that is never touched costs nothing, copying does: the first guess is generous.
    capacity = max(capacity * 2, count + extra + 256, expected / 2)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + RewrittenText.slack)
    larger.initialize(from: base, count: count)
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

  @inline(__always)
  func append(_ byte: UInt8) {
    reserve(1)
    base[count] = byte
    count += 1
  }

  /// Appends bytes of the input; padding makes 16 bytes readable whatever the count.
  @inline(__always)
  func append(_ start: UnsafePointer<UInt8>, count length: Int) {
    reserve(length)
    if length <= 16 {
      // Sound: 64 bytes of slack follow the capacity, and 64 of padding the input.
      UnsafeMutableRawPointer(base + count).storeBytes(
        of: UnsafeRawPointer(start).loadUnaligned(as: SIMD16<UInt8>.self), as: SIMD16<UInt8>.self)
    } else {
      (base + count).update(from: start, count: length)
    }
    count += length
  }

  /// Appends a scalar above U+007F in UTF-8.
  @inline(__always)
  func append(scalar value: UInt32) {
    reserve(4)
    var bits = value
    let length = value < 0x800 ? 2 : value < 0x10000 ? 3 : 4
    for place in stride(from: length - 1, to: 0, by: -1) {
      base[count + place] = 0x80 | UInt8(truncatingIfNeeded: bits & 0x3F)
      bits >>= 6
    }
    base[count] = UInt8(truncatingIfNeeded: bits) | (length == 2 ? 0xC0 : length == 3 ? 0xE0 : 0xF0)
    count += length
  }

  func sourceOffset(of text: Int) -> Int {
    (0..<4).reduce(0) { $0 | Int(base[text - 5 + $1]) << ($1 * 8) }
  }
}
