#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Finds a member of an object by its key.
struct MemberLookup {
  let tape: Tape
  /// Tape index of the object.
  let object: Int

  /// The tape index of the first member's value with this key.
  func value(of key: String) -> Int? {
    var key = key
    let hasEscapes = key.utf8.contains(where: StringEscaping.needsEscape)
    if hasEscapes { key = String(decoding: StringEscaping.escaped(key), as: UTF8.self) }
    return key.withUTF8 { text in
      // An escaped key orders otherwise than its text, so the table serves plain keys among plain keys only.
      tape[object].isOrdered && tape[object + 1].count >= TapeParser.tabledCount && !hasEscapes
        ? searched(text) : walked(text)
    }
  }

  private func walked(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    var index = object + 2
    for _ in 0..<tape[object + 1].count {
      let word = tape[index]
      // Sound: both texts have `detail` bytes.
      if word.detail == text.count {
        guard let start = text.baseAddress, text.count > 0 else { return index + 1 }
        if memcmp(tape.text(word), start, text.count) == 0 { return index + 1 }
      }
      index = tape.after(index + 1)
    }
    return nil
  }

  private func searched(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    let cursor = MemberCursor(tape: tape, object: object, sorted: true)
    var low = 0
    var high = tape[object + 1].count
    while low < high {
      let middle = (low + high) / 2
      if compare(tape[cursor.tabled(middle, tape)], text) < 0 { low = middle + 1 } else { high = middle }
    }
    guard low < tape[object + 1].count else { return nil }
    let key = cursor.tabled(low, tape)
    return compare(tape[key], text) == 0 ? key + 1 : nil
  }

  private func compare(_ word: TapeWord, _ text: UnsafeBufferPointer<UInt8>) -> Int {
    let own = UnsafeBufferPointer(start: tape.text(word), count: word.detail)
    guard !word.isEscaped else {
      let unescaped = UnescapedText(own)
      if unescaped.elementsEqual(text) { return 0 }
      return unescaped.lexicographicallyPrecedes(text) ? -1 : 1
    }
    guard let a = own.baseAddress, let b = text.baseAddress else { return own.count - text.count }
    let order = memcmp(a, b, min(own.count, text.count))
    return order != 0 ? Int(order) : own.count - text.count
  }
}
