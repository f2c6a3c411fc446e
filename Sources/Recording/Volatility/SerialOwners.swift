internal import Diagnostics
internal import JSONText

/// Says what serial numbers name.
///
/// Two tables of a fresh database hand out the same numbers, and the next step moves one of them alone: that two numbers
/// are equal in every run says nothing. What a number names comes from names: that of the value, of the list or map that
/// it stands in, of the word before it, of another value of the same answer. A role such as `ownerId` is what all things
/// in that role are.
struct SerialOwners {
  private let entities: EntityNames
  private let flows: Set<SlotPlace>
  /// Kinds of the things that a tuple names.
  private var owners: [[String]: Set<String>] = [:]
  /// Of those, the ones that data flow or a former recording knows to be ids.
  private var flowOwners: [[String]: Set<String>] = [:]
  /// What stands in a role.
  private var roles: [String: String] = [:]
  /// Places of ids that stand beside the id of another thing: they are their own object's.
  private var ownIDs: Set<SlotPlace> = []
  /// The tuple of each object's own id.
  private var objectIDs: [SlotPlace: [String]] = [:]
  /// Kinds that a value's own id gives its key.
  private var keyKinds: [SlotPlace: String] = [:]
  /// What stood at places in the set that a part is recorded into.
  private var recalled: [SlotPlace: String] = [:]
  /// Words that later requests used and that differ between the runs.
  private(set) var flowWords: Set<[String]> = []

  /// What was found out about roles, before it is decided what stands in them.
  private struct Roles {
    var tuples: [String: Set<[String]>] = [:]
    var flows: [(texts: [String], role: String)] = []
    var listed: [(place: SlotPlace, texts: [String], former: String)] = []
  }

  init(_ input: VolatilityInput, entities: EntityNames) {
    self.entities = entities
    flows = input.flows
    collectObjects(input)
    var found = Roles()
    for document in input.documents {
      document.value.visitScalars { pointer, runs in
        let texts = runs.compactMap(\.text)
        guard texts.count == runs.count else { return }
        collect(texts, at: SlotPlace(document: document.id, pointer: pointer), input, &found)
      }
    }
    for element in found.listed {
      let kind = recalledKind(element.texts) ?? element.former
      recalled[element.place] = kind
      flowOwners[element.texts, default: []].insert(kind)
    }
    for (texts, names) in flowOwners { owners[texts, default: []].formUnion(names) }
    resolve(found)
    for (texts, names) in flowOwners {
      let kinds = names.filter(entities.isKnown)
      flowOwners[texts] = kinds.isEmpty ? names : kinds
      owners[texts, default: []].formUnion(names)
    }
  }

  private mutating func collectObjects(_ input: VolatilityInput) {
    for document in input.documents {
      document.value.visitObjects { pointer, members in
        let place = SlotPlace(document: document.id, pointer: pointer)
        let names = members.map { $0.keys[0] }.filter(EntityNames.isIdentifierName)
        if let own = members.first(where: { $0.keys[0].lowercased() == "id" }), case .scalar(let runs) = own.value {
          if names.count > 1 { ownIDs.insert(place.appending([own.keys[0]])) }
          objectIDs[place] = runs.compactMap(\.text)
        }
        for member in members where !member.keys.allEqual {
          guard case .object(let inner) = member.value else { continue }
          let id = inner.first { field in
            guard case .scalar(let runs) = field.value else { return false }
            return runs.compactMap(\.text) == member.keys && EntityNames.isIdentifierName(field.keys[0])
          }
          guard let id else { continue }
          let key = place.appending([member.keys[0]])
          keyKinds[key] = entities.entity(at: key.appending([id.keys[0]]))
        }
      }
    }
  }

  private mutating func collect(
    _ texts: [String], at place: SlotPlace, _ input: VolatilityInput, _ found: inout Roles
  ) {
    let isNamed = entities.isIdentifierNamed(place)
    let wasIdentity = input.wasIdentity(texts, at: place)
    let isFlow =
      flows.contains(place) || wasIdentity || isNamed && !input.record.form(at: place, input.labels).isEmpty
    let entity = entities.entity(at: place)
    guard Self.isSerial(texts) else {
      if isFlow, !texts.allEqual { flowWords.insert(texts) }
      if RoleNames.contains(entity) { found.tuples[entity, default: []].formUnion(Self.joined(texts)) }
      return
    }
    let isOwn =
      isNamed && entities.isKnown(entity) || isOwnID(place, of: entity) || flows.contains(place)
    if isOwn {
      if isFlow { flowOwners[texts, default: []].insert(entity) }
      if !texts.allEqual { owners[texts, default: []].insert(entity) }
    } else if wasIdentity, let former = input.formerText(place)?.text {
      // In a list, an index may mean another element than it did.
      if place.pointer.tokens.contains(where: { Int($0) != nil }) {
        found.listed.append((place, texts, former))
      } else {
        recalled[place] = former
        flowOwners[texts, default: []].insert(former)
      }
    } else if isNamed || RoleNames.contains(entity) {
      if isFlow || !texts.allEqual || flowOwners[texts] != nil { found.tuples[entity, default: []].insert(texts) }
      if isFlow { found.flows.append((texts, entity)) }
    }
  }

