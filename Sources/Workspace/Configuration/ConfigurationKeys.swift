/// The keys of each object in `assay.json`: what the reader accepts and what the JSON Schema describes, in one table.
enum ConfigurationKeys {
  /// A key and what it holds, in JSON Schema's words.
  struct Key: Sendable {
    let name: String
    let schema: String
    let summary: String
  }

  static let root: [Key] = [
    Key(name: "$schema", schema: "{\"type\":\"string\"}", summary: "For editors."),
    Key(
      name: "sources", schema: "{\"type\":\"array\",\"items\":\(object(source, required: ["kind", "include"]))}",
      summary: "Contract files by format."),
    Key(name: "swift", schema: object(swift, required: ["output"]), summary: "Where generated Swift goes."),
    Key(name: "fixtures", schema: "{\"type\":\"string\"}", summary: "Folder of the fixture set."),
    Key(name: "scenarios", schema: strings, summary: "Patterns of scenario files."),
    Key(
      name: "webServer", schema: object(webServer, required: ["command", "url"]),
      summary: "The dev server that Assay starts and stops."),
    Key(
      name: "environments",
      schema: "{\"type\":\"object\",\"additionalProperties\":\(object(environment, required: ["baseURL"]))}",
      summary: "Deployments, by name."),
    Key(
      name: "personas", schema: "{\"type\":\"object\",\"additionalProperties\":\(stringMap)}",
      summary: "Who scenarios act as, by name."),
    Key(name: "typeMap", schema: stringMap, summary: "Swift types for contract types."),
    Key(name: "audits", schema: "{\"type\":\"object\"}", summary: "Settings of the audits."),
  ]
  static let source: [Key] = [
    Key(
      name: "kind", schema: "{\"enum\":[\"typescript\",\"zod\",\"openapi\",\"json-schema\"]}", summary: "The format."),
    Key(name: "include", schema: strings, summary: "Patterns relative to this file; `!` excludes."),
  ]
  static let swift: [Key] = [
    Key(name: "output", schema: "{\"type\":\"string\"}", summary: "Folder of the generated files."),
    Key(name: "access", schema: "{\"enum\":[\"public\",\"package\",\"internal\"]}", summary: "Access level."),
    Key(name: "hashable", schema: "{\"type\":\"boolean\"}", summary: "Whether types are Hashable."),
  ]
  static let webServer: [Key] = [
    Key(
      name: "command", schema: "{\"type\":\"string\"}", summary: "Shell command; {port} and {dataFolder} are replaced."),
    Key(name: "perturb", schema: "{\"type\":\"string\"}", summary: "Appended to the command for the second run."),
    Key(name: "url", schema: "{\"type\":\"string\"}", summary: "Answers 200 once the server is ready."),
    Key(name: "reuse", schema: "{\"type\":\"boolean\"}", summary: "Use a server that answers already."),
    Key(name: "timeout", schema: "{\"type\":\"number\"}", summary: "Seconds until it must be ready."),
    Key(name: "environment", schema: stringMap, summary: "Environment variables for it."),
  ]
  static let environment: [Key] = [
    Key(
      name: "baseURL", schema: "{\"type\":\"string\"}",
      summary: "What paths are appended to; {port} is that of webServer."),
    Key(name: "guard", schema: object(guardSettings, required: []), summary: "What recording must prove."),
    Key(name: "readOnly", schema: "{\"type\":\"boolean\"}", summary: "Send GET and HEAD alone."),
    Key(name: "token", schema: "{\"type\":\"string\"}", summary: "A bearer token in place of signing in, as $NAME."),
    Key(name: "values", schema: stringMap, summary: "Values of path parameters by name."),
    Key(name: "audiences", schema: strings, summary: "Further origins that credentials may go to."),
  ]
  static let guardSettings: [Key] = [
    Key(
      name: "statusPath", schema: "{\"type\":\"string\"}",
      summary: "Where the server states database.host and database.name."),
    Key(name: "hosts", schema: strings, summary: "Database hosts that are allowed."),
    Key(name: "databases", schema: strings, summary: "Database names that are allowed."),
  ]

  private static let strings = "{\"type\":\"array\",\"items\":{\"type\":\"string\"}}"
  private static let stringMap = "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}}"

  private static func object(_ keys: [Key], required: [String]) -> String {
    let properties = keys.map { key in
      "\"\(key.name)\":{\"description\":\"\(key.summary)\",\(key.schema.dropFirst())"
    }
    let names = required.map { "\"\($0)\"" }.joined(separator: ",")
    return
      "{\"type\":\"object\",\"additionalProperties\":false,\"required\":[\(names)],\"properties\":{\(properties.joined(separator: ","))}}"
  }

  /// The whole schema, compact.
  static var schema: String {
    "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"title\":\"Assay configuration\",\(object(root, required: []).dropFirst())"
  }
}
