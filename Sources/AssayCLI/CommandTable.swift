/// Every command that works, in the order in which help shows them.
enum CommandTable {
  static let all: [CommandSpec] = [
    CanonCommand.spec,
    ExplainCommand.spec,
    ReportCommand.spec,
    CompletionsCommand.spec,
  ]
}
