/// Scheme, host and port: what credentials are bound to (RFC 6454).
public struct HTTPOrigin: Hashable, Sendable, CustomStringConvertible {
  /// `http` or `https`.
  public let scheme: String
  /// Host in lower case; an IPv6 address in brackets.
  public let host: String
  /// Port, the scheme's own where the URL names none.
  public let port: Int

  /// The origin of an absolute http or https URL; nil when it is none, or when it holds user information.
  public init?(url: String) {
    guard let parsed = ParsedURL(url) else { return nil }
    self = parsed.origin
  }

  init(scheme: String, host: String, port: Int) {
    self.scheme = scheme
    self.host = host
    self.port = port
  }

  /// `http://127.0.0.1:4010`; the scheme's own port is left out.
  public var description: String {
    port == (scheme == "https" ? 443 : 80) ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)"
  }

  /// Whether the host is written as a loopback address or as a name that RFC 6761 reserves for one.
  public var isLoopbackLiteral: Bool {
    if host == "localhost" || host.utf8.reversed().starts(with: ".localhost".utf8.reversed()) { return true }
    if host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}
