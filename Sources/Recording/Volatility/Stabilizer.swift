internal import Diagnostics
internal import JSONText

/// Puts placeholders in the place of everything volatile in a recording.
struct Stabilizer {
  private let analysis: VolatilityAnalysis
  private let placeholders: [Identity: String]
  /// What was found, for the next `fixtures/volatility.json`.
  private(set) var record = VolatilityRecord()

  init(_ input: VolatilityInput) {
    analysis = VolatilityAnalysis(input)
    let naming = OriginNaming(analysis)
    let named = analysis.identities.map { (name: naming.name(of: $0.value), identity: $0.key) }
      .sorted { a, b in
        a.name != b.name ? a.name.precedesByBytes(b.name) : Identity.precedes(a.identity, b.identity)
      }
    var placeholders: [Identity: String] = [:]
    var taken: Set<String> = []
    for entry in named {
      record.names.insert(entry.name)
      let format = ValueFormat(of: entry.identity.texts)
      var text = Placeholder.identity(entry.name, format: format)
      var attempt = 1
      // Two names of one place (a list without telling siblings), or two that meet: the later one takes the next text.
      // Short codes run out of texts.
      while !taken.insert(text).inserted, attempt < 1000 {
        attempt += 1
        text = Placeholder.identity("\(entry.name) \(attempt)", format: format)
      }
      placeholders[entry.identity] = text
    }
    self.placeholders = placeholders
  }

  /// The document with placeholders in it; what was volatile is added to ``record``.
  mutating func stabilize(_ id: DocumentID, _ value: AlignedValue) -> JSONValue {
    var temporal: Set<[String]> = []
    value.visitScalars { pointer, runs in
      let place = SlotPlace(document: id, pointer: pointer)
      guard case .fragments(let fragments, let isNumber) = analysis.plan(for: runs, at: place) else { return }
      for column in fragments.columns where ValueFormat(of: column.texts).isTemporal {
        if analysis.identity(column, at: place, isNumber: isNumber) == nil { temporal.insert(column.texts) }
      }
    }
    value.visitObjects { pointer, members in
      for member in members where ValueFormat(of: member.keys).isTemporal {
        let place = SlotPlace(document: id, pointer: pointer.appending(member.keys[0]))
        if analysis.keyColumn(member, of: members, at: place) != nil { temporal.insert(member.keys) }
      }
    }
    return rebuild(value, SlotPlace(document: id, pointer: JSONPointer()), TimeLine(temporal))
  }

  private mutating func rebuild(_ value: AlignedValue, _ place: SlotPlace, _ line: TimeLine) -> JSONValue {
    switch value {
    case .scalar(let runs): return scalar(runs, place, line)
    case .nested(let inner, let form): return .string(nested(inner, form, place, line))
    case .array(let elements, let isUnordered):
      var rebuilt: [JSONValue] = []
      for (index, element) in elements.enumerated() {
        rebuilt.append(
          rebuild(element, SlotPlace(document: place.document, pointer: place.pointer.appending(index)), line))
      }
      return .array(isUnordered ? Self.sorted(rebuilt) : rebuilt)
    case .object(let members):
      var rebuilt: [JSONValue.Member] = []
      for member in members {
        let child = SlotPlace(document: place.document, pointer: place.pointer.appending(member.keys[0]))
        let key = key(member, of: members, at: child, object: place, line)
        rebuilt.append(JSONValue.Member(key: key, value: rebuild(member.value, child, line)))
      }
      return .object(rebuilt)
    }
  }

  private static func sorted(_ elements: [JSONValue]) -> [JSONValue] {
    elements.map { (text: $0.canonicalText(indent: 0), value: $0) }
      .sorted { $0.text.lexicographicallyPrecedes($1.text) }.map(\.value)
  }

  private mutating func key(
    _ member: AlignedMember, of members: [AlignedMember], at place: SlotPlace, object: SlotPlace, _ line: TimeLine
  ) -> String {
    guard let column = analysis.keyColumn(member, of: members, at: place) else { return member.keys[0] }
    let format = ValueFormat(of: column.texts)
    note(object, "\(VolatilityRecord.keys) \(format.name)")
    if let text = line.text(for: column.texts), format.isTemporal { return text }
    return analysis.identity(column, at: place, isNumber: false, isKey: true).flatMap { placeholders[$0] }
      ?? Placeholder.value(of: format)
  }

  private mutating func nested(
    _ value: AlignedValue, _ form: NestedText, _ place: SlotPlace, _ line: TimeLine
  ) -> String {
    let sorts =
      form.sortsKeys || analysis.input.record.form(at: place, analysis.input.labels) == VolatilityRecord.sortedKeys
    if sorts { note(place, VolatilityRecord.sortedKeys) }
    return form.text(rebuild(value, place, line), sortsKeys: sorts)
  }

  private mutating func scalar(_ runs: [JSONValue], _ place: SlotPlace, _ line: TimeLine) -> JSONValue {
    switch analysis.plan(for: runs, at: place) {
    case .literal(let value): return value
    case .secret: return .string(Placeholder.secret)
    case .constant(let value, let form):
      note(place, form)
      return value
    case .fragments(let fragments, let isNumber):
      note(place, RecalledForm.text(fragments.columns))
      let text = text(fragments, place, isNumber, line)
      return isNumber ? .number(text) : .string(text)
    }
  }

  private func text(_ fragments: [TextFragment], _ place: SlotPlace, _ isNumber: Bool, _ line: TimeLine) -> String {
    fragments.map { fragment in
      switch fragment {
      case .literal(let text): text
      case .volatile(let column):
        analysis.identity(column, at: place, isNumber: isNumber).flatMap { placeholders[$0] }
          ?? line.text(for: column.texts) ?? Placeholder.value(of: ValueFormat(of: column.texts))
      case .encoded(let parts, let urlSafe, let padded):
        Base64.encode(Array(text(parts, place, isNumber, line).utf8), urlSafe: urlSafe, padding: padded)
      }
    }.joined()
  }

  private mutating func note(_ place: SlotPlace, _ form: String) {
    guard VolatilityRecord.isKept(form, at: place) else { return }
    record.slots[analysis.input.labels[place.document.step].text, default: [:]][wildcards(place)] = form
  }

  /// The place's text, volatile keys shown as `*` too.
  private func wildcards(_ place: SlotPlace) -> String {
    guard let document = analysis.input.documents.first(where: { $0.id == place.document }) else { return "" }
    var tokens: [String] = []
    for (depth, token) in place.pointer.tokens.enumerated() {
      var isData = false
      if case .object(let members)? = document.value.resolve(place.pointer.tokens.prefix(depth))?.unwrapped,
        let member = members.first(where: { $0.keys[0] == token })
      {
        isData = analysis.keyColumn(member, of: members, at: place.prefix(depth + 1)) != nil
      }
      tokens.append(isData ? "*" : token)
    }
    return SlotPlace(document: place.document, pointer: JSONPointer(tokens: tokens)).generalizedText
  }
}
