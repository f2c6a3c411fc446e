internal import Diagnostics
internal import Scenarios
internal import Verification
internal import Workspace

/// Puts what was recorded again into the set that stands; everything else stays as it is, byte for byte.
struct PartialSet {
  let former: FormerSet
  let formerEntries: [FixtureEntry]
  let formerRecord: VolatilityRecord
  let selection: RecordingSelection
  /// Step names that several scenarios have, those included that do not run.
  let sharedStepNames: Set<String>
  /// What stands in the former set, place by place.
  let texts: FormerTexts

  init(
    former: FormerSet, entries: [FixtureEntry], record: VolatilityRecord, selection: RecordingSelection,
    scenarios: [Scenario]
  ) {
    self.former = former
    formerEntries = entries
    formerRecord = record
    self.selection = selection
    let names = scenarios.flatMap { Set($0.steps.map(\.name)) }
    sharedStepNames = Set(Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +).filter { $0.value > 1 }.keys)
    texts = FormerTexts(former, entries: entries, record: record)
  }

  /// The whole set with the named fixtures of a partial one in it.
  ///
  /// - Parameters:
  ///   - part: What the steps that ran answered.
  ///   - spans: The request lines of steps that ran and are not named: what is found there keeps nothing from being
  ///     written, since nothing of it is.
  ///   - secrets: Searches files for secrets.
  func merging(
    _ part: AssembledSet, unnamed spans: Set<SourceSpan>, secrets: ([String: [UInt8]]) -> [Finding]
  ) -> AssembledSet {
    let named = part.entries.filter { selection.names(route: $0.routeID, case: $0.caseName) }
    let kept = formerEntries.filter { !selection.names(route: $0.routeID, case: $0.caseName) }
    let entries = kept + named.map { keepingOrigins($0, part: part, kept: kept) }

    var files = former.files
    let replaced = formerEntries.filter { selection.names(route: $0.routeID, case: $0.caseName) }
    for path in replaced.compactMap(\.file) { files[path] = nil }
    for path in named.compactMap(\.file) { files[path] = part.files[path] }
    files[FixtureManifest.fileName] = FixtureManifest(entries: entries).canonicalText()
    files[VolatilityRecord.fileName] = record(part.record, named: named, replaced: replaced).canonicalText

    var findings = FindingList()
    findings.report(
      part.findings.filter { finding in
        if finding.rule == RecordingRules.secretInOutput { return false }
        return ([finding.place] + finding.morePlaces).contains { $0.span.map { !spans.contains($0) } ?? true }
      })
    findings.report(secrets(files))
    return AssembledSet(
      files: files, entries: entries, record: part.record, recordedCount: named.count,
      order: part.order, findings: findings.merged)
  }

  /// The origin of a path parameter is the answer of a step that need not have run this time.
  private func keepingOrigins(_ entry: FixtureEntry, part: AssembledSet, kept: [FixtureEntry]) -> FixtureEntry {
    guard let old = formerEntries.first(where: { $0.title == entry.title }) else { return entry }
    let ran = Set(part.entries.map(\.title))
    let standing = Set(kept.map(\.title))
    var entry = entry
    for (name, origin) in old.parameters where entry.parameters[name] != nil {
      guard case .answer(let route, let caseName, _) = origin else { continue }
      let title = "\(route)/\(caseName)"
      if !ran.contains(title), standing.contains(title) { entry.parameters[name] = origin }
    }
    return entry
  }

  /// The former record with the slots of the named steps replaced; names are added, and only a whole recording drops any.
  private func record(
    _ found: VolatilityRecord, named: [FixtureEntry], replaced: [FixtureEntry]
  ) -> VolatilityRecord {
    var record = formerRecord
    record.names.formUnion(found.names)
    for entry in replaced { record.slots[entry.title] = nil }
    for entry in named { record.slots[entry.title] = found.slots[entry.title] }
    return record
  }
}
