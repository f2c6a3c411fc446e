internal import ContractModel
internal import Diagnostics

/// The files that Zod schemas are read from, put together from the sets of a contract.
struct ZodSources {
  private let reader: (String) -> [UInt8]?
  private var files: [SourceFile] = []
  private var bytes: [String: [UInt8]] = [:]
  private var version: Int?

  init(reader: @escaping (String) -> [UInt8]?) { self.reader = reader }

  mutating func add(_ set: ContractSourceSet) {
    files += set.files
    for file in set.files { bytes[PathText.normalized(file.path)] = file.bytes }
    version = version ?? set.zodVersion
  }

  /// Reads a file, one of the schemas or any other.
  var read: (String) -> [UInt8]? {
    { [bytes, reader] path in bytes[path] ?? reader(path) }
  }

  /// The front end for these files, which knows the TypeScript files too.
  func frontend(beside typescript: [SourceFile]) -> ZodFrontend {
    ZodFrontend(listed: files, others: typescript, version: version, reader: reader)
  }
}

extension ZodFrontend.Reading {
  /// A contract with the schemas added.
  func added(to contract: Contract) -> Contract {
    guard !types.isEmpty else { return contract }
    let known = Set(contract.sources.map(\.path))
    return Contract(
      sources: contract.sources + sources.filter { !known.contains($0.path) }, types: contract.types + types,
      routes: contract.routes, tables: contract.tables)
  }
}
