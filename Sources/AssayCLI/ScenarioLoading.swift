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
    do throws(WorkspaceError) {
      for name in try Globbing.files(matching: configuration.scenarios, in: configuration.folder) {
        let path = FileSystem.resolve(name, relativeTo: configuration.folder)
        let file = SourceFile(path: path, bytes: try FileSystem.read(path))
        scenarios.append(ScenarioParser.parse(file, personas: personas, findings: &findings))
      }
    } catch {
      throw .cannotStart(error.finding)
    }
    invocation.log(counted(scenarios.count, "scenario"))
    return scenarios
  }

  /// The environment that `--env` names, or the fallback.
  static func environment(
    _ configuration: Configuration, _ invocation: Invocation, fallback: String
  ) throws(CommandFailure) -> Configuration.Environment {
    do throws(WorkspaceError) {
      return try configuration.environment(named: invocation.options.environment ?? fallback)
    } catch {
      throw .cannotStart(error.finding)
    }
  }
}
