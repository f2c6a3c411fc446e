public import Diagnostics

/// The rules that recording speaks in.
public enum RecordingRules {
  static let guardRefused: RuleID = "record/guard-refused"
  static let unexpectedStatus: RuleID = "record/unexpected-status"
  static let serverFailed: RuleID = "record/server-failed"
  static let notReady: RuleID = "record/not-ready"
  static let notStarted: RuleID = "record/server-not-started"
  static let unstableValue: RuleID = "record/unstable-value"
  static let unstableStructure: RuleID = "record/unstable-structure"
  static let unorderedList: RuleID = "record/unordered-list"
  static let orderNotProved: RuleID = "record/order-not-proved"
  static let oneDay: RuleID = "record/one-day"
  static let sameNumbers: RuleID = "record/same-numbers"
  static let unsettled: RuleID = "record/unsettled"
  static let newlyVolatile: RuleID = "record/newly-volatile"
  static let secretInOutput: RuleID = "record/secret-in-output"
  static let unknownRoute: RuleID = "record/unknown-route"
  static let otherRoute: RuleID = "record/other-route"
  static let requestNotKept: RuleID = "record/request-not-kept"
  static let duplicateCase: RuleID = "record/duplicate-case"
  static let invalidJSON: RuleID = "record/invalid-json"
  static let resetFailed: RuleID = "record/reset-failed"
  static let sharedState: RuleID = "record/shared-state"
  /// A pattern of `--only` names nothing.
  public static let emptySelection: RuleID = "record/empty-selection"
  static let differs: RuleID = "record/differs"
  static let badOrigin: RuleID = "config/bad-origin"
  static let notJSON: RuleID = "record/not-json"
  static let invalidScenario: RuleID = "record/invalid-scenario"
  static let unreadableRecord: RuleID = "record/unreadable-volatility"

