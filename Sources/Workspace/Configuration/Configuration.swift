public import Diagnostics
public import JSONText

/// `contracts/assay.json`, read and checked; paths are resolved against its folder.
public struct Configuration: Sendable {
  /// A set of contract files of one format.
  public struct Source: Hashable, Sendable {
    /// The format, as `kind` has it.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      /// TypeScript types, routes and constant tables.
      case typescript
      /// Zod schemas.
      case zod
      /// OpenAPI documents.
      case openapi
      /// JSON Schema documents.
      case jsonSchema = "json-schema"
    }
    /// The format.
    public var kind: Kind
    /// Patterns relative to the configuration's folder.
    public var include: [String]
    /// Creates a source.
    public init(kind: Kind, include: [String]) {
      self.kind = kind
      self.include = include
    }
  }

  /// Where generated Swift goes.
  public struct SwiftOutput: Hashable, Sendable {
    /// The folder, resolved.
    public var output: String
    /// `public`, `package` or `internal`.
    public var access: String
    /// Whether types are Hashable.
    public var isHashable: Bool
    /// Creates an output.
    public init(output: String, access: String = "public", isHashable: Bool = false) {
      self.output = output
      self.access = access
      self.isHashable = isHashable
    }
  }

  /// A dev server that Assay starts and stops.
  public struct WebServer: Hashable, Sendable {
    /// Shell command, run in the repository's folder; `{port}` and `{dataFolder}` are replaced.
    public var command: String
    /// What is appended to the command for the second run, so that it differs in time and sequences.
    public var perturb: String
    /// URL that answers 200 once the server is ready; `{port}` is replaced.
    public var url: String
    /// Whether a server that answers already is used as it is.
    public var reuse: Bool
    /// Seconds until it must be ready.
    public var timeout: Double
    /// Environment variables that are set for it.
    public var environment: [String: String]
  }

  /// What proves that recording may write to a server.
  public struct GuardSettings: Hashable, Sendable {
    /// Path at which the server states its database.
    public var statusPath: String?
    /// Database hosts that are allowed.
    public var hosts: [String]
    /// Database names that are allowed.
    public var databases: [String]
  }

  /// A deployment that can be asked.
  public struct Environment: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// URL that paths are appended to.
    public var baseURL: SettingText
    /// What recording must prove; nil where recording is not meant.
    public var guardSettings: GuardSettings?
    /// Whether only GET and HEAD are sent.
    public var readOnly: Bool
    /// A bearer token that replaces signing in.
    public var token: SettingText?
    /// Values of path parameters, by name, that nothing else resolves.
    public var values: [String: String]
    /// Further origins that credentials may go to.
    public var audiences: [String]
  }

  /// Somebody that scenarios act as.
  public struct Persona: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// Variables of its own, such as an e-mail address.
    public var variables: [String: SettingText]
  }

  /// The file's path as it is shown.
  public let path: String
  /// The folder of the file.
  public let folder: String
  /// The file's text, for findings.
  public let file: SourceFile
  /// Contract files.
  public let sources: [Source]
  /// Where Swift is generated; nil when it is not.
  public let swift: SwiftOutput?
  /// Folder of the fixture set, resolved.
  public let fixtures: String
  /// Patterns of scenario files.
  public let scenarios: [String]
  /// The dev server that Assay starts.
  public let webServer: WebServer?
  /// Deployments, sorted by name.
  public let environments: [Environment]
  /// Personas in the order of the file.
  public let personas: [Persona]
  /// Swift types for contract types, by name.
  public let typeMap: [String: String]
  /// Settings of the audits.
  public let audits: JSONValue

  /// The environment with a name.
  public func environment(named name: String) throws(WorkspaceError) -> Environment {
    if let environment = environments.first(where: { $0.name == name }) { return environment }
    let near = Suggestion.nearest(to: name, among: environments.map(\.name)).map { ", did you mean '\($0)'?" } ?? ""
    throw .configuration(
      Finding(
        WorkspaceRules.unknownEnvironment, .error, "no environment is called '\(name)'\(near)",
        help: "use one of: \(environments.map(\.name).joined(separator: ", "))", at: Place(file: path)))
  }

  /// Reads a configuration.
  ///
  /// - Throws: `configuration` with a place for the first thing that is wrong.
  public static func load(path: String) throws(WorkspaceError) -> Configuration {
    let file = SourceFile(path: path, bytes: try FileSystem.read(path))
    let document: JSONDocument
    do {
      document = try JSONDocument(parsingJSONC: file.bytes)
    } catch {
      throw .configuration(
        Finding(
          WorkspaceRules.configSyntax, .error, error.message, help: "mend the place shown",
          at: Place(span: SourceSpan(file: file, start: error.position.offset, end: error.position.offset + 1))))
    }
    return try Configuration(reading: SettingReader(document: document, file: file))
  }

  init(reading reader: SettingReader) throws(WorkspaceError) {
    let root = try reader.object(reader.document.root, ConfigurationKeys.root)
    file = reader.file
    path = file.path
    let folder = FileSystem.parent(of: path)
    self.folder = folder
    sources = try reader.list(root["sources"]) { node throws(WorkspaceError) in
      let source = try reader.object(node, ConfigurationKeys.source)
      return Source(
        kind: try reader.choice(try reader.required(source, "kind", of: node), Source.Kind.self),
        include: try reader.strings(try reader.required(source, "include", of: node)))
    }
    swift = try root["swift"].map { node throws(WorkspaceError) in
      let swift = try reader.object(node, ConfigurationKeys.swift)
      return SwiftOutput(
        output: FileSystem.resolve(
          try reader.string(try reader.required(swift, "output", of: node)), relativeTo: folder),
        access: try swift["access"].map(reader.string) ?? "public",
        isHashable: try swift["hashable"].map(reader.bool) ?? false)
    }
    fixtures = FileSystem.resolve(try root["fixtures"].map(reader.string) ?? "../fixtures", relativeTo: folder)
    scenarios = try root["scenarios"].map(reader.strings) ?? []
    webServer = try root["webServer"].map { node throws(WorkspaceError) in
      let server = try reader.object(node, ConfigurationKeys.webServer)
      return WebServer(
        command: try reader.string(try reader.required(server, "command", of: node)),
        perturb: try server["perturb"].map(reader.string) ?? "",
        url: try reader.string(try reader.required(server, "url", of: node)),
        reuse: try server["reuse"].map(reader.bool) ?? false,
        timeout: try server["timeout"].map(reader.number) ?? 30,
        environment: try server["environment"].map(reader.stringMap) ?? [:])
    }
    environments = try reader.members(root["environments"]) { name, node throws(WorkspaceError) in
      try Environment(name: name, node: node, reader: reader)
    }.sorted { $0.name.precedesByBytes($1.name) }
    personas = try reader.members(root["personas"]) { name, node throws(WorkspaceError) in
      let variables = try reader.stringMap(node)
      return Persona(name: name, variables: variables.mapValues { SettingText($0) })
    }
    typeMap = try root["typeMap"].map(reader.stringMap) ?? [:]
    audits = root["audits"]?.value ?? .object([])
  }
}

