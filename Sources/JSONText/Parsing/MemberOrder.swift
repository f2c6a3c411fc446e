/// Sorts the members of an object once, while it is parsed: for the writer, for look-ups and for duplicate keys.
struct MemberOrder {
  /// A key with the first eight bytes that it stands for, big-endian and zero-filled.
  private struct Entry {
    var prefix: UInt64
    var key: Int
  }

  private let tape: Tape
  private var entries: [Entry] = []
  /// Orders of earlier objects, found again by their number of members and first key.
  private var shapes: [MemberShape?] = Array(repeating: nil, count: 64)
  private(set) var log = DuplicateKeyLog()

  init(tape: Tape) { self.tape = tape }

  /// The first eight bytes of a text without escapes, as a number that orders as they do.
  @inline(__always)
  static func prefix(_ text: UnsafePointer<UInt8>, _ length: Int) -> UInt64 {
    // Sound: texts are followed by at least eight readable bytes (padding of the input, slack of the rewritten text).
    let word = UInt64(bigEndian: UnsafeRawPointer(text).loadUnaligned(as: UInt64.self))
    guard length < 8 else { return word }
    return length == 0 ? 0 : word & (UInt64.max &<< UInt64(truncatingIfNeeded: 64 &- length &* 8))
  }

  private func prefix(_ word: TapeWord) -> UInt64 {
    let text = tape.text(word)
    guard word.isEscaped else { return MemberOrder.prefix(text, word.detail) }
    var value: UInt64 = 0
    var count = 0
    for byte in UnescapedText(UnsafeBufferPointer(start: text, count: word.detail)).prefix(8) {
      value = value << 8 | UInt64(byte)
      count += 1
    }
    return count == 0 ? 0 : value << UInt64(64 - count * 8)
  }

  /// Writes the tape indices of an object's keys in key order, two to a word; equal keys keep their order.
  ///
  /// - Parameter words: The tape's memory, with room for the table at `position`.
  /// - Returns: The number of words written.
  mutating func table(
    _ frame: TapeParser.Frame, at position: Int, in words: UnsafeMutablePointer<UInt64>,
    enclosing: UnsafeBufferPointer<TapeParser.Frame>
  ) -> Int {
    entries.removeAll(keepingCapacity: true)
    var key = frame.container + 2
    var isPlain = true
    for _ in 0..<frame.count {
      let word = tape[key]
      isPlain = isPlain && !word.isEscaped
      entries.append(Entry(prefix: prefix(word), key: key))
      key = tape.after(key + 1)
    }
    if !frame.isSorted { order(enclosing, isPlain: isPlain) }
    let length = (frame.count + 1) / 2
    for index in 0..<length {
      let low = UInt64(entries[index * 2].key)
      let high = index * 2 + 1 < frame.count ? UInt64(entries[index * 2 + 1].key) : 0
      words[position + index] = high << 32 | low
    }
    return length
  }

  /// Sorts the entries and notes duplicates, or repeats what was done to an object with the same keys.
  private mutating func order(_ enclosing: UnsafeBufferPointer<TapeParser.Frame>, isPlain: Bool) {
    let isCached = isPlain && entries.count <= MemberShape.maximumCount
    let slot = MemberShape.slot(prefix: entries[0].prefix, count: entries.count, slots: shapes.count)
    if isCached, let shape = shapes[slot], isSame(shape) {
      let first = entries
      for (place, source) in shape.order.enumerated() { entries[place] = first[Int(source)] }
      return
    }
    let before = isCached ? entries : []
    let duplicates = log.count
    sort()
    findDuplicates(enclosing)
    guard isCached, log.count == duplicates else { return }
    let places = entries.map { entry in UInt8(before.firstIndex { $0.key == entry.key } ?? 0) }
    shapes[slot] = MemberShape(keys: before.map(\.key), prefixes: before.map(\.prefix), order: places)
  }

  /// Whether the entries have the keys of an earlier object, one by one.
  @inline(__always)
  private func isSame(_ shape: MemberShape) -> Bool {
    guard shape.keys.count == entries.count else { return false }
    for place in 0..<entries.count {
      let entry = entries[place]
      guard entry.prefix == shape.prefixes[place] else { return false }
      let word = tape[entry.key]
      let other = tape[shape.keys[place]]
      guard word.detail == other.detail else { return false }
      if word.detail > 8, tape.compare(word, other) != 0 { return false }
    }
    return true
  }

  @inline(__always)
  private func compare(_ a: Entry, _ b: Entry) -> Int {
    if a.prefix != b.prefix { return a.prefix < b.prefix ? -1 : 1 }
    return tape.compare(tape[a.key], tape[b.key])
  }

  private mutating func sort() {
    let tape = tape
    let count = entries.count
    entries.withUnsafeMutableBufferPointer { entries in
      guard count <= 24 else {
        entries.sort { a, b in
          if a.prefix != b.prefix { return a.prefix < b.prefix }
          let order = tape.compare(tape[a.key], tape[b.key])
          return order != 0 ? order < 0 : a.key < b.key
        }
        return
      }
      var index = 1
      while index < count {
        let entry = entries[index]
        var hole = index
        while hole > 0 {
          let before = entries[hole - 1]
          if before.prefix < entry.prefix { break }
          if before.prefix == entry.prefix, tape.compare(tape[before.key], tape[entry.key]) <= 0 { break }
          entries[hole] = before
          hole -= 1
        }
        entries[hole] = entry
        index += 1
      }
    }
  }

  private mutating func findDuplicates(_ enclosing: UnsafeBufferPointer<TapeParser.Frame>) {
    var first = 0
    var index = 1
    while index < entries.count {
      if compare(entries[first], entries[index]) == 0 {
        log.add(first: tape[entries[first].key], second: tape[entries[index].key], in: enclosing, tape: tape)
      } else {
        first = index
      }
      index += 1
    }
  }
}

/// The keys of an object that was sorted, and where each went: answers repeat their objects thousands of times.
struct MemberShape {
  /// Larger objects are sorted each time.
  static let maximumCount = 64

  /// Tape indices of the keys, in document order.
  let keys: [Int]
  let prefixes: [UInt64]
  /// For each place in key order, the place in document order.
  let order: [UInt8]

  /// Where a shape is kept.
  @inline(__always)
  static func slot(prefix: UInt64, count: Int, slots: Int) -> Int {
    let mixed = (prefix ^ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed &>> 48) % slots
  }
}
