internal import Diagnostics
internal import JSONText
internal import Transport

/// Puts placeholders in the place of everything volatile in a recording.
struct Stabilizer {
  private let analysis: VolatilityAnalysis
  private let placeholders: [Identity: String]
  private var firstSteps: [[String]: Int] = [:]
  /// About when each run took place by the server's clock, in milliseconds since 1970; empty where no answer says so.
  private(set) var runTimes: [Int] = []
  /// Places where the search for volatile values came to no end.
  var unsettled: [(label: String, place: String)] { analysis.unsettled }
  /// What was found, for the next `fixtures/volatility.json`.
  private(set) var record = VolatilityRecord()
  /// The steps whose documents show an identity, by its name.
  private(set) var namingSteps: [String: Set<Int>] = [:]

  init(_ input: VolatilityInput) {
    analysis = VolatilityAnalysis(input)
    let naming = OriginNaming(analysis)
    let named = Self.named(analysis, naming)
    var placeholders = RecalledPlaceholders(input, names: named, analysis).placeholders
    var taken = Set(placeholders.values)
    var attempts: [NameInFormat: Int] = [:]
    let last = 2 * named.count + 1000
    for entry in named where placeholders[entry.identity] == nil {
      namingSteps[entry.name, default: []].formUnion(
        (analysis.identities[entry.identity] ?? []).map(\.document.step))
      record.names.insert(entry.name)
      let format = analysis.format(of: entry.identity)
      var text = Placeholder.identity(entry.name, format: format)
      // Two names of one place (a list without telling siblings, a long text), or two that meet: the later one takes the
      // next text. Short codes run out of texts.
      let key = NameInFormat(name: entry.name, format: format)
      var attempt = attempts[key, default: 1]
      while !taken.insert(text).inserted, attempt < last {
        attempt += 1
        text = Placeholder.identity("\(entry.name) \(attempt)", format: format)
      }
      attempts[key] = attempt
      placeholders[entry.identity] = text
    }
    self.placeholders = placeholders
    var read: Set<[String]> = []
    for document in input.documents where !document.id.part.isSent {
      let (step, labels) = (document.id.step, input.labels)
      for tuple in temporalTuples(document.id, document.value) where firstSteps[tuple] == nil {
        if labels.indices.contains(step), labels[step].isWrite {
          if !read.contains(tuple) { firstSteps[tuple] = step }
        } else {
          read.insert(tuple)
        }
      }
    }
    firstSteps.merge(TimeLine.makers(of: read, after: firstSteps)) { shown, _ in shown }
    runTimes = TimeLine.runTimes(of: read.union(firstSteps.keys))
    record.slots = analysis.slots.mapValues { $0.filter { !$0.value.isEmpty }.mapValues(\.text) }
  }

  /// What placeholders are made of: those of one name and format are numbered.
  private struct NameInFormat: Hashable {
    let name: String
    let format: ValueFormat
  }

  /// Every identity with its name, in the order of names; those that share one in the order in which they stand there,
  /// since what their texts say is chance.
  private static func named(
    _ analysis: VolatilityAnalysis, _ naming: OriginNaming
  ) -> [(name: String, identity: Identity)] {
    // A text may hold any number of ids.
    var positions: [SlotPlace: [[String]: Int]] = [:]
    let named = analysis.identities.map { identity, places in
      let (name, place) = naming.name(of: places)
      if let place, positions[place] == nil { positions[place] = analysis.positions(at: place) }
      let position = place.map { positions[$0]?[identity.texts] ?? 0 }
      return (name: name, identity: identity, place: place, position: position)
    }
    return named.sorted { a, b in
      if a.name != b.name { return a.name.precedesByBytes(b.name) }
      guard let first = a.place, let second = b.place, let left = a.position, let right = b.position else {
        return false
      }
      if first.document.step != second.document.step { return first.document.step < second.document.step }
      if first.pointer != second.pointer { return first.pointer < second.pointer }
      return left != right ? left < right : Identity.precedes(a.identity, b.identity)
    }.map { ($0.name, $0.identity) }
  }

