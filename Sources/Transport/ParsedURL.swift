import CCurl

/// An absolute http or https URL as libcurl reads it: the same reader decides what is sent, so that the two cannot differ.
public struct ParsedURL: Hashable, Sendable {
  /// Scheme, host and port.
  public let origin: HTTPOrigin
  /// Path as written, at least `/`.
  public let path: String
  /// Query as written, without its `?`; nil where there is none.
  public let query: String?
  /// The URL with its fragment removed.
  let text: String

  /// Reads a URL; nil when it is not an absolute http or https URL or holds user information.
  public init?(_ text: String) {
    // libcurl forgives a third slash, as browsers do; what is asked for must not be guessed.
    guard !text.utf8.contains(0), !text.contains(":///"), let handle = curl_url() else { return nil }
    defer { curl_url_cleanup(handle) }
    guard curl_url_set(handle, CURLUPART_URL, text, UInt32(CURLU_PATH_AS_IS)) == CURLUE_OK else { return nil }
    self.init(reading: handle)
  }

  /// Resolves the reference of a Location header against this URL (RFC 3986 section 5).
  func resolving(_ reference: String) -> ParsedURL? {
    guard !reference.utf8.contains(0), !Self.isForgiven(reference), let handle = curl_url() else { return nil }
    defer { curl_url_cleanup(handle) }
    // Servers send spaces and raw UTF-8 in Location; browsers encode them, and so does libcurl when it follows.
    guard curl_url_set(handle, CURLUPART_URL, text, UInt32(CURLU_PATH_AS_IS)) == CURLUE_OK,
      curl_url_set(handle, CURLUPART_URL, reference, UInt32(CURLU_URLENCODE)) == CURLUE_OK
    else { return nil }
    return ParsedURL(reading: handle)
  }

  /// Whether a reference has another number of slashes after its scheme than two, which libcurl forgives.
  private static func isForgiven(_ reference: String) -> Bool {
    let scheme = reference.prefix { !"/?#".utf8.contains($0.utf8.first ?? 0) }.asciiLowercased
    let rest = reference.dropFirst(scheme.count)
    return (scheme == "http:" || scheme == "https:") && (!rest.hasPrefix("//") || rest.hasPrefix("///"))
  }

  /// Reads the parts of a parsed URL; nil when it is not http or https, or holds user information.
  private init?(reading handle: OpaquePointer) {
    func part(_ which: CURLUPart, _ flags: UInt32 = 0) -> String? {
      var value: UnsafeMutablePointer<CChar>?
      guard curl_url_get(handle, which, &value, flags) == CURLUE_OK, let value else { return nil }
      defer { curl_free(value) }
      return String(validatingCString: value)
    }
    guard let scheme = part(CURLUPART_SCHEME)?.asciiLowercased, scheme == "http" || scheme == "https",
      part(CURLUPART_USER) == nil, part(CURLUPART_PASSWORD) == nil,
      let host = part(CURLUPART_HOST), !host.isEmpty,
      let port = part(CURLUPART_PORT, UInt32(CURLU_DEFAULT_PORT)).flatMap({ Int($0) })
    else { return nil }
    origin = HTTPOrigin(scheme: scheme, host: host.asciiLowercased, port: port)
    path = part(CURLUPART_PATH) ?? "/"
    query = part(CURLUPART_QUERY)
    curl_url_set(handle, CURLUPART_FRAGMENT, nil, 0)
    guard let text = part(CURLUPART_URL) else { return nil }
    self.text = text
  }
}
