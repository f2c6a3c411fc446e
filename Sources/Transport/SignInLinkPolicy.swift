internal import Diagnostics

/// Which sign-in links may be opened.
///
/// A link comes by mail or from an answer, so anybody may have written it: opened without a look, it signs a person in to
/// somebody else's account, or hands the one-time token to somebody else's host. A link passes when it is https on exactly
/// the configured host, without user information, and leads nowhere else; http passes only on the environment's own
/// loopback address.
public struct SignInLinkPolicy: Hashable, Sendable {
  /// The host, with `:port` where it is not 443, that links lead to; nil where none is configured.
  private let linkHost: String?
  /// The environment's own origin where it is http on loopback; nil else.
  private let loopback: HTTPOrigin?

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - linkHost: `signIn.linkHost` of the configuration.
  ///   - baseURL: The environment's base URL.
  public init(linkHost: String?, baseURL: String) {
    self.linkHost = linkHost?.asciiLowercased
    let origin = HTTPOrigin(url: baseURL)
    loopback = origin.flatMap { $0.scheme == "http" && $0.isLoopbackLiteral ? $0 : nil }
  }

  /// Refuses a link that may not be opened; the link and its token are registered as secrets first.
  ///
  /// - Throws: A refusal whose text holds no part of the link.
  public func check(_ link: String, for line: RequestLine? = nil) throws(TransportError) {
    LinkParameters(link).register()
    do throws(Objection) {
      try examine(link)
    } catch {
      throw TransportError(.linkRefused(error.text), for: line)
    }
  }

  /// Why a link is refused; nil when it may be opened.
  public func objection(to link: String) -> String? {
    do throws(Objection) {
      try examine(link)
      return nil
    } catch {
      return error.text
    }
  }

  private struct Objection: Error {
    let text: String
    init(_ text: String) { self.text = text }
  }

  private static let longest = 8192
  private static let unsafeCharacters = Array(#"\<>"^`{|}"#.utf8)

  private func examine(_ link: String) throws(Objection) {
    guard link.utf8.count <= Self.longest else { throw Objection("it has more than \(Self.longest) bytes") }
    guard link.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw Objection("it holds white space, a control character or a letter outside ASCII")
    }
    guard !link.utf8.contains(where: Self.unsafeCharacters.contains) else {
      throw Objection("it holds a backslash or another character that a URL cannot carry")
    }
    guard let colon = link.firstIndex(of: ":") else { throw Objection("it has no scheme") }
    let scheme = link[..<colon].asciiLowercased
    guard scheme == "https" || scheme == "http" else { throw Objection("its scheme is not https") }
    let rest = link[link.index(after: colon)...]
    guard rest.hasPrefix("//"), !rest.hasPrefix("///") else { throw Objection("its scheme is not followed by //") }
    let afterSlashes = rest.dropFirst(2)
    let authority = afterSlashes.prefix { !"/?#".contains($0) }
    try examine(authority: String(authority), scheme: scheme)
    try examine(target: String(afterSlashes[authority.endIndex...]), scheme: scheme)
  }

  /// Host and port, in all but letter case exactly those that are allowed for the scheme.
  private func examine(authority: String, scheme: String) throws(Objection) {
    guard !authority.contains("@") else { throw Objection("it holds user information") }
    guard !authority.contains("%") else { throw Objection("its host is percent-encoded") }
    let found = authority.asciiLowercased
    if scheme == "http" {
      guard let loopback else { throw Objection("its scheme is http, and the base URL is not http on loopback") }
      let expected =
        loopback.port == 80 ? [loopback.host, loopback.host + ":80"] : ["\(loopback.host):\(loopback.port)"]
      guard expected.contains(found) else { throw Objection("its host or port is not that of the base URL") }
      return
    }
    guard let linkHost else { throw Objection("signIn.linkHost in assay.json does not name a host for https links") }
    let isPlain = !linkHost.contains(":")
    guard found == linkHost || isPlain && found == linkHost + ":443" else {
      throw Objection("its host is not '\(linkHost)', which signIn.linkHost in assay.json names")
    }
  }

