import ContractFrontends
import ContractModel
import Diagnostics

/// A contract read from OpenAPI documents, and what was found on the way.
struct LoadedDocument {
  let contract: Contract
  let findings: [Finding]

  /// Reads documents by path; those in `unlisted` are only there to be referred to.
  init(_ files: [String: String], unlisted: [String: String] = [:]) {
    var list = FindingList()
    let sources = files.map { SourceFile(path: $0.key, text: $0.value) }
    contract = ContractLoader.load(
      sources: [ContractSourceSet(kind: .openapi, files: sources)],
      reader: { path in unlisted[path].map { Array($0.utf8) } }, findings: &list)
    findings = list.merged
  }

  /// Reads one document, `api.json`, of these parts; `more` is further members with a comma after each.
  init(paths: String, components: String = "{}", version: String = "3.1.0", more: String = "") {
    let text = """
      {
      "openapi": "\(version)", "info": {"title": "t", "version": "1"}, \(more)
      "components": \(components),
      "paths": \(paths)
      }
      """
    self.init(["api.json": text])
  }

  /// The IR of a type as text, or a dash.
  func text(_ name: String) -> String {
    contract.type(named: name).map { ContractText.describe($0.type) } ?? "-"
  }

  /// The IR of the route's parts as text: method, path, then what it takes and gives.
  func route(_ id: String) -> String {
    guard let route = contract.route(id: id) else { return "-" }
    func described(_ type: TypeExpression?, _ media: String?) -> String {
      [type.map { ContractText.describe($0) }, media].compactMap(\.self).joined(separator: " as ")
    }
    func described(_ label: String, _ properties: [Property]) -> String {
      properties.isEmpty
        ? ""
        : " \(label)("
          + properties.map { "\($0.name)\($0.isRequired ? "" : "?"): \(ContractText.describe($0.type))" }
          .joined(separator: ", ") + ")"
    }
    var text = "\(route.method) \(route.path.text)"
    text += described("path", route.pathParameters) + described("query", route.query)
    text += described("headers", route.headers)
    let request = described(route.request, route.requestMediaType)
    if !request.isEmpty { text += " takes\(route.isRequestOptional ? "?" : "") \(request)" }
    text += " gives \(route.status) \(described(route.response, route.responseMediaType))"
    for error in route.errors { text += ", \(error.statusText) \(described(error.type, error.mediaType))" }
    return text
  }

  /// Rule and message of each finding but notes, in order.
  var problems: [String] {
    findings.filter { $0.severity > .note }.map { "\($0.severity.name) \($0.rule): \($0.message)" }
  }

  /// Messages of the notes of a rule.
  func notes(_ rule: String) -> [String] { findings.filter { $0.rule.rawValue == rule }.map(\.message) }

  /// What a terminal would show.
  var rendered: String { findings.map { TextRenderer().render($0) }.joined() }
}
