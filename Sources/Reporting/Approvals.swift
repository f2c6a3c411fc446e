public import Diagnostics
public import JSONText

/// One accepted finding.
public struct Approval: Hashable, Sendable {
  /// The structural key of the finding.
  public var key: String
  /// Why it is accepted.
  public var reason: String
  /// Who answers for it.
  public var owner: String
  /// Last day on which it holds, as YYYY-MM-DD; nil for no end.
  public var until: String?

  /// Creates an approval.
  public init(key: String, reason: String, owner: String, until: String? = nil) {
    self.key = key
    self.reason = reason
    self.owner = owner
    self.until = until
  }

  /// Whether its last day is before a day, given as YYYY-MM-DD.
  func isOver(on today: String) -> Bool { until.map { $0.precedesByBytes(today) } ?? false }

  /// The line to type to approve a key, with `…` where the one who approves has to say something.
  public static func command(key: String) -> String {
    "assay approve \(key.quotedForShell) --owner '…' --reason '…'"
  }

  /// Whether a text is a date as YYYY-MM-DD.
  public static func isDate(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else { return false }
    let digits = [0, 1, 2, 3, 5, 6, 8, 9].map { Int(bytes[$0]) - 48 }
    guard digits.allSatisfy({ (0...9).contains($0) }) else { return false }
    let year = digits[0] * 1000 + digits[1] * 100 + digits[2] * 10 + digits[3]
    let month = digits[4] * 10 + digits[5]
    let day = digits[6] * 10 + digits[7]
    guard (1...12).contains(month) else { return false }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...days[month - 1]).contains(day)
  }

  /// The rule that the key names.
  public var rule: RuleID { RuleID(String(key.prefix { $0 != " " })) }
}

/// The findings that a team has accepted: `approvals.json` beside the fixtures.
public struct Approvals: Sendable {
  /// Name of the file in the fixtures folder.
  public static let fileName = "approvals.json"

  /// In order of key bytes.
  public private(set) var entries: [Approval]
  /// Path that findings about the file show.
  public let path: String

  /// Creates approvals; a later entry of a key replaces an earlier one.
  public init(_ entries: [Approval] = [], path: String = Approvals.fileName) {
    self.entries = []
    self.path = path
    for entry in entries { add(entry) }
  }

  /// Reads `{ "approvals": [ { "key", "reason", "owner", "until"? } ] }`.
  ///
  /// - Parameters:
  ///   - document: The parsed file.
  ///   - path: Its path, as shown.
  ///   - findings: Receives one finding for each entry that is not an approval.
  public init(_ document: JSONDocument, path: String, findings: inout FindingList) {
    self.init(path: path)
    guard let list = document.root["approvals"], list.kind == .array else {
      findings.report(Self.malformed("there is no list \"approvals\"", path: path, pointer: JSONPointer()))
      return
    }
    for (index, node) in list.elements.enumerated() {
      let pointer = JSONPointer(tokens: ["approvals"]).appending(index)
      switch Self.entry(node) {
      case .success(let approval): add(approval)
      case .failure(let problem): findings.report(Self.malformed(problem.text, path: path, pointer: pointer))
      }
    }
  }

  /// Adds an approval, in place of one with the same key, which it returns.
  @discardableResult
  public mutating func add(_ approval: Approval) -> Approval? {
    let replaced = entries.first { $0.key == approval.key }
    entries.removeAll { $0.key == approval.key }
    let index = entries.firstIndex { approval.key.precedesByBytes($0.key) } ?? entries.endIndex
    entries.insert(approval, at: index)
    return replaced
  }

  /// Whether a finding with a key is accepted on a day, given as YYYY-MM-DD.
  public func accepts(_ key: String, on today: String) -> Bool {
    entries.contains { $0.key == key && !$0.isOver(on: today) }
  }

