internal import Diagnostics
internal import JSONText
internal import Transport

/// Refuses to record against anything that is not proved to be a disposable local server (DESIGN, Recording).
///
/// It fails closed: a status that cannot be had or read is a refusal, not a pass.
struct RecordingGuard {
  /// Database hosts that the environment allows.
  let allowedHosts: [String]
  /// Database names that the environment allows.
  let allowedDatabases: [String]
  /// Path of the server's statement about its database; nil when it makes none.
  let statusPath: String?
  /// Whether Assay started the server itself, on a data folder that it made.
  let isOwnServer: Bool

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

  /// Checks every fact; the first that fails is named.
  ///
  /// - Parameter transport: A transport that connects to loopback addresses only.
  func check(baseURL: String, transport: any HTTPTransport) async throws(RecordingError) {
    guard let statusPath else {
      if isOwnServer { return }
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
    try checkStatement(document.root)
  }

  private func checkStatement(_ root: JSONNode) throws(RecordingError) {
    let path = statusPath ?? ""
    guard let host = root["database"]?["host"]?.string, let name = root["database"]?["name"]?.string else {
      throw .refused(
        fact: "GET \(path) does not state database.host and database.name as strings",
        help: "make the dev server state both: either alone proves nothing")
    }
    guard allowedHosts.contains(host) else {
      throw .refused(
        fact: "the server's database host is '\(host)' (database.host of GET \(path)), allowed: \(list(allowedHosts))",
        help: "point the server at a local database, or add the host to guard.hosts of the environment in assay.json")
    }
    guard allowedDatabases.contains(name) else {
      throw .refused(
        fact:
          "the server's database is called '\(name)' (database.name of GET \(path)), allowed: \(list(allowedDatabases))",
        help:
          "point the server at a disposable database, or add the name to guard.databases of the environment in assay.json"
      )
    }
  }

  private func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : names.map { "'\($0)'" }.joined(separator: ", ")
  }
}
