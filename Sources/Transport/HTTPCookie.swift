/// A cookie as a server set it (RFC 6265 section 5).
struct HTTPCookie: Hashable, Sendable {
  let name: String
  let value: String
  /// Lower-case host that it belongs to.
  let domain: String
  /// Whether it goes to that host alone, and not to those below it.
  let isHostOnly: Bool
  let path: String
  let isSecure: Bool
  /// Seconds since 1970 at which it ends; nil for the end of the session.
  let expiry: Double?

  private static let longest = 4096

  /// Reads a `Set-Cookie` field; nil when the cookie must be ignored.
  ///
  /// - Parameter now: Seconds since 1970, for `Max-Age`.
  init?(field: String, from url: ParsedURL, now: Double) {
    let parts = field.split(separator: ";", omittingEmptySubsequences: false)
    guard let pair = parts.first, let equals = pair.firstIndex(of: "="),
      !field.unicodeScalars.contains(where: { $0.value < 0x20 && $0.value != 0x09 || $0.value == 0x7F })
    else { return nil }
    name = Self.trimmed(pair[..<equals])
    value = Self.trimmed(pair[pair.index(after: equals)...])
    guard !name.isEmpty, name.utf8.count + value.utf8.count <= Self.longest else { return nil }
    var attributes: [String: String] = [:]
    for part in parts.dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      // Of one attribute twice the last counts.
      attributes[Self.trimmed(pair[0]).asciiLowercased] = pair.count > 1 ? Self.trimmed(pair[1]) : ""
    }
    isSecure = attributes["secure"] != nil
    let ownPath = attributes["path"]
    path = ownPath.flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil } ?? Self.defaultPath(url.path)
    expiry = Self.expiry(attributes, now)
    guard let domain = Self.domain(attributes["domain"], host: url.origin.host) else { return nil }
    self.domain = domain.name
    isHostOnly = domain.isHostOnly
    guard !isSecure || Self.isTrustworthy(url.origin), Self.keepsPrefix(name, isSecure, isHostOnly, ownPath) else {
      return nil
    }
  }

  /// Whether two cookies are one: the later replaces the earlier.
  func replaces(_ other: HTTPCookie) -> Bool { name == other.name && domain == other.domain && path == other.path }

  /// Whether the cookie is sent with a request.
  func belongs(to url: ParsedURL) -> Bool {
    (isHostOnly ? url.origin.host == domain : Self.matches(url.origin.host, domain: domain))
      && Self.matches(url.path, path: path) && (!isSecure || Self.isTrustworthy(url.origin))
  }

  /// TLS, or this machine: browsers and curl send secure cookies to loopback too, where development happens.
  private static func isTrustworthy(_ origin: HTTPOrigin) -> Bool {
    origin.scheme == "https" || origin.isLoopbackLiteral
  }

  private static func trimmed(_ text: Substring) -> String {
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    return String(text.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }

  /// `Max-Age` wins over `Expires`; what cannot be read is as if it were not there.
  private static func expiry(_ attributes: [String: String], _ now: Double) -> Double? {
    if let text = attributes["max-age"], let seconds = Int(text) { return seconds <= 0 ? 0 : now + Double(seconds) }
    return attributes["expires"].flatMap { HTTPDate.seconds(of: $0) }
  }

  /// The directory of a request's path (section 5.1.4).
  private static func defaultPath(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  /// The domain of a cookie; nil when its server may not set it for there.
  ///
  /// There is no list of public suffixes here: a domain without a dot is refused, since no host's owner has it.
  private static func domain(_ attribute: String?, host: String) -> (name: String, isHostOnly: Bool)? {
    var domain = Substring(attribute?.asciiLowercased ?? "")
    if domain.first == "." { domain = domain.dropFirst() }
    guard !domain.isEmpty else { return (host, true) }
    if domain == host { return (host, false) }
    guard domain.contains("."), matches(host, domain: String(domain)) else { return nil }
    return (String(domain), false)
  }

  /// Section 5.1.3: addresses match themselves alone.
  private static func matches(_ host: String, domain: String) -> Bool {
    if host == domain { return true }
    let isAddress = host.hasPrefix("[") || host.split(separator: ".").last.flatMap { Int($0) } != nil
    return !isAddress && host.hasSuffix("." + domain)
  }

  /// Section 5.1.4.
  private static func matches(_ requested: String, path: String) -> Bool {
    requested == path
      || requested.hasPrefix(path)
        && (path.utf8.last == UInt8(ascii: "/") || requested.utf8.dropFirst(path.utf8.count).first == UInt8(ascii: "/"))
  }

  /// What a name with a prefix promises (RFC 6265bis section 4.1.3).
  private static func keepsPrefix(_ name: String, _ isSecure: Bool, _ isHostOnly: Bool, _ path: String?) -> Bool {
    let name = name.asciiLowercased
    if name.hasPrefix("__host-") { return isSecure && isHostOnly && path == "/" }
    return !name.hasPrefix("__secure-") || isSecure
  }
}
