import Synchronization
import Transport

/// Answers by path and query, and remembers what was asked.
final class StubTransport: HTTPTransport {
  enum Reply: Sendable {
    case json(String)
    case status(Int, String = "{}")
    case html(Int)
    case failure(TransportError.Reason)
  }

  private let replies: [String: Reply]
  private let fallback: Reply
  private let log = Mutex<[String]>([])

  init(_ replies: [String: Reply], otherwise fallback: Reply = .status(404)) {
    self.replies = replies
    self.fallback = fallback
  }

  /// `GET /path?query [authorization]` for each request, in order.
  var requests: [String] { log.withLock { $0 } }

  func send(_ request: HTTPRequestSpec) async throws(TransportError) -> HTTPExchange {
    let path = String(request.url.dropFirst("http://api.test".count))
    let credentials = request.headers.first(named: "Authorization").map { " \($0)" } ?? ""
    log.withLock { $0.append("\(request.method) \(path)\(credentials)") }
    let json = [HTTPHeader("Content-Type", "application/json")]
    switch replies[path] ?? fallback {
    case .json(let text): return HTTPExchange(request: request, status: 200, headers: json, body: Array(text.utf8))
    case .status(let status, let text):
      return HTTPExchange(request: request, status: status, headers: json, body: Array(text.utf8))
    case .html(let status):
      return HTTPExchange(
        request: request, status: status, headers: [HTTPHeader("Content-Type", "text/html; charset=utf-8")],
        body: Array("<!DOCTYPE html><html><body>Ada 731205".utf8))
    case .failure(let reason): throw TransportError(reason, for: request.line)
    }
  }
}
