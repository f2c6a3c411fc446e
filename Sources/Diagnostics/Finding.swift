/// Where a finding holds: in a source text, in an answer, or both.
public struct Place: Hashable, Sendable {
  /// Bytes of a source text.
  public var span: SourceSpan?
  /// Route id, such as `guilds.show`.
  public var route: String?
  /// Case of the route, where the file holds those of others too, as a manifest does; no part of a finding's key.
  public var caseName: String?
  /// Fixture or other file, as a path that is shown.
  public var file: String?
  /// Place within the JSON of the fixture or answer.
  public var pointer: JSONPointer?

  /// Creates a place; leave out what does not apply.
  public init(span: SourceSpan? = nil, route: String? = nil, file: String? = nil, pointer: JSONPointer? = nil) {
    self.span = span
    self.route = route
    self.file = file
    self.pointer = pointer
  }

  /// `route`, or `route/case` where the place names the case.
  public var routeTitle: String? { route.map { route in caseName.map { "\(route)/\($0)" } ?? route } }

  /// One line: span, or route, file and pointer.
  public var description: String {
    var parts: [String] = []
    if let span { parts.append(span.description) }
    if let routeTitle { parts.append(routeTitle) }
    if let file { parts.append(file) }
    if let pointer { parts.append(pointer.tokens.isEmpty ? "(whole document)" : pointer.description) }
    return parts.joined(separator: " ")
  }
}

/// A further fact that belongs to a finding, with a place of its own.
public struct FindingNote: Hashable, Sendable {
  /// The fact.
  public let message: String
  /// Where it holds.
  public let place: Place
  /// Creates a note.
  public init(_ message: String, at place: Place = Place()) {
    self.message = message
    self.place = place
  }

  /// One line: the place, where there is one, and the fact.
  public var description: String { (place.description.isEmpty ? "" : place.description + ": ") + message }
}

/// A replacement of source text that mends a finding.
public struct FixIt: Hashable, Sendable {
  /// The bytes to replace.
  public let span: SourceSpan
  /// The new text.
  public let replacement: String
  /// Creates a replacement.
  public init(replace span: SourceSpan, with replacement: String) {
    self.span = span
    self.replacement = replacement
  }
}

/// What a finding is to the run.
public enum Standing: String, Hashable, Sendable {
  /// A fact about what was checked.
  case counts
  /// The team has accepted it.
  case approved
  /// It says why something could not be checked: the exit code tells that, and no threshold.
  case obstacle
}

/// What Assay has to say: one fact, where it holds, and what to do about it.
public struct Finding: Hashable, Sendable {
  /// The rule that speaks.
  public var rule: RuleID
  /// How much it matters.
  public var severity: Severity
  /// The fact, without a full stop.
  public var message: String
  /// The next step.
  public var help: String?
  /// Where it holds first.
  public var place: Place
  /// Further places of the same fact: one edit on forty routes is one finding.
  public var morePlaces: [Place]
  /// Related facts.
  public var notes: [FindingNote]
  /// A replacement that mends it.
  public var fixIt: FixIt?
  /// The contract member it is about, such as `GuildDetail.motto`, where one is known.
  public var member: String?
  /// Whether it counts against the run.
  public var standing = Standing.counts

  /// Creates a finding.
  public init(
    _ rule: RuleID, _ severity: Severity, _ message: String, help: String? = nil, at place: Place = Place(),
    member: String? = nil, notes: [FindingNote] = [], fixIt: FixIt? = nil
  ) {
    self.rule = rule
    self.severity = severity
    self.message = message
    self.help = help
    self.place = place
    self.member = member
    self.notes = notes
    self.fixIt = fixIt
    morePlaces = []
  }

  /// Whether it stands in the way of a run that has this threshold.
  public func fails(_ threshold: Severity) -> Bool { standing != .approved && severity >= threshold }

