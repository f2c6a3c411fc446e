internal import Transport

/// The headers of an answer that the manifest keeps: those that say something about the resource.
enum KeptHeaders {
  /// Fields of one connection (RFC 9110 section 7.6.1), of the message's transfer, of the moment, or kept elsewhere.
  private static let dropped: Set<String> = [
    "connection", "keep-alive", "proxy-authenticate", "proxy-connection", "te", "trailer", "transfer-encoding",
    "upgrade", "content-length", "content-encoding", "content-type", "date", "server", "via", "age", "set-cookie",
    "alt-svc", "x-request-id", "x-powered-by", "x-runtime", "x-response-time",
  ]

  /// Lower-case names with values, duplicates kept in order, and their occurrence from 0.
  static func of(_ headers: [HTTPHeader]) -> [(name: String, occurrence: Int, value: String)] {
    var counts: [String: Int] = [:]
    return headers.compactMap { header in
      let name = header.name.lowercased()
      guard !dropped.contains(name) else { return nil }
      let occurrence = counts[name, default: 0]
      counts[name] = occurrence + 1
      return (name, occurrence, header.value)
    }
  }
}
