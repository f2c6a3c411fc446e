internal import Diagnostics
internal import Transport
internal import Workspace

/// One server of one run: started by Assay, or found running.
struct ServerUnderTest: Sendable {
  /// Its settings; nil for a server that the configuration only has a base URL of.
  let settings: Configuration.WebServer?
  /// A URL of it.
  let url: String
  /// Who listens at its port; nil for a server that Assay did not start.
  let owner: PortOwner?
  /// The folder that its command was given for its data.
  let dataFolder: String?
  private let process: ChildProcess?

  /// What the names of data folders start with.
  static let folderPrefix = "assay-data-"

  /// A server that runs already.
  init(runningAt url: String, settings: Configuration.WebServer? = nil) {
    self.init(settings: settings, url: url, owner: nil, dataFolder: nil, process: nil)
  }

  private init(
    settings: Configuration.WebServer?, url: String, owner: PortOwner?, dataFolder: String?, process: ChildProcess?
  ) {
    self.settings = settings
    self.url = url
    self.owner = owner
    self.dataFolder = dataFolder
    self.process = process
  }

  /// Whether Assay started it on a data folder that it made.
  var isOwn: Bool { process != nil && settings?.command.contains("{dataFolder}") == true }
  /// Whether every run meets the state that the one before left.
  var sharesState: Bool { process == nil && settings?.reset == nil }

  /// Whether Assay started it.
  var isStarted: Bool { process != nil }

  /// Its exit status once it has ended.
  var status: Int32? { process?.exitStatus }

  /// The last lines that it printed, masked; empty for a server that Assay did not start.
  var output: String {
    (process?.capturedOutput ?? "").split(separator: "\n").suffix(Self.shownLines).joined(separator: "\n")
  }
  /// Lines of an output that are shown.
  private static let shownLines = 20

  /// What a server is started with.
  struct Start: Sendable {
    /// Number of the run from 0; every run but the first is perturbed.
    let run: Int
    /// The ports of all servers of the run.
    let ports: PortNumbers
    /// The text by which a server tells that it is the one that was started.
    let nonce: String
    /// Folder in which the command runs.
    let workingDirectory: String
    /// Asks the readiness URL.
    let transport: any HTTPTransport
  }

  /// Starts a server on a fresh folder, and waits until it answers.
  ///
  /// - Throws: `serverNotStarted` with the end of its output; nothing of it is left then.
  static func start(
    _ settings: Configuration.WebServer, _ start: Start
  ) async throws(RecordingError) -> ServerUnderTest {
    var folder = ""
    let process: ChildProcess
    do {
      folder = try TemporaryFolders.make(prefix: folderPrefix)
      process = try ChildProcess.start(
        shell: command(settings, start, folder: folder), workingDirectory: start.workingDirectory,
        environment: try environment(settings, start))
    } catch {
      if !folder.isEmpty { TemporaryFolders.remove(folder) }
      throw .workspace(error)
    }
    let url = start.ports.filling(settings.url)
    do throws(RecordingError) {
      try await waitUntilReady(process, settings, url: url, start.transport)
    } catch {
      await process.terminate()
      TemporaryFolders.remove(folder)
      throw error
    }
    let port = HTTPOrigin(url: url).flatMap { UInt16(exactly: $0.port) } ?? 0
    return ServerUnderTest(
      settings: settings, url: url, owner: await PortOwner.of(port: port, startedBy: process.processID),
      dataFolder: folder, process: process)
  }

  /// The status with which a program answers at a URL; nil where none does.
  static func status(at url: String, transport: any HTTPTransport) async -> Int? {
    let exchange = try? await transport.send(
      HTTPRequestSpec(url: url, timeout: 2, followRedirects: false, loopbackOnly: true))
    return exchange?.status
  }

  /// Stops a server that was started, and removes its data.
  func stop() async {
    await process?.terminate()
    if let dataFolder { TemporaryFolders.remove(dataFolder) }
  }

