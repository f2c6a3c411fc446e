internal import Diagnostics
internal import Synchronization
public import Workspace

/// How requests are signed with a shared key: HMAC-SHA256 (RFC 2104) over a canonical text.
public struct SigningRules: Hashable, Sendable {
  /// Where the time of a signature comes from.
  public enum Clock: String, Hashable, Sendable, CaseIterable {
    /// This machine's clock.
    case system
    /// The `Date` of the server's answers, once one has come.
    case server
  }

  /// What names the key to the server.
  public var keyID: String
  /// The text that is signed: `{method} {target} {path} {query} {host} {timestamp} {bodyHash} {keyId}`.
  public var canonical: String
  /// Header field that carries the signature.
  public var header: String
  /// Its value: `{keyId} {signature} {signatureBase64} {timestamp}`.
  public var value: String
  /// Header field that carries the time; nil for none.
  public var timestampHeader: String?
  /// Whether the time is in milliseconds since 1970, not in seconds.
  public var isInMilliseconds: Bool
  /// Where the time comes from.
  public var clock: Clock

  /// Creates rules; the defaults are those of `Authorization: HMAC-SHA256 <keyId>:<hex>`.
  public init(
    keyID: String, canonical: String = "{method}\n{target}\n{timestamp}\n{bodyHash}", header: String = "Authorization",
    value: String = "HMAC-SHA256 {keyId}:{signature}", timestampHeader: String? = "X-Timestamp",
    isInMilliseconds: Bool = false, clock: Clock = .system
  ) {
    self.keyID = keyID
    self.canonical = canonical
    self.header = header
    self.value = value
    self.timestampHeader = timestampHeader
    self.isInMilliseconds = isInMilliseconds
    self.clock = clock
  }
}

/// Signs requests; key and signatures are registered as secrets before anything else sees them.
public final class RequestSigner: Sendable {
  let rules: SigningRules
  private let key: [UInt8]
  private let clock: WallClock
  /// Seconds that the server's clock is ahead; nil before its first answer.
  private let skew = Mutex<Double?>(nil)

  /// Creates a signer.
  ///
  /// - Parameter owner: Whose key it is, for the names of secrets.
  public init(_ rules: SigningRules, key: String, owner: String, clock: WallClock = .system) {
    self.rules = rules
    self.key = Array(key.utf8)
    self.clock = clock
    SecretRegistry.shared.register(key, name: "\(owner)'s key")
  }

  /// The request with its signature and the time of it.
  func signed(_ request: HTTPRequestSpec) throws(TransportError) -> HTTPRequestSpec {
    guard let url = ParsedURL(request.url) else {
      throw TransportError(.badURL("not an absolute http or https URL without user information"), for: request.line)
    }
    let now = clock.now() + (rules.clock == .server ? skew.withLock { $0 } ?? 0 : 0)
    let timestamp = String(Int64((rules.isInMilliseconds ? now * 1000 : now).rounded(.down)))
    let query = url.text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).dropFirst().first ?? ""
    let host = url.origin.description.firstRange(of: "://").map { url.origin.description[$0.upperBound...] } ?? ""
    let text = Self.fill(
      rules.canonical,
      [
        "method": request.method, "path": url.path, "query": String(query), "host": String(host),
        "target": url.text.contains("?") ? "\(url.path)?\(query)" : url.path, "timestamp": timestamp,
        "bodyHash": SHA256.hexDigest(request.body ?? []), "keyId": rules.keyID,
      ])
    let code = HMACSHA256.authenticate(Array(text.utf8), key: key)
    let hex = code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let base64 = Base64.encode(code)
    for form in [hex, base64] { SecretRegistry.shared.register(form, name: "a signature") }
    var request = request
    request.headers.set(
      rules.header,
      to: Self.fill(
        rules.value,
        ["keyId": rules.keyID, "signature": hex, "signatureBase64": base64, "timestamp": timestamp]))
    if let header = rules.timestampHeader { request.headers.set(header, to: timestamp) }
    return request
  }

  /// Learns the server's time from an answer.
  ///
  /// - Returns: Whether that moves signatures by more than a second.
  func learn(from exchange: HTTPExchange) -> Bool {
    guard rules.clock == .server, let date = exchange.headers.first(named: "Date").flatMap(HTTPDate.seconds) else {
      return false
    }
    let found = date - clock.now()
    return skew.withLock { skew in
      let isMoved = abs(found - (skew ?? 0)) > 1
      // A `Date` has whole seconds: less than that is no skew.
      if isMoved { skew = found }
      return isMoved
    }
  }

  /// The template with each `{name}` replaced by its value; values are not looked into again.
  private static func fill(_ template: String, _ values: [String: String]) -> String {
    var text = ""
    var rest = template[...]
    while let open = rest.firstIndex(of: "{") {
      text += rest[..<open]
      let close = rest[open...].firstIndex(of: "}")
      if let close, let value = values[String(rest[rest.index(after: open)..<close])] {
        text += value
        rest = rest[rest.index(after: close)...]
      } else {
        text += "{"
        rest = rest[rest.index(after: open)...]
      }
    }
    return text + rest
  }
}
