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
      OptionSpec("owner", value: .text("NAME"), help: "who answers for it (GIT_AUTHOR_NAME, or USER)"),
      OptionSpec("until", value: .text("YYYY-MM-DD"), help: "last day on which it holds"),
      OptionSpec("fixtures", value: .folder("DIR"), help: "fixture set (as configured)"),
    ],
    discussion: "The key is in the JSON report of the finding. It is kept in approvals.json beside the fixtures.",
    examples: [
      "assay approve drift/field-removed GuildDetail.motto --owner kim --reason 'gone since 4.2' --until 2026-12-31"
    ],
    run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws(CommandFailure) -> Outcome {
    let approval = try approval(invocation)
    try await ApprovalSubjects.check(approval, invocation)
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
      let replaced = approvals.add(approval)
      try FileSystem.write(approvals.canonicalText(), to: path)
      outcome.facts = ["\(approval.key) is accepted in \(path)"]
      if let replaced {
        outcome.facts.append("in place of the approval by \(replaced.owner): \(replaced.reason)")
      }
    } catch {
      throw .cannotStart(error.finding)
    }
    return outcome
  }

  private static func approval(_ invocation: Invocation) throws(CommandFailure) -> Approval {
    let arguments = invocation.arguments
    let key = arguments.positionals.joined(separator: " ")
    let reason = try words(arguments.value("reason"), else: "an approval says why", help: "add: --reason TEXT")
    let environment = invocation.environment
    let user = [environment["GIT_AUTHOR_NAME"], environment["USER"]].compactMap(\.self).first { !$0.isEmpty }
    let owner = try words(
      arguments.value("owner") ?? user, else: "an approval says who answers for it", help: "add: --owner NAME")
    let approval = Approval(key: key, reason: reason, owner: owner, until: arguments.value("until"))
    try check(approval)
    return approval
  }

  /// A text that says something: more than the `…` of a line that was proposed.
  private static func words(
    _ text: String?, else message: String, help: String
  ) throws(CommandFailure) -> String {
    guard let text, text.contains(where: { $0.isLetter || $0.isNumber }) else { throw .usage(message, help: help) }
    return text
  }

  private static func check(_ approval: Approval) throws(CommandFailure) {
    if let until = approval.until {
      guard Approval.isDate(until) else {
        throw .usage("--until '\(until)' is no date", help: "write it as YYYY-MM-DD")
      }
      guard !until.precedesByBytes(CalendarDay.today.text) else {
        throw .usage(
          "--until \(until) is past, so the approval would accept nothing", help: "give a day that is to come")
      }
    }
    guard RuleCatalogue.rule(approval.rule.rawValue) != nil else {
      let near = Suggestion.nearest(to: approval.rule.rawValue, among: RuleCatalogue.rules.map(\.id.rawValue))
      throw .usage(
        "a key starts with a rule, and there is no rule '\(approval.rule)'",
        help: near.map { "did you mean \($0)?" } ?? keyHelp)
    }
    guard approval.key != approval.rule.rawValue else {
      throw .usage("'\(approval.key)' is a rule, and a key says after it what the finding is about", help: keyHelp)
    }
  }

  private static let keyHelp = "the JSON report shows each finding's key: --format json"

  private static func malformed(_ path: String) -> Finding {
    Finding(
      "approval/malformed", .error, "\(path) is not a list of approvals, so nothing is added to it",
      help: "mend it first", at: Place(file: path))
  }
}
