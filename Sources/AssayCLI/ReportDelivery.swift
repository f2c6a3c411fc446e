import Diagnostics
import Reporting
import Workspace

/// Sends a report where `--format` says.
struct ReportDelivery {
  let invocation: Invocation
  /// Whether standard output holds data, so that text belongs on standard error.
  let printsData: Bool
  /// Whether the command could not do its work.
  let isFailure: Bool

  /// Writes every report; the code says whether one could not be written.
  func deliver(_ report: Report) -> ExitCode {
    var code = ExitCode.clean
    var targets = invocation.options.reports
    if !targets.contains(where: { $0.file == nil }) {
      targets.append(ReportTarget(format: .text, file: nil))
    }
    for target in targets {
      do throws(CommandFailure) {
        try deliver(report, to: target)
      } catch {
        invocation.console.writeError(error.findings)
        code = error.exitCode
      }
    }
    return code
  }

  private func deliver(_ report: Report, to target: ReportTarget) throws(CommandFailure) {
    guard let file = target.file else { return try print(report, as: target.format) }
    do throws(WorkspaceError) {
      try FileSystem.write(target.format.reporter().render(report), to: file)
      invocation.log("wrote \(target.format.rawValue) report to \(file)")
    } catch {
      throw .cannotStart(error.finding)
    }
  }

  private func print(_ report: Report, as format: ReportFormat) throws(CommandFailure) {
    guard format == .text else { return try invocation.console.write(format.reporter().render(report)) }
    var shown = report
    if invocation.options.isQuiet {
      shown.findings.removeAll { !$0.fails(report.summary.threshold) }
      if shown.findings.isEmpty { return }
    }
    if printsData || isFailure {
      invocation.console.writeError(shown.findings)
    } else {
      try invocation.console.write(TextReporter(usesColor: usesColor).render(shown))
    }
  }

  private var usesColor: Bool {
    switch invocation.options.color {
    case .always: true
    case .never: false
    case .auto: invocation.console.showsColor
    }
  }
}
