internal import Diagnostics
internal import Transport

extension AnswerSecrets {
  /// Registers the secrets that stand in header fields: those whose names say so, and what redirects carry in their URLs.
  static func registerHeaders(_ exchange: HTTPExchange, step: String) {
    let headers = exchange.hops.flatMap(\.headers) + exchange.headers + exchange.trailers
    for header in headers where SecretNames.isSecret(header.name) && !header.isNamed("Set-Cookie") {
      // `Bearer …`: the token alone is one too.
      for text in [header.value, header.value.split(separator: " ").last.map(String.init) ?? ""] {
        SecretRegistry.shared.register(text, name: "\(header.name) of \(step)")
      }
    }
    for url in headers.all(named: "Location") + exchange.hops.map(\.url) + [exchange.url] {
      for (name, value) in parameters(of: url) where SecretNames.isSecret(name) || name.lowercased() == "code" {
        for text in [value, PercentEncoding.decode(value)] {
          SecretRegistry.shared.register(text, name: "\(name) of a redirect of \(step)")
        }
      }
    }
  }

  /// The parameters of a URL as they are written, those of its fragment included.
  private static func parameters(of url: String) -> [(name: String, value: String)] {
    url.drop { $0 != "?" && $0 != "#" }.split { "?&#;".contains($0) }.compactMap { piece in
      let pair = piece.split(separator: "=", maxSplits: 1)
      return pair.count == 2 ? (PercentEncoding.decode(pair[0]), String(pair[1])) : nil
    }
  }
}
