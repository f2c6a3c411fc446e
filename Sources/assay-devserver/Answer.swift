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
  static func accepted(_ body: Payload) -> Answer { Answer(status: 202, body: body) }
  static let empty = Answer(status: 204)

  /// The envelope of every answer that is not a success.
  static func refusal(_ refusal: Refusal) -> Answer {
    var error: Payload = ["code": .string(refusal.code), "message": .string(refusal.message)]
    if !refusal.fields.isEmpty { error["fields"] = .object(refusal.fields.mapValues(Payload.string)) }
    if let version = refusal.minimumVersion { error["minimumVersion"] = .string(version) }
    var headers = refusal.status == 401 ? ["WWW-Authenticate": "Bearer"] : [:]
    if let seconds = refusal.retryAfter { headers["Retry-After"] = String(seconds) }
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
