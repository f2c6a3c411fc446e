internal import Diagnostics
internal import JSONText

/// The settings of the audits, as `audits` in the configuration has them.
struct AuditSettings {
  /// Names that `audits` may have; `waivers` is read by verification.
  static let names = ["forbidKeys", "forbidText", "pins", "waivers"]

  private(set) var forbiddenKeys: [String] = []
  private(set) var forbiddenText: [String] = []
  /// Groups of two or more paths, relative to the configuration's folder.
  private(set) var pins: [[String]] = []
  private(set) var findings = FindingList()
  private let file: String?

  init(_ value: JSONValue, file: String?) {
    self.file = file
    guard case .object(let members) = value else {
      report(AuditRules.invalidSetting, [], "'audits' must be an object", "write it as {}")
      return
    }
    for member in members {
      switch member.key {
      case "forbidKeys": forbiddenKeys = texts(member.value, [member.key])
      case "forbidText": forbiddenText = texts(member.value, [member.key])
      case "pins": pins = groups(member.value, [member.key])
      case "waivers": checkWaivers(member.value)
      default:
        let near = Suggestion.nearest(to: member.key, among: Self.names).map { ", did you mean '\($0)'?" } ?? ""
        report(
          AuditRules.unknownAudit, [member.key], "there is no audit '\(member.key)'\(near)",
          "the audits with settings are \(Self.names.joined(separator: ", "))")
      }
    }
  }

  private mutating func texts(_ value: JSONValue, _ path: [String], least: Int = 0) -> [String] {
    guard case .array(let elements) = value, elements.count >= least else {
      report(
        AuditRules.invalidSetting, path,
        "'\(path.last ?? "")' must be a list of \(least > 0 ? "\(least) or more " : "")strings",
        "write it as [\"…\"]")
      return []
    }
    var texts: [String] = []
    for (index, element) in elements.enumerated() {
      guard case .string(let text) = element, !text.isEmpty else {
        report(AuditRules.invalidSetting, path + [String(index)], "must be a string that is not empty", "correct it")
        continue
      }
      texts.append(text)
    }
    return texts
  }

  private mutating func groups(_ value: JSONValue, _ path: [String]) -> [[String]] {
    guard case .array(let elements) = value else {
      report(
        AuditRules.invalidSetting, path, "'pins' must be a list of lists of paths", "write it as [[\"one\", \"other\"]]"
      )
      return []
    }
    return elements.enumerated().map { texts($1, path + [String($0)], least: 2) }.filter { $0.count >= 2 }
  }

  private mutating func checkWaivers(_ value: JSONValue) {
    guard case .object(let members) = value else {
      report(
        AuditRules.invalidSetting, ["waivers"], "'waivers' must be an object of reasons by route id",
        "write it as {\"route.id\": \"reason\"}")
      return
    }
    for member in members {
      if case .string(let reason) = member.value, reason.contains(where: { $0 != " " }) { continue }
      report(
        AuditRules.invalidSetting, ["waivers", member.key], "a waiver needs a reason",
        "say why the route needs no fixture")
    }
  }

  private mutating func report(_ rule: RuleID, _ path: [String], _ message: String, _ help: String) {
    findings.report(
      Finding(
        rule, .error, message, help: help, at: Place(file: file, pointer: JSONPointer(tokens: ["audits"] + path)),
        member: (["audits"] + path).joined(separator: ".")))
  }
}
