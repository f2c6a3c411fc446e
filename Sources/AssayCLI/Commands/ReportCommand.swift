import Diagnostics
import JSONText
import Reporting

/// `assay report FILE…`: saved JSON reports, merged and rendered in any format.
enum ReportCommand {
  static let spec = CommandSpec(
    name: "report", summary: "render or merge saved JSON reports",
    arguments: ArgumentSpec(.file("FILE"), count: 1...Int.max),
    discussion: """
      Reads what --format json=FILE wrote, and exits as those runs did.
      """,
    examples: ["assay report shard-1.json shard-2.json --format html=report.html"],
    run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws(CommandFailure) -> Outcome {
    var outcome = Outcome()
    for path in invocation.arguments.positionals {
      let document = try InputFile.document(path)
      let saved: SavedReport
      do throws(SavedReportError) {
        saved = try SavedReport(document, path: path)
      } catch {
        throw .cannotStart(error.finding)
      }
      outcome.findings.report(saved.findings)
      for fact in saved.summary.facts {
        outcome.facts.append(invocation.arguments.positionals.count > 1 ? "\(saved.summary.command): \(fact)" : fact)
      }
      let code = ExitCode(rawValue: Int32(truncatingIfNeeded: saved.summary.exitCode)) ?? .internalError
      // Findings count anew, since this run may have another threshold.
      if code != .findings { outcome.exitCode = outcome.exitCode.combined(with: code) }
      outcome.nextStep = outcome.nextStep ?? saved.summary.nextStep
    }
    return outcome
  }
}
