/// A request and the answer to it.
public struct HTTPExchange: Hashable, Sendable {
  /// The request as it was asked for, before redirects.
  public let request: HTTPRequestSpec
  /// Status code of the final answer.
  public let status: Int
  /// Header fields of the final answer: order and duplicates kept, names as sent. Interim (1xx) answers are left out.
  public let headers: [HTTPHeader]
  /// Trailer fields of a chunked answer.
  public let trailers: [HTTPHeader]
  /// Body bytes after content decoding.
  public let body: [UInt8]
  /// Numeric address of the peer that gave the final answer (a proxy, where one was used).
  public let peerAddress: String
  /// Port of that peer.
  public let peerPort: Int
  /// URL of the final answer.
  public let url: String
  /// The redirects that led there, in order; empty when there were none.
  public let hops: [Hop]
  /// Whether the final answer came over a connection that an earlier exchange had opened.
  public let reusedConnection: Bool
  /// Times of the final request.
  public let timings: Timings

  /// A redirect that was followed.
  public struct Hop: Hashable, Sendable {
    /// Method of the request that was redirected.
    public let method: String
    /// URL of that request.
    public let url: String
    /// Redirect status.
    public let status: Int
    /// Header fields of the redirect.
    public let headers: [HTTPHeader]
    /// Numeric address of the peer that redirected.
    public let peerAddress: String
    /// Port of that peer.
    public let peerPort: Int
  }

  /// Seconds from the start of a request until each phase had ended; 0 for a phase that did not take place.
  public struct Timings: Hashable, Sendable {
    /// Name resolved.
    public var nameLookup: Double
    /// TCP connected.
    public var connect: Double
    /// TLS established.
    public var tls: Double
    /// First byte of the answer received.
    public var firstByte: Double
    /// Answer complete.
    public var total: Double

    /// Creates times, all in seconds.
    public init(
      nameLookup: Double = 0, connect: Double = 0, tls: Double = 0, firstByte: Double = 0, total: Double = 0
    ) {
      self.nameLookup = nameLookup
      self.connect = connect
      self.tls = tls
      self.firstByte = firstByte
      self.total = total
    }
  }

  /// Creates an exchange; transports do, and tests that stand in for one.
  public init(
    request: HTTPRequestSpec, status: Int, headers: [HTTPHeader] = [], trailers: [HTTPHeader] = [], body: [UInt8] = [],
    peerAddress: String = "127.0.0.1", peerPort: Int = 0, url: String? = nil, hops: [Hop] = [],
    reusedConnection: Bool = false, timings: Timings = Timings()
  ) {
    self.request = request
    self.status = status
    self.headers = headers
    self.trailers = trailers
    self.body = body
    self.peerAddress = peerAddress
    self.peerPort = peerPort
    self.url = url ?? request.url
    self.hops = hops
    self.reusedConnection = reusedConnection
    self.timings = timings
  }

  /// The exchange as the last of a chain of redirects.
  func following(_ hops: [Hop], from request: HTTPRequestSpec) -> HTTPExchange {
    HTTPExchange(
      request: request, status: status, headers: headers, trailers: trailers, body: body, peerAddress: peerAddress,
      peerPort: peerPort, url: url, hops: hops, reusedConnection: reusedConnection, timings: timings)
  }

  /// The exchange as a hop of a chain of redirects.
  var hop: Hop {
    Hop(
      method: request.method, url: url, status: status, headers: headers, peerAddress: peerAddress, peerPort: peerPort)
  }
}
