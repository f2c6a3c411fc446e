/// The URL that a server's paths are appended to, which may have a path of its own.
public struct BaseURL: Hashable, Sendable {
  /// The URL without slashes at its end, since paths start with one.
  public let text: String

  /// Takes a URL with or without slashes at its end.
  public init(_ url: String) {
    var end = url.utf8.endIndex
    while end > url.startIndex, url.utf8[url.utf8.index(before: end)] == UInt8(ascii: "/") {
      end = url.utf8.index(before: end)
    }
    text = String(url[..<end])
  }

  /// The path of the base URL itself, without a slash at its end; empty for a server's root.
  public var path: String {
    let path = ParsedURL(text)?.path ?? ""
    return path == "/" ? "" : path
  }

  /// The path of a URL below this one; of one elsewhere, its whole path.
  public func path(of url: ParsedURL) -> String {
    let base = path
    guard url.origin == ParsedURL(text)?.origin, url.path.hasPrefix(base) else { return url.path }
    let rest = url.path.dropFirst(base.count)
    return rest.isEmpty || rest.hasPrefix("/") ? String(rest) : url.path
  }
}
