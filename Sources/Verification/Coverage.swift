internal import ContractModel
public import Diagnostics

/// Which parts of a contract a set of values has shown.
///
/// Only what some value reached is counted: what lies inside a list that was always empty is covered by saying that.
public struct Coverage: Sendable {
  /// What can be shown of a part, each of two.
  private enum Aspect: Hashable {
    case null
    case list
    case optional
    case cases
    case variants
  }
  private struct Part: Hashable {
    let name: String
    let aspect: Aspect
  }
  private struct Record {
    var seen: [Bool]
    let titles: [String]
    let span: SourceSpan
  }

  private var records: [Part: Record] = [:]

  /// Creates coverage that has seen nothing.
  public init() {}

  /// How many parts can be shown, and how many were.
  public var counts: (shown: Int, all: Int) {
    records.values.reduce((0, 0)) { ($0.0 + $1.seen.count(where: \.self), $0.1 + $1.seen.count) }
  }

  mutating func sawNullable(_ name: String, isNull: Bool, span: SourceSpan) {
    saw(Part(name: name, aspect: .null), isNull ? 0 : 1, span) { ["null", "a value"] }
  }

  mutating func sawList(_ name: String, isEmpty: Bool, span: SourceSpan) {
    saw(Part(name: name, aspect: .list), isEmpty ? 0 : 1, span) { ["empty", "filled"] }
  }

  mutating func sawOptional(_ name: String, isPresent: Bool, span: SourceSpan) {
    saw(Part(name: name, aspect: .optional), isPresent ? 1 : 0, span) { ["absent", "present"] }
  }

  mutating func sawCase(_ name: String, _ shape: EnumerationShape, _ index: Int, span: SourceSpan) {
    saw(Part(name: name, aspect: .cases), index, span) { shape.cases.map(\.value.displayText) }
  }

  mutating func sawVariant(_ name: String, _ shape: UnionShape, _ index: Int, span: SourceSpan) {
    saw(Part(name: name, aspect: .variants), index, span) {
      shape.variants.map { $0.tag?.displayText ?? $0.name ?? $0.type.displayText }
    }
  }

  private mutating func saw(_ part: Part, _ index: Int, _ span: SourceSpan, titles: () -> [String]) {
    if records[part] == nil {
      let titles = titles()
      records[part] = Record(seen: [Bool](repeating: false, count: titles.count), titles: titles, span: span)
    }
    guard let count = records[part]?.seen.count, index < count else { return }
    records[part]?.seen[index] = true
  }

  /// What was never shown, as notes, sorted by place.
  public var findings: [Finding] {
    var list = FindingList()
    for (part, record) in records {
      let missing = zip(record.titles, record.seen).filter { !$1 }.map(\.0)
      guard !missing.isEmpty else { continue }
      list.report(finding(part, record, missing))
    }
    return list.merged
  }

  private func finding(_ part: Part, _ record: Record, _ missing: [String]) -> Finding {
    let rule: RuleID
    let message: String
    switch part.aspect {
    case .null:
      rule = record.seen[0] ? CoverageRules.alwaysNull : CoverageRules.neverNull
      message = record.seen[0] ? "no fixture has a value in '\(part.name)'" : "no fixture has null in '\(part.name)'"
    case .list:
      rule = record.seen[0] ? CoverageRules.alwaysEmpty : CoverageRules.neverEmpty
      message =
        record.seen[0]
        ? "'\(part.name)' is empty in every fixture, which proves nothing of its elements"
        : "'\(part.name)' is never empty in a fixture"
    case .optional:
      rule = record.seen[0] ? CoverageRules.alwaysAbsent : CoverageRules.neverAbsent
      message = record.seen[0] ? "no fixture has '\(part.name)'" : "no fixture lacks '\(part.name)'"
    case .cases:
      rule = CoverageRules.unseenCase
      message = "no fixture shows \(missing.joined(separator: ", ")) of '\(part.name)'"
    case .variants:
      rule = CoverageRules.unseenVariant
      message = "no fixture shows \(missing.joined(separator: ", ")) of '\(part.name)'"
    }
    return Finding(
      rule, .note, message, help: "add a step to a scenario whose answer shows it", at: Place(span: record.span),
      member: part.name)
  }
}
