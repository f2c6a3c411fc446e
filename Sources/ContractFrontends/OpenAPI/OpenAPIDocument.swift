internal import Diagnostics
internal import JSONText

/// What a whole OpenAPI document says of its operations.
struct OpenAPIDocument {
  /// Its outermost object.
  let root: OpenAPINode
  /// The path that every operation's path starts with; empty for none.
  let basePath: String
  /// Scheme and authority of the server that counts.
  let origin: String

  init(root: OpenAPINode, findings: inout FindingList) {
    self.root = root
    let servers = root["servers"]?.elements ?? []
    basePath = servers.first.map(BasePath.of) ?? ""
    origin = servers.first.map(BasePath.origin) ?? ""
    if let other = servers.dropFirst().first(where: { BasePath.of($0) != BasePath.of(servers[0]) }) {
      findings.report(
        Finding(
          OpenAPIRules.servers, .note,
          "the servers' base paths differ: '\(basePath)' counts, '\(BasePath.of(other))' does not",
          help: "put the server that clients use first", at: Place(span: other.span)))
    }
  }

  /// What a version says: the dialect of its schemas, or why it cannot be read.
  static func dialect(_ root: OpenAPINode, _ findings: inout FindingList) -> SchemaDialect? {
    func refuse(_ message: String, help: String, at span: SourceSpan) {
      findings.report(Finding(OpenAPIRules.version, .error, message, help: help, at: Place(span: span)))
    }
    if let swagger = root["swagger"] {
      refuse(
        "this is Swagger \(swagger.string ?? "2.0") (OpenAPI 2.0), which is not read",
        help: "convert it to OpenAPI 3: npx swagger2openapi FILE", at: swagger.span)
      return nil
    }
    guard let version = root["openapi"] else {
      refuse(
        "the document has no 'openapi' version",
        help: "write \"openapi\": \"3.1.0\", or name the file with --json-schema", at: root.span)
      return nil
    }
    // YAML without quotes makes a number of 3.1.
    let text = version.string ?? version.place.node.numberText ?? ""
    if text == "3.0" || text.hasPrefix("3.0.") { return .openAPI30 }
    if text == "3.1" || text.hasPrefix("3.1.") { return .openAPI31 }
    refuse("OpenAPI '\(text)' is not read", help: "use 3.0 or 3.1", at: version.span)
    return nil
  }
}
