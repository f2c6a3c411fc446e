internal import Diagnostics

/// A credential that each request carries by itself; no sign-in comes before.
public enum RequestCredential: Sendable {
  /// A header field, such as an API key or a bearer token that does not expire.
  case header(HTTPHeader)
  /// A signature of the request.
  case signature(RequestSigner)

  /// A header whose value is a secret.
  ///
  /// - Parameter owner: Whose it is, for the name of the secret.
  public static func secretHeader(_ name: String, _ value: String, owner: String) -> RequestCredential {
    SecretRegistry.shared.register(value, name: "\(owner)'s \(name)")
    return .header(HTTPHeader(name, value))
  }

  /// A static bearer token (RFC 6750).
  public static func bearer(_ token: String, owner: String) -> RequestCredential {
    SecretRegistry.shared.register(token, name: "\(owner)'s token")
    return .header(HTTPHeader("Authorization", "Bearer \(token)"))
  }

  /// User name and password (RFC 7617).
  public static func basic(user: String, password: String, owner: String) -> RequestCredential {
    let code = Base64.encode(Array("\(user):\(password)".utf8))
    SecretRegistry.shared.register(password, name: "\(owner)'s password")
    SecretRegistry.shared.register(code, name: "\(owner)'s password")
    return .header(HTTPHeader("Authorization", "Basic \(code)"))
  }

  var headerName: String {
    switch self {
    case .header(let header): header.name
    case .signature(let signer): signer.rules.header
    }
  }
}

/// Gives each request, and each redirect of it, a credential; other origins than the audiences get none.
public struct CredentialTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let credential: RequestCredential
  private let audiences: [HTTPOrigin]

  /// Wraps a transport.
  ///
  /// - Parameter audiences: The origins that get the credential.
  public init(_ base: any HTTPTransport, credential: RequestCredential, audiences: [HTTPOrigin]) {
    self.base = base
    self.credential = credential
    self.audiences = audiences
  }

  /// Sends a request; one that brings the header itself, such as to show what a wrong key is answered, keeps it.
  public func send(_ request: HTTPRequestSpec) async throws(TransportError) -> HTTPExchange {
    guard request.headers.first(named: credential.headerName) == nil else { return try await base.send(request) }
    let this = self
    return try await RedirectLoop().send(request) { hop async throws(TransportError) in
      guard let origin = HTTPOrigin(url: hop.url), this.audiences.contains(origin) else {
        return try await this.base.send(hop)
      }
      switch this.credential {
      case .header(let header):
        var hop = hop
        hop.headers.set(header.name, to: header.value)
        return try await this.base.send(hop)
      case .signature(let signer):
        let exchange = try await this.base.send(try signer.signed(hop))
        // Signed before the server's time was known: once more with it.
        guard signer.learn(from: exchange), exchange.status == 401 else { return exchange }
        return try await this.base.send(try signer.signed(hop))
      }
    }
  }
}
