/// A command: what help, parsing and completion say of it, and what it does.
struct CommandSpec: Sendable {
  /// The word that is typed.
  let name: String
  /// One line of help.
  let summary: String
  /// What it takes beside options.
  var arguments: ArgumentSpec?
  /// A second line of usage, where a command has two forms.
  var secondUsage: String?
  /// Those of the options `--config` and `--env` that it uses.
  var projectOptions: Set<String> = ["config"]
  /// Its own options; the global ones come on top.
  var options: [OptionSpec] = []
  /// Paragraphs after the options.
  var discussion: String = ""
  /// Commands to copy.
  var examples: [String] = []
  /// Does it.
  let run: @Sendable (Invocation) async throws(CommandFailure) -> Outcome

  /// The options of every command that this one uses.
  var sharedOptions: [OptionSpec] {
    GlobalOptions.specs.filter { !["config", "env"].contains($0.name) || projectOptions.contains($0.name) }
  }

  /// The line after `usage:`.
  var usage: String {
    let tail = arguments.map { " " + $0.usage } ?? ""
    return "assay \(name) [options]\(tail)"
  }
}
