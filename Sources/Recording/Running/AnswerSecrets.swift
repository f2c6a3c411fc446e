internal import Diagnostics
internal import JSONText
internal import Scenarios
internal import Transport

/// Registers what an answer hands out and nobody may see: what its names say is a secret, whether or not a directive
/// declares it; what later steps sign in with; what signs a URL.
enum AnswerSecrets {
  /// Registers the secrets of headers, cookies and body, redirects included.
  static func register(_ exchange: HTTPExchange, of step: ScenarioStep, in scenario: Scenario) {
    registerHeaders(exchange, step: step.name)
    let document = try? JSONDocument(parsing: exchange.body)
    for capture in scenario.credentialCaptures(ofStep: step.name) { register(capture, exchange, document) }
    if let document { register(document.root, under: [], step: step.name) }
  }

  /// Registers what redirects carry in their URLs, cookies, and header fields whose names say that they are secrets.
  private static func registerHeaders(_ exchange: HTTPExchange, step: String) {
    for cookie in exchange.setCookies { SecretRegistry.shared.register(cookie.value, name: "a cookie of \(step)") }
    let headers = exchange.hops.flatMap(\.headers) + exchange.headers + exchange.trailers
    for header in headers where SecretNames.isSecret(header.name) && !header.isNamed("Set-Cookie") {
      // `Bearer …`: the token alone is one too.
      for text in [header.value, header.value.split(separator: " ").last.map(String.init) ?? ""] {
        SecretRegistry.shared.register(text, name: "\(header.name) of \(step)")
      }
    }
    for url in headers.all(named: "Location") + exchange.hops.map(\.url) + [exchange.url] {
      // An authorization code (RFC 6749 section 4.1.2); elsewhere a `code` may be anything.
      LinkParameters(url).registerSecrets(name: "a redirect of \(step)", also: ["code"])
    }
  }

  private static func register(_ capture: Reference.Capture, _ exchange: HTTPExchange, _ document: JSONDocument?) {
    let text: String? =
      switch capture.source {
      case .header(let name): exchange.headers.first(named: name)
      case .wholeBody: String(validating: exchange.body, as: UTF8.self)
      case .body(let path): document.flatMap { path.resolve(in: $0.root) }.flatMap { $0.string ?? $0.numberText }
      }
    guard let text else { return }
    if text.contains("://") {
      LinkParameters(text).register(name: "a link of \(capture.step)")
    } else {
      SecretRegistry.shared.register(text, name: "a one-time code of \(capture.step)")
    }
  }

  private static func register(_ node: JSONNode, under keys: [String], step: String) {
    for (key, value) in node.members { register(value, under: keys + [key], step: step) }
    for element in node.elements { register(element, under: keys, step: step) }
    guard let text = node.string, let name = keys.last else { return }
    if SecretNames.isSecret(name) {
      // What is wrong with a password is said of other fields too.
      guard !SecretNames.isFault(under: keys) else { return }
      SecretRegistry.shared.register(text, name: "\(name) of \(step)")
    } else if text.contains("://"), text.contains("?") {
      LinkParameters(text).registerSecrets(name: "\(name) of \(step)")
    }
  }
}
