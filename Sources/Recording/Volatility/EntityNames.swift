internal import Diagnostics

/// Says what kind of thing a serial number names, so that guild 3 and member 3 stay two things.
///
/// The kind comes from names: `guildId` and `/guilds/3` speak of a guild, and so does `id` in an element of `guilds` or in
/// the answer of `/api/guilds`. A name that no path uses, such as `ownerId`, is a role: anything may stand there.
struct EntityNames: Sendable {
  /// Names that paths use before a value, or in the plural; singular and in lower case.
  private let known: Set<String>
  private let paths: [[Substring]]
  private let queryNames: [[String]]

  private static let containers: Set<String> = [
    "item", "data", "result", "entry", "node", "edge", "content", "record", "list", "attribute", "payload", "response",
    "row", "value", "entity", "object", "",
  ]

  init(paths: [String], queryNames: [[String]]) {
    self.paths = paths.map { $0.prefix { $0 != "?" }.split(separator: "/") }
    self.queryNames = queryNames
    var known: Set<String> = []
    for path in self.paths {
      for (index, segment) in path.enumerated() where Self.isWord(segment) {
        let isFollowed = index + 1 < path.count && !Self.isWord(path[index + 1])
        if isFollowed || segment.hasSuffix("s") { known.insert(Self.stem(String(segment))) }
      }
    }
    self.known = known
  }

  private static func isWord(_ segment: Substring) -> Bool { !segment.utf8.contains(where: ValueFormat.isDigit) }

  /// Whether paths use the name.
  func isKnown(_ entity: String) -> Bool { known.contains(entity) }

  /// The singular in lower case without `Id`: `guildIds` and `guilds` are both `guild`.
  static func stem(_ name: String) -> String {
    var word = name.lowercased().filter { $0 != "_" && $0 != "-" }
    for suffix in ["ids", "id", "uuid"] where word.hasSuffix(suffix) && isIdentifierName(name) {
      word.removeLast(suffix.count)
      break
    }
    if word.hasSuffix("ies") { return word.dropLast(3) + "y" }
    return word.hasSuffix("s") && !word.hasSuffix("ss") ? String(word.dropLast()) : word
  }

  /// Whether a name says that it is an identifier's.
  static func isIdentifierName(_ name: String) -> Bool {
    let lowered = name.lowercased()
    return ["id", "ids", "uuid"].contains(lowered) || ["Id", "ID", "Ids", "IDs"].contains { name.hasSuffix($0) }
      || ["_id", "_ids", "-id", "-ids", "_uuid"].contains { lowered.hasSuffix($0) }
  }

  /// The name under which a value stands: a member's, a parameter's; nil for a whole document.
  func name(of place: SlotPlace) -> String? {
    switch place.document.part {
    case .parameter(let name): return name
    case .query(let index):
      // A cursor may hold JSON.
      return place.pointer.tokens.last { Int($0) == nil } ?? queryName(index, ofStep: place.document.step)
    case .answer, .request, .header: return place.pointer.tokens.last { Int($0) == nil }
    }
  }

  private func queryName(_ index: Int, ofStep step: Int) -> String? {
    let names = queryNames.indices.contains(step) ? queryNames[step] : []
    return names.indices.contains(index) ? names[index] : nil
  }

  /// What the names above a value say of it: a password of five letters is in no registry.
  func secrecy(of place: SlotPlace) -> SecretPlace {
    let names = place.pointer.tokens.filter { Int($0) == nil }
    let outer: String? =
      switch place.document.part {
      case .parameter(let name), .header(let name, _): name
      case .query(let index): queryName(index, ofStep: place.document.step)
      case .answer, .request: nil
      }
    return SecretPlace(names: [outer].compactMap(\.self) + names)
  }

  /// The last segment of a step's path that is a word.
  func lastWord(ofStep step: Int) -> String? {
    paths.indices.contains(step) ? paths[step].last(where: Self.isWord).map(String.init) : nil
  }

  /// Whether the name under which a value stands says that it is an identifier.
  func isIdentifierNamed(_ place: SlotPlace) -> Bool {
    if case .parameter = place.document.part { return true }
    guard let name = name(of: place) else { return false }
    if case .query = place.document.part, ["after", "before", "cursor", "since"].contains(name.lowercased()) {
      return true
    }
    return Self.isIdentifierName(name)
  }

  /// What kind of thing an identifier at a place names.
  func entity(at place: SlotPlace) -> String {
    guard let name = name(of: place) else { return ofPath(place.document.step) }
    if case .parameter = place.document.part {
      let stem = Self.stem(name)
      return stem.isEmpty ? ofPath(place.document.step) : stem
    }
    let own = Self.stem(name)
    if !own.isEmpty, Self.isIdentifierName(name) || !Self.containers.contains(own) { return own }
    let parents = place.pointer.tokens.filter { Int($0) == nil }.dropLast().reversed()
    for parent in parents {
      let stem = Self.stem(parent)
      if !Self.containers.contains(stem) { return stem }
    }
    return ofPath(place.document.step)
  }

  /// What the last word of a step's path names, those that no path uses before a value passed over.
  private func ofPath(_ step: Int) -> String {
    guard paths.indices.contains(step) else { return "" }
    let words = paths[step].filter(Self.isWord).map { Self.stem(String($0)) }
    return words.last(where: isKnown) ?? words.last ?? ""
  }
}
