internal import Diagnostics
internal import Transport
internal import Workspace

/// The dev server of one run: started on a data folder that Assay made, or found running.
struct ServerUnderTest: Sendable {
  /// URL that paths are appended to.
  let baseURL: String
  /// Texts of this run alone that reach answers, with what stands for them in fixtures; longest first.
  let knownTexts: [(text: String, placeholder: String)]
  /// Whether Assay started it on a data folder that it made.
  let isOwn: Bool
  private let process: ChildProcess?
  private let port: FreePort?
  private let dataFolder: String?

  /// A server that runs already.
  init(runningAt baseURL: String) {
    self.init(baseURL: baseURL, isOwn: false, process: nil, port: nil, dataFolder: nil)
  }

  private init(baseURL: String, isOwn: Bool, process: ChildProcess?, port: FreePort?, dataFolder: String?) {
    // Paths start with a slash of their own.
    let baseURL = String(baseURL.reversed().drop { $0 == "/" }.reversed())
    self.baseURL = baseURL
    self.isOwn = isOwn
    self.process = process
    self.port = port
    self.dataFolder = dataFolder
    var texts: [(text: String, placeholder: String)] = []
    if let authority = baseURL.firstRange(of: "://").map({ baseURL[$0.upperBound...].prefix { $0 != "/" } }) {
      texts.append((String(authority), Placeholder.authority))
      if let port = authority.split(separator: ":").last { texts.append(("localhost:\(port)", Placeholder.authority)) }
    }
    if let dataFolder { texts.append((dataFolder, "/data")) }
    knownTexts = texts.sorted { $0.text.utf8.count > $1.text.utf8.count }
  }

  /// Starts the server on a fresh folder and a free port, and waits until it answers.
  ///
  /// - Parameters:
  ///   - run: Number of the run from 0; every run but the first is perturbed.
  ///   - transport: Asks the readiness URL.
  static func start(
    _ settings: Configuration.WebServer, baseURL: SettingText, run: Int, workingDirectory: String,
    transport: any HTTPTransport
  ) async throws(RecordingError) -> ServerUnderTest {
    var folder = ""
    let port: FreePort
    let process: ChildProcess
    let url: String
    do {
      folder = try TemporaryFolders.make(prefix: "assay-data-")
      port = try FreePort.choose()
      url = try baseURL.value(port: port.number)
      process = try ChildProcess.start(
        shell: command(settings, run: run, port: port.number, folder: folder), workingDirectory: workingDirectory,
        environment: try environment(settings, run: run, port: port.number))
    } catch {
      if !folder.isEmpty { TemporaryFolders.remove(folder) }
      throw .workspace(error)
    }
    let server = ServerUnderTest(
      baseURL: url, isOwn: settings.command.contains("{dataFolder}"), process: process, port: port, dataFolder: folder)
    do {
      try await server.waitUntilReady(
        settings.url.replacing("{port}", with: String(port.number)), timeout: settings.timeout, transport: transport)
    } catch {
      await server.stop()
      throw error
    }
    return server
  }

  /// Whether a server answers at the readiness URL already.
  static func isRunning(_ url: String, transport: any HTTPTransport) async -> Bool {
    let exchange = try? await transport.send(
      HTTPRequestSpec(url: url, timeout: 2, followRedirects: false, loopbackOnly: true))
    return exchange?.status == 200
  }

  /// Stops a server that was started, and removes its data.
  func stop() async {
    await process?.terminate()
    if let dataFolder { TemporaryFolders.remove(dataFolder) }
  }

  /// The end of what the server printed, masked.
  var output: String { process?.capturedOutput ?? "" }

  private static func command(_ settings: Configuration.WebServer, run: Int, port: UInt16, folder: String) -> String {
    let command = run == 0 || settings.perturb.isEmpty ? settings.command : settings.command + " " + settings.perturb
    let isPlain = folder.utf8.allSatisfy { "/_.-".utf8.contains($0) || $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 }
    let quoted = isPlain ? folder : "'" + folder.replacing("'", with: "'\\''") + "'"
    return command.replacing("{port}", with: String(port)).replacing("{dataFolder}", with: quoted)
  }

  /// The environment of this process with the executables beside `assay` found first, and another time zone in each run.
  private static func environment(
    _ settings: Configuration.WebServer, run: Int, port: UInt16
  ) throws(WorkspaceError) -> [String: String] {
    var variables = EnvironmentVariables.current
    if let executable = FileSystem.ownExecutable {
      variables["PATH"] = FileSystem.parent(of: executable) + ":" + (variables["PATH"] ?? "/usr/bin:/bin")
    }
    variables["TZ"] = run % 2 == 0 ? "UTC" : "Asia/Tokyo"
    for (name, setting) in settings.environment.sorted(by: { $0.key.precedesByBytes($1.key) }) {
      let value = try setting.value(port: port)
      // Its output may show them: what is called a secret, and URLs that carry a password.
      if SecretNames.isSecret(name) || value.contains("://") && value.contains("@") {
        SecretRegistry.shared.register(value, name: "webServer's \(name)")
      }
      variables[name] = value
    }
    return variables
  }

  private func waitUntilReady(
    _ url: String, timeout: Double, transport: any HTTPTransport
  ) async throws(RecordingError) {
    let deadline = ContinuousClock.now + .seconds(timeout)
    while ContinuousClock.now < deadline {
      if let status = process?.exitStatus {
        throw .serverNotStarted(reason: "it ended with status \(status)", output: output)
      }
      if await Self.isRunning(url, transport: transport) { return }
      do {
        try await Task.sleep(for: .milliseconds(20))
      } catch {
        throw .serverNotStarted(reason: "the recording was cancelled", output: "")
      }
    }
    throw .serverNotStarted(reason: "\(url) did not answer 200 within \(Int(timeout)) seconds", output: output)
  }
}