  /// All of them.
  public static let rules: [Rule] = [
    Rule(
      guardRefused, .error, summary: "The server is not proved to be a disposable local one, so nothing was sent.",
      example: "GET /api/dev/status says database.host \"db.internal.example\"",
      mend: "Start the server on a local database, or allow its host and name in the environment's guard."),
    Rule(
      unexpectedStatus, .error, summary: "A step was answered with a status that the scenario does not expect.",
      example: "createGuild answered 422",
      mend: "Mend the request or the server, or write `# @expect 422` above the step."),
    Rule(
      serverFailed, .error,
      summary:
        "A step was answered with a 5xx status; such an answer is never saved, and nothing was learned (exit code 3).",
      example: "GET /api/today answered 500", mend: "Look at the server's log, mend it, and record again."),
    Rule(
      notReady, .error, summary: "What a step waits for did not come in time.",
      example: "# @until $.status == \"ready\" within 5s", mend: "Allow more time, or mend the server."),
    Rule(
      notStarted, .error, summary: "The dev server did not become ready.",
      example: "webServer.command ended with status 1", mend: "Run the command by hand; its last output is shown."),
    Rule(
      unstableValue, .error, summary: "A value has another kind in each run, so no placeholder can stand for it.",
      example: "null in the first run, a string in the second", mend: "Seed the state that decides it in the scenario."),
    Rule(
      unstableStructure, .error, summary: "A list or object has another shape in each run.",
      example: "3 elements, then 4", mend: "Start each run from a fresh database, and seed what the list shows."),
    Rule(
      unorderedList, .error, summary: "A list holds the same elements in another order in each run.",
      example: "a set served in hash order", mend: "Sort it in the server, or mark it `@unordered` in the contract."),
    Rule(
      orderNotProved, .note, summary: "So few runs agree on the order of a short list by chance, too.",
      example: "two runs, and a set of two elements served in hash order: they agree every other time",
      mend:
        "Nothing, if the server sorts; else mark the list `@unordered` in the contract. Without `--runs`, as many runs "
        + "are made as it takes, on a server that Assay starts or resets."),
    Rule(
      newlyVolatile, .note, summary: "A value differs between the runs that former recordings did not see differ.",
      example: "a size that hangs on when the server writes its pages",
      mend: "Nothing: it is replaced from now on, also where the runs agree. `assay record --forget` begins anew."),
    Rule(
      oneDay, .note, summary: "All runs are of one day, weekday, month or year by the server's clock.",
      example: "no webServer.perturb, or one that puts the clock ahead by 7 days: every run is of one weekday",
      mend: "Let webServer.perturb put the server's clock ahead by days that change weekday, day, month and year."),
    Rule(
      sameNumbers, .note, summary: "A fresh database hands out the same ids in every run.",
      example: "guilds.create answers \"number\": 1, then 2, in both runs, and no request uses them",
      mend: "Let webServer.perturb start the second run's sequences elsewhere, so that counters differ from counts."),
    Rule(
      unsettled, .warning, summary: "The search for what is volatile in an answer came to no end.",
      example: "a value that every look finds in another form",
      mend: "Record once more: what is known by then is kept. The place is shown."),
    Rule(
      secretInOutput, .error, summary: "A secret of the run would have been written.",
      example: "an access token in a fixture's text",
      mend: "Keep the server from echoing it; a value that answers hold anyway is no secret, so give it another."),
    Rule(
      unknownRoute, .error, summary: "A step records a route that the contract does not declare.",
      example: "# @record guilds.shw", mend: "Correct the route id, or declare the route."),
    Rule(
      otherRoute, .error, summary: "A step's request is not one of the route that its answer is to be saved as.",
      example: "# @record guilds.list above GET /api/plans", mend: "Correct the directive, or the request."),
    Rule(
      requestNotKept, .note,
      summary: "The body of a recorded request is bytes, or a long text, so the manifest shows its media type alone.",
      example: "the bytes of a picture", mend: "Nothing: the answer is recorded all the same."),
    Rule(
      duplicateCase, .error, summary: "Two steps record the same route and case.",
      example: "# @record guilds.show twice", mend: "Give one of them a case name of its own."),
    Rule(
      invalidJSON, .error, summary: "An answer says that it is JSON and is not.",
      example: "a trailing comma", mend: "Mend the server; the place is shown."),
    Rule(
      badOrigin, .error, summary: "What an environment names as an origin is none.",
      example: "\"origins\": [\"uploads.example\"]", mend: "Write scheme, host and port: https://uploads.example."),
    Rule(
      notJSON, .error, summary: "An answer is not JSON where the contract declares it: an error page, or no body.",
      example: "GET /api/today answers 200 with an HTML page",
      mend: "Look at who answers, and at the server's log; nothing is saved of such an answer."),
    Rule(
      invalidScenario, .error, summary: "The scenarios do not make a recording.", example: "no step has `# @record`",
      mend: "Add the directive to the steps whose answers are to be saved."),
    Rule(
      resetFailed, .error, summary: "What webServer.reset names did not bring the server to a clean state.",
      example: "POST /api/dev/reset answered 404", mend: "Correct the request or command, or mend the server."),
    Rule(
      sharedState, .warning,
      summary:
        "The server stays up between the runs and nothing resets it, so each run meets the state of the last one.",
      example: "webServer.reuse without webServer.reset",
      mend: "Name a request or command in webServer.reset, or let Assay start the server on a fresh {dataFolder}."),
    Rule(
      emptySelection, .error, summary: "A pattern of --only names nothing that the scenarios record.",
      example: "--only 'guild.*', where the routes are called guilds", mend: "Correct the pattern."),
    Rule(
      differs, .error, summary: "`assay record --check` would write another fixture set.",
      example: "a server route changed and the fixtures did not", mend: "Run `assay record` and review the diff."),
    Rule(
      unreadableRecord, .error, summary: "fixtures/volatility.json cannot be read.", example: "a conflict marker in it",
      mend: "Restore it from version control, or delete it: the next recording finds everything again."),
  ]
}
