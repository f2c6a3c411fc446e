import Diagnostics

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

  /// Says on standard error what is being done, where `--verbose` asks for it.
  func log(_ text: @autoclosure () -> String) {
    if options.isVerbose { console.writeError("assay: \(text())\n") }
  }
}
