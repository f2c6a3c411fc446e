/// Sends the cookies of a jar with each request and keeps those of each answer, redirects included.
public struct CookieTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let jar: CookieJar
  private let audiences: [HTTPOrigin]

  /// Wraps a transport.
  ///
  /// - Parameter audiences: The origins that may set cookies and get them.
  public init(_ base: any HTTPTransport, jar: CookieJar, audiences: [HTTPOrigin]) {
    self.base = base
    self.jar = jar
    self.audiences = audiences
  }

  /// Sends a request; one that has a `Cookie` of its own keeps it.
  public func send(_ request: HTTPRequestSpec) async throws(TransportError) -> HTTPExchange {
    guard request.usesCookies else { return try await base.send(request) }
    let base = base
    let jar = jar
    let audiences = audiences
    return try await RedirectLoop().send(request) { hop async throws(TransportError) in
      guard let origin = HTTPOrigin(url: hop.url), audiences.contains(origin) else { return try await base.send(hop) }
      var hop = hop
      if hop.headers.first(named: "Cookie") == nil, let cookies = jar.header(for: hop.url) {
        hop.headers.append(HTTPHeader("Cookie", cookies))
      }
      let exchange = try await base.send(hop)
      jar.store(exchange)
      return exchange
    }
  }
}
