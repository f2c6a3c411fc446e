public import Transport

/// Signs personas in at the environment that is compared; how is the caller's business.
public protocol PersonaAuthorizer: Sendable {
  /// The transport that sends with a persona's credentials; nil when the environment has none for it.
  ///
  /// Asked once for each persona of a run.
  /// - Throws: ``TransportError`` when the sign-in failed.
  func transport(as persona: String) async throws(TransportError) -> (any HTTPTransport)?
}

/// No persona has credentials: only public routes are asked.
public struct Anonymous: PersonaAuthorizer {
  /// Creates an authorizer.
  public init() {}
  /// Nothing.
  public func transport(as persona: String) async throws(TransportError) -> (any HTTPTransport)? { nil }
}
