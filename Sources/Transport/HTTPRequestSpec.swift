/// A request as it is asked for; what was sent and answered is an ``HTTPExchange``.
public struct HTTPRequestSpec: Hashable, Sendable {
  /// Method, such as `GET`; case matters.
  public var method: String
  /// Absolute URL with scheme `http` or `https`, percent-encoded, without user information.
  public var url: String
  /// Header fields in the order in which they are sent; an empty value is sent as such.
  public var headers: [HTTPHeader]
  /// Body bytes; nil for none.
  public var body: [UInt8]?
  /// Seconds for the whole exchange, redirects included; nil for what the environment allows, or 30.
  public var timeout: Double?
  /// Whether redirects are followed; each hop is recorded.
  public var followRedirects: Bool
  /// Most bytes of a body, counted after content decoding.
  public var maximumBodyBytes: Int
  /// Whether a peer that is not a loopback address is refused before anything is sent to it.
  public var loopbackOnly: Bool
  /// Whether a redirect to another origin is refused, as for a sign-in link.
  public var staysOnOrigin = false
  /// Whether a persona's cookies are sent with it, and those of its answer kept.
  public var usesCookies = true
  /// Whether it may be sent again when nobody knows what became of it; nil for what the method says.
  public var mayRepeat: Bool?

  /// Seconds that it may take where nobody says anything else.
  var allowedSeconds: Double { timeout ?? 30 }

  /// Creates a request.
  public init(
    method: String = "GET", url: String, headers: [HTTPHeader] = [], body: [UInt8]? = nil, timeout: Double? = nil,
    followRedirects: Bool = true, maximumBodyBytes: Int = 64 << 20, loopbackOnly: Bool = false
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeout = timeout
    self.followRedirects = followRedirects
    self.maximumBodyBytes = maximumBodyBytes
    self.loopbackOnly = loopbackOnly
  }

  /// What messages may say about the request: no query, no user information, no fragment, no secret.
  public var line: RequestLine { RequestLine(method: method, url: url) }
}
