import Diagnostics
import Scenarios
import Workspace

/// Reads the scenarios and the environment that a command works with.
enum ScenarioLoading {
  /// The scenarios of a configuration, in the order of their paths.
  static func load(
    _ configuration: Configuration, _ invocation: Invocation, findings: inout FindingList
  ) throws(CommandFailure) -> [Scenario] {
    var scenarios: [Scenario] = []
    let variables = configuration.personas.map { ($0.name, Array($0.variables.keys)) }
    let personas = Dictionary(variables, uniquingKeysWith: { first, _ in first })
    let supplied = Set(configuration.webServers.compactMap { server in server.name.map { $0 + "URL" } })
    let names: [String]
    do throws(WorkspaceError) {
      names = try Globbing.files(matching: configuration.scenarios, in: configuration.folder)
    } catch {
      throw .cannotStart(error.finding)
    }
    if names.isEmpty, !configuration.scenarios.isEmpty { throw .cannotStart(unmatched(configuration)) }
    do throws(WorkspaceError) {
      for name in names {
        let path = FileSystem.resolve(name, relativeTo: configuration.folder)
        let file = SourceFile(path: path, bytes: try FileSystem.read(path))
        scenarios.append(ScenarioParser.parse(file, personas: personas, supplied: supplied, findings: &findings))
      }
    } catch {
      throw .cannotStart(error.finding)
    }
    checkCredentials(configuration, scenarios, &findings)
    invocation.log(counted(scenarios.count, "scenario"))
    return scenarios
  }

  /// Where the configuration lists no personas, those of the scenarios are the ones that credentials can be for.
  private static func checkCredentials(
    _ configuration: Configuration, _ scenarios: [Scenario], _ findings: inout FindingList
  ) {
    guard configuration.personas.isEmpty, !scenarios.isEmpty else { return }
    let personas = Set(scenarios.flatMap(\.steps).compactMap(\.persona)).sorted { $0.precedesByBytes($1) }
    for environment in configuration.environments {
      for name in environment.access.credentials.keys.sorted(by: { $0.precedesByBytes($1) })
      where !personas.contains(name) {
        let near = Suggestion.nearest(to: name, among: personas).map { ", did you mean '\($0)'?" } ?? ""
        findings.report(
          Finding(
            CommandRules.unknownPersona, .error,
            "'\(environment.name)' has credentials for '\(name)', and no step has that persona\(near)",
            help: "correct the name, or write '# @persona \(name)' above a step", at: Place(file: configuration.path),
            member: "\(environment.name).\(name)"))
      }
    }
  }

  /// Nothing says what to record.
  static func none(_ configuration: Configuration) -> Finding {
    Finding(
      CommandRules.noScenarios, .error, "the configuration names no scenario, so there is nothing to record",
      help: "add: \"scenarios\": [\"scenarios/*.http\"]", at: Place(file: configuration.path), member: "scenarios")
  }

  private static func unmatched(_ configuration: Configuration) -> Finding {
    Finding(
      CommandRules.noScenarios, .error,
      "no file matches \(configuration.scenarios.joined(separator: ", ")) (scenarios)",
      help: "write one, such as \(FileSystem.resolve("scenarios/first.http", relativeTo: configuration.folder)): "
        + "'# @name NAME', '# @record ROUTE', then 'GET {{baseURL}}/path'; or correct the pattern, which is relative to "
        + configuration.folder,
      at: Place(file: configuration.path),
      member: configuration.scenarios.joined(separator: " "))
  }

  /// The environment that `--env` names; without it the one called `local`, or the only one that may be recorded.
  static func environment(
    _ configuration: Configuration, _ invocation: Invocation
  ) throws(CommandFailure) -> Configuration.Environment {
    let recordable = configuration.environments.filter { !$0.readOnly }
    let name = invocation.options.environment ?? (recordable.count == 1 ? recordable[0].name : "local")
    do throws(WorkspaceError) {
      return try configuration.environment(named: name)
    } catch {
      throw .cannotStart(error.finding)
    }
  }
}
