/// The keys of each object in `assay.json`: what the reader accepts and what the JSON Schema describes, in one table.
enum ConfigurationKeys {
  static let root = SettingShape.object([
    SettingKey("$schema", .text, "Where editors find this schema."),
    SettingKey("sources", .list(source), "Contract files by format."),
    SettingKey("swift", swift, "Where generated Swift goes."),
    SettingKey("fixtures", .text, "Folder of the fixture set; ../fixtures when it is not given."),
    SettingKey("scenarios", .list(.text), "Patterns of scenario files."),
    SettingKey(
      "webServer", .oneOrMore(webServer),
      "The dev server that Assay starts and stops; of several, all but the recorded one have a name."),
    SettingKey("environments", .map(environment.adding(access)), "Deployments, by name."),
    SettingKey("signIn", signIn, "What holds for signing in everywhere."),
    SettingKey("personas", .map(.variables), "Who scenarios act as, by name, each with variables of its own."),
    SettingKey(
      "typeMap", .map(.text),
      "For types of the sources, by name: what stands in the JSON (string, string/uuid, number, integer, boolean; bigint "
        + "and types that are not there can be read so), or the Swift type that stands for them."),
    SettingKey("audits", audits, "Settings of the audits."),
  ])

  private static let source = SettingShape.object([
    SettingKey("kind", .choice(Configuration.Source.Kind.allCases.map(\.rawValue)), isRequired: true, "The format."),
    SettingKey("include", .list(.text), isRequired: true, "Patterns relative to this file; ! excludes."),
    SettingKey(
      "zodVersion", .choice(["3", "4"]), "The major version of Zod; without it, imports and package.json say."),
  ])

  private static let swift = SettingShape.object([
    SettingKey("output", .text, isRequired: true, "Folder of the generated files, relative to this file."),
    SettingKey("access", .choice(["public", "package", "internal"]), "Access level; public when it is not given."),
    SettingKey("hashable", .flag, "Whether the types are Hashable."),
    SettingKey(
      "dates", .choice(["timestamp", "date"]),
      "Whether instants are Timestamp, which keeps their text and is what they are when nothing is given, or Date."),
    SettingKey(
      "naming", .choice(["camelCase", "asWritten"]), "How members are named; camelCase when it is not given."),
  ])

  private static let webServer = SettingShape.object([
    SettingKey(
      "name", .text, "What tells it from the others: {port:NAME} is its port, {{NAMEURL}} its URL in scenarios."),
    SettingKey(
      "command", .text, isRequired: true,
      "Shell command; {port}, {port:NAME} of another server and {dataFolder} are replaced. ASSAY_NONCE is in its "
        + "environment: the nonce of guard.statusPath."),
    SettingKey("perturb", .text, "What the command ends with in the second run, so that volatile values differ."),
    SettingKey("url", .text, isRequired: true, "URL that answers 200 once the server is ready; {port} is replaced."),
    SettingKey("reuse", .flag, "Whether a server that answers at url already is used as it is; only without {port}."),
    SettingKey(
      "reset", .text,
      "What brings a server that stays up to a clean state before each run: a request such as POST /api/dev/reset, or a "
        + "shell command."),
    SettingKey("timeout", .positiveNumber, "Seconds until it must be ready; 30 when it is not given."),
    SettingKey("environment", .map(.setting), "Environment variables that are set for it."),
  ])

  private static let environment = SettingShape.object([
    SettingKey("baseURL", .setting, isRequired: true, "What paths are appended to; {port} is that of webServer."),
    SettingKey("guard", guardSettings, "What recording must prove before it writes."),
    SettingKey("readOnly", .flag, "Whether it is never recorded; comparing sends GET and HEAD alone in any case."),
    SettingKey("token", .secret, "A bearer token in place of signing in, as $NAME."),
    SettingKey(
      "values", .map(.setting),
      "Values of path parameters, by name or as route.name, where the recorded ones do not hold."),
    SettingKey("audiences", .list(.text), "Further origins that credentials may go to."),
    SettingKey(
      "caFile", .setting,
      "PEM file with the authorities to trust, relative to this file; else CURL_CA_BUNDLE or SSL_CERT_FILE names one."),
    SettingKey("timeout", .positiveNumber, "Seconds for one exchange; 30 when it is not given."),
  ])

  private static let audits = SettingShape.object([
    SettingKey("forbidKeys", .list(.text), "Keys that no fixture may have; * stands for any characters."),
    SettingKey("forbidText", .list(.text), "Texts that no string of a fixture may hold."),
    SettingKey("pins", .list(.list(.text)), "Groups of files, relative to this one, that must be equal byte for byte."),
    SettingKey("waivers", .map(.text), "Reasons by route id: routes that need no fixture."),
  ])

  private static let guardSettings = SettingShape.object([
    SettingKey(
      "statusPath", .text,
      "Path at which the server states database.host and database.name, and nonce where it was given one."),
    SettingKey("hosts", .list(.text), "Database hosts that are allowed."),
    SettingKey("databases", .list(.text), "Database names that are allowed."),
    SettingKey(
      "markers", .list(.text),
      "Texts of which the database itself holds one, stated as database.marker: a row that only disposable ones have."),
  ])
}
