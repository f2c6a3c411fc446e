internal import JSONText

/// The texts of each run that are known to be one thing, from places where nothing but the thing can differ.
///
/// A member of an object stands at the same place in every run; an element of a list or a key of a map need not. What
/// the certain places say tells whether a list holds the same things in another order.
struct KnownIdentities: Sendable {
  /// For each run, the label of a text: the first run's text, where one and only one thing has it.
  private var labels: [[String: String?]]
  /// The tuples by the first run's text.
  private var tuples: [String: [[String]]] = [:]

  init(runCount: Int) { labels = Array(repeating: [:], count: runCount) }

  /// Learns what one document says.
  ///
  /// - Parameter name: The name under which it stands; nil where none is known.
  mutating func learn(_ value: AlignedValue, under name: String? = nil, isCertain: Bool = true) {
    switch value {
    case .scalar(let runs):
      let texts = runs.compactMap(\.text)
      if texts.count == runs.count { learn(texts, under: name, isCertain: isCertain) }
    case .nested(let inner, _): learn(inner, under: name, isCertain: isCertain)
    case .array(let elements, _):
      for element in elements { learn(element, under: name, isCertain: isCertain && elements.count == 1) }
    case .object(let members):
      for member in members {
        learn(member.value, under: member.keys[0], isCertain: isCertain && member.keys.allEqual)
      }
    }
  }

  private mutating func learn(_ texts: [String], under name: String?, isCertain: Bool) {
    let format = ValueFormat(of: texts)
    guard !texts.allEqual, format != .text, texts.count == labels.count else { return }
    // A count that differs is nothing that could be found again.
    if case .integer = format, !(name.map(EntityNames.isIdentifierName) ?? true) { return }
    if !(tuples[texts[0]] ?? []).contains(texts) { tuples[texts[0], default: []].append(texts) }
    guard isCertain, !format.isTemporal, format != .decimal else { return }
    for (run, text) in texts.enumerated() {
      if let known = labels[run][text] {
        if known != texts[0] { labels[run][text] = .some(nil) }
      } else {
        labels[run][text] = texts[0]
      }
    }
  }

  /// What a text of a run stands for, as the first run calls it; nil when that is not known.
  func label(of text: String, run: Int) -> String? { labels[run][text] ?? nil }

  /// The tuples that a key of the first run can belong to, sorted.
  func tuples(of key: String) -> [[String]] {
    (tuples[key] ?? []).sorted { $0.lexicographicallyPrecedes($1) }
  }
}
