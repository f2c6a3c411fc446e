/// Every command that works, in the order in which help shows them.
enum CommandTable {
  static let all: [CommandSpec] = [
    DoctorCommand.spec,
    GenerateCommand.spec,
    RecordCommand.spec,
    VerifyCommand.spec,
    GateCommand.spec,
    DiffCommand.spec,
    MutateCommand.spec,
    ServeCommand.spec,
    ApproveCommand.spec,
    ExplainCommand.spec,
    ReportCommand.spec,
    CanonCommand.spec,
    CompletionsCommand.spec,
  ]
}
