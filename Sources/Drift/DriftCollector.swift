internal import Diagnostics
internal import JSONText
internal import Verification

/// What an answer is compared for: its route and the fixture that it is held against.
struct AnswerContext {
  private let answer: Place

  /// A saved answer by its file.
  init(file: String) { answer = Place(file: file) }

  init(_ entry: FixtureEntry, of fixtures: FixtureSet) { answer = fixtures.place(of: entry) }

  func place(_ pointer: JSONPointer? = nil) -> Place {
    var place = answer
    place.pointer = pointer
    return place
  }
}

/// Gathers differences over all answers and makes one finding of what is one edit.
struct DriftCollector {
  private struct AddedName: Hashable {
    let name: String
    let kind: String
  }
  private struct Addition {
    var members: Set<String> = []
    var places: [Place] = []
    var notes: [FindingNote] = []
  }
  private struct NewValues {
    var values: [String] = []
    var places: [Place] = []
    var span: SourceSpan?
    var member: String?
    var rule: RuleID
  }
  private struct Renaming {
    let rename: Rename
    let context: AnswerContext
  }

  private var list = FindingList()
  private var additions: [AddedName: Addition] = [:]
  private var newValues: [String: NewValues] = [:]
  private var renamings: [Renaming] = []

  /// Adds a finding as it is.
  mutating func report(_ finding: Finding) { list.report(finding) }

  /// Adds a property that nothing knew: one finding for one name, over all routes.
  mutating func added(_ property: NewProperty, kind: String, _ context: AnswerContext) {
    let key = AddedName(name: property.name, kind: kind)
    additions[key, default: Addition()].members.insert(property.member ?? "")
    additions[key, default: Addition()].places.append(context.place(property.pointer))
  }

  /// Adds a literal that the contract does not list: one finding for one enumeration or union.
  mutating func newValue(
    _ value: String, rule: RuleID, member: String?, pointer: JSONPointer, span: SourceSpan?, _ context: AnswerContext
  ) {
    let place = context.place(pointer)
    let key = "\(rule) " + (member ?? place.description)
    var entry = newValues[key] ?? NewValues(span: span, member: member, rule: rule)
    if !entry.values.contains(value) { entry.values.append(value) }
    if !entry.places.contains(place) { entry.places.append(place) }
    newValues[key] = entry
  }

  /// Adds a rename.
  mutating func renamed(_ rename: Rename, _ context: AnswerContext) {
    renamings.append(Renaming(rename: rename, context: context))
  }

  /// One finding for each edit, sorted.
  var findings: [Finding] {
    var list = list
    for (key, addition) in additions { list.report(finding(key, addition)) }
    for entry in newValues.values { list.report(finding(entry)) }
    reportRenames(&list)
    return list.merged
  }

  private func finding(_ key: AddedName, _ addition: Addition) -> Finding {
    let isOneRoute = Set(addition.places.map(\.route)).count == 1
    let member: String? =
      switch (addition.members.count, addition.members.first ?? "") {
      case (1, ""): isOneRoute ? nil : "*.\(key.name)"
      case (1, let only): only
      default: "*.\(key.name)"
      }
    var finding = Finding(
      DriftRules.fieldAdded, .note, "'\(key.name)' (\(key.kind)) is new and not declared",
      help: "declare it in the contract if the client needs it", at: addition.places[0], member: member)
    finding.morePlaces = Self.distinct(addition.places).filter { $0 != finding.place }
    return finding
  }

  private func finding(_ entry: NewValues) -> Finding {
    let values = entry.values.sorted { $0.precedesByBytes($1) }.joined(separator: ", ")
    let subject = entry.member.map { "'\($0)'" } ?? entry.places[0].pointer?.subject ?? "the document"
    let isVariant = entry.rule == DriftRules.variantAdded
    let noun = (isVariant ? "variant" : "value") + (entry.values.count == 1 ? "" : "s")
    var finding = Finding(
      entry.rule, .warning, "\(subject) has the new \(noun) \(values)",
      help: "add \(entry.values.count == 1 ? "it" : "them") to the contract and run 'assay generate'",
      at: entry.places[0], member: entry.member,
      notes: entry.span.map { [FindingNote("the contract lists the others here", at: Place(span: $0))] } ?? [])
    finding.morePlaces = Array(entry.places.dropFirst())
    return finding
  }

  /// Reports renames; a change of naming style is one edit, however many names it touches.
  private func reportRenames(_ list: inout FindingList) {
    let isRestyled: (Renaming) -> Bool = { NameSimilarity($0.rename.old.name, $0.rename.new.name) == .spelling }
    let restyled = renamings.filter(isRestyled)
    let pairs = Self.distinct(restyled.map { "\($0.rename.old.name) → \($0.rename.new.name)" })
    let isStyle = pairs.count >= 3
    if isStyle, let first = restyled.first {
      var finding = Finding(
        DriftRules.fieldRenamed, .error, "the naming style of \(pairs.count) properties has changed",
        help: "change the names in the contract and run 'assay generate', or change the server back",
        at: first.context.place(first.rename.old.pointer), member: "*.naming-style",
        notes: [FindingNote(pairs.prefix(8).joined(separator: ", ") + (pairs.count > 8 ? ", …" : ""))])
      finding.morePlaces = Self.distinct(restyled.dropFirst().map { $0.context.place($0.rename.old.pointer) })
      list.report(finding)
    }
    for renaming in renamings where !isStyle || !isRestyled(renaming) {
      let old = renaming.rename.old
      let new = renaming.rename.new
      var notes = [FindingNote("the live answer has it under the new name", at: Place(pointer: new.pointer))]
      if let span = old.span {
        notes.append(FindingNote("the contract declares '\(old.name)' here", at: Place(span: span)))
      }
      list.report(
        Finding(
          DriftRules.fieldRenamed, old.isRequired ? .error : .warning,
          "'\(old.member ?? old.pointer.description)' is now called '\(new.name)'",
          help: "rename it in the contract and run 'assay generate', or let the server send '\(old.name)' again",
          at: renaming.context.place(old.pointer), member: old.member, notes: notes))
    }
  }

  private static func distinct<T: Hashable>(_ items: [T]) -> [T] {
    var seen: Set<T> = []
    return items.filter { seen.insert($0).inserted }
  }
}
