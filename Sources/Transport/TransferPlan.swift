import CCurl
import Workspace

/// A request that was checked and is ready for libcurl.
struct TransferPlan: Sendable {
  let request: HTTPRequestSpec
  let options: CurlTransport.Options
  /// The URL without its fragment.
  let url: String
  /// Whether environment proxies are ignored.
  let isDirect: Bool
  /// Header lines in libcurl's syntax.
  let headerLines: [String]

  /// Checks a request before anything is sent.
  init(_ request: HTTPRequestSpec, options: CurlTransport.Options) throws(TransportError) {
    guard let url = ParsedURL(request.url) else {
      throw TransportError(.badURL("not an absolute http or https URL without user information"), for: request.line)
    }
    guard HTTPToken.isToken(request.method) else {
      throw TransportError(.badRequest("the method is not an HTTP token"), for: request.line)
    }
    if request.loopbackOnly, let address = Self.literalAddress(url.origin.host), !Loopback.contains(address) {
      throw TransportError(.refusedByPolicy("\(url.origin.host) is not a loopback address"), for: request.line)
    }
    self.request = request
    self.options = options
    self.url = url.text
    isDirect = request.loopbackOnly || url.origin.isLoopbackLiteral
    headerLines = try Self.headerLines(of: request, options: options)
  }

  private static func headerLines(
    of request: HTTPRequestSpec, options: CurlTransport.Options
  ) throws(TransportError) -> [String] {
    var lines: [String] = []
    for header in request.headers {
      guard HTTPToken.isToken(header.name) else {
        throw TransportError(.badRequest("the header name '\(header.name)' is not an HTTP token"), for: request.line)
      }
      guard header.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
        throw TransportError(.badRequest("the header \(header.name) holds a control character"), for: request.line)
      }
      guard !header.isNamed("Content-Length"), !header.isNamed("Transfer-Encoding") else {
        throw TransportError(.badRequest("\(header.name) follows from the body and cannot be set"), for: request.line)
      }
      // libcurl removes a field that is written `Name:`; `Name;` is its way to send an empty one.
      let isEmpty = header.value.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
      lines.append(isEmpty ? "\(header.name);" : "\(header.name): \(header.value)")
    }
    // libcurl adds these of its own accord; the request is sent as it was asked for.
    for name in ["Expect", "Content-Type"] where request.headers.first(named: name) == nil { lines.append("\(name):") }
    if request.headers.first(named: "User-Agent") == nil { lines.append("User-Agent: \(options.userAgent)") }
    return lines
  }

  /// The numeric address that a URL's host is; nil for a name.
  private static func literalAddress(_ host: String) -> String? {
    if host.utf8.first == UInt8(ascii: "[") { return String(host.dropFirst().dropLast()) }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil } ? host : nil
  }

  /// The content codings that are asked for: those of gzip, deflate and br that this libcurl decodes.
  static let acceptedCodings: String =
    ((ccurl_decodes_gzip() != 0 ? ["gzip", "deflate"] : []) + (ccurl_decodes_brotli() != 0 ? ["br"] : []))
    .joined(separator: ", ")
}
