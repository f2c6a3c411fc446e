import ContractFrontends
import ContractModel
import Diagnostics

/// A contract read from JSON Schema documents, and what was found on the way.
struct LoadedSchemas {
  let contract: Contract
  let findings: [Finding]

  /// Reads documents by path; those in `unlisted` are only there to be referred to.
  init(_ files: [String: String], unlisted: [String: String] = [:]) {
    var list = FindingList()
    let sources = files.map { SourceFile(path: $0.key, text: $0.value) }
    contract = ContractLoader.load(
      sources: [ContractSourceSet(kind: .jsonSchema, files: sources)],
      reader: { path in unlisted[path].map { Array($0.utf8) } }, findings: &list)
    findings = list.merged
  }

  /// Reads one document, `a.json`, whose root is the type `A`.
  init(_ text: String) { self.init(["a.json": text]) }

  /// The IR of a type as text, or a dash.
  func text(_ name: String) -> String {
    contract.type(named: name).map { ContractText.describe($0.type) } ?? "-"
  }

  /// Severity, rule, position and message of each finding, in order.
  var problems: [String] {
    findings.map {
      let position = $0.place.span?.position
      return "\($0.severity.name) \($0.rule) \(position?.line ?? 0):\(position?.column ?? 0) \($0.message)"
    }
  }
}
