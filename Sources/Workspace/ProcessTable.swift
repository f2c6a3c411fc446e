/// The processes that run, as Linux shows them (proc(5)); none on other systems.
struct ProcessTable {
  /// One of them.
  struct Entry: Hashable, Sendable {
    /// Process id.
    let id: Int32
    /// The process that started it; 1 where that one has ended.
    let parent: Int32
    /// Its process group.
    let group: Int32
    /// When it was started, in ticks of the system: with the id it names one process for ever.
    let start: UInt64
    /// Name of the program, cut by the system.
    let name: String

    /// Reads the line of `/proc/ID/stat`.
    init?(id: Int32, stat text: String) {
      // The name stands in parentheses and may hold any characters; fields follow the last of them.
      guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"), open < close else { return nil }
      let fields = text[text.index(after: close)...].split(separator: " ")
      guard fields.count > 19, let parent = Int32(fields[1]), let group = Int32(fields[2]),
        let start = UInt64(fields[19])
      else { return nil }
      self.id = id
      self.parent = parent
      self.group = group
      self.start = start
      name = String(text[text.index(after: open)..<close])
    }

    /// The process with an id; nil where there is none.
    init?(id: Int32) {
      guard let bytes = try? FileSystem.read("/proc/\(id)/stat") else { return nil }
      self.init(id: id, stat: String(decoding: bytes, as: UTF8.self))
    }

    /// Whether it still runs, and its id names no other one by now.
    var isThere: Bool { Entry(id: id)?.start == start }
  }

  /// The processes.
  let entries: [Entry]

  init(_ entries: [Entry]) { self.entries = entries }

  /// Looks at the processes that run now.
  init() {
    entries = ((try? FileSystem.entries(of: "/proc")) ?? []).compactMap { name in Int32(name).flatMap(Entry.init(id:)) }
  }

  /// A process, those of its group, and all that one of these started, in whatever group they are.
  func family(of processID: Int32) -> Set<Int32> {
    let children = Dictionary(grouping: entries, by: \.parent)
    var family: Set<Int32> = []
    var open = [processID] + entries.filter { $0.group == processID }.map(\.id)
    while let next = open.popLast() {
      if family.insert(next).inserted { open += children[next, default: []].map(\.id) }
    }
    return family
  }

  /// What a process started and a signal to its group does not reach.
  func strays(of processID: Int32) -> [Entry] {
    let family = family(of: processID)
    return entries.filter { family.contains($0.id) && $0.group != processID }
  }
}
