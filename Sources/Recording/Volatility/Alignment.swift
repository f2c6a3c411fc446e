internal import Diagnostics
internal import JSONText

/// Lays the answers of several runs side by side, and says where their structure differs.
struct Alignment {
  /// A place at which the runs disagree in a way that no placeholder can mend.
  struct Mismatch: Hashable, Sendable {
    /// Place in the document of the first run.
    let pointer: JSONPointer
    /// What differs, for people.
    let fact: String
    /// The rule that speaks of it.
    let rule: RuleID
    /// Some of the other places where it is so.
    var more: [JSONPointer] = []
  }

  /// What is known to be one thing.
  let identities: KnownIdentities
  /// Whether the contract says that the list at a place has no order.
  let isUnordered: (JSONPointer) -> Bool
  /// Whether what cannot be compared is left out of the objects that it stands in.
  var keepsParts = false
  private(set) var mismatches: [Mismatch] = []
  /// What stood behind names that say that it is a secret, and was not the same in every run.
  private(set) var secrets: Set<String> = []
  /// Lists whose order the runs agree on, with the number of their elements.
  private(set) var orderedLists: [(pointer: JSONPointer, count: Int)] = []

  init(identities: KnownIdentities, isUnordered: @escaping (JSONPointer) -> Bool = { _ in false }) {
    self.identities = identities
    self.isUnordered = isUnordered
  }

  /// Aligns one document; nil when nothing of it can be compared.
  mutating func align(_ runs: [JSONValue], at pointer: JSONPointer = JSONPointer()) -> AlignedValue? {
    let objects = runs.compactMap(\.members)
    if objects.count == runs.count { return alignObjects(objects, at: pointer) }
    let arrays = runs.compactMap(\.elements)
    if arrays.count == runs.count { return alignArrays(arrays, at: pointer) }
    guard objects.isEmpty, arrays.isEmpty, Set(runs.map(\.kindName)).isSingle else {
      let kinds = runs.map(\.kindName).joined(separator: ", then ")
      mismatch(pointer, "the value is \(kinds)", RecordingRules.unstableValue)
      return nil
    }
    var texts = runs.compactMap(\.string)
    guard texts.count == runs.count else { return .scalar(runs) }
    if !texts.allEqual, let replaced = SecretText.replacingDifferences(of: texts, with: Placeholder.secret) {
      texts = replaced.texts
      secrets.formUnion(replaced.secrets)
    }
    if let (values, form) = NestedText.read(texts) {
      return align(values, at: pointer).map { .nested($0, form) }
    }
    if joinsInAnotherOrder(texts) {
      mismatch(pointer, "the text joins the same parts in another order", RecordingRules.unorderedList)
      return nil
    }
    return .scalar(texts.map(JSONValue.string))
  }

  private mutating func mismatch(_ pointer: JSONPointer, _ fact: String, _ rule: RuleID) {
    mismatches.append(Mismatch(pointer: pointer, fact: fact, rule: rule))
  }

  // MARK: Lists

  private mutating func alignArrays(_ arrays: [[JSONValue]], at pointer: JSONPointer) -> AlignedValue? {
    guard Set(arrays.map(\.count)).isSingle else {
      let counts = arrays.map { String($0.count) }.joined(separator: ", then ")
      mismatch(pointer, "the list has \(counts) elements", RecordingRules.unstableStructure)
      return nil
    }
    let isUnordered = isUnordered(pointer)
    var arrays = arrays
    if let permuted = permuted(arrays) {
      guard isUnordered else {
        mismatch(pointer, "the list holds the same elements in another order", RecordingRules.unorderedList)
        return nil
      }
      arrays = permuted
    } else if !isUnordered {
      noteOrder(arrays[0], pointer)
    }
    var elements: [AlignedValue] = []
    for index in arrays[0].indices {
      if let element = align(arrays.map { $0[index] }, at: pointer.appending(index)) { elements.append(element) }
    }
    return elements.count == arrays[0].count ? .array(elements, isUnordered: isUnordered) : nil
  }

  /// Elements that nothing tells apart have no order that could differ.
  private mutating func noteOrder(_ elements: [JSONValue], _ pointer: JSONPointer) {
    guard elements.count > 1 else { return }
    let signature = ElementSignature(
      run: 0, identities: identities, strictness: .all, constants: ElementSignature.constants(of: [elements]))
    let count = Set(elements.map { signature.text($0) }).count
    if count > 1 { orderedLists.append((pointer, count)) }
  }

  /// The lists in one order, when they hold the same elements in different ones; nil when they do not, or agree already.
  private func permuted(_ arrays: [[JSONValue]]) -> [[JSONValue]]? {
    let constants = ElementSignature.constants(of: arrays)
    for strictness in [ElementSignature.Strictness.all, .words] {
      let signatures = arrays.enumerated().map { run, elements in
        let signature = ElementSignature(
          run: run, identities: identities, strictness: strictness, constants: constants)
        return elements.map { signature.text($0) }
      }
      if signatures.allEqual { return nil }
      let sorted = signatures.map { signatures in
        signatures.enumerated().sorted { a, b in
          a.element == b.element ? a.offset < b.offset : a.element.precedesByBytes(b.element)
        }
      }
      guard sorted.map({ $0.map(\.element) }).allEqual else { continue }
      return zip(sorted, arrays).map { order, elements in order.map { elements[$0.offset] } }
    }
    return nil
  }

  /// Whether texts join the same words with one separator, in different orders.
  private func joinsInAnotherOrder(_ texts: [String]) -> Bool {
    guard !texts.allEqual, texts.allSatisfy({ $0.utf8.count < 10_000 }) else { return false }
    let runs = texts.enumerated().map { run, text in
      let tokens = TokenScanner.tokens(text)
      let words = tokens.filter(\.isWord).map { identities.label(of: $0.text, run: run) ?? $0.text }
      return (words: words, gaps: tokens.filter { !$0.isWord }.map(\.text))
    }
    guard runs[0].words.count > 1, Set(runs.flatMap(\.gaps)).isSingle else { return false }
    let sorted = runs.map { $0.words.sorted { $0.precedesByBytes($1) } }
    return sorted.allEqual && !runs.map(\.words).allEqual
  }

  // MARK: Objects

  /// How many of an object's unmatched keys are shown beside the first.
  private static let shownKeys = 3

  private mutating func alignObjects(_ objects: [[JSONValue.Member]], at pointer: JSONPointer) -> AlignedValue? {
    var matching = KeyMatching(objects, identities)
    var members: [AlignedMember] = []
    var isWhole = true
    for (keys, values) in matching.match() {
      if let value = align(values, at: pointer.appending(keys[0])) {
        members.append(AlignedMember(keys: keys, value: value))
      } else {
        isWhole = false
      }
    }
    if let first = matching.unmatched.first {
      let count = matching.unmatched.count
      let fact = count == 1 ? "the member is not in every run" : "\(count) members of one object are not in every run"
      mismatches.append(
        Mismatch(
          pointer: pointer.appending(first), fact: fact, rule: RecordingRules.unstableStructure,
          more: matching.unmatched.dropFirst().prefix(Self.shownKeys).map { pointer.appending($0) }))
      isWhole = false
    }
    return isWhole || keepsParts ? .object(AlignedMembers(members)) : nil
  }
}
