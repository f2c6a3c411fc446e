internal import ContractModel
internal import Diagnostics
internal import JSONText

/// Decides for every scalar of a recording whether it is volatile, and which values are one thing.
struct VolatilityAnalysis {
  /// What stands in the fixture for one scalar.
  enum Plan: Sendable {
    /// The value itself.
    case literal(JSONValue)
    /// A secret.
    case secret
    /// A string or number made of these parts.
    case fragments([TextFragment], isNumber: Bool)
    /// A value that differs and names nothing.
    case constant(JSONValue, form: String)
  }

  let input: VolatilityInput
  let entities: EntityNames
  /// Every thing that is named, with every place where it stands.
  private(set) var identities: [Identity: [SlotPlace]] = [:]
  /// Kinds of the things that serial numbers name.
  private var owners: [[String]: Set<String>] = [:]
  /// Of those, the ones that data flow or a former recording knows to be ids.
  private var flowOwners: [[String]: Set<String>] = [:]
  /// Words that later requests used and that differ between the runs.
  private var flowWords: Set<[String]> = []

  init(_ input: VolatilityInput) {
    self.input = input
    entities = EntityNames(paths: input.paths, queryNames: input.queryNames)
    collectOwners()
    collectIdentities()
  }

  // MARK: Which values are ids

  private func visit(_ body: (SlotPlace, [JSONValue]) -> Void) {
    for document in input.documents {
      document.value.visitScalars { pointer, runs in body(SlotPlace(document: document.id, pointer: pointer), runs) }
    }
  }

  private mutating func collectOwners() {
    var owners: [[String]: Set<String>] = [:]
    var flowOwners: [[String]: Set<String>] = [:]
    var roles: [[String]: Set<String>] = [:]
    var words: Set<[String]> = []
    visit { place, runs in
      let texts = runs.compactMap(\.text)
      guard texts.count == runs.count else { return }
      let isNamed = entities.isIdentifierNamed(place)
      let isFlow = input.flows.contains(place) || isNamed && input.record.form(at: place, input.labels) != nil
      guard Self.isSerial(texts) else {
        if isFlow, !texts.allEqual { words.insert(texts) }
        return
      }
      let entity = entities.entity(at: place)
      if isFlow {
        flowOwners[texts, default: []].insert(entity)
      } else if isNamed, !texts.allEqual {
        if entities.isKnown(entity) {
          owners[texts, default: []].insert(entity)
        } else {
          roles[texts, default: []].insert(entity)
        }
      }
    }
    for (texts, names) in flowOwners {
      let kinds = names.filter(entities.isKnown)
      flowOwners[texts] = kinds.isEmpty ? names : kinds
      owners[texts, default: []].formUnion(flowOwners[texts] ?? [])
    }
    for (texts, names) in roles where owners[texts] == nil {
      if let first = names.min(by: { $0.precedesByBytes($1) }) { owners[texts] = [first] }
    }
    self.owners = owners
    self.flowOwners = flowOwners
    flowWords = words
  }

  private mutating func collectIdentities() {
    var found: [Identity: [SlotPlace]] = [:]
    visit { place, runs in
      guard case .fragments(let fragments, let isNumber) = plan(for: runs, at: place) else { return }
      for column in fragments.columns {
        guard let identity = identity(column, at: place, isNumber: isNumber) else { continue }
        if found[identity]?.last != place { found[identity, default: []].append(place) }
      }
    }
    for document in input.documents {
      document.value.visitObjects { pointer, members in
        for member in members {
          let place = SlotPlace(document: document.id, pointer: pointer.appending(member.keys[0]))
          guard let column = keyColumn(member, of: members, at: place),
            let identity = identity(column, at: place, isNumber: false, isKey: true)
          else { continue }
          found[identity, default: []].append(place)
        }
      }
    }
    identities = found
  }

  private static func isSerial(_ texts: [String]) -> Bool {
    switch ValueFormat(of: texts) {
    case .integer, .digits, .epoch: true
    default: false
    }
  }

  /// The thing that a token names; nil when it says when or how many.
  func identity(_ column: TokenColumn, at place: SlotPlace, isNumber: Bool, isKey: Bool = false) -> Identity? {
    let texts = column.texts
    switch ValueFormat(of: texts) {
    case .uuid, .ulid, .hexadecimal, .opaque: return Identity(texts: texts)
    case .integer, .digits, .epoch:
      if let owner = owner(of: column, at: place, isKey: isKey) { return Identity(texts: texts, entity: owner) }
      guard case .digits(let length) = ValueFormat(of: texts), !isNumber else { return nil }
      return column.word == 0 || length > 15 ? Identity(texts: texts) : nil
    case .text: return flowWords.contains(texts) || isKey ? Identity(texts: texts) : nil
    case .decimal, .composite: return isKey ? Identity(texts: texts) : nil
    default: return nil
    }
  }

  /// The kind of the thing that a serial number at a place names; nil when the number names none.
  private func owner(of column: TokenColumn, at place: SlotPlace, isKey: Bool) -> String? {
    let owners = self.owners[column.texts] ?? []
    let name: String? =
      if isKey {
        place.pointer.tokens.dropLast().last { Int($0) == nil }.map(EntityNames.stem)
      } else if column.word > 0 {
        column.preceding.last.map(EntityNames.stem)
      } else {
        entities.isIdentifierNamed(place) ? entities.entity(at: place) : nil
      }
    if let name, owners.contains(name) { return name }
    if let name, entities.isKnown(name) { return isKey || column.word == 0 ? name : nil }
    if let owner = owners.min(by: { $0.precedesByBytes($1) }) { return owner }
    return isKey || column.word == 0 ? name : nil
  }

