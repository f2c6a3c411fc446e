internal import ContractModel
internal import Diagnostics
internal import JSONText

/// Lowers schemas of JSON Schema 2020-12 and of OpenAPI to types of the contract.
///
/// What a schema refers to is declared when a reference first reaches it, so documents cost what is used of them.
final class SchemaLowering {
  /// Schemas may be nested this deep.
  static let maximumDepth = 256
  /// Choices may be nested this deep without a name.
  static let maximumChoiceDepth = 12

  /// The documents.
  let store: SchemaStore
  /// Everything that is wrong with the schemas that were read, each fact once.
  private(set) var findings = FindingList()

  /// A schema at a place, as one dynamic scope sees it.
  private struct Key: Hashable {
    let document: Int
    let offset: Int
    let scope: String
  }
  private enum State {
    case pending
    case inProgress
    case done(SchemaPart)
  }
  private struct Entry {
    let name: String
    let place: SchemaPlace
    var state: State
  }

  private var entries: [Entry] = []
  private var indices: [Key: Int] = [:]
  private var indicesByName: [String: Int] = [:]
  private var takenNames: Set<String> = []
  private var reported: Set<Finding> = []
  /// What could not be read.
  private(set) var refused = RefusedParts()
  /// Errors so far, those among them that were told before; each stands for a schema that is not what it says.
  private(set) var faultCount = 0
  /// Schemas that were read with errors.
  private var faultyParts: Set<Key> = []
  /// What was read already: shapes and conditions may both need a schema's parts.
  private var parts: [Key: SchemaPart] = [:]
  /// The same of schemas that others derive from; nil while one is being read.
  private var baseParts: [Key: SchemaPart?] = [:]
  /// How many choices, each of which repeats its parts in a condition, the schema that is being read stands in.
  var choiceDepth = 0
  /// How many schemas were looked at for `unevaluated…` keywords.
  var sightCount = 0
  /// How deep the schema that is being read stands in its declaration.
  var depth = 0

  /// Declarations may be read one within another this deep; further ones stay references.
  private static let maximumChain = 32
  private var chain = 0

  /// Creates a lowering over documents.
  init(store: SchemaStore) { self.store = store }

  /// Declares the schema at a place as a named type, once; gives its name, which is the preferred one unless that is taken.
  @discardableResult
  func declare(_ place: SchemaPlace, preferredName: String) -> String {
    let key = key(of: place)
    if let index = indices[key] { return entries[index].name }
    let name = freeName(preferredName)
    indices[key] = entries.count
    indicesByName[name] = entries.count
    entries.append(Entry(name: name, place: place, state: .pending))
    return name
  }

  /// What a declared name stands for; nil when it is being read just now, or not declared.
  func type(named name: String) -> TypeExpression? { part(named: name)?.type }

  /// What a declared name stands for, with its view among objects; nil as for ``type(named:)``.
  func part(named name: String) -> SchemaPart? {
    guard let index = indicesByName[name] else { return nil }
    switch entries[index].state {
    case .done(let part):
      // Whoever asks may take over what it holds.
      if refused.types.contains(name) { faultCount += 1 }
      return part
    case .inProgress: return nil
    case .pending:
      guard chain < Self.maximumChain, depth < Self.maximumDepth / 2 else { return nil }
      entries[index].state = .inProgress
      let outer = choiceDepth
      choiceDepth = 0
      chain += 1
      let before = faultCount
      let part = wholePart(entries[index].place)
      if faultCount != before { refused.types.insert(name) }
      chain -= 1
      choiceDepth = outer
      entries[index].state = .done(part)
      return part
    }
  }

  /// Reads everything that was declared, and what that refers to; gives all declarations.
  func finish() -> [TypeDeclaration] {
    // The list grows while it is read.
    var index = 0
    while index < entries.count {
      _ = type(named: entries[index].name)
      index += 1
    }
    breakCircles()
    var declarations: [TypeDeclaration] = []
    for entry in entries {
      guard case .done(let part) = entry.state else { continue }
      let notes = SchemaNotes(entry.place)
      declarations.append(
        TypeDeclaration(
          name: entry.name, type: part.type, documentation: notes.documentation, deprecation: notes.deprecation,
          span: entry.place.span))
    }
    return declarations
  }

