internal import Diagnostics
internal import JSONText
internal import Transport

/// Registers what an answer hands out under a name that says it is a secret, whether or not a directive declares it.
enum AnswerSecrets {
  /// Registers secrets of the body and of cookies.
  static func register(_ exchange: HTTPExchange, step: String) {
    for cookie in exchange.headers.all(named: "Set-Cookie") {
      let pair = cookie.prefix { $0 != ";" }
      guard let equals = pair.firstIndex(of: "=") else { continue }
      SecretRegistry.shared.register(String(pair[pair.index(after: equals)...]), name: "a cookie of \(step)")
    }
    guard let document = try? JSONDocument(parsing: exchange.body) else { return }
    register(document.root, under: "", step: step)
  }

  private static func register(_ node: JSONNode, under name: String, step: String) {
    for (key, value) in node.members { register(value, under: key, step: step) }
    for element in node.elements { register(element, under: name, step: step) }
    if let text = node.string, SecretNames.isSecret(name) {
      SecretRegistry.shared.register(text, name: "\(name) of \(step)")
    }
  }
}
