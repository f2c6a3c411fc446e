internal import Diagnostics
internal import JSONText
internal import Scenarios
internal import Transport

/// Registers what later steps sign in with; what its names or looks say is a secret, the transport has registered.
enum AnswerSecrets {
  /// Registers the captures of an answer that are credentials.
  static func register(_ exchange: HTTPExchange, of step: ScenarioStep, in scenario: Scenario) {
    let captures = scenario.credentialCaptures(ofStep: step.name)
    guard !captures.isEmpty else { return }
    let document = try? JSONDocument(parsing: exchange.body)
    for capture in captures { register(capture, exchange, document) }
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
}
