public import Diagnostics

/// The rules about approvals and saved reports.
public enum ReportingRules {
  static let approvalUnmatched: RuleID = "approval/unmatched"
  static let approvalExpired: RuleID = "approval/expired"
  static let approvalMalformed: RuleID = "approval/malformed"
  static let reportMalformed: RuleID = "report/malformed"

  /// All of them.
  public static let rules: [Rule] = [
    Rule(
      approvalUnmatched, .warning, summary: "An approval matches no finding of a run that would have made it.",
      example: "drift/field-removed GuildDetail.motto, after motto came back",
      mend: "Delete the entry from approvals.json: what it accepted is mended."),
    Rule(
      approvalExpired, .warning, summary: "An approval's date has passed, so its finding counts again.",
      example: "\"until\": \"2026-01-31\", read in February",
      mend: "Mend what it accepted, or approve it again with a new date."),
    Rule(
      approvalMalformed, .error, summary: "An entry of approvals.json is not an approval.",
      example: "{ \"key\": \"drift/field-removed GuildDetail.motto\" } without a reason",
      mend: "Give each entry `key`, `reason`, `owner` and, where it ends, `until` as YYYY-MM-DD."),
    Rule(
      reportMalformed, .error, summary: "A file is not a report that `assay … --format json=FILE` wrote.",
      example: "assay report fixtures/manifest.json",
      mend: "Save the report again with --format json=FILE."),
  ]
}
