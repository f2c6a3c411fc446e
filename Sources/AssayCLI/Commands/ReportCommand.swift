import Diagnostics
import JSONText
import Reporting

/// `assay report FILE…`: saved JSON reports, merged and rendered in any format.
enum ReportCommand {
  static let spec = CommandSpec(
    name: "report", summary: "render or merge saved JSON reports",
    arguments: ArgumentSpec(.file("FILE"), count: 1...Int.max), projectOptions: [],
    discussion: """
      Reads what --format json=FILE wrote, and exits as those runs did; --fail-on judges the findings anew. A report
      that is given twice counts once.
      """,
    examples: ["assay report shard-1.json shard-2.json --format html=report.html"],
    run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws(CommandFailure) -> Outcome {
    var outcome = Outcome()
    var known: Set<[UInt8]> = []
    var reports: [SavedReport] = []
    for path in invocation.arguments.positionals {
      let document = try InputFile.document(path)
      guard known.insert(CanonicalWriter.write(document)).inserted else { continue }
      do throws(SavedReportError) {
        reports.append(try SavedReport(document, path: path))
      } catch {
        throw .cannotStart(error.finding)
      }
    }
    for report in reports { add(report, namingCommand: reports.count > 1, to: &outcome) }
    return outcome
  }

  private static func add(_ saved: SavedReport, namingCommand: Bool, to outcome: inout Outcome) {
    outcome.findings.report(saved.findings.filter { $0.standing != .obstacle })
    outcome.obstacles += saved.findings.filter { $0.standing == .obstacle }
    for fact in saved.summary.facts {
      let text = namingCommand ? "\(saved.summary.command): \(fact)" : fact
      if !outcome.facts.contains(text) { outcome.facts.append(text) }
    }
    let code = ExitCode(rawValue: Int32(truncatingIfNeeded: saved.summary.exitCode)) ?? .internalError
    // Findings count anew, since this run may have another threshold.
    if code != .findings { outcome.exitCode = outcome.exitCode.combined(with: code) }
    outcome.threshold = min(outcome.threshold, saved.summary.threshold)
    outcome.nextStep = outcome.nextStep ?? saved.summary.nextStep
  }
}
