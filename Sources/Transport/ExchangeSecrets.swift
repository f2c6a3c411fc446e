internal import Diagnostics
internal import JSONText

/// Registers what an exchange carries and nobody may see: what its names say is a secret, what looks like one, what
/// signs a URL.
///
/// Everything that is sent goes by here, so that a secret is known before anybody can print it.
public enum ExchangeSecrets {
  /// Registers the secrets of a request.
  ///
  /// A plain word is none: a scenario in which it stands is no secret, and half of all texts hold it.
  public static func register(_ request: HTTPRequestSpec) {
    let origin = "a request"
    let register = { (name: String, value: String) in
      if SecretLook.isOpaque(Array(value.utf8)) {
        SecretRegistry.shared.register(value, name: "\(name) of \(origin)", isGuess: true)
      }
    }
    for header in request.headers { self.register(header, of: origin, register) }
    for cookie in request.headers.all(named: "Cookie").flatMap({ $0.split(separator: ";") }) {
      let pair = cookie.split(separator: "=", maxSplits: 1)
      if pair.count == 2 { register("cookie \(pair[0].filter { $0 != " " })", String(pair[1])) }
    }
    LinkParameters(request.url).registerSecrets(name: origin)
    let contentType = request.headers.first(named: "Content-Type") ?? ""
    if contentType.lowercased().contains(FormFields.mediaType) {
      let form = FormFields(String(decoding: request.body ?? [], as: UTF8.self))
      for field in form.fields { self.register(field.value, under: field.name, of: origin, register) }
    } else if let form = MultipartBody(request.body ?? [], contentType: contentType) {
      for part in form.parts { self.register(part.text ?? "", under: part.name, of: origin, register) }
    } else {
      self.register(request.body ?? [], of: origin, where: { SecretLook.isOpaque(Array($0.utf8)) })
    }
  }

  /// Registers the secrets of an answer.
  public static func register(_ exchange: HTTPExchange) {
    let origin = "an answer"
    let register = { (name: String, value: String) in
      SecretRegistry.shared.register(value, name: "\(name) of \(origin)", isGuess: true)
    }
    for cookie in exchange.setCookies {
      register("a cookie", cookie.value)
      register("a cookie", PercentEncoding.decode(cookie.value))
    }
    for header in exchange.headers + exchange.trailers where !header.isNamed("Set-Cookie") {
      self.register(header, of: origin, register)
    }
    for url in exchange.headers.all(named: "Location") {
      LinkParameters(url).registerHandover(name: "a redirect")
    }
    self.register(exchange.body, of: origin)
  }

  private static func register(_ header: HTTPHeader, of origin: String, _ register: (String, String) -> Void) {
    guard SecretNames.isSecret(header.name) else {
      return SecretRegistry.shared.register(secretsIn: header.value, of: origin)
    }
    guard !header.isNamed("Cookie") else { return }
    register(header.name, header.value)
    // `Bearer …`: the token alone is one too, and the password of `Basic …`.
    if let last = header.value.split(separator: " ").last { register(header.name, String(last)) }
    SecretRegistry.shared.register(secretsIn: header.value, of: origin)
  }

  /// Registers a field of a form, or what its text shows.
  private static func register(
    _ text: String, under name: String, of origin: String, _ register: (String, String) -> Void
  ) {
    if SecretNames.isSecret(name) { register(name, text) }
    SecretRegistry.shared.register(secretsIn: text, of: origin)
  }

  private static func register(
    _ body: [UInt8], of origin: String, where isSecret: @escaping (String) -> Bool = { _ in true }
  ) {
    guard !body.isEmpty else { return }
    if let document = try? JSONDocument(parsing: body) {
      SecretRegistry.shared.register(secretsIn: document.root, of: origin, where: isSecret)
    } else {
      SecretRegistry.shared.register(secretsIn: String(decoding: body, as: UTF8.self), of: origin)
    }
  }
}
