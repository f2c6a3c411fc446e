public import Diagnostics

/// The rules that the offline audits speak in.
public enum AuditRules {
  static let unknownAudit: RuleID = "audit/unknown-audit"
  static let invalidSetting: RuleID = "audit/invalid-setting"
  static let secretInFixture: RuleID = "audit/secret-in-fixture"
  static let forbiddenKey: RuleID = "audit/forbidden-key"
  static let forbiddenText: RuleID = "audit/forbidden-text"
  static let pinDiffers: RuleID = "audit/pin-differs"
  static let pinMissing: RuleID = "audit/pin-missing"
  static let recordedTypeDiffers: RuleID = "audit/recorded-type-differs"
  static let parametersDiffer: RuleID = "audit/parameters-differ"
  static let successNotRecorded: RuleID = "audit/success-not-recorded"

  /// All of them.
  public static let rules: [Rule] = [
    Rule(
      unknownAudit, .error, summary: "`audits` in the configuration names an audit that does not exist.",
      example: "\"pin\": […] instead of \"pins\"", mend: "Correct the name; an audit that is misspelt checks nothing."),
    Rule(
      invalidSetting, .error, summary: "The setting of an audit is not in its form.",
      example: "\"forbidKeys\": \"price\" instead of a list", mend: "Give it the form that the message names."),
    Rule(
      secretInFixture, .error, summary: "A fixture or the manifest holds what looks like a secret, or a known one.",
      example: "a JSON Web Token in guilds.show/showGuild.json; a private key; a long random text under \"token\"",
      mend: "Record again so that it is redacted, keep the server from sending it, and revoke the secret."),
    Rule(
      forbiddenKey, .error, summary: "A fixture holds a key that the content policy forbids.",
      example: "\"forbidKeys\": [\"price\", \"upgrade*\"] and \"price\" in plans.list/plans.json",
      mend: "Take it out of the server's answer and record again, or change the policy."),
    Rule(
      forbiddenText, .error, summary: "A string of a fixture holds a text that the content policy forbids.",
      example: "\"forbidText\": [\"/upgrade\"]", mend: "Take it out of the server's answer and record again."),
    Rule(
      pinDiffers, .error, summary: "Files that are kept twice are no longer equal, byte for byte.",
      example: "\"pins\": [[\"../Client/levels.json\", \"../server/levels.json\"]]",
      mend: "Copy the right one over the other."),
    Rule(
      pinMissing, .error, summary: "A file of a pin is not there, so nothing was compared.",
      example: "the other repository is not checked out beside this one", mend: "Check it out, or correct the path."),
    Rule(
      recordedTypeDiffers, .warning, summary: "A fixture was recorded for another type than the contract has now.",
      example: "recorded as Guild, declared as GuildDetail", mend: "Run `assay record`."),
    Rule(
      parametersDiffer, .error, summary: "The manifest's path parameters are not those of the path.",
      example: "/api/guilds/{guildId} without an origin of guildId", mend: "Run `assay record`."),
    Rule(
      successNotRecorded, .warning, summary: "A route has only error answers among its fixtures.",
      example: "guilds.create is recorded with 422 alone", mend: "Add a step that succeeds to a scenario."),
  ]
}
