/// The path of a server's URL, which every path of its operations starts with.
enum BasePath {
  /// The path, without a slash at its end; variables stand for their defaults. Empty for none.
  static func of(_ server: OpenAPINode) -> String {
    var text = server.text("url") ?? ""
    for (name, variable) in server["variables"]?.members ?? [] {
      text = replaced(text, "{\(name)}", with: variable.text("default") ?? "")
    }
    return path(of: text)
  }

  /// Scheme and authority of a server; empty for a relative URL.
  static func origin(of server: OpenAPINode) -> String {
    let text = server.text("url") ?? ""
    guard let start = schemeEnd(text) else { return "" }
    return String(text[..<start]) + String(text[start...].prefix { $0 != "/" })
  }

  private static func path(of url: String) -> String {
    var rest = url[...]
    if let start = schemeEnd(url) { rest = url[start...].drop { $0 != "/" } }
    rest = rest.prefix { $0 != "?" && $0 != "#" }
    while rest.hasSuffix("/") { rest = rest.dropLast() }
    return rest.isEmpty || rest.hasPrefix("/") ? String(rest) : "/" + rest
  }

  /// The index past `https://`, or past the `//` of a URL without a scheme.
  private static func schemeEnd(_ url: String) -> String.Index? {
    if url.hasPrefix("//") { return url.index(url.startIndex, offsetBy: 2) }
    guard let colon = url.firstIndex(of: ":"), url[colon...].hasPrefix("://") else { return nil }
    return url.index(colon, offsetBy: 3)
  }

  private static func replaced(_ text: String, _ part: String, with value: String) -> String {
    var result = ""
    var rest = text[...]
    while let first = rest.first {
      if rest.hasPrefix(part) {
        result += value
        rest = rest.dropFirst(part.count)
      } else {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return result
  }
}