  /// The document with placeholders in it.
  func stabilize(_ id: DocumentID, _ value: AlignedValue) -> JSONValue {
    let line = TimeLine(temporalTuples(id, value), firstSteps: firstSteps, runTimes: runTimes)
    return rebuild(value, SlotPlace(document: id, pointer: JSONPointer()), line)
  }

  /// What says when in a document, in values and keys.
  private func temporalTuples(_ id: DocumentID, _ value: AlignedValue) -> Set<[String]> {
    var temporal: Set<[String]> = []
    value.visitScalars { pointer, _ in
      let place = SlotPlace(document: id, pointer: pointer)
      guard case .fragments(let fragments, let isNumber) = analysis.plan(at: place) else { return }
      for column in fragments.columns where ValueFormat(of: column.texts).isTemporal {
        if analysis.identity(column, at: place, isNumber: isNumber) == nil { temporal.insert(column.texts) }
      }
    }
    value.visitObjects { pointer, members in
      for member in members {
        let place = SlotPlace(document: id, pointer: pointer.appending(member.keys[0]))
        for column in analysis.keyParts(at: place)?.columns ?? []
        where ValueFormat(of: column.texts).isTemporal { temporal.insert(column.texts) }
      }
    }
    return temporal
  }

  private func rebuild(_ value: AlignedValue, _ place: SlotPlace, _ line: TimeLine) -> JSONValue {
    switch value {
    case .scalar: return scalar(place, line)
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
        let key = key(member, at: child, line)
        rebuilt.append(JSONValue.Member(key: key, value: rebuild(member.value, child, line)))
      }
      return .object(rebuilt)
    }
  }

  private static func sorted(_ elements: [JSONValue]) -> [JSONValue] {
    elements.map { (text: $0.canonicalText(indent: 0), value: $0) }
      .sorted { $0.text.lexicographicallyPrecedes($1.text) }.map(\.value)
  }

  private func key(
    _ member: AlignedMember, at place: SlotPlace, _ line: TimeLine
  ) -> String {
    guard let parts = analysis.keyParts(at: place) else { return member.keys[0] }
    return text(parts, place, isNumber: false, isKey: true, line)
  }

  private func nested(
    _ value: AlignedValue, _ form: NestedText, _ place: SlotPlace, _ line: TimeLine
  ) -> String {
    form.text(rebuild(value, place, line), sortsKeys: analysis.sortsKeys(form, at: place))
  }

  private func scalar(_ place: SlotPlace, _ line: TimeLine) -> JSONValue {
    switch analysis.plan(at: place) {
    case .literal(let value): return value
    case .secret: return .string(Placeholder.secret)
    case .constant(let value, _): return value
    case .fragments(let fragments, let isNumber):
      let text = text(fragments, place, isNumber: isNumber, line)
      return isNumber ? .number(text) : .string(text)
    }
  }

  private func text(
    _ fragments: [TextFragment], _ place: SlotPlace, isNumber: Bool, isKey: Bool = false, _ line: TimeLine
  ) -> String {
    fragments.map { fragment in
      switch fragment {
      case .literal(let text): return text
      case .volatile(let column):
        // What a key says when is on the time line, whatever else it names.
        let format = column.format
        if isKey, format.isTemporal, let text = line.text(for: column.texts) { return text }
        return analysis.identity(column, at: place, isNumber: isNumber, isKey: isKey).flatMap { placeholders[$0] }
          ?? line.text(for: column.texts) ?? Placeholder.value(of: format)
      case .encoded(let parts, let urlSafe, let padded):
        let text = text(parts, place, isNumber: isNumber, isKey: isKey, line)
        return Base64.encode(Array(text.utf8), urlSafe: urlSafe, padding: padded)
      case .escaped(let parts, let kept):
        return PercentEncoding.encode(
          text(parts, place, isNumber: isNumber, isKey: isKey, line), keeping: kept)
      }
    }.joined()
  }
}
