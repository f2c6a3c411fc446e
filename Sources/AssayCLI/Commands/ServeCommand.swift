/// `assay serve`: hands over to `assay-serve`.
enum ServeCommand {
  static let spec = CommandSpec(
    name: "serve", summary: "answer from the fixtures, as a stub server",
    options: [
      OptionSpec("port", value: .text("N"), help: "port on 127.0.0.1; a free one when left out"),
      OptionSpec("fixtures", value: .folder("FOLDER"), help: "fixture set (as configured)"),
    ],
    discussion: "A request chooses among cases with 'Prefer: case=NAME' or 'Prefer: code=404'.",
    examples: ["assay serve --port 4020"],
    run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws(CommandFailure) -> Outcome {
    if let port = invocation.arguments.value("port"), UInt16(port) == nil {
      throw .usage("--port '\(port)' is no number from 0 to 65535", help: "leave it out for a free one")
    }
    let fixtures = try Project.fixtures(invocation)
    try Verifying.settle(fixtures)
    var arguments = ["--fixtures", fixtures]
    if let port = invocation.arguments.value("port") { arguments += ["--port", port] }
    try SiblingExecutable.replaceProcess("assay-serve", arguments: arguments)
  }
}
