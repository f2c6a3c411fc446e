internal import Diagnostics
internal import JSONText

/// What the runs of a recording answered, laid side by side, with what is known besides.
struct VolatilityInput: Sendable {
  /// Every document that reaches the fixture set or names an identity, in the order of the steps.
  var documents: [(id: DocumentID, value: AlignedValue)]
  /// Label of each step.
  var labels: [StepLabel]
  /// Places whose values later requests used: ids by data flow.
  var flows: Set<SlotPlace>
  /// First and last millisecond since 1970 of each run, as this machine's clock had it.
  var windows: [ClosedRange<Int>]
  /// What former recordings found.
  var record: VolatilityRecord
  /// Whether a text holds a known secret.
  var isSecret: @Sendable (String) -> Bool
  /// The literal that stands for a volatile one at a place, where the contract declares an enumeration there.
  var enumerationFallback: @Sendable (SlotPlace) -> String?
  /// What stands in the set that a part is recorded into, where a place was known to be volatile.
  var formerText: @Sendable (SlotPlace) -> FormerText? = { _ in nil }
}

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
  /// Tuples of values that are ids, with every place they stand at.
  private(set) var identities: [[String]: [SlotPlace]] = [:]
  private var flowTuples: Set<[String]> = []

  init(_ input: VolatilityInput) {
    self.input = input
    collectIdentities()
  }

  // MARK: Which values are ids

  private mutating func collectIdentities() {
    for document in input.documents {
      document.value.visitScalars { pointer, runs in
        let texts = runs.compactMap(\.text)
        let place = SlotPlace(document: document.id, pointer: pointer)
        if texts.count == runs.count, input.flows.contains(place) || input.wasIdentity(texts, at: place) {
          flowTuples.insert(texts)
        }
      }
    }
    var found: [[String]: [SlotPlace]] = [:]
    // Integers count as ids where a name says so; once known, the same tuple is the same id wherever it stands.
    for isSecondPass in [false, true] {
      if isSecondPass { identities = found }
      for document in input.documents {
        document.value.visitScalars { pointer, runs in
          let place = SlotPlace(document: document.id, pointer: pointer)
          guard case .fragments(let fragments, _) = plan(for: runs, at: place) else { return }
          for tuple in fragments.tuples where isIdentity(tuple, at: place) {
            if !isSecondPass || !(found[tuple]?.contains(place) ?? false) { found[tuple, default: []].append(place) }
          }
        }
        document.value.visitKeys { pointer, keys in
          found[keys, default: []].append(SlotPlace(document: document.id, pointer: pointer))
        }
      }
    }
    identities = found
  }

  /// Whether a tuple of tokens at a place says which thing, rather than when or how many.
  func isIdentity(_ tuple: [String], at place: SlotPlace) -> Bool {
    switch ValueFormat(of: tuple) {
    case .uuid, .ulid, .hexadecimal, .opaque: true
    case .integer, .epochSeconds, .epochMilliseconds:
      identities[tuple] != nil || place.isIdentifierNamed || flowTuples.contains(tuple)
    case .text: flowTuples.contains(tuple)
    case .decimal, .instant, .day: false
    }
  }

  // MARK: What stands in the fixture

  /// The plan for one scalar.
  func plan(for runs: [JSONValue], at place: SlotPlace) -> Plan {
    let texts = runs.compactMap(\.text)
    guard texts.count == runs.count else {
      return runs.allSatisfy { $0 == runs[0] } ? .literal(runs[0]) : .constant(.bool(false), form: "boolean")
    }
    if texts.contains(where: input.isSecret) || place.isSecretNamed && isText(runs) { return .secret }
    let isForced = isRemembered(place) || input.flows.contains(place)
    if case .number = runs[0] {
      return isForced || isKnown(texts, at: place) || !texts.allEqual ? number(texts, at: place) : .literal(runs[0])
    }
    if isForced, texts.allEqual, isRepeatable(texts) { return .fragments([.volatile(texts)], isNumber: false) }
    guard let fragments = TextDecomposition.fragments(texts, isKnown: { isKnown($0, at: place) }) else {
      return words(at: place)
    }
    if !fragments.hasVolatile { return .literal(runs[0]) }
    if fragments.tuples.contains(where: { ValueFormat(of: $0) == .text && !isIdentity($0, at: place) }) {
      return words(at: place)
    }
    return .fragments(fragments, isNumber: false)
  }

  private func isText(_ runs: [JSONValue]) -> Bool { runs.contains { $0.string?.isEmpty == false } }

  /// A value that a former recording saw differ is replaced even where the runs agree, unless it is mere words.
  private func isRepeatable(_ texts: [String]) -> Bool { ValueFormat(of: texts) != .text || flowTuples.contains(texts) }

  private func words(at place: SlotPlace) -> Plan {
    .constant(.string(input.enumerationFallback(place) ?? Placeholder.identity("", format: .text)), form: "text")
  }

  private func number(_ texts: [String], at place: SlotPlace) -> Plan {
    let format = ValueFormat(of: texts)
    if format.isTemporal || isIdentity(texts, at: place) { return .fragments([.volatile(texts)], isNumber: true) }
    return .constant(.number(format == .integer ? "1" : "1.5"), form: format.name)
  }

  /// Whether a tuple on which every run agrees is volatile all the same: an id that a fresh database hands out again,
  /// or an instant inside the window of each run.
  private func isKnown(_ tuple: [String], at place: SlotPlace) -> Bool {
    if !tuple.allEqual { return false }
    if place.isIdentifierNamed, flowTuples.contains(tuple) { return true }
    let format = ValueFormat(of: tuple)
    guard format.isTemporal else { return false }
    return zip(tuple, input.windows).allSatisfy { text, window in
      guard let moment = Moment(text: text, format: format) else { return false }
      // A clock of whole seconds may lie a second before; a day covers its 24 hours.
      return window.overlaps((moment.milliseconds - 1000)...(moment.milliseconds + moment.resolution))
    }
  }

  private func isRemembered(_ place: SlotPlace) -> Bool {
    input.record.slots[input.labels[place.document.step].text]?[place.generalizedText] != nil
  }
}

