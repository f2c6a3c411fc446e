/// What a handler answers.
struct Answer: Sendable {
  var status = 200
  /// The JSON body; nil for none.
  var body: Payload?
  /// An HTML body in its place.
  var html: String?
  /// Headers besides those that every answer has.
  var headers: [String: String] = [:]

  static func ok(_ body: Payload) -> Answer { Answer(body: body) }
  static func created(_ body: Payload) -> Answer { Answer(status: 201, body: body) }
  static let empty = Answer(status: 204)

  /// The envelope of every answer that is not a success.
  static func refusal(_ refusal: Refusal) -> Answer {
    var error: Payload = ["code": .string(refusal.code), "message": .string(refusal.message)]
    if !refusal.fields.isEmpty { error["fields"] = .object(refusal.fields.mapValues(Payload.string)) }
    let headers = refusal.status == 401 ? ["WWW-Authenticate": "Bearer"] : [:]
    return Answer(status: refusal.status, body: ["error": error], headers: headers)
  }

  /// The answer to a method that a path does not have.
  static func wrongMethod(allowed methods: [String]) -> Answer {
    var answer = refusal(.methodNotAllowed)
    let all = Set(methods + (methods.contains("GET") ? ["HEAD"] : []))
    answer.headers["Allow"] = all.sorted().joined(separator: ", ")
    return answer
  }
}

/// Why a request is refused.
struct Refusal: Error {
  let status: Int
  let code: String
  let message: String
  var fields: [String: String] = [:]

  static let unauthenticated = Refusal(status: 401, code: "unauthenticated", message: "Sign in first.")
  static let forbidden = Refusal(status: 403, code: "forbidden", message: "This is not for you.")
  static let notFound = Refusal(status: 404, code: "not_found", message: "There is no such thing.")
  static let methodNotAllowed = Refusal(status: 405, code: "method_not_allowed", message: "Not with this method.")
  static let invalidJSON = Refusal(status: 400, code: "invalid_json", message: "The body is not a JSON object.")
  static let tooLarge = Refusal(status: 413, code: "payload_too_large", message: "The body is too large.")
  static func conflict(_ message: String) -> Refusal { Refusal(status: 409, code: "conflict", message: message) }
  static func invalid(_ fields: [String: String]) -> Refusal {
    Refusal(status: 422, code: "validation_failed", message: "Some fields are not right.", fields: fields)
  }
}

/// A request as handlers see it.
struct Request {
  let method: String
  let path: String
  let query: [String: String]
  let authorization: String?
  let body: [UInt8]
  /// Values of the path's parameters, decoded.
  var parameters: [String: String] = [:]
  /// Milliseconds since 1970 on the server's clock: one moment for everything that the request writes.
  let now: Int
}
