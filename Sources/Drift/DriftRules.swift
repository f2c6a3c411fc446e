public import Diagnostics

/// The rules that drift speaks in.
public enum DriftRules {
  static let statusChanged: RuleID = "drift/status-changed"
  static let fieldRemoved: RuleID = "drift/field-removed"
  static let fieldAdded: RuleID = "drift/field-added"
  static let fieldRenamed: RuleID = "drift/field-renamed"
  static let typeChanged: RuleID = "drift/type-changed"
  static let nullAppeared: RuleID = "drift/null-appeared"
  static let enumValueAdded: RuleID = "drift/enum-value-added"
  static let variantAdded: RuleID = "drift/variant-added"
  static let constraintBroken: RuleID = "drift/constraint-broken"
  static let meaningChanged: RuleID = "drift/meaning-changed"
  static let envelopeChanged: RuleID = "drift/envelope-changed"
  static let valueChanged: RuleID = "drift/value-changed"
  static let mediaTypeChanged: RuleID = "drift/media-type-changed"
  static let notJSON: RuleID = "drift/not-json"
  static let emptyAnswer: RuleID = "drift/empty-answer"
  static let noAnswer: RuleID = "drift/no-answer"
  static let notExercised: RuleID = "drift/not-exercised"
  static let notReleased: RuleID = "drift/not-released"
  static let couldNotCheck: RuleID = "drift/could-not-check"

  private static let mendContract = "Change the contract and run `assay generate`, or change the server back."

  /// All of them.
  public static let rules: [Rule] = [
    Rule(
      statusChanged, .error, summary: "A route answers another status than the one that was recorded.",
      example: "GET /api/guilds/{guildId} answered 500, recorded 200", mend: "Look at the server's log for the route."),
    Rule(
      fieldRemoved, .error, summary: "A property that the contract requires is gone.",
      example: "'Guild.motto' is gone from the answer", mend: mendContract),
    Rule(
      fieldAdded, .note, summary: "The server sends a property that neither the contract nor a fixture knows.",
      example: "'requestId' on forty routes is one finding", mend: "Declare it if the client needs it."),
    Rule(
      fieldRenamed, .error, summary: "A property is sent under another name.",
      example: "'Guild.motto' is now called 'slogan'", mend: mendContract),
    Rule(
      typeChanged, .error, summary: "A value has another type than the contract says.",
      example: "'Guild.xp' is now a string", mend: mendContract),
    Rule(
      nullAppeared, .error, summary: "Null stands where the contract allows none.",
      example: "'Guild.xp' is null; where a number is expected it may be a NaN of the server", mend: mendContract),
    Rule(
      enumValueAdded, .warning, summary: "A value is not among the literals that the contract lists.",
      example: "'Rank' has the new value \"legendary\"", mend: "Add the value to the contract and run `assay generate`."
    ),
    Rule(
      variantAdded, .warning, summary: "A value fits no variant of its union.",
      example: "'Block' has the new variant \"carousel\"",
      mend: "Add the variant to the contract and run `assay generate`."),
    Rule(
      constraintBroken, .warning, summary: "A value is outside a bound, format or precision that the contract states.",
      example: "'Member.xp' is below 0", mend: mendContract),
    Rule(
      meaningChanged, .error, summary: "A value kept its type and looks like something else than what was recorded.",
      example: "'Streak.endsAt' was an instant in seconds and is now an instant in milliseconds",
      mend: "Change the client, or change the server back."),
    Rule(
      envelopeChanged, .error, summary: "The whole answer moved one level down or up.",
      example: "the answer now stands inside 'data'", mend: mendContract),
    Rule(
      valueChanged, .error, summary: "A route that the contract marks as exact has another value than was recorded.",
      example: "a level's threshold in a table of constants", mend: "Record again if the change is meant."),
    Rule(
      mediaTypeChanged, .error, summary: "A route answers another kind of document than was recorded.",
      example: "text/csv recorded, text/html answered", mend: "Change the client, or change the server back."),
    Rule(
      notJSON, .error, summary: "The answer is not JSON.", example: "502 with an HTML page of a proxy",
      mend: "Open the URL and see who answers."),
    Rule(
      emptyAnswer, .error, summary: "The answer is empty, or an object without members, where the fixtures have some.",
      example: "{}", mend: "Look at the server's log for the route."),
    Rule(
      noAnswer, .error, summary: "A route gave no answer, while others did.", example: "a time-out on one route",
      mend: "Look at the server's log for the route, and try again."),
    Rule(
      notExercised, .warning, summary: "A route could not be asked, or not in the state that was recorded.",
      example: "guildId of guilds.show has no read-only origin",
      mend: "Put the value under the environment's `values`, or record a GET answer that shows it."),
    Rule(
      notReleased, .note, summary: "A route that the contract marks as unreleased is not there yet.",
      example: "unreleased until 2025-01-31", mend: "Nothing, until the day that the contract states."),
    Rule(
      couldNotCheck, .error,
      summary: "The run did not reach the server's logic, so it says nothing about drift (exit code 3).",
      example: "every route answers 404 because the base URL lacks /api",
      mend: "Mend what the message names: the base URL, the credentials, the network or the rate limit."),
  ]
}
