public import Transport

/// Signs personas in at the environment that is compared; how is the caller's business.
public protocol PersonaAuthorizer: Sendable {
  /// The transport that sends with a persona's credentials; nil when the environment has none for it.
  ///
  /// Asked once for each persona of a run.
  /// - Throws: ``TransportError`` when the sign-in failed.
  func transport(as persona: String) async throws(TransportError) -> (any HTTPTransport)?
}

/// Sends one fixed header as every persona, such as a static token of the environment.
public struct FixedAuthorization: PersonaAuthorizer {
  private let base: any HTTPTransport
  private let value: String

  /// Creates an authorizer.
  ///
  /// - Parameters:
  ///   - value: The whole value of `Authorization`, such as `Bearer …`.
  ///   - transport: What requests are sent over.
  public init(_ value: String, over transport: any HTTPTransport) {
    self.value = value
    base = transport
  }

  /// The transport that adds the header.
  public func transport(as persona: String) async throws(TransportError) -> (any HTTPTransport)? {
    AuthorizedTransport(base: base, value: value)
  }

  private struct AuthorizedTransport: HTTPTransport {
    let base: any HTTPTransport
    let value: String
    func send(_ request: HTTPRequestSpec) async throws(TransportError) -> HTTPExchange {
      var request = request
      request.headers.set("Authorization", to: value)
      return try await base.send(request)
    }
  }
}

/// No persona has credentials: only public routes are asked.
public struct Anonymous: PersonaAuthorizer {
  /// Creates an authorizer.
  public init() {}
  /// Nothing.
  public func transport(as persona: String) async throws(TransportError) -> (any HTTPTransport)? { nil }
}
