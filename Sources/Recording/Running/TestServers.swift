internal import Diagnostics
internal import Transport
internal import Workspace

/// The servers of one run: the recorded one, and those that it needs.
struct TestServers: Sendable {
  /// URL that paths are appended to, without a slash at its end.
  let baseURL: String
  /// Texts of this run alone that reach answers, with what stands for them in fixtures; longest first.
  let knownTexts: [(text: String, placeholder: String)]
  /// URLs by the names of scenarios' variables, such as `identityURL`.
  let variables: [String: String]
  /// The recorded server.
  let recorded: ServerUnderTest
  /// All of them, in the order in which they were started.
  let all: [ServerUnderTest]
  /// What they were started with.
  let start: ServerUnderTest.Start
  private let leases: [FreePort]

  /// Starts the servers of an environment, or finds those that run.
  ///
  /// - Throws: When one of them does not become ready, or a port is taken; none is left running then.
  static func start(
    _ plan: Recorder.Plan, run: Int, transport: any HTTPTransport
  ) async throws(RecordingError) -> TestServers {
    let settings = plan.configuration.webServers
    let baseURL = plan.environment.baseURL
    var ports = PortNumbers()
    var leases: [FreePort] = []
    let url: String
    let used: [String]
    do throws(WorkspaceError) {
      let unfilled = try baseURL.value()
      used = PortNumbers.names(in: unfilled)
      for server in settings where used.contains(server.name ?? "") || server.choosesPort {
        let port = try FreePort.choose()
        leases.append(port)
        ports[server.name] = port.number
      }
      url = ports.filling(unfilled)
    } catch {
      throw .workspace(error)
    }
    try RecordingGuard.checkBaseURL(url, setting: baseURL.text, environment: plan.environment.name)
    let start = ServerUnderTest.Start(
      run: run, ports: ports, nonce: nonce(), workingDirectory: plan.workingDirectory, transport: transport)
    // A server of another origin is not the one that this environment is about.
    let main =
      settings.first { used.contains($0.name ?? "") }
      ?? settings.first { HTTPOrigin(url: ports.filling($0.url)) == HTTPOrigin(url: url) }
    var servers: [ServerUnderTest] = []
    do throws(RecordingError) {
      for server in main == nil ? [] : settings { servers.append(try await Self.server(server, start)) }
    } catch {
      for server in servers.reversed() { await server.stop() }
      throw error
    }
    let recorded = servers.first { $0.settings == main } ?? ServerUnderTest(runningAt: url)
    return TestServers(
      url, plan.environment, recorded, servers.isEmpty ? [recorded] : servers, start, leases: leases)
  }

  private init(
    _ url: String, _ environment: Configuration.Environment, _ recorded: ServerUnderTest, _ all: [ServerUnderTest],
    _ start: ServerUnderTest.Start, leases: [FreePort]
  ) {
    baseURL = BaseURL(url).text
    self.recorded = recorded
    self.all = all
    self.start = start
    self.leases = leases
    var texts = Self.authorities(of: baseURL, placeholder: Placeholder.authority)
    var variables: [String: String] = [:]
    for server in all {
      let name = server.settings?.name
      if let folder = server.dataFolder { texts.append((folder, name.map { "/data-\($0)" } ?? "/data")) }
      guard let name, let origin = HTTPOrigin(url: server.url) else { continue }
      variables[name + "URL"] = origin.description
      texts += Self.authorities(of: origin.description, placeholder: "\(name).test")
    }
    self.variables = variables
    knownTexts = texts.sorted { $0.text.utf8.count > $1.text.utf8.count }
  }

  /// Starts one, or takes the one that answers already where the settings allow that.
  private static func server(
    _ settings: Configuration.WebServer, _ start: ServerUnderTest.Start
  ) async throws(RecordingError) -> ServerUnderTest {
    let url = start.ports.filling(settings.url)
    if start.ports[settings.name] == nil, let status = await ServerUnderTest.status(at: url, transport: start.transport)
    {
      guard settings.reuse else {
        throw .refused(
          fact: "a program answers at \(url) already, and Assay did not start it",
          help: "end it, write {port} in webServer's command and url so that each run has a port of its own, "
            + "or set webServer.reuse")
      }
      guard status == 200 else {
        throw .serverNotStarted(reason: "what runs at \(url) answered \(status), not 200", output: "")
      }
      return ServerUnderTest(runningAt: url, settings: settings)
    }
    return try await .start(settings, start)
  }

  /// Brings every server to a clean state, where its settings know how.
  func reset(over transport: any HTTPTransport) async throws(RecordingError) {
    for server in all { try await server.reset(start, over: transport) }
  }

  /// Stops those that were started, the last one first.
  func stop() async {
    for server in all.reversed() { await server.stop() }
    withExtendedLifetime(leases) {}
  }

  private static func authorities(of url: String, placeholder: String) -> [(text: String, placeholder: String)] {
    guard let start = url.firstRange(of: "://") else { return [] }
    let authority = url[start.upperBound...].prefix { $0 != "/" }
    var texts = [(String(authority), placeholder)]
    if let port = authority.split(separator: ":").last { texts.append(("localhost:\(port)", placeholder)) }
    return texts
  }

  /// A text that no other server can know.
  private static func nonce() -> String {
    (0..<2).map { _ in
      let digits = String(UInt64.random(in: 0 ... .max), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}

extension Configuration.WebServer {
  /// Whether its port is chosen anew for each run.
  fileprivate var choosesPort: Bool { PortNumbers.names(in: url + command).contains(name ?? "") }
}
