/// Sends only what a policy allows; each redirect is judged anew, as a request of its own.
public struct PolicyTransport: HTTPTransport {
  /// What is allowed.
  public let policy: RequestPolicy
  private let base: any HTTPTransport

  /// Wraps a transport.
  public init(_ base: any HTTPTransport, policy: RequestPolicy) {
    self.base = base
    self.policy = policy
  }

  /// Sends a request that the policy allows; nothing is sent when it does not.
  public func send(_ request: HTTPRequestSpec) async throws(TransportError) -> HTTPExchange {
    let policy = policy
    let base = base
    return try await RedirectLoop(credentialHeaders: policy.credentialHeaders).send(policy.applied(to: request)) {
      request async throws(TransportError) in
      if let objection = policy.objection(to: request) { throw objection }
      return try await base.send(request)
    }
  }
}
