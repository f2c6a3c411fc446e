/// Names by key, keys told apart by their bytes: a `Dictionary` takes composed and decomposed letters for the same.
struct ResolvedNames {
  private var names: [[UInt8]: String] = [:]

  /// The name of a key.
  subscript(key: String) -> String? {
    get { names[Array(key.utf8)] }
    set { names[Array(key.utf8)] = newValue }
  }
  /// All names; in no order.
  var values: [String] { Array(names.values) }

  /// Takes over the names of others.
  mutating func merge(_ others: ResolvedNames) { names.merge(others.names) { $1 } }
}

/// Gives each of some keys a name of its own, whatever their order.
enum NameResolver {
  /// Something that wants a name.
  struct Entry {
    /// Its identity, such as a name on the wire; distinct among the entries.
    let key: String
    /// Names from best to last; each depends on the key alone.
    let candidates: [String]

    /// An entry for a property, parameter or case.
    static func member(_ wireName: String) -> Entry {
      let best = SwiftNaming.lowerCamel(wireName)
      return Entry(
        key: wireName, candidates: [best, SwiftNaming.lowerCamel(wireName, spellsAll: true), best + "Value"])
    }

    /// An entry for a type, from its name in the contract.
    static func type(_ name: String, suffix: String = "Value") -> Entry {
      let best = SwiftNaming.upperCamel(name)
      return Entry(key: name, candidates: [best, best + suffix, SwiftNaming.upperCamel(name, spellsAll: true)])
    }
  }

  /// The names by key.
  ///
  /// A name that only one entry wants goes to it. Of several that want one name, it goes to the one whose key it is
  /// already; the others take their next candidate, at last one with a digest of the key.
  static func resolve(_ entries: [Entry], avoiding reserved: Set<String>) -> ResolvedNames {
    var names = ResolvedNames()
    var taken = reserved
    var open = entries
    var level = 0
    let deepest = entries.map(\.candidates.count).max() ?? 0
    while !open.isEmpty, level <= deepest {
      var wishes: [String: [Entry]] = [:]
      for entry in open { wishes[proposal(entry, level), default: []].append(entry) }
      for (wish, group) in wishes where !taken.contains(wish) {
        // Composed and decomposed letters make one wish: the first by bytes of those that have it for a key.
        let exact = group.filter { hasBytes($0.key, proposal($0, level)) }
        let first = exact.min { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        guard let winner = group.count == 1 ? group.first : first else { continue }
        names[winner.key] = proposal(winner, level)
      }
      taken.formUnion(names.values)
      open.removeAll { names[$0.key] != nil }
      level += 1
    }
    // Digests that collide too: numbered in the order of the keys' bytes.
    for entry in open.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      let base = proposal(entry, deepest)
      var number = 2
      while taken.contains("\(base)_\(number)") { number += 1 }
      names[entry.key] = "\(base)_\(number)"
      taken.insert("\(base)_\(number)")
    }
    return names
  }

  private static func proposal(_ entry: Entry, _ level: Int) -> String {
    level < entry.candidates.count
      ? entry.candidates[level] : "\(entry.candidates[0])_\(SwiftNaming.digest(entry.key))"
  }

  private static func hasBytes(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }
}