  // MARK: What stands in the fixture

  /// The plan for one scalar.
  func plan(for runs: [JSONValue], at place: SlotPlace) -> Plan {
    let texts = runs.compactMap(\.text)
    let form = input.record.form(at: place, input.labels)
    guard texts.count == runs.count else {
      guard case .bool = runs[0], !runs.allEqual || form != nil else { return .literal(runs[0]) }
      return .constant(DeclaredValue(input.declaredType(place)).literal ?? .bool(false), form: "boolean")
    }
    if texts.contains(where: input.isSecret) || place.isSecretNamed && isText(runs) { return .secret }
    if case .number = runs[0] { return number(runs[0], texts, form, at: place) }
    let recalled = RecalledForm(form)
    if !texts.allEqual || recalled.isConstant, let literal = DeclaredValue(input.declaredType(place)).literal {
      return .constant(literal, form: "text")
    }
    if recalled.isConstant { return words() }
    let decomposition = TextDecomposition { column in
      recalled.holds(column) || isKnown(column, at: place, isNumber: false)
    }
    guard let fragments = decomposition.fragments(texts) else { return words() }
    if !fragments.hasVolatile { return .literal(runs[0]) }
    let hasWords = fragments.columns.contains { column in
      ValueFormat(of: column.texts) == .text && identity(column, at: place, isNumber: false) == nil
    }
    return hasWords ? words() : .fragments(fragments, isNumber: false)
  }

  private func isText(_ runs: [JSONValue]) -> Bool { runs.contains { $0.string?.isEmpty == false } }

  private func words() -> Plan { .constant(.string(Placeholder.value(of: .text)), form: "text") }

  private func number(_ first: JSONValue, _ texts: [String], _ form: String?, at place: SlotPlace) -> Plan {
    let column = TokenColumn(texts: texts)
    guard form != nil || !texts.allEqual || isKnown(column, at: place, isNumber: true) else { return .literal(first) }
    let format = ValueFormat(of: texts)
    if format.isTemporal && identity(column, at: place, isNumber: true) == nil {
      return .fragments([.volatile(column)], isNumber: true)
    }
    let declared = DeclaredValue(input.declaredType(place))
    if let literal = declared.literal { return .constant(literal, form: "integer") }
    if identity(column, at: place, isNumber: true) != nil { return .fragments([.volatile(column)], isNumber: true) }
    // A number with a fraction is whole by chance at times.
    let isDecimal = form == ValueFormat.decimal.name || format == .decimal
    return .constant(
      .number(declared.number(isDecimal: isDecimal)), form: (isDecimal ? ValueFormat.decimal : .integer).name)
  }

  /// Whether a token on which every run agrees is volatile all the same.
  private func isKnown(_ column: TokenColumn, at place: SlotPlace, isNumber: Bool) -> Bool {
    guard column.texts.allEqual else { return false }
    let text = column.texts[0]
    let format = ValueFormat(of: text)
    switch format {
    case .ago: return true
    case .uuid, .ulid, .hexadecimal, .opaque: return place.isEntityTag || place.isBuildNamed
    case .integer, .digits, .epoch:
      if place.isEntityTag && !isNumber || isNumber && place.isElapsedNamed { return true }
      if isFlow(column, at: place) { return true }
    default: break
    }
    guard format.isTemporal else { return false }
    return input.windows.allSatisfy { window in
      guard let moment = Moment(text: text) else { return false }
      // A clock of whole seconds may lie a second before; a day covers its 24 hours.
      return window.overlaps((moment.milliseconds - 1000)...(moment.milliseconds + moment.resolution))
    }
  }

  /// Whether a serial number names a thing that data flow knows.
  private func isFlow(_ column: TokenColumn, at place: SlotPlace) -> Bool {
    guard let kinds = flowOwners[column.texts] else { return false }
    if column.word > 0 { return column.preceding.last.map { kinds.contains(EntityNames.stem($0)) } ?? false }
    if input.flows.contains(place) { return true }
    guard entities.isIdentifierNamed(place) else { return false }
    return owner(of: column, at: place, isKey: false).map(kinds.contains) ?? false
  }

  /// The tuple of a key that is volatile; nil for a key that is a name.
  func keyColumn(_ member: AlignedMember, of members: [AlignedMember], at place: SlotPlace) -> TokenColumn? {
    let column = TokenColumn(texts: member.keys)
    if !member.keys.allEqual { return column }
    let object = SlotPlace(document: place.document, pointer: JSONPointer(tokens: place.pointer.tokens.dropLast()))
    let format = ValueFormat(of: member.keys)
    if format != .text, input.record.form(at: object, input.labels)?.hasPrefix(VolatilityRecord.keys) == true {
      return column
    }
    if format.isTemporal, members.allSatisfy({ ValueFormat(of: $0.keys).isTemporal }) {
      return members.contains { isKnown(TokenColumn(texts: $0.keys), at: place, isNumber: false) } ? column : nil
    }
    guard let kinds = flowOwners[member.keys], let parent = object.pointer.tokens.last else { return nil }
    let name = parent.lowercased()
    return kinds.contains { !$0.isEmpty && name.contains($0) } ? column : nil
  }
}
