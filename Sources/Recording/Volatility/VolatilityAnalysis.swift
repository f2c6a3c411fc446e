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
    case constant(JSONValue, form: RecalledForm)
  }

  private(set) var input: VolatilityInput
  /// Objects all of whose keys say when, and whether one of them says when the runs took place.
  private var timeKeys: [SlotPlace: Bool] = [:]
  /// What was found so far, by step label and place.
  private var found: [String: SlotTree<RecalledForm>] = [:]
  /// The form of each thing whose texts show less than what is known of it.
  private(set) var widened: [Identity: ValueFormat] = [:]
  let entities: EntityNames
  /// Every thing that is named, with every place where it stands.
  private(set) var identities: [Identity: [SlotPlace]] = [:]
  /// What serial numbers name.
  private var owners: SerialOwners
  private var plans: [SlotPlace: Plan] = [:]
  /// The parts of the keys that are volatile.
  private var keyPlans: [SlotPlace: [TextFragment]] = [:]
  /// What clients sent in bodies and queries.
  private let sentTexts: Set<String>

  /// What was found, by step label and place: the slots of the next `fixtures/volatility.json`.
  private(set) var slots: [String: [String: RecalledForm]] = [:]

  /// Places where every look found something new: what the fixture says there is not what the next recording says.
  private(set) var unsettled: [(label: String, place: String)] = []

  /// What one element of a list shows to be volatile is so in all, so that the next recording, which will remember it,
  /// comes to the same.
  init(_ input: VolatilityInput) {
    self.input = input
    entities = EntityNames(paths: input.paths, queryNames: input.queryNames)
    sentTexts = Self.sentTexts(input)
    owners = SerialOwners(input, entities: entities)
    collectTimeKeys()
    // Forms are only ever added, so this comes to an end; the bound is for what nobody has thought of.
    for round in 0..<Self.rounds {
      if round > 0 { owners = SerialOwners(self.input, entities: entities) }
      collectIdentities()
      collectSlots()
      let isMixed = slots.contains { label, places in
        places.contains { $1.isMixed && found[label]?.form(at: $0) != $1 }
      }
      found = slots.mapValues { SlotTree($0) }
      unsettled = remember()
      if unsettled.isEmpty, !isMixed { break }
    }
  }

  private mutating func collectTimeKeys() {
    for document in input.documents {
      document.value.visitObjects { pointer, members in
        guard !members.isEmpty, members.allSatisfy({ ValueFormat(of: $0.keys).isTemporal }) else { return }
        let object = SlotPlace(document: document.id, pointer: pointer)
        timeKeys[object] = members.contains { member in
          isKnown(TokenColumn(texts: member.keys), at: object.appending([member.keys[0]]), isNumber: false)
        }
      }
    }
  }

  private static func sentTexts(_ input: VolatilityInput) -> Set<String> {
    var texts: Set<String> = []
    for document in input.documents where document.id.part.isSent {
      document.value.visitScalars { _, runs in texts.formUnion(runs.compactMap(\.text)) }
    }
    return texts
  }

  private static let rounds = 30

  /// Adds what was found to what is remembered: the steps and places of what was new.
  private mutating func remember() -> [(label: String, place: String)] {
    var added: [(label: String, place: String)] = []
    var remembered = input.record.slots
    for (label, places) in slots {
      for (place, form) in places {
        var known = RecalledForm(remembered[label]?[place])
        guard !known.contains(form) else { continue }
        known.formUnion(form)
        remembered[label, default: [:]][place] = known.text
        added.append((label, place))
      }
    }
    if !added.isEmpty { input.record.slots = remembered }
    return added
  }

  private mutating func collectSlots() {
    var found: [String: [String: RecalledForm]] = [:]
    for document in input.documents where !document.id.part.isSent {
      let label = input.labels[document.id.step].text
      func note(_ place: SlotPlace, _ form: RecalledForm) {
        found[label, default: [:]][wildcards(place, document.value), default: RecalledForm()].formUnion(form)
      }
      document.value.visitScalars { pointer, _ in
        let place = SlotPlace(document: document.id, pointer: pointer)
        switch plan(at: place) {
        case .literal, .secret: break
        case .constant(_, let form): note(place, form)
        case .fragments(let fragments, _): note(place, RecalledForm(fragments.columns))
        }
      }
      document.value.visitObjects { pointer, members in
        let object = SlotPlace(document: document.id, pointer: pointer)
        for member in members {
          if let parts = keyParts(at: object.appending([member.keys[0]])) {
            note(object, RecalledForm(parts.columns, ofKey: true))
          }
        }
      }
      document.value.visitNested { pointer, form in
        let place = SlotPlace(document: document.id, pointer: pointer)
        if sortsKeys(form, at: place) { note(place, .sortedKeys) }
      }
    }
    slots = found
  }

  /// What former recordings, and the other elements of a list, say of the slot at a place.
  private func form(at place: SlotPlace) -> RecalledForm {
    var form = input.record.form(at: place, input.labels)
    if let found = found[input.labels[place.document.step].text]?.form(at: place.generalizedText) {
      form.formUnion(found)
    }
    return form
  }

  /// The form of what is named.
  func format(of identity: Identity) -> ValueFormat { widened[identity] ?? ValueFormat(of: identity.texts) }

  /// Whether the keys of JSON text are sorted, since runs disagree about their order.
  func sortsKeys(_ form: NestedText, at place: SlotPlace) -> Bool {
    form.sortsKeys || input.record.form(at: place, input.labels).contains(.sortedKeys)
  }

  /// The place's text, volatile keys shown as `*` too.
  private func wildcards(_ place: SlotPlace, _ root: AlignedValue) -> String {
    var tokens: [String] = []
    for (depth, token) in place.pointer.tokens.enumerated() {
      var isData = false
      if case .object(let members)? = root.resolve(place.pointer.tokens.prefix(depth))?.unwrapped,
        members.position(of: token) != nil
      {
        isData = keyParts(at: place.prefix(depth + 1)) != nil
      }
      tokens.append(isData ? "*" : token)
    }
    return SlotPlace(document: place.document, pointer: JSONPointer(tokens: tokens)).generalizedText
  }

  // MARK: Which values are ids

  private func visit(_ body: (SlotPlace, [JSONValue]) -> Void) {
    for document in input.documents {
      document.value.visitScalars { pointer, runs in body(SlotPlace(document: document.id, pointer: pointer), runs) }
    }
  }

  private mutating func collectIdentities() {
    var found: [Identity: [SlotPlace]] = [:]
    var plans: [SlotPlace: Plan] = [:]
    var keyPlans: [SlotPlace: [TextFragment]] = [:]
    widened = [:]
    visit { place, runs in
      let plan = makePlan(for: runs, at: place)
      plans[place] = plan
      guard case .fragments(let fragments, let isNumber) = plan else { return }
      for column in fragments.columns {
        guard let identity = identity(column, at: place, isNumber: isNumber) else { continue }
        if found[identity]?.last != place { found[identity, default: []].append(place) }
        if let format = column.widened { widened[identity] = format }
      }
    }
    for document in input.documents {
      document.value.visitObjects { pointer, members in
        for member in members {
          let place = SlotPlace(document: document.id, pointer: pointer.appending(member.keys[0]))
          keyPlans[place] = makeKeyParts(member, at: place)
          for column in keyPlans[place]?.columns ?? [] {
            if let identity = identity(column, at: place, isNumber: false, isKey: true) {
              found[identity, default: []].append(place)
              if let format = column.widened { widened[identity] = format }
            }
          }
        }
      }
    }
    self.plans = plans
    self.keyPlans = keyPlans
    identities = found
  }

  /// The thing that a token names; nil when it says when or how many.
  func identity(_ column: TokenColumn, at place: SlotPlace, isNumber: Bool, isKey: Bool = false) -> Identity? {
    let texts = column.texts
    switch column.format {
    case .uuid, .ulid, .hexadecimal, .hexGroups, .opaque: return Identity(texts: texts)
    case .integer, .digits, .epoch:
      if let owner = owners.kind(of: column, at: place, isKey: isKey) { return Identity(texts: texts, entity: owner) }
      guard case .digits(let length) = ValueFormat(of: texts), !isNumber else { return nil }
      return column.word == 0 && !place.isMeasureNamed || length > 15 ? Identity(texts: texts) : nil
    case .text: return owners.flowWords.contains(texts) || isKey ? Identity(texts: texts) : nil
    case .decimal, .composite, .address: return isKey ? Identity(texts: texts) : nil
    default: return nil
    }
  }

  // MARK: What stands in the fixture

  /// The plan for the scalar at a place.
  func plan(at place: SlotPlace) -> Plan { plans[place] ?? .literal(.null) }

  private func makePlan(for runs: [JSONValue], at place: SlotPlace) -> Plan {
    let texts = runs.compactMap(\.text)
    let form = form(at: place)
    guard texts.count == runs.count else {
      guard case .bool = runs[0], !runs.allEqual || form.contains(.boolean) else { return .literal(runs[0]) }
      return .constant(DeclaredValue(input.declaredType(place)).literal ?? .bool(false), form: .boolean)
    }
    if case .number = runs[0] {
      let isSecret = entities.secrecy(of: place).hidesNumbers || texts.contains(where: input.isSecret)
      return isSecret ? secretNumber(at: place) : number(runs[0], texts, form, at: place)
    }
    let secrecy = entities.secrecy(of: place)
    if texts.contains(where: { secrecy.hides($0) || input.isSecret($0) }) { return .secret }
    let isWords = form.contains(.words)
    if !texts.allEqual || isWords, let literal = DeclaredValue(input.declaredType(place)).literal {
      return .constant(literal, form: .words)
    }
    let isCode = form.widened(TokenColumn(texts: texts)) != nil
    if isWords, !isCode, texts.contains(where: { ValueFormat(of: $0) == .text }) { return words() }
    let decomposition = TextDecomposition(
      widened: { form.widened($0) },
      isKnown: { form.holds($0) || isKnown($0, at: place, isNumber: false) })
    guard let fragments = decomposition.fragments(texts) else { return words() }
    if !fragments.hasVolatile { return .literal(runs[0]) }
    let hasWords = fragments.columns.contains { column in
      column.format == .text && identity(column, at: place, isNumber: false) == nil
    }
    return hasWords ? words() : .fragments(fragments, isNumber: false)
  }

  private func words() -> Plan { .constant(.string(Placeholder.value(of: .text)), form: .words) }

  /// A number stays one, so that it fits its type.
  private func secretNumber(at place: SlotPlace) -> Plan {
    let declared = DeclaredValue(input.declaredType(place))
    return .constant(declared.literal ?? .number(declared.number(isDecimal: false)), form: RecalledForm())
  }

  private func number(_ first: JSONValue, _ texts: [String], _ form: RecalledForm, at place: SlotPlace) -> Plan {
    let column = TokenColumn(texts: texts)
    let format = ValueFormat(of: texts)
    guard !texts.allEqual || form.holdsNumber(format) || isKnown(column, at: place, isNumber: true) else {
      return .literal(first)
    }
    let names = identity(column, at: place, isNumber: true) != nil
    if format.isTemporal, !names { return .fragments([.volatile(column)], isNumber: true) }
    let declared = DeclaredValue(input.declaredType(place))
    // A number with a fraction is whole by chance at times.
    let isDecimal = form.holdsDecimal || format == .decimal
    let numberForm = RecalledForm((isDecimal ? ValueFormat.decimal : .integer).name)
    if let literal = declared.literal { return .constant(literal, form: numberForm) }
    if names { return .fragments([.volatile(column)], isNumber: true) }
    return .constant(.number(declared.number(isDecimal: isDecimal)), form: numberForm)
  }

  /// Whether a token on which every run agrees is volatile all the same.
  private func isKnown(_ column: TokenColumn, at place: SlotPlace, isNumber: Bool) -> Bool {
    guard column.texts.allEqual else { return false }
    let text = column.texts[0]
    let format = ValueFormat(of: text)
    switch format {
    case .ago: return true
    case .uuid, .ulid, .hexadecimal, .opaque:
      return (place.isEntityTag || place.isBuildNamed) && !Self.isAlgorithm(text)
    case .integer, .digits, .epoch:
      if place.isEntityTag && !isNumber || place.isCountdownHeader || isMeasured(column, at: place) { return true }
      if owners.isFlow(column, at: place) { return true }
    case .decimal, .elapsed, .duration, .clock: return isMeasured(column, at: place)
    default: break
    }
    guard format.isTemporal else { return false }
    return input.windows.allSatisfy { window in
      guard let moment = Moment(text: text) else { return false }
      // A clock of whole seconds may lie a second before; a day covers its 24 hours.
      return window.overlaps((moment.milliseconds - 1000)...(moment.milliseconds + moment.resolution))
    }
  }

  /// Whether a whole value says how much time passed or is left, or how many pages a store takes up: that the runs agree
  /// means that they were as fast, and wrote their pages at the same moments.
  ///
  /// A time to live that a client sent is a setting. A document that is one value is named by its path.
  private func isMeasured(_ column: TokenColumn, at place: SlotPlace) -> Bool {
    guard column.word == 0, !place.document.part.isSent else { return false }
    guard let name = place.name ?? entities.lastWord(ofStep: place.document.step) else { return false }
    let isInPages = column.texts.allSatisfy { Int($0).map { $0 > 0 && $0 % 4096 == 0 } ?? false }
    return SlotPlace.isElapsedName(name) || isInPages && SlotPlace.isFootprintName(name)
      || SlotPlace.isTimeToLiveName(name) && !column.texts.allSatisfy(sentTexts.contains)
  }

  /// Whether a word is letters and a short number, as `sha256` and `v2` are.
  private static func isAlgorithm(_ text: String) -> Bool {
    let digits = text.utf8.reversed().prefix(while: ValueFormat.isDigit).count
    return (1...3).contains(digits) && text.utf8.dropLast(digits).allSatisfy(ValueFormat.isLetter)
  }

  /// Which of the volatile parts of a value each text is the first time, from 0; nothing for a key.
  func positions(at place: SlotPlace) -> [[String]: Int] {
    guard case .fragments(let fragments, _)? = plans[place] else { return [:] }
    return Dictionary(fragments.columns.enumerated().map { ($1.texts, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The parts of a key that is volatile; nil for a key that is a name.
  func keyParts(at place: SlotPlace) -> [TextFragment]? { keyPlans[place] }

  private func makeKeyParts(_ member: AlignedMember, at place: SlotPlace) -> [TextFragment]? {
    let whole = TokenColumn(texts: member.keys)
    let isKnown = isKnownKey(whole, at: place)
    guard isKnown || !member.keys.allEqual else { return nil }
    let form = form(at: place.prefix(place.pointer.tokens.count - 1))
    let decomposition = TextDecomposition(
      widened: { form.widened($0, ofKey: true) }, isKnown: { isKnown && $0 == whole })
    guard let parts = decomposition.fragments(member.keys), parts.hasVolatile else { return [.volatile(whole)] }
    return parts
  }

  private func isKnownKey(_ column: TokenColumn, at place: SlotPlace) -> Bool {
    guard column.texts.allEqual else { return false }
    let object = place.prefix(place.pointer.tokens.count - 1)
    let format = ValueFormat(of: column.texts)
    if format != .text, input.record.form(at: object, input.labels).holdsKeys {
      return true
    }
    if format.isTemporal, let isOfTheRuns = timeKeys[object] { return isOfTheRuns }
    return owners.isFlow(column, keyOf: object)
  }
}
