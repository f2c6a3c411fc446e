internal import ContractModel
internal import Diagnostics
internal import JSONText

/// Reads OpenAPI documents into the parts of a contract.
enum OpenAPIReader {
  /// What the documents say.
  struct Result {
    var types: [TypeDeclaration] = []
    var routes: [Route] = []
    /// The documents, and the files that they refer to.
    var sources: [ContractSource] = []
    /// What could not be read.
    var refused = RefusedParts()
    /// What was left out of the types and routes, where that was asked for.
    var leftOut: [LeftOutPart] = []
  }

  /// Reads documents; files that they refer to are read through `reader`.
  ///
  /// - Parameter leavesOut: Whether what cannot be read is left out.
  static func read(
    _ files: [SourceFile], reader: DocumentReader, leavesOut: Bool, findings: inout FindingList
  ) -> Result {
    guard !files.isEmpty else { return Result() }
    var documents: [SchemaDocument] = []
    for file in files.sorted(by: { $0.path.precedesByBytes($1.path) }) {
      if let document = document(file, reader, &findings) { documents.append(document) }
    }
    // A file without a version of its own is read like the documents that name it.
    let dialect = documents.first?.dialect ?? .openAPI31
    let store = SchemaStore { path, findings in
      guard let document = reader.document(at: path, dialect: dialect, &findings) else { return nil }
      let root = SchemaPlace(document: document, node: document.root, base: document.location)
      var unheard = FindingList()
      guard let own = OpenAPIDocument.dialect(OpenAPINode(root), &unheard), own != dialect else { return document }
      return reader.document(at: path, dialect: own, &unheard)
    }
    let roots = documents.map { store.add($0) }
    let schemas = SchemaLowering(store: store)
    for root in roots {
      guard let components = root.member("components")?.member("schemas") else { continue }
      for (name, schema) in components.node.members { schemas.declare(components.part(schema), preferredName: name) }
    }
    let lowering = OpenAPILowering(schemas: schemas)
    lowering.read(roots)
    var whole = Contract(types: schemas.finish(), routes: lowering.routes)
    var refused = lowering.refused
    refused.merge(schemas.refused)
    // Variants have names of their own, so this comes first.
    if leavesOut { whole = whole.leavingOut(refused) }
    let split = RequestVariants.split(types: whole.types, routes: whole.routes)
    lowering.checkParameters(of: split.routes, in: Contract(types: split.types))
    findings.report(store.findings.all)
    findings.report(schemas.findings.all)
    findings.report(lowering.findings.all)
    return Result(
      types: split.types, routes: split.routes,
      sources: store.documents.map { ContractSource(path: $0.file.path, kind: .openapi) }, refused: refused,
      leftOut: whole.leftOut)
  }

  private static func document(
    _ file: SourceFile, _ reader: DocumentReader, _ findings: inout FindingList
  ) -> SchemaDocument? {
    // The version inside decides the dialect.
    guard let document = reader.document(file, dialect: .openAPI31, &findings) else { return nil }
    let root = SchemaPlace(document: document, node: document.root, base: document.location)
    guard let dialect = OpenAPIDocument.dialect(OpenAPINode(root), &findings) else { return nil }
    var heard = FindingList()
    return dialect == document.dialect ? document : reader.document(file, dialect: dialect, &heard)
  }
}
