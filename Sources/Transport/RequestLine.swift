import Diagnostics

/// A request as messages name it: the query, the fragment and user information are left out, known secrets are masked.
public struct RequestLine: Hashable, Sendable, CustomStringConvertible {
  /// Method, such as `GET`.
  public let method: String
  /// Scheme, host, port and path; `?…` stands for a query.
  public let url: String

  /// Reduces a request to what may be shown.
  public init(method: String, url: String) {
    self.method = SecretRegistry.shared.mask(method)
    self.url = Self.shown(url)
  }

  /// `GET http://127.0.0.1:4010/api/guilds`.
  public var description: String { "\(method) \(url)" }

  /// A URL without query values, fragment, user information and known secrets.
  public static func shown(_ url: String) -> String {
    var text = Substring(url)
    if let end = text.firstIndex(of: "#") { text = text[..<end] }
    var suffix = ""
    if let end = text.firstIndex(of: "?") {
      text = text[..<end]
      suffix = "?…"
    }
    guard let authority = text.firstRange(of: "//")?.upperBound else {
      return SecretRegistry.shared.mask(text + suffix)
    }
    let authorityEnd = text[authority...].firstIndex(of: "/") ?? text.endIndex
    var shown = String(text)
    if let at = text[authority..<authorityEnd].lastIndex(of: "@") {
      shown = String(text[..<authority]) + text[text.index(after: at)...]
    }
    return SecretRegistry.shared.mask(shown + suffix)
  }
}
