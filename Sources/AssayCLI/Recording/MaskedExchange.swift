import Diagnostics
import JSONText
import Recording
import Transport

/// An exchange as it may be shown: every known secret, and every value whose name says that it is one, is masked.
struct MaskedExchange: Sendable {
  /// What is shown of a body.
  enum Body: Hashable, Sendable {
    /// No body, or an empty one.
    case none
    /// Text, masked.
    case text(String)
    /// Bytes that are no text; their number.
    case binary(Int)
  }

  let method: String
  /// URL with query; user information cannot be in it.
  let url: String
  /// Query items, decoded and masked.
  let query: [(name: String, value: String)]
  let requestHeaders: [HTTPHeader]
  let requestBody: Body
  /// Number of bytes of the request's body, as it was sent.
  let requestSize: Int
  let answerHeaders: [HTTPHeader]
  let answerBody: Body
  /// Number of bytes of the answer's body after decoding.
  let answerSize: Int

  init(_ exchange: ObservedExchange) {
    let request = exchange.request
    let parts = request.url.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let items = parts.count > 1 ? FormFields(parts[1]).fields : []
    method = Self.mask(request.method)
    url = Self.mask(String(parts.first ?? "")) + (items.isEmpty ? "" : "?" + Self.masked(items))
    query = items.map { (Self.mask($0.name), Self.value($0.value, named: $0.name)) }
    requestHeaders = request.headers.map(Self.header)
    requestBody = Self.body(request.body ?? [], request.headers.first(named: "Content-Type"))
    requestSize = request.body?.count ?? 0
    answerHeaders = exchange.answer?.headers.map(Self.header) ?? []
    let answer = exchange.answer
    answerBody = Self.body(answer?.body ?? [], answer?.headers.first(named: "Content-Type"))
    answerSize = answer?.body.count ?? 0
  }

  private static func mask(_ text: String) -> String { SecretRegistry.shared.mask(text) }

  /// A value under a name: one whose name says that it is a secret is not shown at all, however short.
  private static func value(_ value: String, named name: String) -> String {
    SecretNames.isSecret(name) && !value.isEmpty ? "‹\(mask(name))›" : mask(value)
  }

  /// The fields of a query or form as they were written, their values masked.
  private static func masked(_ fields: [FormFields.Field]) -> String {
    fields.map { field in
      guard SecretNames.isSecret(field.name), let equals = field.written.firstIndex(of: "=") else {
        return mask(field.written)
      }
      return mask(String(field.written[..<equals])) + "=‹\(mask(field.name))›"
    }.joined(separator: "&")
  }

  private static func header(_ header: HTTPHeader) -> HTTPHeader {
    let name = mask(header.name)
    if header.isNamed("Set-Cookie") { return HTTPHeader(name, cookie(header.value)) }
    if header.isNamed("Cookie") {
      let pairs = header.value.split(separator: ";").map { cookie(String($0.drop { $0 == " " })) }
      return HTTPHeader(name, pairs.joined(separator: "; "))
    }
    if header.isNamed("Authorization") || header.isNamed("Proxy-Authorization") {
      // The scheme says how one signs in, and is no secret.
      let words = header.value.split(separator: " ", maxSplits: 1)
      return HTTPHeader(name, words.count > 1 ? "\(words[0]) ‹credentials›" : "‹credentials›")
    }
    if header.isNamed("Location") || header.isNamed("Referer") { return HTTPHeader(name, link(header.value)) }
    return HTTPHeader(name, value(header.value, named: header.name))
  }

  /// `name=‹cookie›` with the attributes that follow.
  private static func cookie(_ text: String) -> String {
    let parts = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts[0].prefix { $0 != "=" }
    return mask(String(name)) + "=‹cookie›" + (parts.count > 1 ? ";" + mask(String(parts[1])) : "")
  }

  /// A link; of one to a server that it names, the path may be all that one needs to get in.
  private static func link(_ url: String) -> String {
    let parts = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var path = parts[0].split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if parts[0].contains("://") {
      for index in path.indices.dropFirst(3) where SecretLook.isRandom(Array(path[index].utf8)) {
        path[index] = "‹path›"
      }
    }
    let shown = mask(path.joined(separator: "/"))
    guard parts.count == 2 else { return shown }
    return shown + "?" + masked(FormFields(parts[1]).fields)
  }

  private static func body(_ bytes: [UInt8], _ mediaType: String?) -> Body {
    if bytes.isEmpty { return .none }
    guard let text = String(validating: bytes, as: UTF8.self) else { return .binary(bytes.count) }
    let type = mediaType?.prefix { $0 != ";" }.lowercased() ?? ""
    if type == FormFields.mediaType { return .text(masked(FormFields(text).fields)) }
    if type.hasSuffix("json"), let document = try? JSONDocument(parsing: bytes) {
      let value = document.root.value
      let masked = masked(value, at: SecretPlace(), named: "")
      // What needs no mask keeps the bytes that it came in.
      if masked != value { return .text(mask(String(decoding: masked.canonicalText(indent: 0), as: UTF8.self))) }
    }
    return .text(mask(text))
  }

  private static func masked(_ value: JSONValue, at place: SecretPlace, named name: String) -> JSONValue {
    switch value {
    case .object(let members):
      .object(
        members.map {
          JSONValue.Member(key: $0.key, value: masked($0.value, at: place.member($0.key), named: $0.key))
        })
    case .array(let elements): .array(elements.map { masked($0, at: place, named: name) })
    case .string(let text) where place.hides(text): .string("‹\(name)›")
    case .number where place.hidesNumbers: .string("‹\(name)›")
    default: value
    }
  }
}
