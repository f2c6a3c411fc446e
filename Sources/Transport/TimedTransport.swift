/// Gives each exchange, redirects and refreshes of it included, the time that an environment allows.
public struct TimedTransport: HTTPTransport {
  /// Seconds for one exchange.
  public let seconds: Double
  private let base: any HTTPTransport

  /// Wraps a transport.
  public init(_ base: any HTTPTransport, seconds: Double) {
    self.base = base
    self.seconds = seconds
  }

  /// Sends a request with this time limit, unless its own is shorter.
  public func send(_ request: HTTPRequestSpec) async throws(TransportError) -> HTTPExchange {
    var request = request
    request.timeout = min(request.timeout ?? seconds, seconds)
    return try await base.send(request)
  }
}
