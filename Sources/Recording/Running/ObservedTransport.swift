internal import Diagnostics
public import Transport
internal import Workspace

/// An exchange as it went over the wire: redirects are exchanges of their own, and a session's sign-ins are among them.
public struct ObservedExchange: Sendable {
  /// The request as it was sent, with the headers that policy and session put in.
  public let request: HTTPRequestSpec
  /// The answer; nil where none came.
  public let answer: HTTPExchange?
  /// Why none came.
  public let failure: TransportError?
  /// Seconds since 1970 when the request was sent.
  public let start: Double
  /// Seconds until the answer was whole, or had failed.
  public let duration: Double

  /// Creates an exchange; recorders do, and tests that stand in for one.
  public init(
    request: HTTPRequestSpec, answer: HTTPExchange?, failure: TransportError?, start: Double, duration: Double
  ) {
    self.request = request
    self.answer = answer
    self.failure = failure
    self.start = start
    self.duration = duration
  }
}

/// Tells of each exchange, and changes none.
public struct ObservedTransport: HTTPTransport {
  /// What sends.
  let base: any HTTPTransport
  private let report: @Sendable (RecordingEvent) -> Void

  /// Creates a transport over another.
  ///
  /// - Parameter report: Called with `exchanged` for each answer or failure.
  public init(_ base: any HTTPTransport, report: @escaping @Sendable (RecordingEvent) -> Void) {
    self.base = base
    self.report = report
  }

  /// Sends, and tells.
  public func send(_ request: HTTPRequestSpec) async throws(TransportError) -> HTTPExchange {
    let start = WallClock.system.now()
    let instant = ContinuousClock.now
    func observed(_ answer: HTTPExchange?, _ failure: TransportError?) -> RecordingEvent {
      let elapsed = instant.duration(to: .now).components
      let seconds = Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18
      return .exchanged(
        ObservedExchange(request: request, answer: answer, failure: failure, start: start, duration: seconds))
    }
    do throws(TransportError) {
      let exchange = try await base.send(request)
      report(observed(exchange, nil))
      return exchange
    } catch {
      report(observed(nil, error))
      throw error
    }
  }
}
