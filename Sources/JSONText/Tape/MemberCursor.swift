/// Walks the members of an object, in document order or in the order of their keys.
struct MemberCursor {
  /// Members that are still to come.
  private(set) var remaining: Int
  /// Next key's tape index, or its place in the table.
  private var place: Int
  /// Tape index of the table of keys, or -1 to walk the document.
  private let table: Int

  /// Starts before the first member. Objects without a table have their keys in order already.
  @inline(__always)
  init(tape: Tape, object: Int, sorted: Bool) {
    let shape = tape[object + 1]
    remaining = shape.count
    if sorted, tape[object].isOrdered {
      table = shape.next - (shape.count + 1) / 2
      place = 0
    } else {
      table = -1
      place = object + 2
    }
  }

  /// The tape index of the key at a place of the table.
  @inline(__always)
  func tabled(_ place: Int, _ tape: Tape) -> Int {
    // Sound: the table has a half-word for each member, and `place` is below their number.
    let half = UnsafeRawPointer(tape.words + table).load(fromByteOffset: place &* 4, as: UInt32.self)
    return Int(truncatingIfNeeded: half)
  }

  /// The tape index of the next key; its value follows it. Only while some remain.
  @inline(__always)
  mutating func next(_ tape: Tape) -> Int {
    remaining -= 1
    guard table < 0 else {
      defer { place += 1 }
      return tabled(place, tape)
    }
    let key = place
    place = tape.after(key + 1)
    return key
  }

  /// The tape index of the next key, without going on; nil at the end.
  func peek(_ tape: Tape) -> Int? {
    guard remaining > 0 else { return nil }
    return table < 0 ? place : tabled(place, tape)
  }
}
