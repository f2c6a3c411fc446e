import Diagnostics
import Scenarios
import Transport
import Workspace

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What can be said without a server of whether `assay record` and `assay diff` could start.
struct RecordingReadiness {
  /// What to do before a recording; nil when nothing is known to stand in its way.
  private(set) var firstStep: String?

  private let invocation: Invocation
  private let path: String?

  /// Looks at the environments, the scenarios and the dev server's command.
  ///
  /// - Throws: `cannotStart` when a scenario cannot be read.
  init(_ project: Project, _ invocation: Invocation, findings: inout FindingList) throws(CommandFailure) {
    self.invocation = invocation
    path = project.configuration?.path
    guard let configuration = project.configuration else {
      firstStep = "write contracts/assay.json"
      return
    }
    let scenarios = try ScenarioLoading.load(configuration, invocation, findings: &findings)
    let isRecorded = FileSystem.exists(project.fixtures + "/manifest.json")
    if !isRecorded { checkSettings(configuration, &findings) }
    checkBaseURLs(configuration, &findings)
    for server in configuration.webServers { checkProgram(server, &findings) }
    checkVariables(configuration, scenarios, &findings)
  }

  /// Whether a program is in a folder of `PATH`.
  static func isOnPath(_ name: String, _ environment: [String: String]) -> Bool {
    (environment["PATH"] ?? "").split(separator: ":").contains { access($0 + "/" + name, X_OK) == 0 }
  }

  private mutating func note(
    _ rule: RuleID, _ message: String, _ help: String, member: String, _ list: inout FindingList
  ) {
    list.report(Finding(rule, .note, message, help: help, at: Place(file: path), member: member))
  }

  private mutating func checkSettings(_ configuration: Configuration, _ findings: inout FindingList) {
    if configuration.scenarios.isEmpty {
      note(
        CommandRules.cannotRecord, "no scenario says what to record", "add: \"scenarios\": [\"scenarios/*.http\"]",
        member: "scenarios", &findings)
      firstStep = firstStep ?? "write a scenario"
    }
    let writable = configuration.environments.filter { !$0.readOnly }
    if writable.isEmpty {
      note(
        CommandRules.cannotRecord, "no environment may be recorded",
        "add one with a guard: \"environments\": { \"local\": { \"baseURL\": \"…\", \"guard\": { … } } }",
        member: "environments", &findings)
      firstStep = firstStep ?? "describe an environment"
    } else if configuration.webServers.isEmpty, writable.allSatisfy({ $0.baseURL.text.contains("{port") }) {
      note(
        CommandRules.cannotRecord, "{port} stands for that of \"webServer\", and there is none",
        "add: \"webServer\": { \"command\": \"…\", \"url\": \"…\" }", member: "webServer", &findings)
      firstStep = firstStep ?? "describe the dev server"
    }
  }

  /// A URL that is none is wrong for every command that needs it.
  private func checkBaseURLs(_ configuration: Configuration, _ findings: inout FindingList) {
    var ports = PortNumbers()
    for name in [nil] + configuration.webServers.map(\.name) { ports[name] = 1 }
    for environment in configuration.environments {
      guard let url = try? environment.baseURL.value(environment: invocation.environment, ports: ports),
        HTTPOrigin(url: url) == nil
      else { continue }
      findings.report(LiveEnvironment.badBaseURL(environment, path: configuration.path))
    }
  }

  /// Looks for the program that the dev server's command starts with; what a shell knows itself is left alone.
  private mutating func checkProgram(_ server: Configuration.WebServer, _ findings: inout FindingList) {
    guard let name = server.command.split(separator: " ").first(where: { !$0.contains("=") }).map(String.init),
      name.allSatisfy({ $0.isLetter || $0.isNumber || "._-/+".contains($0) }), !Self.shellWords.contains(name)
    else { return }
    let isThere =
      name.contains("/")
      ? access(name, X_OK) == 0
      : Self.isOnPath(name, invocation.environment) || (try? SiblingExecutable.path(name)) != nil
    if isThere { return }
    note(
      CommandRules.missingTool, "\(name), which the command of webServer starts, is not there",
      name.contains("/") ? "build it, or correct the command" : "install it, or put its folder on PATH",
      member: name, &findings)
    firstStep = firstStep ?? "install \(name)"
  }

  private static let shellWords: Set<String> = [
    "cd", "exec", "export", "env", "set", "if", "for", "while", "test", "eval", "source", ".", "command", "trap",
    "ulimit", "umask", "unset", "until", "case", "echo", "printf", "true", "false", ":",
  ]

  private mutating func checkVariables(
    _ configuration: Configuration, _ scenarios: [Scenario], _ findings: inout FindingList
  ) {
    func variables(_ settings: [SettingText]) -> [String] { settings.compactMap(\.variable) }
    for environment in configuration.environments {
      let settings =
        [environment.baseURL, environment.token, environment.access.appKey?.value].compactMap(\.self)
        + environment.values.map(\.value) + environment.access.neededSettings
      let missing = check(variables(settings), neededBy: "environment '\(environment.name)'", &findings)
      if !environment.readOnly, !missing.isEmpty { need(missing) }
    }
    for persona in configuration.personas {
      need(check(variables(persona.variables.map(\.value)), neededBy: "persona '\(persona.name)'", &findings))
    }
    for server in configuration.webServers {
      need(check(variables(server.environment.map(\.value)), neededBy: "webServer", &findings))
    }
    for scenario in scenarios {
      need(check(scenario.environmentVariables, neededBy: "scenario \(scenario.file.path)", &findings))
    }
  }

  private mutating func need(_ missing: [String]) {
    if let name = missing.first { firstStep = firstStep ?? "export \(name)=…" }
  }

  /// The variables that are not set, each noted.
  private mutating func check(_ names: [String], neededBy user: String, _ findings: inout FindingList) -> [String] {
    let missing = Set(names).sorted { $0.precedesByBytes($1) }.filter {
      invocation.environment[$0]?.isEmpty != false
    }
    for name in missing {
      note(
        CommandRules.unsetVariable, "\(name), which \(user) needs, is not set", "export \(name)=…", member: name,
        &findings)
    }
    return missing
  }
}
