/// Sorts the members of an object once, while it is parsed: for the writer, for look-ups and for duplicate keys.
struct MemberOrder {
  /// A key with the first eight bytes that it stands for, big-endian and zero-filled.
  private struct Entry {
    var prefix: UInt64
    var key: Int
  }

  private let tape: Tape
  private var entries: [Entry] = []
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
    for _ in 0..<frame.count {
      entries.append(Entry(prefix: prefix(tape[key]), key: key))
      key = tape.after(key + 1)
    }
    if !frame.isSorted {
      sort()
      findDuplicates(enclosing, frame)
    }
    let length = (frame.count + 1) / 2
    for index in 0..<length {
      let low = UInt64(entries[index * 2].key)
      let high = index * 2 + 1 < frame.count ? UInt64(entries[index * 2 + 1].key) : 0
      words[position + index] = high << 32 | low
    }
    return length
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

  private mutating func findDuplicates(
    _ enclosing: UnsafeBufferPointer<TapeParser.Frame>, _ frame: TapeParser.Frame
  ) {
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
