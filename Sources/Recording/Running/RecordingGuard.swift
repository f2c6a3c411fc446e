internal import Diagnostics
internal import JSONText
internal import Transport
internal import Workspace

/// Refuses to record against anything that is not proved to be a disposable local server (DESIGN, Recording).
///
/// It fails closed: a status that cannot be had or read is a refusal, not a pass. Each refusal names the one fact that
/// failed, where it is set, and the way to mend it.
struct RecordingGuard {
  /// What the environment allows; nil where it says nothing.
  let settings: Configuration.GuardSettings?
  /// The server.
  let server: ServerUnderTest
  /// What a server that Assay started was given to tell itself by.
  let nonce: String

  /// Refuses a base URL that does not name this machine, before anything is sent.
  ///
  /// - Parameters:
  ///   - setting: How the configuration writes it; shown, unless it holds a user name, which is no place for one.
  ///   - environment: Name of the environment that it belongs to.
  static func checkBaseURL(_ url: String, setting: String, environment: String) throws(RecordingError) {
    guard let origin = HTTPOrigin(url: url), origin.isLoopbackLiteral else {
      let shown = setting.contains("@") ? "with a user name in it" : setting
      throw .refused(
        fact: "the base URL \(shown) is not on this machine",
        help: "set environments.\(environment).baseURL in assay.json to http://127.0.0.1:<port>: "
          + "recording writes to the server")
    }
  }

  /// Refuses a server that Assay started, when another program answers in its place.
  ///
  /// - Parameter isOnlyProof: Whether nothing else proves the server, so that an unknown owner is none.
  static func checkOwner(of server: ServerUnderTest, isOnlyProof: Bool) throws(RecordingError) {
    switch server.owner {
    case .own, nil: break
    case .foreign(let processID, let name):
      throw .refused(
        fact:
          "process \(processID) ('\(name)') listens at \(server.url), and is none that webServer's command started and "
          + "that ends with it",
        help: "end it, or write {port} in webServer's command and url so that each run has a port of its own; a server "
          + "that detaches itself has to stay in the foreground")
    case .unknown(let reason):
      guard isOnlyProof else { break }
      throw .refused(
        fact: "it is not proved that what answers at \(server.url) is what webServer's command started: \(reason)",
        help: "let the server state its database, and the value of ASSAY_NONCE as \"nonce\", at guard.statusPath")
    }
  }

  /// Checks every fact; the first that fails is named.
  ///
  /// - Parameter transport: A transport that connects to loopback addresses only.
  func check(baseURL: String, transport: any HTTPTransport) async throws(RecordingError) {
    try Self.checkOwner(of: server, isOnlyProof: settings?.statusPath == nil)
    guard let statusPath = settings?.statusPath else {
      if server.isOwn { return }
      throw .refused(
        fact: "Assay did not start the server, and no guard.statusPath says where the server states its database",
        help: "let assay.json start it (webServer.command with {dataFolder}), or set guard.statusPath")
    }
    let exchange: HTTPExchange
    do {
      exchange = try await transport.send(
        HTTPRequestSpec(url: baseURL + statusPath, followRedirects: false, loopbackOnly: true))
    } catch {
      throw .transport(error, step: "guard: GET \(statusPath)")
    }
    guard exchange.status == 200, let document = try? JSONDocument(parsing: exchange.body) else {
      throw .refused(
        fact: "GET \(statusPath) answered \(exchange.status) without a readable statement about the database",
        help: "make the dev server state {\"database\": {\"host\": …, \"name\": …}} there")
    }
    try checkNonce(document.root, statusPath)
    try checkStatement(document.root, statusPath)
  }

  /// A server that was given a nonce and states another one is not the server that was given it.
  private func checkNonce(_ root: JSONNode, _ path: String) throws(RecordingError) {
    guard server.owner != nil, let stated = root["nonce"] else { return }
    guard stated.string == nonce else {
      throw .refused(
        fact: "the nonce that GET \(path) states is not the ASSAY_NONCE that the server was started with",
        help: "look which server answers there: state the environment variable ASSAY_NONCE of the server's own process")
    }
  }

  private func checkStatement(_ root: JSONNode, _ path: String) throws(RecordingError) {
    guard let host = root["database"]?["host"]?.string, let name = root["database"]?["name"]?.string else {
      throw .refused(
        fact: "GET \(path) does not state database.host and database.name as strings",
        help: "make the dev server state both: either alone proves nothing")
    }
    let hosts = settings?.hosts ?? []
    guard hosts.contains(host) else {
      throw .refused(
        fact: "the server's database host is '\(host)' (database.host of GET \(path)), allowed: \(list(hosts))",
        help: "point the server at a local database, or add the host to guard.hosts of the environment in assay.json")
    }
    let databases = settings?.databases ?? []
    guard databases.contains(name) else {
      throw .refused(
        fact: "the server's database is called '\(name)' (database.name of GET \(path)), allowed: \(list(databases))",
        help: "point the server at a disposable database, or add the name to guard.databases of the environment in "
          + "assay.json")
    }
    try checkMarker(root["database"]?["marker"], path)
  }

  /// Host and name are the server's own configuration, which a tunnel can make a lie of; a row is the database's.
  private func checkMarker(_ marker: JSONNode?, _ path: String) throws(RecordingError) {
    guard let markers = settings?.markers, !markers.isEmpty else { return }
    guard let text = marker?.string else {
      throw .refused(
        fact: "GET \(path) does not state database.marker, and guard.markers asks for one of \(list(markers))",
        help: "read it from a row that only disposable databases have, and state it there")
    }
    guard markers.contains(text) else {
      throw .refused(
        fact: "the database's marker is '\(text)' (database.marker of GET \(path)), allowed: \(list(markers))",
        help: "point the server at a database that was seeded as disposable; guard.markers in assay.json lists markers")
    }
  }

  private func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : names.map { "'\($0)'" }.joined(separator: ", ")
  }
}
