/// Sends only what a policy allows, no faster than it allows; each redirect is judged anew, as a request of its own.
public struct PolicyTransport: HTTPTransport {
  /// What is allowed.
  public let policy: RequestPolicy
  private let base: any HTTPTransport
  private let rateLimit: RateLimit?

  /// Wraps a transport.
  ///
  /// - Parameter rateLimit: Whose turn each request, redirects included, waits for; nil for none.
  public init(_ base: any HTTPTransport, policy: RequestPolicy, rateLimit: RateLimit? = nil) {
    self.base = base
    self.policy = policy
    self.rateLimit = rateLimit
  }

  /// Sends a request that the policy allows; nothing is sent when it does not.
  public func send(_ request: HTTPRequestSpec) async throws(TransportError) -> HTTPExchange {
    let this = self
    return try await RedirectLoop(credentialHeaders: policy.credentialHeaders).send(request) {
      hop async throws(TransportError) in
      if let objection = this.policy.objection(to: hop) { throw objection }
      try await this.rateLimit?.waitForTurn()
      return try await this.base.send(this.policy.applied(to: hop))
    }
  }
}