  private func key(of place: SchemaPlace) -> Key {
    Key(document: store.ordinal(of: place.document), offset: place.node.position.offset, scope: place.scope.text)
  }

  /// The part that a place was read as before, else what `read` makes of it.
  func remembered(_ place: SchemaPlace, read: () -> SchemaPart) -> SchemaPart {
    let key = key(of: place)
    if let known = parts[key] {
      if faultyParts.contains(key) { faultCount += 1 }
      return known
    }
    let before = faultCount
    let part = read()
    if faultCount != before { faultyParts.insert(key) }
    parts[key] = part
    return part
  }

  /// As ``remembered(_:read:)``, of a schema that others derive from; nil for one that derives from itself.
  func rememberedBase(_ place: SchemaPlace, read: () -> SchemaPart) -> SchemaPart? {
    let key = key(of: place)
    if let known = baseParts[key] {
      if faultyParts.contains(key) { faultCount += 1 }
      return known
    }
    baseParts[key] = .some(nil)
    let before = faultCount
    let part = read()
    if faultCount != before { faultyParts.insert(key) }
    baseParts[key] = part
    return part
  }

  /// Adds a finding, once.
  func report(_ finding: Finding) {
    if finding.severity == .error {
      faultCount += 1
      refused.findings.insert(finding)
    }
    if reported.insert(finding).inserted { findings.report(finding) }
  }

  /// Reports schemas that need themselves for the same value, and cuts them off.
  private func breakCircles() {
    var isFinished = [Bool](repeating: false, count: entries.count)
    for start in entries.indices where !isFinished[start] {
      var path = [(index: start, open: successors(of: start)[...])]
      while let last = path.last {
        guard let next = last.open.first else {
          isFinished[last.index] = true
          path.removeLast()
          continue
        }
        path[path.count - 1].open.removeFirst()
        if let first = path.firstIndex(where: { $0.index == next }) {
          cut(path[first...].map(\.index))
        } else if !isFinished[next] {
          path.append((next, successors(of: next)[...]))
        }
      }
    }
  }

  private func successors(of index: Int) -> [Int] {
    guard case .done(let part) = entries[index].state else { return [] }
    return part.type.namesForSameValue.compactMap { indicesByName[$0] }
  }

  private func cut(_ circle: [Int]) {
    let names = circle.map { "'\(entries[$0].name)'" } + ["'\(entries[circle[0]].name)'"]
    let entry = entries[circle[0]]
    report(
      Finding(
        SchemaRules.circular, .error,
        circle.count == 1
          ? "the schema \(names[0]) is made of itself"
          : "the schemas \(names.joined(separator: " of ")) are made of each other",
        help: "break the circle: a schema may hold itself in a property or a list, not in allOf, anyOf, oneOf or $ref",
        at: entry.place.spot, member: entry.name))
    for index in circle { refused.types.insert(entries[index].name) }
    entries[circle[0]].state = .done(SchemaPart(TypeExpression(.anyJSON, span: entry.place.span)))
  }

  private func freeName(_ preferred: String) -> String {
    let preferred = preferred.isEmpty ? "Schema" : preferred
    var name = preferred
    var number = 2
    while !takenNames.insert(name.lowercased()).inserted {
      name = preferred + String(number)
      number += 1
    }
    return name
  }
}

/// What a schema says to people.
struct SchemaNotes {
  /// Its description, else its title.
  let documentation: String?
  /// Empty when it is deprecated.
  let deprecation: String?
  /// Whether values come in answers only.
  let isReadOnly: Bool
  /// Whether values go into requests only.
  let isWriteOnly: Bool

  /// Reads a schema's annotations; those beside a reference where the dialect reads them.
  init(_ place: SchemaPlace) {
    let isSilent = place.node["$ref"] != nil && !place.document.dialect.readsReferenceSiblings
    let node = place.node
    let text = node["description"]?.string ?? node["title"]?.string
    documentation = isSilent || text?.isEmpty == true ? nil : text
    deprecation = !isSilent && node["deprecated"]?.bool == true ? "" : nil
    isReadOnly = !isSilent && node["readOnly"]?.bool == true
    isWriteOnly = !isSilent && node["writeOnly"]?.bool == true
  }
}