  /// Brings the server to the clean state that its settings know a way to.
  func reset(_ start: Start, over transport: any HTTPTransport) async throws(RecordingError) {
    guard let settings, let reset = settings.reset else { return }
    switch reset {
    case .request(let method, let path):
      let origin = HTTPOrigin(url: url)?.description ?? url
      let request = HTTPRequestSpec(
        method: method, url: origin + path, timeout: settings.timeout, followRedirects: false, loopbackOnly: true)
      let exchange: HTTPExchange
      do throws(TransportError) {
        exchange = try await transport.send(request)
      } catch {
        throw .transport(error, step: "reset: \(method) \(path)")
      }
      guard (200..<300).contains(exchange.status) else {
        throw .resetFailed(reason: "\(method) \(path) answered \(exchange.status)", output: "")
      }
    case .command(let text):
      let result: ChildProcess.Result
      do throws(WorkspaceError) {
        result = try await ChildProcess.run(
          ["/bin/sh", "-c", start.ports.filling(text)], workingDirectory: start.workingDirectory,
          environment: try Self.environment(settings, start), timeout: settings.timeout)
      } catch {
        throw .workspace(error)
      }
      guard result.status == 0 else {
        throw .resetFailed(
          reason: "'\(text)' \(ServerEnd.text(result.status))", output: Self.end(of: result.output + result.error))
      }
    }
  }

  /// The last lines of an output, masked.
  private static func end(of output: [UInt8]) -> String {
    let text = String(decoding: output, as: UTF8.self)
    SecretRegistry.shared.register(secretsIn: text, of: "the server's output")
    return SecretRegistry.shared.mask(text).split(separator: "\n").suffix(shownLines).joined(separator: "\n")
  }

  private static func command(_ settings: Configuration.WebServer, _ start: Start, folder: String) -> String {
    let isPerturbed = start.run > 0 && !settings.perturb.isEmpty
    let command = isPerturbed ? settings.command + " " + settings.perturb : settings.command
    return start.ports.filling(command).replacing("{dataFolder}", with: folder.quotedForShell)
  }

  /// The environment of this process with the executables beside `assay` found first, and another time zone in each run.
  private static func environment(
    _ settings: Configuration.WebServer, _ start: Start
  ) throws(WorkspaceError) -> [String: String] {
    var variables = EnvironmentVariables.current
    if let executable = FileSystem.ownExecutable {
      variables["PATH"] = FileSystem.parent(of: executable) + ":" + (variables["PATH"] ?? "/usr/bin:/bin")
    }
    variables["TZ"] = start.run % 2 == 0 ? "UTC" : "Asia/Tokyo"
    variables["ASSAY_NONCE"] = start.nonce
    for (name, setting) in settings.environment.sorted(by: { $0.key.precedesByBytes($1.key) }) {
      let value = try setting.value(ports: start.ports)
      // Its output may show them: what is called a secret, and URLs that carry a password.
      if SecretNames.isSecret(name) || value.contains("://") && value.contains("@") {
        SecretRegistry.shared.register(value, name: "webServer's \(name)")
      }
      variables[name] = value
    }
    return variables
  }

  private static func waitUntilReady(
    _ process: ChildProcess, _ settings: Configuration.WebServer, url: String, _ transport: any HTTPTransport
  ) async throws(RecordingError) {
    let deadline = ContinuousClock.now + .seconds(settings.timeout)
    var last: Int?
    while ContinuousClock.now < deadline {
      if let status = process.exitStatus {
        throw .serverNotStarted(
          reason: "\(settings.title) \(ServerEnd.text(status))", output: process.capturedOutput)
      }
      last = await status(at: url, transport: transport)
      if last == 200 { return }
      do {
        try await Task.sleep(for: .milliseconds(20))
      } catch {
        throw .serverNotStarted(reason: "the recording was cancelled", output: "")
      }
    }
    let answer = last.map { "answered \($0), not 200," } ?? "did not answer"
    throw .serverNotStarted(
      reason: "\(settings.title) \(answer) at \(url) within \(settings.timeout.inSeconds)",
      output: process.capturedOutput)
  }
}
