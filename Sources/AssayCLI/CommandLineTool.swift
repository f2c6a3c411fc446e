import Diagnostics
import Reporting
import Workspace

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The `assay` program: reads the command line, runs one command, reports, and says how it ended.
public enum CommandLineTool {
  /// Version of Assay, as reports and `--version` show it.
  public static let version = "0.1.0"

  /// Runs the process's own command line and exits.
  public static func main() async -> Never {
    let code = await run(Array(CommandLine.arguments.dropFirst()), environment: EnvironmentVariables.current)
    exit(code.rawValue)
  }

  /// Runs one command line; the one place that turns an error into text and an exit code.
  static func run(_ words: [String], environment: [String: String]) async -> ExitCode {
    let console = Console(environment: environment)
    do throws(CommandFailure) {
      switch try ArgumentParser(commands: CommandTable.all).parse(words) {
      case .version:
        console.write("assay \(version)\n")
        return .clean
      case .help(let command):
        console.write(command.map(HelpText.page) ?? HelpText.overview(CommandTable.all))
        return .clean
      case .run(let command, let arguments):
        let options = try GlobalOptions(arguments)
        let invocation = Invocation(
          command: command, arguments: arguments, options: options, environment: environment, console: console)
        return await run(invocation)
      }
    } catch {
      let renderer = TextRenderer()
      console.writeError(error.findings.map { "assay: " + renderer.render($0) }.joined())
      return error.exitCode
    }
  }

  private static func run(_ invocation: Invocation) async -> ExitCode {
    var outcome: Outcome
    var isFailure = false
    do throws(CommandFailure) {
      outcome = try await invocation.command.run(invocation)
    } catch {
      outcome = Outcome()
      outcome.findings.report(error.findings)
      outcome.exitCode = error.exitCode
      isFailure = true
    }
    let threshold = invocation.options.threshold
    let (findings, approvedCount) = outcome.approvals.apply(
      to: outcome.findings.merged, today: CalendarDay.today,
      exercised: { rule in outcome.exercisedFamilies.contains(String(rule.rawValue.prefix { $0 != "/" })) })
    let fails = findings.contains { $0.severity >= threshold }
    let code = outcome.exitCode.combined(with: fails && !isFailure ? .findings : .clean)
    let summary = RunSummary(
      command: invocation.command.name, version: version, facts: outcome.facts, exitCode: Int(code.rawValue),
      threshold: threshold, approvedCount: approvedCount, nextStep: outcome.nextStep)
    let report = Report(findings: outcome.obstacles + findings, summary: summary, rules: RuleCatalogue.rules)
    let delivery = ReportDelivery(invocation: invocation, printsData: outcome.printsData, isFailure: isFailure)
    return code.combined(with: delivery.deliver(report))
  }
}
