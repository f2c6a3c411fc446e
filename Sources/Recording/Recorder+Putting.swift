internal import Diagnostics
internal import JSONText
internal import Workspace

/// What becomes of a set that was recorded.
extension Recorder {
  /// Compares a set with the one that stands, or stages it and puts it in place.
  func put(
    _ set: AssembledSet, in folder: String, over former: FormerSet, runCount: Int, failures: [StepFailure]
  ) throws(RecordingError) -> Result {
    let paths = Set(former.files.keys).union(set.files.keys)
    let changed = paths.filter { former.files[$0] != set.files[$0] }.sorted { $0.precedesByBytes($1) }
    let wasWritten = plan.onlyChecks ? false : try write(set, to: folder, keeping: former.foreignFiles)
    return Result(
      findings: set.findings, changedFiles: changed,
      differences: plan.onlyChecks && !changed.isEmpty ? differences(former, set) : [],
      failures: failures,
      fixtureCount: set.recordedCount, keptCount: set.entries.count - set.recordedCount, runCount: runCount,
      wasWritten: wasWritten)
  }

  /// Stages a set and exchanges it with the folder; whatever fails, the folder is as it was.
  ///
  /// - Returns: Whether anything was other than it stood.
  private func write(
    _ set: AssembledSet, to folder: String, keeping foreign: [String]
  ) throws(RecordingError) -> Bool {
    let exchange = FolderExchange(folder: folder)
    do throws(RecordingError) {
      try attempt { () throws(WorkspaceError) in
        try exchange.begin()
        for (path, bytes) in set.files.sorted(by: { $0.key.precedesByBytes($1.key) }) {
          try FileSystem.write(bytes, to: exchange.stagingPath + "/" + path)
        }
        for path in foreign {
          try FileSystem.write(FileSystem.read(folder + "/" + path), to: exchange.stagingPath + "/" + path)
        }
      }
      try check(exchange.stagingPath, set)
      return try attempt { () throws(WorkspaceError) in try exchange.commit() }
    } catch {
      exchange.discard()
      throw error
    }
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
