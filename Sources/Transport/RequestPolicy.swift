/// What an environment allows to be asked.
public struct RequestPolicy: Hashable, Sendable {
  /// A request that hands out credentials: the one exception of a read-only environment.
  public struct CredentialExchange: Hashable, Sendable {
    /// Method, such as `POST`.
    public let method: String
    /// Path as written, without the query.
    public let path: String

    /// Creates an exception.
    public init(method: String, path: String) {
      self.method = method
      self.path = path
    }
  }

  /// The origins that may be asked, redirects included; none allows nothing.
  public var allowedOrigins: [HTTPOrigin]
  /// Those of them that get credentials and the client's headers; nil for all.
  public var audiences: [HTTPOrigin]?
  /// Whether only GET and HEAD are sent, beside the credential exchanges.
  public var readOnly: Bool
  /// The exceptions of a read-only policy.
  public var credentialExchanges: [CredentialExchange]
  /// Whether a peer that is not a loopback address is refused before anything is sent to it.
  public var loopbackOnly: Bool
  /// Header fields that every request gets unless it has them, such as the client's name, version and key.
  public var clientHeaders: [HTTPHeader]
  /// Header fields that, beside `Authorization`, `Cookie`, `Proxy-Authorization` and `X-API-Key`, are for the audiences
  /// alone.
  public var credentialHeaders: [String]
  /// Why nothing but GET and HEAD is sent at all, such as for want of the app's key; nil when writes are sent.
  public var writeObjection: String?

  /// Creates a policy.
  public init(
    allowedOrigins: [HTTPOrigin], readOnly: Bool = false, credentialExchanges: [CredentialExchange] = [],
    loopbackOnly: Bool = false, clientHeaders: [HTTPHeader] = [], credentialHeaders: [String] = []
  ) {
    self.allowedOrigins = allowedOrigins
    self.readOnly = readOnly
    self.credentialExchanges = credentialExchanges
    self.loopbackOnly = loopbackOnly
    self.clientHeaders = clientHeaders
    self.credentialHeaders = credentialHeaders
  }

  /// Why a request is refused; nil when it is allowed.
  public func objection(to request: HTTPRequestSpec) -> TransportError? {
    guard let url = ParsedURL(request.url) else {
      return TransportError(.badURL("not an absolute http or https URL without user information"), for: request.line)
    }
    func refusal(_ why: String) -> TransportError { TransportError(.refusedByPolicy(why), for: request.line) }
    guard allowedOrigins.contains(url.origin) else {
      return refusal(
        "\(url.origin) is not an allowed origin: the environment's base URL, \"origins\" and \"audiences\" name them")
    }
    let isRead = request.method == "GET" || request.method == "HEAD"
    let exchange = CredentialExchange(method: request.method, path: url.path)
    guard !readOnly || isRead || credentialExchanges.contains(exchange) else {
      return refusal("the environment is read-only and \(request.method) is not")
    }
    if !isRead, let writeObjection { return refusal("\(request.method) is not sent: \(writeObjection)") }
    return nil
  }

  /// The request as it is sent to its origin: with the policy's headers and limits, and without credentials that are
  /// somebody else's.
  func applied(to request: HTTPRequestSpec) -> HTTPRequestSpec {
    var request = request
    request.loopbackOnly = request.loopbackOnly || loopbackOnly
    if let audiences, HTTPOrigin(url: request.url).map(audiences.contains) != true {
      for name in RedirectLoop.credentialHeaders + credentialHeaders { request.headers.remove(named: name) }
      return request
    }
    for header in clientHeaders where request.headers.first(named: header.name) == nil {
      request.headers.append(header)
    }
    return request
  }
}
