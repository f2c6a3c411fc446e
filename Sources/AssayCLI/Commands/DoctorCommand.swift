import ContractModel
import Diagnostics
import Transport
import Verification
import Workspace

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// `assay doctor`: what stands, what is missing, and the command to type next.
enum DoctorCommand {
  static let spec = CommandSpec(
    name: "doctor", summary: "check machine, configuration, contract, fixtures and server",
    discussion: "With --env it asks that environment's server for an answer; without, it uses no network.",
    examples: ["assay doctor", "assay doctor --env local"],
    run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws(CommandFailure) -> Outcome {
    var outcome = Outcome()
    checkTools(invocation, into: &outcome)
    let project = try Project.load(invocation)
    outcome.facts.append("configuration \(project.configuration?.path ?? "none")")
    let contract = try await ContractLoading.load(project, invocation, findings: &outcome.findings)
    outcome.facts.append("\(counted(contract.types.count, "type")) and \(counted(contract.routes.count, "route"))")
    checkVariables(project, invocation, into: &outcome)
    outcome.nextStep = try nextStep(project, contract, outcome)
    if let name = invocation.options.environment {
      try await checkServer(name, project, invocation, into: &outcome)
    }
    return outcome
  }

  private static func checkTools(_ invocation: Invocation, into outcome: inout Outcome) {
    for name in ["assay-serve", "assay-yaml"] {
      do throws(CommandFailure) {
        _ = try SiblingExecutable.path(name)
      } catch {
        for finding in error.findings {
          outcome.findings.report(
            Finding(CommandRules.missingTool, .note, finding.message, help: finding.help, member: name))
        }
      }
    }
    if !isOnPath("git", invocation.environment) {
      outcome.findings.report(
        Finding(
          CommandRules.missingTool, .note, "git is not on PATH", help: "install it to review `git diff fixtures/`",
          member: "git"))
    }
  }

  /// Whether a program is in a folder of `PATH`.
  static func isOnPath(_ name: String, _ environment: [String: String]) -> Bool {
    (environment["PATH"] ?? "").split(separator: ":").contains { access($0 + "/" + name, X_OK) == 0 }
  }

  private static func checkVariables(_ project: Project, _ invocation: Invocation, into outcome: inout Outcome) {
    for environment in project.configuration?.environments ?? [] {
      for setting in [environment.baseURL, environment.token].compactMap(\.self) {
        guard let variable = setting.variable, invocation.environment[variable]?.isEmpty != false else { continue }
        outcome.findings.report(
          Finding(
            CommandRules.unsetVariable, .note, "\(variable), which environment '\(environment.name)' needs, is not set",
            help: "export \(variable)=…", at: Place(file: project.configuration?.path), member: variable))
      }
    }
  }

  private static func nextStep(
    _ project: Project, _ contract: Contract, _ outcome: Outcome
  ) throws(CommandFailure) -> String? {
    if outcome.findings.hasErrors { return "mend the contract, then: assay doctor" }
    var ignored = FindingList()
    if let swift = project.swift,
      let output = try GeneratedOutput(contract, of: project, output: swift, findings: &ignored),
      !output.changes.isEmpty
    {
      return "assay generate"
    }
    let manifest = project.fixtures + "/" + FixtureManifest.fileName
    return FileSystem.exists(manifest) ? "assay gate" : "assay record"
  }

  private static func checkServer(
    _ name: String, _ project: Project, _ invocation: Invocation, into outcome: inout Outcome
  ) async throws(CommandFailure) {
    guard let configuration = project.configuration else { return }
    let url: String
    let statusPath: String
    do throws(WorkspaceError) {
      let environment = try configuration.environment(named: name)
      url = try environment.baseURL.value(environment: invocation.environment)
      statusPath = environment.guardSettings?.statusPath ?? "/"
    } catch {
      throw .cannotStart(error.finding)
    }
    // Assay starts this one itself, on a port that is not chosen yet.
    if url.contains("{port}") {
      outcome.facts.append("assay starts the server of '\(name)' itself")
      return
    }
    do throws(TransportError) {
      let exchange = try await CurlTransport().send(
        HTTPRequestSpec(method: "GET", url: url + statusPath, timeout: 10, followRedirects: false))
      outcome.facts.append("the server of '\(name)' answers \(exchange.status)")
    } catch {
      outcome.obstacles.append(
        Finding(
          CommandRules.serverDown, .error, "the server of '\(name)' does not answer: \(error.finding.message)",
          help: "start it, or correct its baseURL", at: Place(file: configuration.path), member: name))
      outcome.exitCode = .couldNotCheck
    }
  }
}
