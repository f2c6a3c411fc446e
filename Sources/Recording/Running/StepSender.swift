internal import JSONText
internal import Scenarios
internal import Transport

/// Sends a step's request, repeatedly where it waits for something (`# @until`).
struct StepSender: Sendable {
  /// Milliseconds between two tries.
  private static let pause = Duration.milliseconds(100)

  let step: ScenarioStep
  let clock: TransportClock

  /// The answer, of a wait the last one; nil when the wait was in vain.
  func send(_ request: HTTPRequestSpec, over transport: any HTTPTransport) async throws(TransportError) -> HTTPExchange?
  {
    guard let until = step.until else { return try await transport.send(request) }
    let deadline = clock.now() + .seconds(until.seconds)
    var request = request
    let timeout = request.timeout ?? .infinity
    while true {
      // A server that hangs does not make the wait longer.
      request.timeout = min(timeout, max(Self.seconds(deadline - clock.now()), 0.1))
      let exchange: HTTPExchange
      do throws(TransportError) {
        exchange = try await transport.send(request)
      } catch {
        if case .timedOut = error.reason, clock.now() >= deadline { return nil }
        throw error
      }
      guard step.expects(exchange.status) else { return exchange }
      if let document = try? JSONDocument(parsing: exchange.body), until.isSatisfied(by: document) { return exchange }
      guard clock.now() < deadline else { return nil }
      try await clock.sleep(min(Self.pause, max(deadline - clock.now(), .milliseconds(1))))
    }
  }

  private static func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }
}
