internal import Diagnostics

/// The runs of one recording so far, and the failures of their steps.
struct RunSeries {
  private(set) var runs: [RecordedRun] = []
  /// One for each step that failed in a run, in the order in which they were seen.
  private(set) var failures: [StepFailure] = []

  /// Adds a run.
  ///
  /// - Parameters:
  ///   - count: The runs that are to be made.
  ///   - isCompared: Whether the answers after a failure are compared with those that stand.
  mutating func add(_ run: RecordedRun, of count: Int, isCompared: Bool) {
    for var failure in run.failures where !failures.contains(where: { $0.span == failure.span }) {
      if !runs.isEmpty { failure.add(FindingNote("only run \(runs.count + 1) of \(count) came to this")) }
      if isCompared, failure.missesWrite {
        failure.add(FindingNote("what was not written is missing in later answers, too: see to this first"))
      }
      failures.append(failure)
    }
    runs.append(run)
  }

  /// The runs, with the steps alone that every one of them has an answer to.
  var answeredRuns: [RecordedRun] {
    guard !failures.isEmpty else { return runs }
    let answered = runs.map { Set($0.exchanges.map(\.span)) }
    return runs.map { run in
      var run = run
      run.exchanges.removeAll { exchange in answered.contains { !$0.contains(exchange.span) } }
      return run
    }
  }
}
