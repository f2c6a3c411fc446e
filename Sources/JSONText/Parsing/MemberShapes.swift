/// The keys of objects that were sorted, and where each went: answers of an API repeat their objects thousands of times.
final class MemberShapes {
  /// Larger objects are sorted each time.
  static let maximumCount = 64
  private static let slots = 64

  /// Number of keys of the shape in each slot; 0 for none.
  private var counts: [UInt8] = []
  // Sound: both have room for `maximumCount` items in each slot, and only the first `counts[slot]` are read. They are
  // allocated with the first shape.
  private var keys: UnsafeMutablePointer<MemberOrder.Entry>?
  private var orders: UnsafeMutablePointer<UInt8>?

  deinit {
    keys?.deallocate()
    orders?.deallocate()
  }

  @inline(__always)
  private static func slot(_ prefix: UInt64, _ count: Int) -> Int {
    let mixed = (prefix ^ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed &>> 58)
  }

  /// For each place in key order, the place in document order, when these plain keys were seen before; else nil.
  @inline(__always)
  func order(
    _ entries: UnsafeMutablePointer<MemberOrder.Entry>, _ count: Int, _ tape: Tape
  ) -> UnsafePointer<UInt8>? {
    guard count > 0, let keys, let orders else { return nil }
    let slot = MemberShapes.slot(entries[0].prefix, count)
    guard Int(counts[slot]) == count else { return nil }
    let known = keys + slot * MemberShapes.maximumCount
    for place in 0..<count {
      guard entries[place].prefix == known[place].prefix else { return nil }
      let word = tape[entries[place].key]
      let other = tape[known[place].key]
      guard word.detail == other.detail, word.detail <= 8 || tape.compare(word, other) == 0 else { return nil }
    }
    return UnsafePointer(orders + slot * MemberShapes.maximumCount)
  }

  /// Remembers the order of an object without duplicates, of at most `maximumCount` plain keys.
  func remember(_ entries: [MemberOrder.Entry], sorted: UnsafeBufferPointer<MemberOrder.Entry>) {
    let size = MemberShapes.slots * MemberShapes.maximumCount
    let keys = keys ?? UnsafeMutablePointer<MemberOrder.Entry>.allocate(capacity: size)
    let orders = orders ?? UnsafeMutablePointer<UInt8>.allocate(capacity: size)
    if counts.isEmpty { counts = Array(repeating: 0, count: MemberShapes.slots) }
    self.keys = keys
    self.orders = orders
    let slot = MemberShapes.slot(entries[0].prefix, entries.count)
    counts[slot] = UInt8(truncatingIfNeeded: entries.count)
    let base = slot * MemberShapes.maximumCount
    for (place, entry) in entries.enumerated() {
      keys[base + place] = entry
      // Keys rise along the tape, so the place of each is found by its index.
      orders[base + place] = UInt8(truncatingIfNeeded: entries.firstIndex { $0.key == sorted[place].key } ?? 0)
    }
  }
}