  /// Path, query and fragment lead nowhere else, however often they are decoded.
  private func examine(target: String, scheme: String) throws(Objection) {
    guard hasSoundEncoding(target) else { throw Objection("it holds a broken percent-encoding") }
    let path = target.prefix { $0 != "?" && $0 != "#" }
    guard !path.contains("//") else { throw Objection("its path holds a double slash") }
    let lowerPath = path.asciiLowercased
    guard !["%2f", "%5c", "%2e"].contains(where: lowerPath.contains) else {
      throw Objection("its path hides a slash or a dot in a percent-encoding")
    }
    guard !path.split(separator: "/").contains(where: { $0 == "." || $0 == ".." }) else {
      throw Objection("its path holds dot segments")
    }
    if let hash = target.firstIndex(of: "#"), target[hash...].contains("@") {
      throw Objection("its fragment looks like another host")
    }
    try examine(text: String(path), isToken: true, scheme: scheme)
    for item in target.dropFirst(path.count).split(whereSeparator: { "?&#;".contains($0) }) {
      let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let isToken = SecretNames.isSecret(PercentEncoding.decode(pair[0]))
      try examine(text: String(pair.count > 1 ? pair[1] : pair[0]), isToken: isToken, scheme: scheme)
    }
  }

  private func hasSoundEncoding(_ text: String) -> Bool {
    text.split(separator: "%", omittingEmptySubsequences: false).dropFirst().allSatisfy { part in
      part.utf8.count >= 2 && part.utf8.prefix(2).allSatisfy { Unicode.Scalar($0).properties.isASCIIHexDigit }
    }
  }

  /// A text in all its layers of percent-encoding.
  ///
  /// - Parameter isToken: Whether it is a token, which may start with any base64 character.
  private func examine(text: String, isToken: Bool, scheme: String) throws(Objection) {
    var layer = text
    for _ in 0..<5 {
      try examine(layer: layer, isToken: isToken, scheme: scheme)
      let decoded = PercentEncoding.decode(layer)
      if decoded == layer { return }
      layer = decoded
    }
    throw Objection("it is percent-encoded more often than anybody needs")
  }

  private func examine(layer: String, isToken: Bool, scheme: String) throws(Objection) {
    guard !layer.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
      throw Objection("it hides a control character in a percent-encoding")
    }
    // Browsers read a backslash as a slash, and pass over spaces before a URL.
    let text = layer.replacing("\\", with: "/").asciiLowercased
    for range in text.ranges(of: "://") {
      let word = text[..<range.lowerBound].reversed().prefix { $0.isLetter || $0.isNumber || "+-.".contains($0) }
      try examineDestination(String(text[range.upperBound...]), scheme: String(word.reversed()))
    }
    guard !isToken else { return }
    for piece in text.split(whereSeparator: { "?&=#;".contains($0) }) {
      let start = piece.drop { $0 == " " || $0 == "+" }
      if start.hasPrefix("//") { try examineDestination(String(start.dropFirst(2)), scheme: scheme) }
      let word = start.prefix { $0.isLetter || $0.isNumber || "+-.".contains($0) }
      let isScheme = start.dropFirst(word.count).first == ":" && Self.schemesWithoutSlashes.contains(String(word))
      // Put behind a host, each of these makes another one of it: `https://host` + `@evil.example`.
      let continuesHost =
        start.hasPrefix("@") || start.hasPrefix(":")
        || start.hasPrefix(".") && !start.hasPrefix("./")
          && !start.hasPrefix("../")
      let isBareURL =
        (word == "https" || word == "http") && start.dropFirst(word.count).hasPrefix(":")
        && !start.dropFirst(word.count).hasPrefix("://")
      guard !isScheme, !continuesHost, !isBareURL else { throw Objection("a parameter of it leads to another host") }
    }
  }

  private static let schemesWithoutSlashes: Set<String> = ["javascript", "data", "vbscript", "file", "blob", "about"]

  /// Where a URL inside the link leads: it must be a place that a link of its own may lead to.
  private func examineDestination(_ rest: String, scheme: String) throws(Objection) {
    let authority = rest.drop { $0 == "/" }.prefix { !"/?#&; ".contains($0) }
    do throws(Objection) {
      guard scheme == "https" || scheme == "http" else { throw Objection("") }
      try examine(authority: String(authority), scheme: scheme)
    } catch {
      throw Objection("a parameter of it leads to another host")
    }
  }
}
