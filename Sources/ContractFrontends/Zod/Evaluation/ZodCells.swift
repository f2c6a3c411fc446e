/// A value that is worked out when it is first needed, and can be let go when nobody will need it any more.
protocol ZodLateValue: AnyObject {
  func letGo()
}

/// The late values of one reading. Recursive schemas hold themselves, and scopes the functions that hold them: nothing
/// of it would ever be freed, if the end of the reading did not let go of all values.
final class ZodCells {
  private struct Entry {
    weak var cell: (any ZodLateValue)?
  }
  private var entries: [Entry] = []
  private var room = 1024

  func add(_ cell: any ZodLateValue) {
    if entries.count >= room {
      entries.removeAll { $0.cell == nil }
      room = max(1024, 2 * entries.count)
    }
    entries.append(Entry(cell: cell))
  }

  func letGo() {
    let all = entries
    entries = []
    // From the first to the last: what a value is made of mostly came before it and has gone, so that no long chain
    // goes at once.
    for entry in all { entry.cell?.letGo() }
  }
}
