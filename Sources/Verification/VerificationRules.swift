public import Diagnostics

/// The rules that verification speaks in.
public enum VerificationRules {
  static let unknownRoute: RuleID = "verify/unknown-route"
  static let routeNotCovered: RuleID = "verify/route-not-covered"
  static let staleWaiver: RuleID = "verify/stale-waiver"
  static let emptySet: RuleID = "verify/empty-set"
  static let undeclaredStatus: RuleID = "verify/undeclared-status"
  static let routeDiffers: RuleID = "verify/route-differs"
  static let bodyUndeclared: RuleID = "verify/undeclared-body"
  static let bodyMissing: RuleID = "verify/missing-body"
  static let notJSON: RuleID = "verify/not-json"
  static let requestUndeclared: RuleID = "verify/undeclared-request-body"
  static let requestMissing: RuleID = "verify/missing-request-body"
  static let unknownType: RuleID = "verify/unknown-type"
  /// A key that stands twice in one object; whatever reads JSON for its meaning reports it.
  public static let duplicateKey: RuleID = "json/duplicate-key"
  static let similarKeys: RuleID = "json/similar-keys"

  /// All of them: fixture sets, values, coverage.
  public static let rules: [Rule] =
    [
      Rule(
        unknownRoute, .error, summary: "A fixture belongs to a route that the contract does not declare.",
        example: "guilds.shw in the manifest, guilds.show in the contract",
        mend: "Declare the route, or correct the scenario's `# @record` and record again."),
      Rule(
        routeNotCovered, .error, summary: "A route of the contract has no fixture, so nothing proves it.",
        example: "a new route without a step in a scenario",
        mend: "Add a step with `# @record`, or waive the route in assay.json with a reason."),
      Rule(
        staleWaiver, .warning, summary: "A waiver names a route that has fixtures, or none at all.",
        example: "a waiver for guilds.show, which is recorded", mend: "Remove the waiver."),
      Rule(
        emptySet, .error, summary: "The fixture set has no entry, so nothing was verified.", example: "\"entries\": []",
        mend: "Run `assay record`."),
      Rule(
        undeclaredStatus, .error, summary: "A fixture has a status that the contract does not declare for its route.",
        example: "409 on guilds.join without an error type for it",
        mend: "Declare the answer under the route's `errors`."),
      Rule(
        routeDiffers, .error, summary: "A fixture and the contract disagree on a route's method or path.",
        example: "POST in the manifest, PUT in the contract", mend: "Correct the contract, or record again."),
      Rule(
        bodyUndeclared, .error, summary: "A fixture has a body where the contract declares none.",
        example: "a DELETE that answers an object", mend: "Declare the response's type."),
      Rule(
        bodyMissing, .error, summary: "A fixture has no body where the contract declares one.",
        example: "204 where a Guild is declared", mend: "Correct the contract or the server, and record again."),
      Rule(
        notJSON, .error, summary: "A body that the contract types is not JSON.", example: "an HTML error page",
        mend: "Correct the server, and record again."),
      Rule(
        requestUndeclared, .error, summary: "A scenario sends a body where the contract declares none.",
        example: "a body on POST /api/sign-out", mend: "Declare the request's type, or send no body."),
      Rule(
        requestMissing, .warning, summary: "A scenario sends no JSON body where the contract declares one.",
        example: "POST /api/guilds without a body", mend: "Send the body, or correct the contract."),
      Rule(
        unknownType, .error, summary: "The named type is not in the contract.", example: "--type Gild",
        mend: "Use one of the contract's type names."),
      Rule(
        duplicateKey, .error, summary: "An object has a key twice; decoders disagree on which of them counts.",
        example: "{\"a\": 1, \"a\": 2}", mend: "Correct the server."),
      Rule(
        similarKeys, .error,
        summary: "Two keys of an object differ only in how Unicode composes their letters; Swift merges them.",
        example: "é as one scalar and as e with an accent", mend: "Use one form in the server."),
    ] + ValueRules.rules + CoverageRules.rules + FixtureRules.rules
}

