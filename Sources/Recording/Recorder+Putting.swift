internal import Diagnostics
internal import JSONText
internal import Workspace

/// What becomes of a set that was recorded.
extension Recorder {
  /// Compares a set with the one that stands, or stages it and puts it in place.
  func put(
    _ set: AssembledSet, in folder: String, over former: FormerSet, runCount: Int
  ) throws(RecordingError) -> Result {
    let paths = Set(former.files.keys).union(set.files.keys)
    let changed = paths.filter { former.files[$0] != set.files[$0] }.sorted { $0.precedesByBytes($1) }
    var wasWritten = false
    if !plan.onlyChecks {
      var staged: FolderExchange?
      try attempt { () throws(WorkspaceError) in
        let exchange = FolderExchange(folder: folder)
        try exchange.begin()
        for (path, bytes) in set.files.sorted(by: { $0.key.precedesByBytes($1.key) }) {
          try FileSystem.write(bytes, to: exchange.stagingPath + "/" + path)
        }
        for path in former.foreignFiles {
          try FileSystem.write(FileSystem.read(folder + "/" + path), to: exchange.stagingPath + "/" + path)
        }
        staged = exchange
      }
      if let staged {
        try check(staged.stagingPath, set)
        wasWritten = try attempt { () throws(WorkspaceError) in try staged.commit() }
      }
    }
    return Result(
      findings: set.findings, changedFiles: changed,
      differences: plan.onlyChecks && !changed.isEmpty ? differences(former, set) : [],
      fixtureCount: set.recordedCount, keptCount: set.entries.count - set.recordedCount, runCount: runCount,
      wasWritten: wasWritten)
  }

  /// Reads the staged files again: what readers will get is what was meant, and JSON.
  private func check(_ folder: String, _ set: AssembledSet) throws(RecordingError) {
    for (path, bytes) in set.files.sorted(by: { $0.key.precedesByBytes($1.key) }) {
      let written = try attempt { () throws(WorkspaceError) in try FileSystem.read(folder + "/" + path) }
      let isSound = written == bytes && (!path.hasSuffix(".json") || (try? JSONDocument(parsing: written)) != nil)
      guard isSound else {
        throw .findings([
          Finding(
            RecordingRules.invalidJSON, .error, "\(path) was not staged as it was meant",
            help: "check the disk; nothing was exchanged", at: Place(file: path))
        ])
      }
    }
  }

  private func differences(_ former: FormerSet, _ set: AssembledSet) -> [Finding] {
    let folder = plan.configuration.fixtures
    var comparison = SetComparison(folder: folder)
    do throws(RecordingError) {
      return comparison.compare(old: former, oldEntries: try former.entries(shownAs: folder), new: set)
    } catch {
      // Every fixture is new to a set whose manifest says nothing.
      return error.findings + comparison.compare(old: former, oldEntries: [], new: set)
    }
  }
}