  /// What approvals use: rule and contract member, else rule, route and pointer with `*` for list indices; never the wording.
  public var key: String {
    if let member { return "\(rule) \(member)" }
    var parts = [rule.rawValue]
    if let route = place.route { parts.append(route) }
    if let pointer = place.pointer { parts.append(pointer.generalized.description) }
    if parts.count == 1, let span = place.span { parts.append(span.file.path) }
    if parts.count == 1, let file = place.file { parts.append(file) }
    return parts.joined(separator: " ")
  }
}

extension JSONPointer {
  /// The pointer with `*` in place of each list index, and of each map key that looks like one.
  public var generalized: JSONPointer {
    JSONPointer(tokens: tokens.map { Self.isIndex($0) ? "*" : $0 })
  }
}

/// Findings in the order in which they were reported; sorted and merged before they are printed.
public struct FindingList: Sendable {
  /// What was reported so far, in order.
  public private(set) var all: [Finding] = []
  /// Creates an empty list.
  public init() {}
  /// Adds a finding.
  public mutating func report(_ finding: Finding) { all.append(finding) }
  /// Adds findings.
  public mutating func report(_ findings: some Sequence<Finding>) { all.append(contentsOf: findings) }
  /// Whether any finding is an error.
  public var hasErrors: Bool { all.contains { $0.severity == .error } }

  /// The findings for print: sorted by place, rule and message, and those with one structural key, wording and severity
  /// merged into the first of them, with the places and notes of the others added.
  ///
  /// The result does not depend on the order in which findings were reported.
  public var merged: [Finding] {
    var groups: [MergedFinding] = []
    var indices: [[String]: Int] = [:]
    for finding in all.sorted(by: Finding.precedes) {
      let identity = [finding.key, finding.message, finding.severity.name, finding.standing.rawValue]
      if let index = indices[identity] {
        groups[index].add(finding)
      } else {
        indices[identity] = groups.count
        groups.append(MergedFinding(finding))
      }
    }
    return groups.map(\.finding)
  }
}

/// A finding that collects the places and notes of its equals.
private struct MergedFinding {
  private(set) var finding: Finding
  private var places: Set<Place>
  private var notes: Set<FindingNote>

  init(_ finding: Finding) {
    self.finding = finding
    self.finding.morePlaces = []
    self.finding.notes = []
    places = [finding.place]
    notes = []
    add(finding)
  }

  mutating func add(_ other: Finding) {
    for place in [other.place] + other.morePlaces where places.insert(place).inserted {
      finding.morePlaces.append(place)
    }
    for note in other.notes where notes.insert(note).inserted { finding.notes.append(note) }
    if finding.help == nil { finding.help = other.help }
    if finding.fixIt == nil { finding.fixIt = other.fixIt }
  }
}

extension Finding {
  /// The order of print: by place (file, offset, route, pointer), then rule, message and all that is left; texts by bytes.
  static func precedes(_ a: Finding, _ b: Finding) -> Bool {
    let left = a.sortKey
    let right = b.sortKey
    if let order = byteOrder(left.path, right.path) { return order }
    if left.offset != right.offset { return left.offset < right.offset }
    if left.pointer != right.pointer { return left.pointer < right.pointer }
    if let order = byteOrder(a.rule.rawValue, b.rule.rawValue) { return order }
    if let order = byteOrder(a.message, b.message) { return order }
    if a.severity != b.severity { return a.severity > b.severity }
    if let order = byteOrder(a.standing.rawValue, b.standing.rawValue) { return order }
    if let order = byteOrder(a.key, b.key) { return order }
    if let order = byteOrder(a.help ?? "", b.help ?? "") { return order }
    return byteOrder(a.noteText, b.noteText) ?? false
  }

  /// Whether the first text comes first; nil for texts of the same bytes.
  private static func byteOrder(_ a: String, _ b: String) -> Bool? {
    a.utf8.elementsEqual(b.utf8) ? nil : a.precedesByBytes(b)
  }

  private var noteText: String { notes.map(\.description).joined(separator: "\n") }

  private var sortKey: (path: String, offset: Int, pointer: JSONPointer) {
    (
      place.span?.file.path ?? [place.route, place.file].compactMap(\.self).joined(separator: " "),
      place.span?.start ?? 0,
      place.pointer ?? JSONPointer()
    )
  }
}