  /// What stands in a role is of the one kind that has all its numbers: people before all others, and those that a path
  /// speaks of before those. Any other name speaks of a kind of its own.
  private mutating func resolve(_ found: Roles) {
    for (role, tuples) in found.tuples where RoleNames.contains(role) {
      var kinds: Set<String>?
      for texts in tuples {
        let owners = owners[texts] ?? []
        kinds = kinds?.intersection(owners) ?? owners
      }
      var candidates = kinds ?? []
      for isPreferred in [RoleNames.people.contains, entities.isKnown] where candidates.count > 1 {
        let preferred = candidates.filter(isPreferred)
        if !preferred.isEmpty { candidates = preferred }
      }
      if candidates.count == 1 { roles[role] = candidates.first }
    }
    for (role, tuples) in found.tuples where roles[role] == nil && !role.isEmpty {
      for texts in tuples where !texts.allEqual { owners[texts, default: []].insert(role) }
    }
    for (texts, role) in found.flows { flowOwners[texts, default: []].insert(roles[role] ?? role) }
  }

  /// The numbers that texts such as `3,4` join, those that differ.
  private static func joined(_ texts: [String]) -> [[String]] {
    guard !texts.allEqual,
      texts.allSatisfy({ $0.utf8.allSatisfy { ValueFormat.isDigit($0) || ", ;|".utf8.contains($0) } })
    else { return [] }
    let runs = texts.map { $0.split { !$0.isNumber }.map(String.init) }
    guard runs[0].count > 1, Set(runs.map(\.count)).isSingle else { return [] }
    return runs[0].indices.map { index in runs.map { $0[index] } }.filter { !$0.allEqual }
  }

  static func isSerial(_ texts: [String]) -> Bool {
    switch ValueFormat(of: texts) {
    case .integer, .digits, .epoch: true
    default: false
    }
  }

  /// The kind of the thing that a serial number at a place names; nil when the number names none.
  func kind(of column: TokenColumn, at place: SlotPlace, isKey: Bool) -> String? {
    let owners = self.owners[column.texts] ?? []
    if isKey {
      if let kind = keyKinds[place] { return roles[kind] ?? kind }
      return place.pointer.tokens.dropLast().last { Int($0) == nil }.map(EntityNames.stem).map { roles[$0] ?? $0 }
    }
    if let kind = recalled[place] { return kind }
    let isIdentifier = entities.isIdentifierNamed(place)
    if column.word > 0 || !isIdentifier && column.isPart {
      let name = column.preceding.map(EntityNames.stem)
      if let name, owners.contains(name) { return name }
      if let name, let kind = roles[name], owners.contains(kind) { return kind }
      if column.preceding == nil {
        if let kind = joinedKind(at: place), owners.contains(kind) { return kind }
        if isIdentifier, owners.count == 1 { return owners.first }
      }
      let isOwn = column.isAlone && !column.isNumbered
      return (isOwn ? ownKind(column.texts, at: place) : nil) ?? recalledKind(column.texts)
    }
    let entity = entities.entity(at: place)
    guard isIdentifier else {
      let name = entities.name(of: place).map(EntityNames.stem) ?? entity
      if let kind = roles[name], owners.contains(kind) { return kind }
      return owners.contains(name) ? name : nil
    }
    return entities.isKnown(entity) || isOwnID(place, of: entity) ? entity : roles[entity] ?? entity
  }

  /// Whether a place is an object's own id: one named `id`, unless the object stands in a role and has no other.
  private func isOwnID(_ place: SlotPlace, of entity: String) -> Bool {
    ownIDs.contains(place) || entities.name(of: place)?.lowercased() == "id" && !RoleNames.contains(entity)
  }

  /// What the numbers name that a text joins, as its own name says: `ids`, `members`.
  private func joinedKind(at place: SlotPlace) -> String? {
    let name =
      entities.isIdentifierNamed(place) ? entities.entity(at: place) : entities.name(of: place).map(EntityNames.stem)
    return name.map { roles[$0] ?? $0 }
  }

  /// The kind of the object around a place, or of the one around that, whose own id has the number.
  private func ownKind(_ texts: [String], at place: SlotPlace) -> String? {
    for depth in stride(from: place.pointer.tokens.count - 1, through: 0, by: -1) {
      let object = place.prefix(depth)
      if objectIDs[object] == texts { return entities.entity(at: object.appending(["id"])) }
    }
    return nil
  }

  private func recalledKind(_ texts: [String]) -> String? {
    guard !recalled.isEmpty, let kinds = flowOwners[texts], kinds.count == 1 else { return nil }
    return kinds.first
  }

  /// Whether a serial number on which every run agrees names a thing that data flow knows.
  func isFlow(_ column: TokenColumn, at place: SlotPlace) -> Bool {
    guard let kinds = flowOwners[column.texts] else { return false }
    if column.word > 0 { return column.preceding.map { kinds.contains(EntityNames.stem($0)) } ?? false }
    if flows.contains(place) { return true }
    guard entities.isIdentifierNamed(place) else { return false }
    return kind(of: column, at: place, isKey: false).map(kinds.contains) ?? false
  }

  /// Whether a key on which every run agrees names a thing that data flow knows, as its object's name says.
  func isFlow(_ column: TokenColumn, keyOf object: SlotPlace) -> Bool {
    guard let kinds = flowOwners[column.texts], let parent = object.pointer.tokens.last else { return false }
    let name = parent.lowercased()
    return kinds.contains { !$0.isEmpty && name.contains($0) }
  }
}
