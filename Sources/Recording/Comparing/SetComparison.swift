internal import Diagnostics
internal import JSONText
internal import Verification

/// Says what a recording would change, fixture by fixture, for `record --check`.
struct SetComparison {
  /// Most differences of one fixture that are told.
  static let limit = 20

  /// The set's folder as findings show it.
  let folder: String
  private var findings = FindingList()

  init(folder: String) { self.folder = folder }

  /// One finding for each difference, sorted; equal ones of several fixtures are one.
  mutating func compare(old: FormerSet, oldEntries: [FixtureEntry], new: AssembledSet) -> [Finding] {
    let before = Dictionary(oldEntries.map { ($0.title, $0) }, uniquingKeysWith: { first, _ in first })
    let after = Dictionary(new.entries.map { ($0.title, $0) }, uniquingKeysWith: { first, _ in first })
    let gone = oldEntries.filter { after[$0.title] == nil }
    var renamed: Set<String> = []
    for entry in new.entries {
      if let former = before[entry.title] {
        compare(former, old.files, entry, new.files)
      } else if let former = gone.first(where: { !renamed.contains($0.title) && $0.isSameAnswer(as: entry) }) {
        renamed.insert(former.title)
        report(entry, "\(former.title) is called \(entry.title) now")
      } else {
        report(entry, "\(entry.title) is new: \(entry.method) \(entry.pathTemplate) answers \(entry.status)")
      }
    }
    for entry in gone where !renamed.contains(entry.title) {
      report(entry, "\(entry.title) is gone: no step records it any more")
    }
    compareRecord(old.files[VolatilityRecord.fileName], new.files[VolatilityRecord.fileName])
    compareRest(old, oldEntries, new)
    return findings.merged
  }

  private mutating func compare(
    _ old: FixtureEntry, _ oldFiles: [String: [UInt8]], _ new: FixtureEntry, _ newFiles: [String: [UInt8]]
  ) {
    if old.method != new.method || old.pathTemplate != new.pathTemplate {
      let before = "\(old.method) \(old.pathTemplate)"
      report(new, "\(new.routeID) moved from \(before) to \(new.method) \(new.pathTemplate)")
    }
    for (name, before, after) in Self.facts(old, new) where before != after {
      report(new, "\(name) was \(before ?? "absent"), and is \(after ?? "absent") now")
    }
    for difference in ValueDifference.all(old.requestBody ?? .null, new.requestBody ?? .null, limit: Self.limit) {
      report(new, "the request's \(difference.fact)", at: difference.pointer)
    }
    compareBodies(old, old.file.flatMap { oldFiles[$0] }, new, new.file.flatMap { newFiles[$0] })
  }

  private mutating func compareBodies(
    _ old: FixtureEntry, _ oldBody: [UInt8]?, _ new: FixtureEntry, _ newBody: [UInt8]?
  ) {
    guard oldBody != newBody || old.file != new.file else { return }
    guard let oldBody, let newBody else {
      return report(new, newBody == nil ? "the answer has no body any more" : "the answer has a body now")
    }
    guard old.isJSON, new.isJSON, let before = try? JSONDocument(parsing: oldBody).root.value,
      let after = try? JSONDocument(parsing: newBody).root.value
    else { return report(new, TextDifference.fact(oldBody, newBody)) }
    var differences = ValueDifference.all(before, after, limit: Self.limit + 1)
    let isCut = differences.count > Self.limit
    if isCut { differences.removeLast() }
    for difference in differences { report(new, "the \(difference.fact)", at: difference.pointer) }
    if isCut { report(new, "there are more differences than these \(Self.limit)") }
    if differences.isEmpty { report(new, "the file is not what was recorded: its form differs") }
  }

  /// What the manifest says beside path, request and body.
  private static func facts(_ old: FixtureEntry, _ new: FixtureEntry) -> [(String, String?, String?)] {
    var facts: [(String, String?, String?)] = [
      ("the status", String(old.status), String(new.status)), ("the type", old.type, new.type),
      ("the media type", old.contentType, new.contentType), ("the persona", old.persona, new.persona),
      ("the query", text(old.query), text(new.query)),
      ("the media type of the request", old.requestType, new.requestType),
    ]
    let names = Set(old.headers.map(\.name)).union(new.headers.map(\.name)).sorted { $0.precedesByBytes($1) }
    for name in names {
      func values(_ entry: FixtureEntry) -> String? {
        let values = entry.headers.filter { $0.name == name }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
      }
      facts.append(("the header \(name)", values(old), values(new)))
    }
    let parameters = Set(old.parameters.keys).union(new.parameters.keys).sorted { $0.precedesByBytes($1) }
    for name in parameters {
      facts.append(
        ("where {\(name)} comes from", old.parameters[name]?.shortText, new.parameters[name]?.shortText))
    }
    return facts
  }

  private static func text(_ query: [NamedValue]) -> String? {
    query.isEmpty ? nil : query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
  }

  private mutating func compareRecord(_ old: [UInt8]?, _ new: [UInt8]?) {
    guard old != new else { return }
    let file = folder + "/" + VolatilityRecord.fileName
    func value(_ bytes: [UInt8]?) -> JSONValue {
      bytes.flatMap { try? JSONDocument(parsing: $0).root.value } ?? .object([])
    }
    for difference in ValueDifference.all(value(old), value(new), limit: Self.limit) {
      findings.report(
        finding("what is known to be volatile: the \(difference.fact)", Place(file: file, pointer: difference.pointer)))
    }
  }

  /// Files that belong to no entry on either side, and a manifest that differs in nothing that was told.
  private mutating func compareRest(_ old: FormerSet, _ oldEntries: [FixtureEntry], _ new: AssembledSet) {
    let told = Set((oldEntries + new.entries).compactMap(\.file) + [VolatilityRecord.fileName])
    for path in Set(old.files.keys).union(new.files.keys).sorted(by: { $0.precedesByBytes($1) })
    where !told.contains(path) && old.files[path] != new.files[path] {
      if path == FixtureManifest.fileName, findings.all.contains(where: { $0.place.route != nil }) { continue }
      let fact =
        new.files[path] == nil
        ? "\(path) belongs to no fixture" : "\(path) is not what the recording writes"
      findings.report(finding(fact, Place(file: folder + "/" + path)))
    }
  }

  private mutating func report(_ entry: FixtureEntry, _ fact: String, at pointer: JSONPointer? = nil) {
    let file = folder + "/" + (entry.file ?? FixtureManifest.fileName)
    var place = Place(route: entry.routeID, file: file, pointer: pointer)
    if entry.file == nil { place.caseName = entry.caseName }
    findings.report(finding(fact, place))
  }

  private func finding(_ fact: String, _ place: Place) -> Finding {
    Finding(
      RecordingRules.differs, .error, fact, help: "run 'assay record' and review 'git diff \(folder)'", at: place)
  }
}

extension FixtureEntry {
  /// Whether two entries differ in their case's name alone.
  fileprivate func isSameAnswer(as other: FixtureEntry) -> Bool {
    routeID == other.routeID && method == other.method && status == other.status && sha256 == other.sha256
      && persona == other.persona && requestBody == other.requestBody && requestType == other.requestType
      && query == other.query
  }
}

extension ParameterOrigin {
  fileprivate var shortText: String {
    switch self {
    case .literal(let text): "'\(text)'"
    case .answer(let route, let name, let pointer): "\(route)/\(name) \(pointer)"
    case .unresolved: "no read"
    }
  }
}
