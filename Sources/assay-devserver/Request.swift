/// A request as handlers see it.
struct Request {
  /// The headers that the server looks at.
  static let headerNames = [
    "Authorization", "Content-Type", "Cookie", "Host", "If-Match", "If-None-Match", "X-API-Key", "X-App-Key",
    "X-App-Version", "X-CSRF-Token", "X-Timestamp",
  ]

  let method: String
  /// The path, decoded.
  let path: String
  /// Path and query as they were sent.
  let target: String
  let query: [String: String]
  /// Values by the names of ``headerNames``.
  let headers: [String: String]
  let body: [UInt8]
  /// The port that the server listens on.
  let port: UInt16
  /// Values of the path's parameters, decoded.
  var parameters: [String: String] = [:]
  /// The sessions that end together with the one which the request was signed in by.
  var family: String?
  /// Milliseconds since 1970 on the server's clock: one moment for everything that the request writes.
  let now: Int

  var isWrite: Bool { method != "GET" && method != "HEAD" }

  /// Host and port as the client wrote them, where they can stand in a URL.
  var host: String {
    guard let host = headers["Host"], !host.isEmpty, host.utf8.count <= 255,
      host.utf8.allSatisfy({ $0.isLetter || $0.isDigit || Array(".:-[]".utf8).contains($0) })
    else { return "127.0.0.1:\(port)" }
    return host
  }

  /// The value of a cookie, the first of that name.
  func cookie(_ name: String) -> String? {
    for pair in headers["Cookie"]?.split(separator: ";") ?? [] {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2, parts[0].drop(while: { $0 == " " }) == name { return String(parts[1]) }
    }
    return nil
  }

  /// Whether a header such as `If-None-Match` names an entity tag, weak or strong, or any by `*`.
  func names(_ tag: String, in header: String) -> Bool {
    guard let value = headers[header] else { return false }
    func bare(_ text: Substring) -> Substring { text.hasPrefix("W/") ? text.dropFirst(2) : text }
    return value.split(separator: ",").contains { part in
      var part = part
      while part.first == " " { part.removeFirst() }
      while part.last == " " { part.removeLast() }
      return part == "*" || bare(part) == bare(tag[...])
    }
  }
}
