/// HTTP through libcurl's multi interface: one thread drives every transfer, connections are kept and used again.
///
/// Proxies that the environment names are used, but never for a loopback host and never for a request that allows
/// only loopback. The peer's certificate is always checked.
public final class CurlTransport: HTTPTransport {
  /// Settings of a transport.
  public struct Options: Sendable {
    /// Seconds until a connection must stand, TLS included.
    public var connectTimeout: Double = 10
    /// Whole seconds without a byte after which a transfer is given up.
    public var stallTimeout: Int = 30
    /// Most bytes of one answer's head.
    public var maximumHeaderBytes = 256 << 10
    /// Most transfers at one time; further ones wait for their turn.
    public var maximumConcurrentTransfers = 64
    /// Path of a PEM file with the authorities to trust; nil for the system's.
    public var certificateAuthorityFile: String?
    /// Value of `User-Agent` where a request names none.
    public var userAgent = "assay"
    /// Header fields that, beside those of every transport, do not follow a redirect to another origin.
    public var credentialHeaders: [String] = []
    /// Addresses for names, each `host:port:address`, in place of the name service.
    public var resolve: [String] = []

    /// Creates the default settings.
    public init() {}
  }

  private let options: Options
  private let driver: CurlDriver

  /// Creates a transport and starts its thread.
  public init(options: Options = Options()) {
    self.options = options
    driver = CurlDriver(maximumConcurrentTransfers: options.maximumConcurrentTransfers)
  }

  deinit { driver.stop() }

  /// Sends a request, follows its redirects where it allows them, and waits for the whole answer.
  ///
  /// Cancelling the task ends the transfer at once and throws `cancelled`.
  public func send(_ request: HTTPRequestSpec) async throws(TransportError) -> HTTPExchange {
    let driver = driver
    let options = options
    return try await RedirectLoop(credentialHeaders: options.credentialHeaders).send(request) {
      request async throws(TransportError) in
      let plan = try TransferPlan(request, options: options)
      ExchangeSecrets.register(request)
      let exchange = try await driver.perform(plan).get()
      ExchangeSecrets.register(exchange)
      return exchange
    }
  }
}
