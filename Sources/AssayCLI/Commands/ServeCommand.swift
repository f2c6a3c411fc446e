import ContractModel
import Diagnostics

/// `assay serve`: hands over to `assay-serve`.
enum ServeCommand {
  static let spec = CommandSpec(
    name: "serve", summary: "answer from the fixtures, as a stub server",
    options: [
      OptionSpec("port", value: .text("N"), help: "port on 127.0.0.1; a free one when left out"),
      OptionSpec("fixtures", value: .folder("FOLDER"), help: "fixture set (as configured)"),
    ],
    discussion: """
      Of several cases of a route it serves the one whose path parameters, query, token (where the contract declares the
      route bearer) and body are the request's, or most nearly so; of equals a success, then the first by name.
      'Prefer: case=NAME', 'Prefer: code=404' or 'Prefer: persona=NAME' chooses. The header X-Assay-Fixture and the log
      say which one it was, X-Assay-Differs what it was recorded with otherwise.
      """,
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
    for id in await bearerRoutes(invocation) { arguments += ["--bearer", id] }
    try SiblingExecutable.replaceProcess("assay-serve", arguments: arguments)
  }

  /// The routes that want a token; none where there is no contract, or none that can be read: fixtures alone are served.
  private static func bearerRoutes(_ invocation: Invocation) async -> [String] {
    guard let project = try? Project.load(invocation) else { return [] }
    var findings = FindingList()
    let contract = try? await ContractLoading.load(project, invocation, leavesOut: true, findings: &findings)
    return contract?.routes.filter { $0.authentication == .bearer }.map(\.id) ?? []
  }
}