/// The rules of values against types.
enum ValueRules {
  static let rules: [Rule] = [
    Rule(
      Mismatch.Kind.typeMismatch.rule, .error, summary: "A value has another type than the contract says.",
      example: "\"xp\": \"12\" where xp is an integer", mend: "Correct the contract or the server, and record again."),
    Rule(
      Mismatch.Kind.missingProperty.rule, .error, summary: "A required property is not there.",
      example: "a Guild without \"name\"", mend: "Make the property optional, or let the server send it."),
    Rule(
      Mismatch.Kind.unexpectedNull.rule, .error, summary: "Null stands where the contract allows none.",
      example: "\"motto\": null where motto is a string",
      mend: "Add `| null` to the type, or let the server send a value."),
    Rule(
      Mismatch.Kind.unknownEnumValue.rule, .warning,
      summary: "A value is not among the literals that the contract lists.",
      example: "\"rank\": \"legendary\"", mend: "Add the value to the contract, and run `assay generate`."),
    Rule(
      Mismatch.Kind.unknownVariant.rule, .warning, summary: "A value fits no variant of its union.",
      example: "a block of the type \"carousel\"",
      mend:
        "Add the variant to the contract. Without a tag each variant's first error is shown, and the finding is an error."
    ),
    Rule(
      Mismatch.Kind.outOfRange.rule, .error, summary: "A number, length or count is outside its bounds.",
      example: "-1 where the minimum is 0; 3000000000 in an int32", mend: "Widen the bounds, or correct the server."),
    Rule(
      Mismatch.Kind.undeclaredProperty.rule, .warning, summary: "A property is not declared in the contract.",
      example: "\"debug\": true on a Guild", mend: "Declare it, or stop sending it."),
    Rule(
      Mismatch.Kind.format.rule, .error, summary: "A string is not in the format or pattern that the contract gives.",
      example: "\"2024-02-30\" where a date is declared", mend: "Correct the format, or the server."),
    Rule(
      Mismatch.Kind.lossyNumber.rule, .error,
      summary: "A number is written in a way that its Swift type, or JavaScript, does not carry or does not keep.",
      example:
        "9007199254740993 in a Double (an error), in an Int that no format makes one of 64 bits (a warning); 1.0 in an Int",
      mend: "Send it as a string, or as a number that the type carries."),
    Rule(
      Mismatch.Kind.schemaCondition.rule, .error,
      summary: "A value breaks a condition of its schema that its type does not show.",
      example: "two equal elements where \"uniqueItems\" is true; a value that fits two schemas of a oneOf",
      mend: "Change the condition in the contract, or correct the server."),
  ]
}

/// The rules of what a fixture set has shown.
enum CoverageRules {
  static let neverNull: RuleID = "coverage/never-null"
  static let alwaysNull: RuleID = "coverage/always-null"
  static let neverEmpty: RuleID = "coverage/never-empty"
  static let alwaysEmpty: RuleID = "coverage/always-empty"
  static let neverAbsent: RuleID = "coverage/never-absent"
  static let alwaysAbsent: RuleID = "coverage/always-absent"
  static let unseenCase: RuleID = "coverage/unseen-enum-case"
  static let unseenVariant: RuleID = "coverage/unseen-variant"

  private static let mend = "Add a step to a scenario whose answer shows it."

  static let rules: [Rule] = [
    Rule(
      neverNull, .note, summary: "A nullable value is null in no fixture.", example: "motto is always a string",
      mend: mend),
    Rule(
      alwaysNull, .note, summary: "A nullable value is null in every fixture.", example: "motto is always null",
      mend: mend),
    Rule(neverEmpty, .note, summary: "A list is empty in no fixture.", example: "members always has one", mend: mend),
    Rule(
      alwaysEmpty, .note, summary: "A list is empty in every fixture, which proves nothing of its elements.",
      example: "\"members\": []", mend: mend),
    Rule(
      neverAbsent, .note, summary: "An optional property is there in every fixture.", example: "avatar? is always sent",
      mend: mend),
    Rule(
      alwaysAbsent, .note, summary: "An optional property is in no fixture.", example: "avatar? is never sent",
      mend: mend),
    Rule(
      unseenCase, .note, summary: "A value of an enumeration is in no fixture.", example: "no member is an \"officer\"",
      mend: mend),
    Rule(
      unseenVariant, .note, summary: "A variant of a union is in no fixture.", example: "no block is an \"image\"",
      mend: mend),
  ]
}
