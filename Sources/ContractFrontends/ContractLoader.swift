public import ContractModel
public import Diagnostics
internal import Workspace

/// Reads sources of every format into one contract.
public enum ContractLoader {
  /// Reads sources; files that they import and that are not among them are read from a folder.
  ///
  /// - Parameters:
  ///   - sources: The files of the contract, in any order.
  ///   - rootFolder: What the paths of the files are relative to.
  ///   - conversions: YAML files of the sources, and those that they refer to, as JSON, by path.
  ///   - leavesOut: Whether what cannot be read is left out of the contract, with warnings instead of errors.
  ///   - findings: Receives everything that is wrong, validation of the whole contract included.
  public static func load(
    sources: [ContractSourceSet], rootFolder: String, conversions: [String: ConvertedDocument] = [:],
    leavesOut: Bool = false, findings: inout FindingList
  ) -> Contract {
    let files = ImportedFiles(rootFolder: rootFolder)
    return load(
      sources: sources, conversions: conversions, reader: files.read, isUnreadable: files.isUnreadable,
      leavesOut: leavesOut, findings: &findings)
  }

  /// Reads sources; `reader` gives the bytes of files that they import, by a path like theirs, or nil.
  ///
  /// - Parameter isUnreadable: Whether `reader` gave nil for a file that is there.
  public static func load(
    sources: [ContractSourceSet], conversions: [String: ConvertedDocument] = [:],
    reader: @escaping (String) -> [UInt8]?, isUnreadable: @escaping (String) -> Bool = { _ in false },
    leavesOut: Bool = false, findings: inout FindingList
  ) -> Contract {
    func files(_ kind: ContractSource.Kind) -> [SourceFile] { sources.filter { $0.kind == kind }.flatMap(\.files) }
    var zodSources = ZodSources(reader: reader)
    for set in sources where set.kind == .zod { zodSources.add(set) }
    let zod = zodSources.frontend(beside: files(.typescript))
    let lowering = TypeScriptLowering(files: files(.typescript), reader: zodSources.read, zod: zod)
    lowering.graph.isUnreadable = isUnreadable
    zod.isUnreadable = isUnreadable
    for set in sources where set.kind == .typescript || set.kind == .zod {
      lowering.typeMap.merge(set.typeMap.compactMapValues(WireForm.init)) { first, _ in first }
    }
    var heard = FindingList()
    let types = DeepStack.run(lowering.run)
    let reading = DeepStack.run {
      defer { zod.end() }
      return zod.run()
    }
    let typescript = reading.added(to: types)
    heard.report(lowering.findings.all)
    heard.report(reading.findings)
    let documents = DocumentReader(conversions: conversions, reader: reader)
    let openAPI = OpenAPIReader.read(files(.openapi), reader: documents, leavesOut: leavesOut, findings: &heard)
    let schemas = JSONSchemaReader.read(files(.jsonSchema), reader: documents, findings: &heard)
    var contract = Contract(
      sources: typescript.sources + openAPI.sources + schemas.sources,
      types: typescript.types + openAPI.types + schemas.types,
      routes: typescript.routes + openAPI.routes, tables: typescript.tables)
    if leavesOut {
      var refused = lowering.refused
      for other in [reading.refused, openAPI.refused, schemas.refused] { refused.merge(other) }
      contract = contract.leavingOut(refused, besides: openAPI.leftOut)
      findings.report(refused.lessening(heard.all))
      findings.report(contract.leftOut.map(\.finding))
    } else {
      findings.report(heard.all)
    }
    findings.report(contract.validate())
    return contract
  }
}
