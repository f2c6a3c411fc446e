import Verification

/// A request, as far as the choice of an answer looks at it.
struct StubRequest: Sendable {
  /// Upper-case method.
  var method: String
  /// Path, percent-decoded.
  var path: String
  /// Query parameters, decoded, in order.
  var query: [NamedValue] = []
  /// What the header field `Prefer` says, such as `case=empty`, `code=404` or `persona=leader`.
  var preferences: [NamedValue] = []
  /// The header field `Prefer` as it came.
  var prefer = ""
  /// Whether it has a header field `Authorization`.
  var isAuthorized = false
  /// The header field `If-None-Match`.
  var entityTags: String?
  /// Its body, as a manifest keeps one.
  var body = KeptRequest(nil, contentType: nil)

  /// Reads preferences (RFC 7240 section 2) off a header field.
  mutating func setPrefer(_ text: String) {
    prefer = text
    preferences = text.split(separator: ",").compactMap { part in
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2 else { return nil }
      return NamedValue(Self.trimmed(pair[0]).lowercased(), Self.trimmed(pair[1]))
    }
  }

  private static func trimmed(_ text: Substring) -> String { text.filter { $0 != "\"" && $0 != " " } }
}
