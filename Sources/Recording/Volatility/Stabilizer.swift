internal import Diagnostics
internal import JSONText

/// Puts placeholders in the place of everything volatile in a recording.
struct Stabilizer {
  private let analysis: VolatilityAnalysis
  private let placeholders: [[String]: String]
  /// Names in use, for the next `fixtures/volatility.json`.
  private(set) var record = VolatilityRecord()
  /// The steps whose documents show an identity, by its name.
  private(set) var namingSteps: [String: Set<Int>] = [:]

  init(_ input: VolatilityInput) {
    analysis = VolatilityAnalysis(input)
    let naming = OriginNaming(input)
    let named = analysis.identities.map { (name: naming.name(of: $0.value), tuple: $0.key) }
      .sorted { a, b in
        a.name != b.name ? a.name.precedesByBytes(b.name) : a.tuple.lexicographicallyPrecedes(b.tuple)
      }
    var placeholders = RecalledPlaceholders(input, names: named, places: analysis.identities).placeholders
    var taken = Set(placeholders.values)
    for entry in named where placeholders[entry.tuple] == nil {
      namingSteps[entry.name, default: []].formUnion(
        (analysis.identities[entry.tuple] ?? []).map(\.document.step))
      record.names.insert(entry.name)
      let format = ValueFormat(of: entry.tuple)
      var text = Placeholder.identity(entry.name, format: format)
      var attempt = 1
      // Two names of one place (a list without telling siblings), or two that meet: the later one takes the next text.
      while !taken.insert(text).inserted {
        attempt += 1
        text = Placeholder.identity("\(entry.name) \(attempt)", format: format)
      }
      placeholders[entry.tuple] = text
    }
    self.placeholders = placeholders
  }

  /// The document with placeholders in it; what was volatile is added to ``record``.
  mutating func stabilize(_ id: DocumentID, _ value: AlignedValue) -> JSONValue {
    var temporal: Set<[String]> = []
    value.visitScalars { pointer, runs in
      guard case .fragments(let fragments, _) = analysis.plan(for: runs, at: SlotPlace(document: id, pointer: pointer))
      else { return }
      temporal.formUnion(fragments.tuples.filter { placeholders[$0] == nil && ValueFormat(of: $0).isTemporal })
    }
    return rebuild(value, SlotPlace(document: id, pointer: JSONPointer()), TimeLine(temporal))
  }

  private mutating func rebuild(_ value: AlignedValue, _ place: SlotPlace, _ line: TimeLine) -> JSONValue {
    switch value {
    case .scalar(let runs): return scalar(runs, place, line)
    case .array(let elements):
      var rebuilt: [JSONValue] = []
      for (index, element) in elements.enumerated() {
        rebuilt.append(
          rebuild(element, SlotPlace(document: place.document, pointer: place.pointer.appending(index)), line))
      }
      return .array(rebuilt)
    case .object(let members):
      var rebuilt: [JSONValue.Member] = []
      for member in members {
        let child = SlotPlace(document: place.document, pointer: place.pointer.appending(member.keys[0]))
        let key = member.keys.allEqual ? member.keys[0] : placeholders[member.keys] ?? member.keys[0]
        rebuilt.append(JSONValue.Member(key: key, value: rebuild(member.value, child, line)))
      }
      return .object(rebuilt)
    }
  }

  private mutating func scalar(_ runs: [JSONValue], _ place: SlotPlace, _ line: TimeLine) -> JSONValue {
    switch analysis.plan(for: runs, at: place) {
    case .literal(let value): return value
    case .secret:
      note(place, "secret")
      return .string(Placeholder.secret)
    case .constant(let value, let form):
      note(place, form)
      return value
    case .fragments(let fragments, let isNumber):
      let form = fragments.tuples.first.map { ValueFormat(of: $0).name } ?? "text"
      note(place, form)
      let text = text(fragments, line)
      return isNumber ? .number(text) : .string(text)
    }
  }

  private func text(_ fragments: [TextFragment], _ line: TimeLine) -> String {
    fragments.map { fragment in
      switch fragment {
      case .literal(let text): text
      case .volatile(let tuple):
        placeholders[tuple] ?? line.text(for: tuple) ?? Self.plain(tuple)
      case .encoded(let parts, let urlSafe, let padded):
        Base64.encode(Array(text(parts, line).utf8), urlSafe: urlSafe, padding: padded)
      }
    }.joined()
  }

  /// A token that names nothing.
  private static func plain(_ tuple: [String]) -> String {
    let format = ValueFormat(of: tuple)
    return format == .integer ? "1" : Placeholder.identity("", format: format)
  }

  private mutating func note(_ place: SlotPlace, _ form: String) {
    let label = analysis.input.labels[place.document.step].text
    let wild = wildcards(place)
    record.slots[label, default: [:]][wild] = form
  }

  /// The place's text, volatile keys shown as `*` too.
  private func wildcards(_ place: SlotPlace) -> String {
    let keys = analysis.identities.keys.map { $0[0] }
    let tokens = place.pointer.tokens.map { keys.contains($0) && Int($0) == nil ? "*" : $0 }
    return SlotPlace(document: place.document, pointer: JSONPointer(tokens: tokens)).generalizedText
  }
}
