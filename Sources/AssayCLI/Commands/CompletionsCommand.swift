/// `assay completions SHELL`: a script for the shell to source.
enum CompletionsCommand {
  static let spec = CommandSpec(
    name: "completions", summary: "print completions for a shell",
    arguments: ArgumentSpec(.choice(CompletionScript.shells), count: 1...1), projectOptions: [],
    examples: ["source <(assay completions bash)", "assay completions fish > ~/.config/fish/completions/assay.fish"],
    run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws(CommandFailure) -> Outcome {
    let shell = invocation.arguments.positionals.first ?? ""
    guard CompletionScript.shells.contains(shell) else {
      throw .usage("there are no completions for '\(shell)'", help: "shells: bash, zsh, fish")
    }
    try invocation.claimOutput()
    try invocation.console.write(CompletionScript.script(shell: shell, commands: CommandTable.all))
    return .data()
  }
}