extension Array where Element: Equatable {
  /// Whether all elements equal the first.
  var allEqual: Bool { allSatisfy { $0 == self[0] } }
}

extension [TextFragment] {
  /// The tuples of the volatile parts, those inside base64 among them.
  var tuples: [[String]] {
    flatMap { fragment -> [[String]] in
      switch fragment {
      case .literal: []
      case .volatile(let tuple): [tuple]
      case .encoded(let parts, _, _): parts.tuples
      }
    }
  }
  /// Whether any part is volatile.
  var hasVolatile: Bool { !tuples.isEmpty }
}

extension SlotPlace {
  /// Whether the name under which the value stands says that it is an identifier.
  var isIdentifierNamed: Bool {
    if case .parameter = document.part { return true }
    guard let name = pointer.tokens.last(where: { Int($0) == nil }) else { return false }
    let lowered = name.lowercased()
    return lowered == "id" || lowered == "ids" || lowered == "uuid" || name.hasSuffix("Id") || name.hasSuffix("ID")
      || name.hasSuffix("Ids") || lowered.hasSuffix("_id") || lowered.hasSuffix("_ids") || lowered.hasSuffix("-id")
  }

  /// Whether the name under which the value stands says that it is a secret, however short: a password of five letters
  /// is in no registry.
  var isSecretNamed: Bool {
    if case .header(let name, _) = document.part { return SecretNames.isSecret(name) }
    return pointer.tokens.last { Int($0) == nil }.map(SecretNames.isSecret) ?? false
  }

  /// The place within its step, with `*` for list indices, as `fixtures/volatility.json` has it.
  var generalizedText: String {
    let prefix = document.part.prefix
    let pointer = pointer.generalized.description
    return prefix.isEmpty ? pointer : pointer.isEmpty ? prefix : prefix + " " + pointer
  }
}

extension AlignedValue {
  /// Visits every scalar with its place; tokens of volatile keys are those of the first run.
  func visitScalars(at pointer: JSONPointer = JSONPointer(), _ body: (JSONPointer, [JSONValue]) -> Void) {
    switch self {
    case .scalar(let runs): body(pointer, runs)
    case .array(let elements):
      for (index, element) in elements.enumerated() { element.visitScalars(at: pointer.appending(index), body) }
    case .object(let members):
      for member in members { member.value.visitScalars(at: pointer.appending(member.keys[0]), body) }
    }
  }

  /// Visits every key that differs between the runs.
  func visitKeys(at pointer: JSONPointer = JSONPointer(), _ body: (JSONPointer, [String]) -> Void) {
    switch self {
    case .scalar: break
    case .array(let elements):
      for (index, element) in elements.enumerated() { element.visitKeys(at: pointer.appending(index), body) }
    case .object(let members):
      for member in members {
        let place = pointer.appending(member.keys[0])
        if !member.keys.allEqual { body(place, member.keys) }
        member.value.visitKeys(at: place, body)
      }
    }
  }

  /// The part at a pointer of the first run.
  func resolve(_ tokens: some Collection<String>) -> AlignedValue? {
    guard let token = tokens.first else { return self }
    switch self {
    case .scalar: return nil
    case .array(let elements):
      guard let index = Int(token), elements.indices.contains(index) else { return nil }
      return elements[index].resolve(tokens.dropFirst())
    case .object(let members):
      return members.first { $0.keys[0] == token }?.value.resolve(tokens.dropFirst())
    }
  }
}
