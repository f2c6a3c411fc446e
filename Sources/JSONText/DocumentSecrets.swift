public import Diagnostics

extension SecretRegistry {
  /// Remembers the secrets of a document: what its names say is one, what signs in by a link, what looks like one; those
  /// of JSON in strings too.
  ///
  /// - Parameters:
  ///   - origin: Where the document comes from, such as `an answer`.
  ///   - isSecret: Whether a text that its name says is a secret is remembered.
  public func register(
    secretsIn node: JSONNode, of origin: String, where isSecret: @escaping (String) -> Bool = { _ in true }
  ) {
    DocumentSecrets(registry: self, origin: origin, isSecret: isSecret).walk(node, at: SecretPlace(), name: "a text")
  }
}

private struct DocumentSecrets {
  let registry: SecretRegistry
  let origin: String
  let isSecret: (String) -> Bool

  func walk(_ node: JSONNode, at place: SecretPlace, name: String) {
    for (key, value) in node.members {
      if place.hidesKey(key) { registry.register(key, name: "a key of \(origin)", isGuess: true) }
      walk(value, at: place.member(key), name: key)
    }
    for element in node.elements { walk(element, at: place, name: name) }
    if let number = node.numberText, place.hidesNumbers { register(number, name) }
    guard let text = node.string else { return }
    let parts = place.secrets(of: text)
    for part in parts { register(part, name) }
    if !parts.isEmpty { return }
    if "{[".utf8.contains(text.utf8.first ?? 0), let inner = try? JSONDocument(parsing: Array(text.utf8)) {
      walk(inner.root, at: place, name: name)
    } else {
      registry.register(secretsIn: text, of: origin)
    }
  }

  private func register(_ text: String, _ name: String) {
    if isSecret(text) { registry.register(text, name: "\(name) of \(origin)", isGuess: true) }
  }
}
