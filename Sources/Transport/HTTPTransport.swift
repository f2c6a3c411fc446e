/// Sends requests; the answer to a redirect may be another request.
public protocol HTTPTransport: Sendable {
  /// Sends a request and waits for the whole answer, whatever its status.
  ///
  /// - Throws: ``TransportError`` when there is no whole answer, or when a policy refuses to ask.
  func send(_ request: HTTPRequestSpec) async throws(TransportError) -> HTTPExchange
}
