internal import Diagnostics

/// The placeholders of identities that only the former set knows: the step that named them does not run when a part is
/// recorded again.
struct RecalledPlaceholders {
  /// Placeholders by the values that they stand for.
  private(set) var placeholders: [Identity: String] = [:]

  /// - Parameters:
  ///   - names: Every identity with the name that the steps which ran give it, in the order of names.
  ///   - analysis: Where each identity stands, and its form.
  init(
    _ input: VolatilityInput, names: [(name: String, identity: Identity)], _ analysis: VolatilityAnalysis
  ) {
    let counts = Dictionary(names.map { ($0.name, 1) }, uniquingKeysWith: +)
    // A name of the record that one identity alone has is what it was called; else the place tells.
    let remembered = names.filter { input.record.names.contains($0.name) && counts[$0.name] == 1 }
    var taken = Set(remembered.map { Placeholder.identity($0.name, format: analysis.format(of: $0.identity)) })
    let known = Set(remembered.map(\.identity))
    let documents = Dictionary(input.documents.map { ($0.id, $0.value) }, uniquingKeysWith: { first, _ in first })
    let candidates = names.filter { !known.contains($0.identity) }.flatMap { entry in
      (analysis.identities[entry.identity] ?? []).map { (identity: entry.identity, place: $0) }
    }
    for (identity, place) in candidates.sorted(by: { Self.precedes($0.place, $1.place) })
    where placeholders[identity] == nil {
      let format = analysis.format(of: identity)
      guard format != .text, case .scalar(let runs)? = documents[place.document]?.resolve(place.pointer.tokens),
        runs.compactMap(\.text) == identity.texts, let former = input.formerText(place),
        // In a list that has grown or shrunk, an index means another element.
        former.listLengths == documents[place.document]?.listLengths(on: place.pointer.tokens),
        ValueFormat(of: former.text).name == format.placeholderName, taken.insert(former.text).inserted
      else { continue }
      placeholders[identity] = former.text
    }
  }

  /// Places that no list holds come first, whosever they are: an index tells least.
  private static func precedes(_ a: SlotPlace, _ b: SlotPlace) -> Bool {
    let (left, right) = (a.listDepth, b.listDepth)
    if left != right { return left < right }
    return a.document.step != b.document.step ? a.document.step < b.document.step : a.pointer < b.pointer
  }
}

extension VolatilityInput {
  /// Whether a placeholder of an identity stood at a place, and no constant.
  func wasIdentity(_ tuple: [String], at place: SlotPlace) -> Bool {
    switch ValueFormat(of: tuple) {
    case .integer, .epoch:
      // Placeholders of integers have nine digits; what differs and names nothing is 1.
      formerText(place).flatMap { Int($0.text) }.map { $0 >= 100_000_000 && $0 < 1_000_000_000 } ?? false
    default: false
    }
  }
}

extension ValueFormat {
  /// The form of a placeholder that stands for a value of this one.
  fileprivate var placeholderName: String {
    if case .epoch = self { ValueFormat.integer.name } else { name }
  }
}

extension SlotPlace {
  /// How many of the tokens look like indices.
  fileprivate var listDepth: Int { pointer.tokens.count { Int($0) != nil } }
}

extension AlignedValue {
  /// Number of elements of each list on the way to a place; -1 for one whose elements stand in no order.
  fileprivate func listLengths(on tokens: [String]) -> [Int] {
    tokens.indices.compactMap { depth in
      if case .array(let elements, let isUnordered)? = resolve(tokens[..<depth]) {
        isUnordered ? -1 : elements.count
      } else {
        nil
      }
    }
  }
}
