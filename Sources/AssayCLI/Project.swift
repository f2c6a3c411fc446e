import Diagnostics
import Workspace

/// What a command works on: the configuration, or what the command line names in its place.
struct Project: Sendable {
  /// Contract files by format.
  var sources: [Configuration.Source]
  /// Folder that their patterns are relative to.
  var folder: String
  /// Where Swift is generated; nil when it is not.
  var swift: Configuration.SwiftOutput?
  /// Folder of the fixture set.
  var fixtures: String
  /// The configuration file, where there is one.
  var configuration: Configuration?
  /// The file that names the sources; nil when the command line does.
  var sourcesFile: String?
  /// Folder that the dev server's command runs in: the one that `contracts/` was found in, or this one.
  var root = "."

  /// Path of the configuration when none is named, in this folder or one above it.
  static let defaultConfiguration = "contracts/assay.json"

  /// Options that stand for a configuration, so that one line tries Assay on anything.
  static let sourceOptions: [OptionSpec] = [
    OptionSpec("typescript", value: .text("GLOB"), repeats: true, help: "TypeScript contract files"),
    OptionSpec("zod", value: .text("GLOB"), repeats: true, help: "files with Zod schemas, v3 or v4"),
    OptionSpec("openapi", value: .file("FILE"), repeats: true, help: "OpenAPI 3.0 and 3.1 documents, JSON or YAML"),
    OptionSpec("json-schema", value: .file("FILE"), repeats: true, help: "JSON Schema documents, JSON or YAML"),
    OptionSpec("fixtures", value: .folder("DIR"), help: "fixture set"),
  ]

  /// Those of them that name the contract.
  static let contractOptions = sourceOptions.filter { $0.name != "fixtures" }

  /// Option for the output.
  static let swiftOption = OptionSpec("swift", value: .folder("DIR"), help: "folder of the generated Swift")

  /// The fixtures folder that a command line names, or its configuration.
  static func fixtures(_ invocation: Invocation) throws(CommandFailure) -> String {
    if let folder = invocation.arguments.value("fixtures") { return folder }
    return try load(invocation).fixtures
  }

  /// The project that a command line names.
  static func load(_ invocation: Invocation) throws(CommandFailure) -> Project {
    let arguments = invocation.arguments
    var sources: [Configuration.Source] = []
    let kinds: [Configuration.Source.Kind] = [.typescript, .zod, .openapi, .jsonSchema]
    for (name, kind) in kinds.map({ ($0.rawValue, $0) }) where arguments.has(name) {
      sources.append(Configuration.Source(kind: kind, include: arguments.values(name)))
    }
    let found = foundRoot(invocation)
    let configuration = try configuration(invocation, root: found, isNeeded: sources.isEmpty)
    var project = Project(
      sources: sources.isEmpty ? configuration?.sources ?? [] : sources,
      folder: sources.isEmpty ? configuration?.folder ?? "." : ".", swift: configuration?.swift,
      fixtures: arguments.value("fixtures") ?? configuration?.fixtures ?? "fixtures", configuration: configuration,
      sourcesFile: sources.isEmpty ? configuration?.path : nil)
    if configuration != nil { project.root = found ?? "." }
    if let output = arguments.value("swift") {
      project.swift = Configuration.SwiftOutput(
        output: output, access: configuration?.swift?.access ?? "public",
        isHashable: configuration?.swift?.isHashable ?? false,
        dates: configuration?.swift?.dates ?? "timestamp", naming: configuration?.swift?.naming ?? "camelCase")
    }
    return project
  }

  /// The nearest folder, from this one upwards, that has the configuration, as a relative path; not above a repository.
  private static func foundRoot(_ invocation: Invocation) -> String? {
    guard invocation.options.config == nil else { return nil }
    var folder = "."
    for _ in 0..<maximumDepth {
      if FileSystem.exists(inside(folder, defaultConfiguration)) { return folder }
      if FileSystem.exists(inside(folder, ".git")) { return nil }
      folder = folder == "." ? ".." : folder + "/.."
    }
    return nil
  }

  private static let maximumDepth = 32

  private static func inside(_ folder: String, _ path: String) -> String {
    folder == "." ? path : folder + "/" + path
  }

  private static func configuration(
    _ invocation: Invocation, root: String?, isNeeded: Bool
  ) throws(CommandFailure) -> Configuration? {
    let path = invocation.options.config ?? inside(root ?? ".", defaultConfiguration)
    if invocation.options.config == nil, root == nil {
      guard isNeeded else { return nil }
      throw .cannotStart(
        Finding(
          CommandRules.noConfiguration, .error, "there is no \(path) here, nor in a folder above",
          help: "name one with --config FILE, or the sources: --typescript 'types/**/*.ts' --swift DIR",
          at: Place(file: path)))
    }
    do throws(WorkspaceError) {
      invocation.log("reading \(path)")
      return try Configuration.load(path: path)
    } catch {
      throw .cannotStart(error.finding)
    }
  }
}
