internal import Diagnostics

/// The placeholders of identities that only the former set knows: the step that named them does not run when a part is
/// recorded again.
struct RecalledPlaceholders {
  /// Placeholders by the values that they stand for.
  private(set) var placeholders: [[String]: String] = [:]

  /// - Parameters:
  ///   - names: Every identity with the name that the steps which ran give it, in the order of names.
  ///   - places: Where each identity stands.
  init(_ input: VolatilityInput, names: [(name: String, tuple: [String])], places: [[String]: [SlotPlace]]) {
    let counts = Dictionary(names.map { ($0.name, 1) }, uniquingKeysWith: +)
    // A name of the record that one identity alone has is what it was called; else the place tells.
    let remembered = names.filter { input.record.names.contains($0.name) && counts[$0.name] == 1 }
    var taken = Set(remembered.map { Placeholder.identity($0.name, format: ValueFormat(of: $0.tuple)) })
    let known = Set(remembered.map(\.tuple))
    let documents = Dictionary(input.documents.map { ($0.id, $0.value) }, uniquingKeysWith: { first, _ in first })
    for (_, tuple) in names where !known.contains(tuple) {
      let format = ValueFormat(of: tuple)
      guard format != .text else { continue }
      for place in (places[tuple] ?? []).sorted(by: Self.precedes) {
        guard case .scalar(let runs)? = documents[place.document]?.resolve(place.pointer.tokens),
          runs.compactMap(\.text) == tuple, let text = input.formerText(place),
          ValueFormat(of: text).name == format.placeholderName, taken.insert(text).inserted
        else { continue }
        placeholders[tuple] = text
        break
      }
    }
  }

  private static func precedes(_ a: SlotPlace, _ b: SlotPlace) -> Bool {
    a.document.step != b.document.step ? a.document.step < b.document.step : a.pointer < b.pointer
  }
}

extension VolatilityInput {
  /// Whether a placeholder of an identity stood at a place, and no constant.
  func wasIdentity(_ tuple: [String], at place: SlotPlace) -> Bool {
    switch ValueFormat(of: tuple) {
    case .integer, .epochSeconds, .epochMilliseconds:
      // Placeholders of integers have nine digits; what differs and names nothing is 1.
      formerText(place).flatMap { Int($0) }.map { $0 >= 100_000_000 && $0 < 1_000_000_000 } ?? false
    default: false
    }
  }
}

extension ValueFormat {
  /// The form of a placeholder that stands for a value of this one.
  fileprivate var placeholderName: String { isTemporal && self != .day ? ValueFormat.integer.name : name }
}
