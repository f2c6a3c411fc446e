import ContractFrontends
import ContractModel
import Diagnostics
import Workspace

/// Reads the contract that a project names.
enum ContractLoading {
  /// The contract, with what its sources and its validation have to say.
  ///
  /// - Parameter leavesOut: Whether what cannot be read is left out, with warnings.
  static func load(
    _ project: Project, _ invocation: Invocation, leavesOut: Bool = false, findings: inout FindingList
  ) async throws(CommandFailure) -> Contract {
    if project.sources.isEmpty { throw .cannotStart(noSources(project)) }
    var sets: [ContractSourceSet] = []
    var unmatched: [Finding] = []
    do throws(WorkspaceError) {
      for source in project.sources {
        let files = try files(of: source, project, &unmatched)
        unmatched += files.compactMap { SourceLook.mistaken($0, for: source.kind, in: project) }
        invocation.log("\(counted(files.count, "\(source.kind.rawValue) file"))")
        sets.append(
          ContractSourceSet(
            kind: kind(source.kind), files: files, zodVersion: source.zodVersion,
            typeMap: project.configuration?.typeMap ?? [:]))
      }
    } catch {
      throw .cannotStart(error.finding)
    }
    if !unmatched.isEmpty { throw CommandFailure(exitCode: .cannotStart, findings: unmatched) }
    let conversions = try await YAMLConversion.convert(sets, findings: &findings)
    let contract = ContractLoader.load(
      sources: sets, rootFolder: "", conversions: conversions, leavesOut: leavesOut, findings: &findings)
    if contract.types.isEmpty, contract.routes.isEmpty, contract.tables.isEmpty, !findings.hasErrors {
      findings.report(contract.leftOut.isEmpty ? emptyContract(sets, project) : nothingLeft(sets))
    }
    return contract
  }

  /// The files of a source; a pattern that gives none is told.
  private static func files(
    of source: Configuration.Source, _ project: Project, _ unmatched: inout [Finding]
  ) throws(WorkspaceError) -> [SourceFile] {
    let excluded = source.include.filter { $0.hasPrefix("!") }
    var names: Set<String> = []
    for pattern in source.include where !pattern.hasPrefix("!") {
      let found = try Globbing.files(matching: [pattern] + excluded, in: project.folder)
      if found.isEmpty { unmatched.append(Self.unmatched(pattern, source.kind, project)) }
      names.formUnion(found)
    }
    var files: [SourceFile] = []
    for name in names.sorted(by: { $0.precedesByBytes($1) }) {
      let path = fromHere(FileSystem.resolve(name, relativeTo: project.folder))
      files.append(SourceFile(path: path, bytes: try FileSystem.read(path)))
    }
    return files
  }

  /// An absolute path as seen from this folder, where it is below it: no output names the machine's folders.
  private static func fromHere(_ path: String) -> String {
    let here = FileSystem.currentDirectory + "/"
    guard path.hasPrefix("/"), let real = FileSystem.realPath(path), real.hasPrefix(here) else { return path }
    return String(real.dropFirst(here.count))
  }

  private static func unmatched(
    _ pattern: String, _ kind: Configuration.Source.Kind, _ project: Project
  ) -> Finding {
    var help = "correct the pattern; it is relative to \(project.sourcesFile == nil ? "this folder" : project.folder)"
    if FileSystem.isDirectory(FileSystem.resolve(pattern, relativeTo: project.folder)) {
      let folder = pattern.hasSuffix("/") ? String(pattern.dropLast()) : pattern
      let ending = kind == .typescript || kind == .zod ? "ts" : "json"
      help = "it is a folder; name the files in it: '\(folder)/**/*.\(ending)'"
    }
    return Finding(
      CommandRules.noSources, .error, "no file matches \(pattern) (\(kind.rawValue))", help: help,
      at: Place(file: project.sourcesFile), member: pattern)
  }

  private static func noSources(_ project: Project) -> Finding {
    Finding(
      CommandRules.noSources, .error, "the configuration names no contract files",
      help: "add them: \"sources\": [{ \"kind\": \"typescript\", \"include\": [\"types/**/*.ts\"] }]",
      at: Place(file: project.configuration?.path))
  }

  private static func nothingLeft(_ sets: [ContractSourceSet]) -> Finding {
    Finding(
      CommandRules.emptyContract, .error, "all that the contract files declare is left out, so nothing remains",
      help: "mend what cannot be read, as the warnings say", at: Place(file: sets.first?.files.first?.path),
      member: "sources")
  }

  private static func emptyContract(_ sets: [ContractSourceSet], _ project: Project) -> Finding {
    let paths = sets.flatMap(\.files).map(\.path).sorted { $0.precedesByBytes($1) }
    var help = "export what answers are made of: export interface Guild { … }"
    if let set = sets.first, sets.count == 1, let file = set.files.first, let look = SourceLook.kind(of: file) {
      // A file of the other dialect of TypeScript is read, and gives nothing.
      if set.kind == .zod, look == .typescript {
        help = "it imports no Zod; for types, " + SourceLook.advice(.typescript, file, project)
      } else if set.kind == .zod {
        help = "export the schemas: export const guild = z.object({ … })"
      } else if set.kind == .typescript, look == .zod {
        help = "it imports Zod; for its schemas, " + SourceLook.advice(.zod, file, project)
      }
    }
    var finding = Finding(
      CommandRules.emptyContract, .error, "the contract files declare no type, route or constant table", help: help,
      at: Place(file: paths.first), member: "sources")
    finding.morePlaces = paths.dropFirst().map { Place(file: $0) }
    return finding
  }

  /// What a value can be said to have the type of: types by name, routes by id.
  static func names(in contract: Contract) -> [String] { contract.types.map(\.name) + contract.routes.map(\.id) }

  /// The type of a name, or of the successful answer of a route.
  ///
  /// - Throws: `usage` when there is none.
  static func type(named name: String, in contract: Contract) throws(CommandFailure) -> TypeExpression {
    if let declaration = contract.type(named: name) {
      return TypeExpression(.reference(name), span: declaration.span)
    }
    if let route = contract.route(id: name) {
      guard let response = route.response else {
        throw .usage("the route '\(name)' answers without a body", help: "name a type, or another route")
      }
      return response
    }
    let names = names(in: contract)
    if let near = Suggestion.nearest(to: name, among: names) {
      throw .usage("the contract has no type or route '\(name)'", help: "did you mean: \(near)")
    }
    let shown = names.prefix(12).joined(separator: ", ") + (names.count > 12 ? ", …" : "")
    throw .usage("the contract has no type or route '\(name)'", help: "it has: \(shown)")
  }

  private static func kind(_ kind: Configuration.Source.Kind) -> ContractSource.Kind {
    switch kind {
    case .typescript: .typescript
    case .zod: .zod
    case .openapi: .openapi
    case .jsonSchema: .jsonSchema
    }
  }
}
