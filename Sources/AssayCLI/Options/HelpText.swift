/// The help pages, made from the table of commands.
enum HelpText {
  /// The page of `assay help`.
  static func overview(_ commands: [CommandSpec]) -> String {
    var text = """
      Assay keeps a web backend and its native clients honest about one contract.

      usage: assay COMMAND [options]

      commands:

      """
    text += table(commands.map { ($0.name, $0.summary) })
    text += "\ncommon options:\n" + options(GlobalOptions.specs)
    text += "\nexit codes:\n" + table(ExitCode.allCases.map { (String($0.rawValue), $0.meaning) })
    text += "\n`assay help COMMAND` shows a command, `assay explain RULE` a rule.\n"
    return text
  }

  /// The page of `assay help COMMAND`.
  static func page(_ command: CommandSpec) -> String {
    var text = "\(command.summary)\n\nusage: \(command.usage)\n"
    if let second = command.secondUsage { text += "       \(second)\n" }
    if !command.discussion.isEmpty { text += "\n\(command.discussion)\n" }
    if !command.options.isEmpty { text += "\noptions:\n" + options(command.options) }
    text += "\ncommon options:\n" + options(command.sharedOptions)
    if !command.examples.isEmpty {
      text += "\nexamples:\n" + command.examples.map { "  \($0)\n" }.joined()
    }
    return text
  }

  private static func options(_ specs: [OptionSpec]) -> String {
    table(
      specs.map { spec in
        let short = spec.short.map { "-\($0), " } ?? "    "
        return ("\(short)--\(spec.name)" + (spec.value.map { " " + $0.placeholder } ?? ""), spec.help)
      })
  }

  private static func table(_ rows: [(String, String)]) -> String {
    let widest = 30
    let width = min(rows.map(\.0.count).max() ?? 0, widest)
    return rows.map { left, right in
      left.count > width
        ? "  \(left)\n  \(String(repeating: " ", count: width))  \(right)\n"
        : "  \(left)\(String(repeating: " ", count: width - left.count))  \(right)\n"
    }.joined()
  }
}
