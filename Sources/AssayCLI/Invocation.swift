import Diagnostics
import Reporting

/// One run of a command: what was typed and what surrounds it.
struct Invocation: Sendable {
  /// The command.
  let command: CommandSpec
  /// Its options and arguments.
  let arguments: ParsedArguments
  /// The options that every command takes.
  let options: GlobalOptions
  /// The environment variables.
  let environment: [String: String]
  /// Where it prints.
  let console: Console

  /// Makes sure that a command's own text would not stand in one stream with a report.
  func claimOutput() throws(CommandFailure) {
    guard let target = options.reports.first(where: { $0.file == nil && $0.format != .text }) else { return }
    throw .usage(
      "assay \(command.name) prints its own text, with which a \(target.format.rawValue) report cannot share a stream",
      help: "give the report a file: --format \(target.format.rawValue)=FILE")
  }

  /// Refuses options that the form of the command that was typed does not use.
  func refuse(_ names: [String], because reason: String) throws(CommandFailure) {
    for name in names where arguments.has(name) {
      throw .usage("--\(name) is not used where \(reason)", help: "leave it out")
    }
  }

  /// Says on standard error what is being done, where `--verbose` asks for it.
  func log(_ text: @autoclosure () -> String) {
    if options.isVerbose { console.writeError("assay: \(text())\n") }
  }
}
