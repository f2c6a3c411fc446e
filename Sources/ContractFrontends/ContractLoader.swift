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
  ///   - findings: Receives everything that is wrong, validation of the whole contract included.
  public static func load(
    sources: [ContractSourceSet], rootFolder: String, findings: inout FindingList
  ) -> Contract {
    load(
      sources: sources,
      reader: { path in
        (try? FileSystem.readIfPresent(FileSystem.resolve(path, relativeTo: rootFolder))) ?? nil
      }, findings: &findings)
  }

  /// Reads sources; `reader` gives the bytes of files that they import, by a path like theirs, or nil.
  public static func load(
    sources: [ContractSourceSet], reader: @escaping (String) -> [UInt8]?, findings: inout FindingList
  ) -> Contract {
    var typescript: [SourceFile] = []
    var schemas = ZodSources(reader: reader)
    for set in sources where !set.files.isEmpty {
      switch set.kind {
      case .typescript: typescript += set.files
      case .zod: schemas.add(set)
      default: findings.report(unsupported(set))
      }
    }
    let zod = schemas.frontend(beside: typescript)
    let lowering = TypeScriptLowering(files: typescript, reader: schemas.read, zod: zod)
    let types = lowering.run()
    let reading = zod.run()
    let contract = reading.added(to: types)
    findings.report(lowering.findings.all)
    findings.report(reading.findings)
    findings.report(contract.validate())
    return contract
  }

  private static func unsupported(_ set: ContractSourceSet) -> Finding {
    Finding(
      RouteRules.unsupportedSourceKind, .error, "sources of kind '\(set.kind.rawValue)' cannot be read yet",
      help: "describe these types in TypeScript, or remove the entry from \"sources\"",
      at: Place(file: set.files.map(\.path).min { $0.precedesByBytes($1) }))
  }
}
