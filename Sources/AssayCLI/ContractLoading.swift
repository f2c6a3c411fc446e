import ContractFrontends
import ContractModel
import Diagnostics
import Workspace

/// Reads the contract that a project names.
enum ContractLoading {
  /// The contract, with what its sources and its validation have to say.
  static func load(
    _ project: Project, _ invocation: Invocation, findings: inout FindingList
  ) async throws(CommandFailure) -> Contract {
    var sets: [ContractSourceSet] = []
    do throws(WorkspaceError) {
      for source in project.sources {
        let files = try files(of: source, in: project.folder)
        if files.isEmpty { findings.report(unmatched(source, project)) }
        invocation.log("\(counted(files.count, "\(source.kind.rawValue) file"))")
        sets.append(ContractSourceSet(kind: kind(source.kind), files: files, zodVersion: source.zodVersion))
      }
    } catch {
      throw .cannotStart(error.finding)
    }
    return ContractLoader.load(sources: sets, rootFolder: "", findings: &findings)
  }

  private static func files(
    of source: Configuration.Source, in folder: String
  ) throws(WorkspaceError) -> [SourceFile] {
    var files: [SourceFile] = []
    for name in try Globbing.files(matching: source.include, in: folder) {
      let path = FileSystem.resolve(name, relativeTo: folder)
      files.append(SourceFile(path: path, bytes: try FileSystem.read(path)))
    }
    return files
  }

  private static func unmatched(_ source: Configuration.Source, _ project: Project) -> Finding {
    Finding(
      CommandRules.noSources, .error,
      "no file matches \(source.include.joined(separator: ", ")) (\(source.kind.rawValue))",
      help: "correct the pattern; it is relative to \(project.folder)",
      at: Place(file: project.configuration?.path ?? project.folder), member: source.include.joined(separator: " "))
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
