import Diagnostics
import JSONText
import Reporting
import Workspace

/// `assay approve KEY`: accepts one finding, with a reason and an owner.
enum ApproveCommand {
  static let spec = CommandSpec(
    name: "approve", summary: "accept one finding",
    arguments: ArgumentSpec(.text("KEY"), count: 1...Int.max),
    options: [
      OptionSpec("reason", value: .text("TEXT"), help: "why it is accepted"),
      OptionSpec("owner", value: .text("NAME"), help: "who answers for it (the user who runs this)"),
      OptionSpec("until", value: .text("YYYY-MM-DD"), help: "last day on which it holds"),
      OptionSpec("fixtures", value: .folder("DIR"), help: "fixture set (as configured)"),
    ],
    discussion: "The key is in the JSON report of the finding. It is kept in approvals.json beside the fixtures.",
    examples: [
      "assay approve drift/field-removed GuildDetail.motto --reason 'gone since 4.2' --until 2026-12-31"
    ],
    run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws(CommandFailure) -> Outcome {
    let approval = try approval(invocation)
    let folder = try Project.fixtures(invocation)
    let path = folder + "/" + Approvals.fileName
    var outcome = Outcome()
    try Verifying.settle(folder)
    guard FileSystem.isDirectory(folder) else {
      throw .cannotStart(
        Finding(
          CommandRules.noFixtures, .error, "there is no fixture set in \(folder)", help: "assay record",
          at: Place(file: folder)))
    }
    do throws(WorkspaceError) {
      // A recorder exchanges the whole folder, and would lose what is written meanwhile.
      let lock = try FolderLock.acquire(for: folder)
      defer { lock.release() }
      var approvals = Approvals(path: path)
      if let bytes = try FileSystem.readIfPresent(path) {
        let document = try? JSONDocument(parsing: bytes)
        if let document { approvals = Approvals(document, path: path, findings: &outcome.findings) }
        if document == nil || outcome.findings.hasErrors {
          outcome.findings.report(malformed(path))
          outcome.exitCode = .cannotStart
          return outcome
        }
      }
      approvals.add(approval)
      try FileSystem.write(approvals.canonicalText(), to: path)
    } catch {
      throw .cannotStart(error.finding)
    }
    outcome.facts = ["\(approval.key) is accepted in \(path)"]
    return outcome
  }

  private static func approval(_ invocation: Invocation) throws(CommandFailure) -> Approval {
    let arguments = invocation.arguments
    let key = arguments.positionals.joined(separator: " ")
    guard let reason = arguments.value("reason"), !reason.isEmpty else {
      throw .usage("an approval says why", help: "add: --reason '…'")
    }
    let environment = invocation.environment
    let user = [environment["GIT_AUTHOR_NAME"], environment["USER"]].compactMap(\.self).first { !$0.isEmpty }
    guard let owner = arguments.value("owner") ?? user, !owner.isEmpty else {
      throw .usage("an approval says who answers for it", help: "add: --owner NAME")
    }
    if let until = arguments.value("until"), !Approval.isDate(until) {
      throw .usage("--until '\(until)' is no date", help: "write it as YYYY-MM-DD")
    }
    let approval = Approval(key: key, reason: reason, owner: owner, until: arguments.value("until"))
    guard RuleCatalogue.rule(approval.rule.rawValue) != nil else {
      let near = Suggestion.nearest(to: approval.rule.rawValue, among: RuleCatalogue.rules.map(\.id.rawValue))
      throw .usage(
        "a key starts with a rule, and there is no rule '\(approval.rule)'",
        help: near.map { "did you mean \($0)?" } ?? "the JSON report shows each finding's key")
    }
    return approval
  }

  private static func malformed(_ path: String) -> Finding {
    Finding(
      "approval/malformed", .error, "\(path) is not a list of approvals, so nothing is added to it",
      help: "mend it first", at: Place(file: path))
  }
}