  /// The file, canonical.
  public func canonicalText() -> [UInt8] {
    let list = entries.map { entry in
      var members = [
        JSONValue.Member(key: "key", value: .string(entry.key)),
        JSONValue.Member(key: "owner", value: .string(entry.owner)),
        JSONValue.Member(key: "reason", value: .string(entry.reason)),
      ]
      if let until = entry.until { members.append(JSONValue.Member(key: "until", value: .string(until))) }
      return JSONValue.object(members)
    }
    return JSONValue.object([JSONValue.Member(key: "approvals", value: .array(list))]).canonicalText()
  }

  /// Turns approved findings into notes, and reports approvals that have ended or match nothing.
  ///
  /// - Parameters:
  ///   - findings: What a run found, merged.
  ///   - today: The day, as YYYY-MM-DD.
  ///   - exercised: Whether this run would have made findings of a rule; approvals of others are left alone.
  /// - Returns: The findings, sorted.
  public func apply(to findings: [Finding], today: String, exercised: (RuleID) -> Bool) -> [Finding] {
    guard !entries.isEmpty else { return findings }
    var result = FindingList()
    var used: Set<String> = []
    for finding in findings {
      guard let entry = entries.first(where: { $0.key == finding.key }) else {
        result.report(finding)
        continue
      }
      used.insert(entry.key)
      result.report(entry.isOver(on: today) ? finding : Self.approved(finding, by: entry))
    }
    for entry in entries {
      if let until = entry.until, entry.isOver(on: today) {
        result.report(expired(entry, until: until))
      } else if !used.contains(entry.key), exercised(entry.rule) {
        result.report(unmatched(entry, among: findings))
      }
    }
    return result.merged
  }

  private static func approved(_ finding: Finding, by entry: Approval) -> Finding {
    var approved = finding
    approved.severity = .note
    approved.standing = .approved
    let end = entry.until.map { " until \($0)" } ?? ""
    approved.message += " (approved by \(entry.owner)\(end): \(entry.reason))"
    approved.help = nil
    return approved
  }

  private func expired(_ entry: Approval, until: String) -> Finding {
    Finding(
      ReportingRules.approvalExpired, .warning, "the approval of \"\(entry.key)\" ended on \(until)",
      help: "mend it, or run: \(Approval.command(key: entry.key)) --until YYYY-MM-DD",
      at: Place(file: path), member: entry.key)
  }

  private func unmatched(_ entry: Approval, among findings: [Finding]) -> Finding {
    let near = Suggestion.nearest(to: entry.key, among: findings.map(\.key))
    return Finding(
      ReportingRules.approvalUnmatched, .warning, "the approval of \"\(entry.key)\" matches no finding",
      help: near.map { "did you mean \"\($0)\"?" } ?? "delete it from \(path)", at: Place(file: path),
      member: entry.key)
  }

  private struct Problem: Error {
    let text: String
  }

  private static let members = ["key", "reason", "owner", "until"]

  private static func entry(_ node: JSONNode) -> Result<Approval, Problem> {
    guard node.kind == .object else { return .failure(Problem(text: "an approval is an object")) }
    var texts: [String: String] = [:]
    for (key, value) in node.members {
      guard members.contains(key) else {
        let near = Suggestion.nearest(to: key, among: members)
        let hint = near.map { ", did you mean \"\($0)\"?" } ?? ""
        return .failure(Problem(text: "an approval has no member \"\(key)\"\(hint)"))
      }
      guard let text = value.string, !text.isEmpty else {
        return .failure(Problem(text: "\"\(key)\" is a text that is not empty"))
      }
      texts[key] = text
    }
    guard let key = texts["key"], let reason = texts["reason"], let owner = texts["owner"] else {
      return .failure(Problem(text: "an approval has key, reason and owner"))
    }
    if let until = texts["until"], !Approval.isDate(until) {
      return .failure(Problem(text: "\"until\" is a date as YYYY-MM-DD"))
    }
    return .success(Approval(key: key, reason: reason, owner: owner, until: texts["until"]))
  }

  private static func malformed(_ message: String, path: String, pointer: JSONPointer) -> Finding {
    Finding(
      ReportingRules.approvalMalformed, .error, message,
      help: "each entry has key, reason, owner and, where it ends, until as YYYY-MM-DD",
      at: Place(file: path, pointer: pointer))
  }
}
