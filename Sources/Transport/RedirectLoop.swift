/// Follows redirects by hand, so that each hop is recorded, judged, and stripped of what the next origin must not see.
struct RedirectLoop: Sendable {
  /// Most redirects of one exchange.
  static let limit = 10
  /// Header fields that are bound to an origin, whatever the caller says.
  static let credentialHeaders = ["Authorization", "Cookie", "Proxy-Authorization", "X-API-Key"]

  /// Further header fields that do not follow to another origin.
  var credentialHeaders: [String] = []

  /// Sends a request and the requests that its redirects ask for, all within the request's time limit.
  ///
  /// - Parameter single: Sends one request and follows nothing.
  func send(
    _ request: HTTPRequestSpec,
    single: @Sendable (HTTPRequestSpec) async throws(TransportError) -> HTTPExchange
  ) async throws(TransportError) -> HTTPExchange {
    var current = request
    current.followRedirects = false
    var hops: [HTTPExchange.Hop] = []
    var seconds = 0.0
    while true {
      let left = request.allowedSeconds - seconds
      current.timeout = left
      guard left > 0 else { throw TransportError(.timedOut(.awaitingAnswer), for: current.line) }
      let exchange: HTTPExchange
      do throws(TransportError) {
        exchange = try await single(current)
      } catch {
        throw hops.isEmpty ? error : TransportError(error.reason, for: shown(current, after: request))
      }
      seconds += exchange.timings.total
      guard request.followRedirects, let next = try next(after: exchange, of: current) else {
        return exchange.following(hops, from: request)
      }
      hops.append(exchange.hop)
      guard hops.count <= Self.limit else {
        throw TransportError(.tooManyRedirects(limit: Self.limit), for: request.line)
      }
      current = next
    }
  }

  /// A request of a redirect as messages show it: on another origin its path may be all that one needs to get in.
  private func shown(_ hop: HTTPRequestSpec, after request: HTTPRequestSpec) -> RequestLine {
    guard let origin = HTTPOrigin(url: hop.url), origin != HTTPOrigin(url: request.url) else { return hop.line }
    return RequestLine(method: hop.method, url: "\(origin)/…")
  }

  /// The request that a redirect asks for (RFC 9110 section 15.4); nil when the answer is none.
  func next(after exchange: HTTPExchange, of request: HTTPRequestSpec) throws(TransportError) -> HTTPRequestSpec? {
    guard [301, 302, 303, 307, 308].contains(exchange.status),
      let location = exchange.headers.first(named: "Location")
    else { return nil }
    func refuse(_ why: String) -> TransportError { TransportError(.redirectRefused(why), for: request.line) }
    guard let from = ParsedURL(request.url) else { throw refuse("its own URL cannot be read") }
    guard let to = from.resolving(location) else {
      throw refuse("its Location is not an http or https URL without user information")
    }
    guard !(from.origin.scheme == "https" && to.origin.scheme == "http") else {
      throw refuse("it leads from https to http")
    }
    guard !request.staysOnOrigin || from.origin == to.origin else {
      throw refuse("it leads off the host of the sign-in link")
    }
    var next = request
    next.url = to.text
    if exchange.status == 303 && request.method != "HEAD" || exchange.status <= 302 && request.method == "POST" {
      next.method = "GET"
      next.body = nil
      for name in ["Content-Type", "Content-Length", "Content-Encoding", "Content-Language", "Content-Location"] {
        next.headers.remove(named: name)
      }
    }
    if from.origin != to.origin {
      for name in Self.credentialHeaders + credentialHeaders { next.headers.remove(named: name) }
      next.headers.remove(named: "Host")
    }
    return next
  }
}