extension Configuration.Environment {
  init(name: String, node: JSONNode, reader: SettingReader) throws(WorkspaceError) {
    let settings = try reader.object(node, ConfigurationKeys.environment)
    self.init(
      name: name, baseURL: SettingText(try reader.string(try reader.required(settings, "baseURL", of: node))),
      guardSettings: try settings["guard"].map { node throws(WorkspaceError) in
        let proof = try reader.object(node, ConfigurationKeys.guardSettings)
        return Configuration.GuardSettings(
          statusPath: try proof["statusPath"].map(reader.string), hosts: try proof["hosts"].map(reader.strings) ?? [],
          databases: try proof["databases"].map(reader.strings) ?? [])
      }, readOnly: try settings["readOnly"].map(reader.bool) ?? false,
      token: try settings["token"].map(reader.string).map { SettingText($0) },
      values: try settings["values"].map(reader.stringMap) ?? [:],
      audiences: try settings["audiences"].map(reader.strings) ?? [])
  }
}

/// A setting that may name an environment variable (`"$NAME"`), which is looked up only when the value is needed.
public struct SettingText: Hashable, Sendable {
  /// The text as the file has it.
  public let text: String
  /// Creates a setting.
  public init(_ text: String) { self.text = text }

  /// The variable that the setting names; nil for a plain text.
  public var variable: String? { text.hasPrefix("$") && text.utf8.count > 1 ? String(text.dropFirst()) : nil }

  /// The value, `{port}` replaced where a port is given.
  ///
  /// - Throws: `configuration` that names the variable when it is not set or empty.
  public func value(
    environment: [String: String] = EnvironmentVariables.current, port: UInt16? = nil
  ) throws(WorkspaceError) -> String {
    var value = text
    if let variable {
      guard let found = environment[variable], !found.isEmpty else {
        throw .configuration(
          Finding(
            WorkspaceRules.missingVariable, .error, "the environment variable \(variable) is not set",
            help: "set it: export \(variable)=…"))
      }
      value = found
    }
    return port.map { value.replacing("{port}", with: String($0)) } ?? value
  }
}
