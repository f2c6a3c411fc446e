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
    let environment = EnvironmentVariables.current
    if let place = firstArgumentThatIsNotUTF8() {
      let finding = Finding(
        CommandRules.usage, .error, "argument \(place) is not UTF-8: '\(CommandLine.arguments[place])'",
        help: "rename the file that it names; Assay reads names and texts as UTF-8")
      Console(environment: environment).writeError([finding])
      exit(ExitCode.cannotStart.rawValue)
    }
    exit(await run(Array(CommandLine.arguments.dropFirst()), environment: environment).rawValue)
  }

  /// The number of an argument whose bytes the standard library has replaced; another file may bear the name it made.
  private static func firstArgumentThatIsNotUTF8() -> Int? {
    (0..<CommandLine.arguments.count).first { index in
      CommandLine.unsafeArgv[index].map { String(validatingCString: $0) == nil } ?? false
    }
  }

  /// Runs one command line; the one place that turns an error into text and an exit code.
  static func run(_ words: [String], environment: [String: String]) async -> ExitCode {
    let console = Console(environment: environment)
    do throws(CommandFailure) {
      switch try ArgumentParser(commands: CommandTable.all).parse(words) {
      case .version:
        try console.write("assay \(version)\n")
        return .clean
      case .help(let command):
        try console.write(command.map(HelpText.page) ?? HelpText.overview(CommandTable.all))
        return .clean
      case .run(let command, let arguments):
        let options = try GlobalOptions(arguments)
        let invocation = Invocation(
          command: command, arguments: arguments, options: options, environment: environment, console: console)
        return await run(invocation)
      }
    } catch {
      console.writeError(error.findings)
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
      outcome.obstacles = error.findings
      outcome.exitCode = error.exitCode
      isFailure = true
    }
    let threshold = invocation.options.threshold ?? outcome.threshold
    let findings = outcome.approvals.apply(
      to: outcome.findings.merged, today: CalendarDay.today.text,
      exercised: { rule in outcome.exercisedFamilies.contains(String(rule.rawValue.prefix { $0 != "/" })) })
    let fails = findings.contains { $0.fails(threshold) }
    let code = outcome.exitCode.combined(with: fails ? .findings : .clean)
    let summary = RunSummary(
      command: invocation.command.name, version: version, facts: outcome.facts, exitCode: Int(code.rawValue),
      threshold: threshold, nextStep: outcome.nextStep)
    let report = Report(findings: obstacles(of: outcome) + findings, summary: summary, rules: RuleCatalogue.rules)
    let delivery = ReportDelivery(invocation: invocation, printsData: outcome.printsData, isFailure: isFailure)
    return code.combined(with: delivery.deliver(report))
  }

  private static func obstacles(of outcome: Outcome) -> [Finding] {
    var list = FindingList()
    list.report(
      outcome.obstacles.map { finding in
        var obstacle = finding
        obstacle.standing = .obstacle
        return obstacle
      })
    return list.merged
  }
}
