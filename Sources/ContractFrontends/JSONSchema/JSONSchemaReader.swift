internal import ContractModel
internal import Diagnostics
internal import JSONText

/// Reads documents of JSON Schema 2020-12 as sources of a contract.
enum JSONSchemaReader {
  /// What a set of schema documents declares.
  struct Result {
    /// The types: of each document its root, its `$defs`, and all that they refer to.
    var types: [TypeDeclaration] = []
    /// Every document that was read.
    var sources: [ContractSource] = []
    /// What could not be read.
    var refused = RefusedParts()
  }

  /// Reads documents.
  ///
  /// - Parameter reader: Gives further documents by path or absolute URI.
  static func read(
    _ files: [SourceFile], reader: DocumentReader, findings: inout FindingList
  ) -> Result {
    let store = SchemaStore { path, findings in reader.document(at: path, dialect: .draft2020, &findings) }
    let files = files.sorted { $0.path.precedesByBytes($1.path) }
    let roots = files.compactMap { reader.document($0, dialect: .draft2020, &store.findings) }.map(store.add)
    let lowering = SchemaLowering(store: store)
    for root in roots where describesValues(root.node) {
      lowering.declare(root, preferredName: SchemaLowering.documentName(root))
    }
    for root in roots {
      for folder in ["$defs", "definitions"] {
        for (name, node) in root.node[folder]?.members.map({ $0 }) ?? [] {
          lowering.declare(lowering.inner(node, of: root), preferredName: name)
        }
      }
    }
    let types = lowering.finish()
    findings.report(store.findings.all)
    findings.report(lowering.findings.all)
    return Result(
      types: types, sources: store.documents.map { ContractSource(path: $0.file.path, kind: .jsonSchema) },
      refused: lowering.refused)
  }

  /// Whether a document describes values itself, and is not only a folder of named schemas.
  private static func describesValues(_ root: JSONNode) -> Bool {
    guard root.kind == .object, root["$defs"] != nil || root["definitions"] != nil else { return true }
    return root.members.contains { key, _ in
      switch SchemaKeywords.role(of: key, in: .draft2020) {
      case .assertion, .schema, .schemas, .schemaMap: true
      default: key == "$ref" || key == "$dynamicRef"
      }
    }
  }
}
