internal import Diagnostics
internal import JSONText
internal import Scenarios
internal import Transport

/// Registers what an answer hands out and nobody may see: what its names say is a secret, whether or not a directive
/// declares it; what later steps sign in with; what signs a URL.
enum AnswerSecrets {
  /// Registers the secrets of headers, cookies and body, redirects included.
  static func register(_ exchange: HTTPExchange, of step: ScenarioStep, in scenario: Scenario) {
    for cookie in exchange.setCookies { SecretRegistry.shared.register(cookie.value, name: "a cookie of \(step.name)") }
    for location in (exchange.hops.flatMap(\.headers) + exchange.headers).all(named: "Location") {
      LinkParameters(location).registerSecrets(name: "a redirect of \(step.name)")
    }
    let document = try? JSONDocument(parsing: exchange.body)
    for capture in scenario.credentialCaptures(ofStep: step.name) { register(capture, exchange, document) }
    if let document { register(document.root, under: "", step: step.name) }
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

  private static func register(_ node: JSONNode, under name: String, step: String) {
    for (key, value) in node.members { register(value, under: key, step: step) }
    for element in node.elements { register(element, under: name, step: step) }
    guard let text = node.string else { return }
    if SecretNames.isSecret(name) {
      SecretRegistry.shared.register(text, name: "\(name) of \(step)")
    } else if text.contains("://"), text.contains("?") {
      LinkParameters(text).registerSecrets(name: "\(name) of \(step)")
    }
  }
}
