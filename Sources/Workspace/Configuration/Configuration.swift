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
    /// The major version of Zod, where it is stated.
    public var zodVersion: Int?
    /// Creates a source.
    public init(kind: Kind, include: [String], zodVersion: Int? = nil) {
      self.kind = kind
      self.include = include
      self.zodVersion = zodVersion
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
    /// `timestamp` or `date`.
    public var dates: String
    /// `camelCase` or `asWritten`.
    public var naming: String
    /// Creates an output.
    public init(
      output: String, access: String = "public", isHashable: Bool = false, dates: String = "timestamp",
      naming: String = "camelCase"
    ) {
      self.output = output
      self.access = access
      self.isHashable = isHashable
      self.dates = dates
      self.naming = naming
    }
  }

  /// What proves that recording may write to a server.
  public struct GuardSettings: Hashable, Sendable {
    /// Path at which the server states its database.
    public var statusPath: String?
    /// Database hosts that are allowed.
    public var hosts: [String]
    /// Database names that are allowed.
    public var databases: [String]
    /// Texts of which the database itself holds one, as the server states; empty where nothing of the kind is asked.
    public var markers: [String]
  }

  /// A deployment that can be asked.
  public struct Environment: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// URL that paths are appended to.
    public var baseURL: SettingText
    /// What recording must prove; nil where recording is not meant.
    public var guardSettings: GuardSettings?
    /// How it is asked.
    public var access = AccessSettings()
    /// Whether only GET and HEAD are sent.
    public var readOnly: Bool
    /// A bearer token that replaces signing in.
    public var token: SettingText?
    /// Values of path parameters, by name, that nothing else resolves.
    public var values: [String: SettingText]
    /// Further origins that credentials may go to.
    public var audiences: [String]
    /// PEM file with the authorities to trust.
    public var authorityFile: SettingText?
    /// Seconds for one exchange.
    public var timeout: Double
  }

  /// Somebody that scenarios act as.
  public struct Persona: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// Variables of its own, such as an e-mail address.
    public var variables: [String: SettingText]

    /// The variables' values; those that come from the environment are registered as secrets.
    ///
    /// - Throws: `configuration` when a variable of the environment is not set.
    public func values(
      environment: [String: String] = EnvironmentVariables.current
    ) throws(WorkspaceError) -> [String: String] {
      var values: [String: String] = [:]
      for (name, setting) in variables.sorted(by: { $0.key.precedesByBytes($1.key) }) {
        values[name] =
          setting.variable == nil
          ? setting.text : try setting.secret(named: "\(self.name)'s \(name)", environment: environment)
      }
      return values
    }
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
  /// The dev servers that Assay starts, in the order in which it does; the recorded one has no name.
  public let webServers: [WebServer]
  /// The recorded server: the one without a name.
  public var webServer: WebServer? { webServers.first { $0.name == nil } }
  /// Deployments, sorted by name.
  public let environments: [Environment]
  /// The host that sign-in links lead to; nil where none is named.
  public let linkHost: String?
  /// Personas in the order of the file.
  public let personas: [Persona]
  /// What stands in the JSON for types of the sources, or the Swift types that stand for them, by name.
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
        help: environments.isEmpty
          ? "describe it in \(path): \"environments\": { \"\(name)\": { \"baseURL\": \"…\" } }"
          : "use one of: \(environments.map(\.name).joined(separator: ", "))", at: Place(file: path)))
  }

  /// Reads a configuration.
  ///
  /// - Throws: `file` when it cannot be read; `configuration` with everything that is wrong, each at its place.
  public static func load(path: String) throws(WorkspaceError) -> Configuration {
    try parse(SourceFile(path: path, bytes: try FileSystem.read(path)))
  }

  /// Reads a configuration's text; its path says what its paths are relative to.
  public static func parse(_ file: SourceFile) throws(WorkspaceError) -> Configuration {
    let document: JSONDocument
    do {
      document = try JSONDocument(parsingJSONC: file.bytes)
    } catch {
      let start = error.position.offset
      throw .configuration(
        Finding(
          WorkspaceRules.configSyntax, .error, error.message, help: "mend the place shown",
          at: Place(span: SourceSpan(file: file, start: start, end: start + 1))))
    }
    var checker = SettingChecker(places: SettingPlaces(file: file))
    checker.check(document.root, ConfigurationKeys.root)
    checker.checkServers(document.root)
    checker.checkPersonas(document.root)
    let findings = checker.findings.merged
    if let first = findings.first { throw .configuration(first, more: Array(findings.dropFirst())) }
    return Configuration(checked: document.root, places: checker.places)
  }
}
