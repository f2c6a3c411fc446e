/// Sorts the members of an object once, while it is parsed: for the writer, for look-ups and for duplicate keys.
final class MemberOrder {
  /// A key with the first eight bytes that it stands for, big-endian and zero-filled.
  struct Entry {
    var prefix: UInt64
    var key: Int
  }

  private let tape: Tape
  // Sound: `entries` has room for `capacity` of them, and `table` writes all of an object's before reading any.
  private var entries: UnsafeMutablePointer<Entry>
  private var capacity = 32
  private let shapes = MemberShapes()
  private(set) var log = DuplicateKeyLog()

  init(tape: Tape) {
    self.tape = tape
    entries = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
  }

  deinit { entries.deallocate() }

  /// The first eight bytes of a text without escapes, as a number that orders as they do.
  @inline(__always)
  static func prefix(_ text: UnsafePointer<UInt8>, _ length: Int) -> UInt64 {
    // Sound: texts are followed by at least eight readable bytes (padding of the input, slack of the rewritten text).
    let word = UInt64(bigEndian: UnsafeRawPointer(text).loadUnaligned(as: UInt64.self))
    guard length < 8 else { return word }
    return length == 0 ? 0 : word & (UInt64.max &<< UInt64(truncatingIfNeeded: 64 &- length &* 8))
  }

  private func escapedPrefix(_ word: TapeWord) -> UInt64 {
    var value: UInt64 = 0
    var count = 0
    for byte in UnescapedText(UnsafeBufferPointer(start: tape.text(word), count: word.detail)).prefix(8) {
      value = value << 8 | UInt64(byte)
      count += 1
    }
    return count == 0 ? 0 : value << UInt64(64 - count * 8)
  }

  /// Writes the tape indices of an object's keys in key order, each in half a word; equal keys keep their order.
  ///
  /// - Parameter words: The tape's memory, with room for the table at `position`.
  /// - Returns: The number of words written.
  func table(
    _ frame: TapeParser.Frame, at position: Int, in words: UnsafeMutablePointer<UInt64>,
    enclosing: UnsafeBufferPointer<TapeParser.Frame>
  ) -> Int {
    let count = frame.count
    if count > capacity { grow(count) }
    let isPlain = gather(frame)
    let table = UnsafeMutableRawPointer(words + position)
    // Sound: the caller reserved `count / 2 + 1` words; a word holds two indices.
    func put(_ place: Int, _ key: Int) {
      table.storeBytes(of: UInt32(truncatingIfNeeded: key), toByteOffset: place &* 4, as: UInt32.self)
    }
    words[position + count / 2] = 0
    if !frame.isSorted, isPlain, let order = shapes.order(entries, count, tape) {
      for place in 0..<count { put(place, entries[Int(order[place])].key) }
    } else {
      if !frame.isSorted { order(count, enclosing, isPlain: isPlain) }
      for place in 0..<count { put(place, entries[place].key) }
    }
    return (count + 1) / 2
  }

  private func grow(_ count: Int) {
    entries.deallocate()
    capacity = max(count, capacity * 2)
    entries = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
  }

  /// Lists the keys in document order; true when none has escapes.
  @inline(__always)
  private func gather(_ frame: TapeParser.Frame) -> Bool {
    var key = frame.container + 2
    var escapes: UInt64 = 0
    for place in 0..<frame.count {
      let word = tape[key]
      escapes |= word.tag
      let prefix = word.isEscaped ? escapedPrefix(word) : MemberOrder.prefix(tape.text(word), word.detail)
      entries[place] = Entry(prefix: prefix, key: key)
      key = tape.after(key + 1)
    }
    return escapes & TapeWord.escapedFlag == 0
  }

  /// Sorts the entries, notes duplicates, and remembers the order for objects with the same keys.
  @inline(never)
  private func order(_ count: Int, _ enclosing: UnsafeBufferPointer<TapeParser.Frame>, isPlain: Bool) {
    let before =
      isPlain && count <= MemberShapes.maximumCount ? Array(UnsafeBufferPointer(start: entries, count: count)) : []
    let duplicates = log.count
    sort(count)
    findDuplicates(count, enclosing)
    guard !before.isEmpty, log.count == duplicates else { return }
    shapes.remember(before, sorted: UnsafeBufferPointer(start: entries, count: count))
  }

  private func sort(_ count: Int) {
    guard count > 24 else { return insertionSort(count) }
    let tape = tape
    var buffer = UnsafeMutableBufferPointer(start: entries, count: count)
    buffer.sort { a, b in
      if a.prefix != b.prefix { return a.prefix < b.prefix }
      let order = tape.compare(tape[a.key], tape[b.key])
      return order != 0 ? order < 0 : a.key < b.key
    }
  }

  private func insertionSort(_ count: Int) {
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

  private func findDuplicates(_ count: Int, _ enclosing: UnsafeBufferPointer<TapeParser.Frame>) {
    var first = 0
    for index in 1..<max(count, 1) {
      let same =
        entries[first].prefix == entries[index].prefix
        && tape.compare(tape[entries[first].key], tape[entries[index].key]) == 0
      if same {
        log.add(first: tape[entries[first].key], second: tape[entries[index].key], in: enclosing, tape: tape)
      } else {
        first = index
      }
    }
  }
}
