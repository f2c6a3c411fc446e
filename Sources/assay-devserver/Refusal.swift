/// Why a request is refused.
struct Refusal: Error {
  let status: Int
  let code: String
  let message: String
  var fields: [String: String] = [:]
  /// The least version of a client that is served.
  var minimumVersion: String?
  /// Seconds after which the client may try again.
  var retryAfter: Int?

  static let unauthenticated = Refusal(status: 401, code: "unauthenticated", message: "Sign in first.")
  static let forbidden = Refusal(status: 403, code: "forbidden", message: "This is not for you.")
  static let notFound = Refusal(status: 404, code: "not_found", message: "There is no such thing.")
  static let methodNotAllowed = Refusal(status: 405, code: "method_not_allowed", message: "Not with this method.")
  static let invalidJSON = Refusal(status: 400, code: "invalid_json", message: "The body is not a JSON object.")
  static let tooLarge = Refusal(status: 413, code: "payload_too_large", message: "The body is too large.")
  static let preconditionFailed = Refusal(
    status: 412, code: "precondition_failed", message: "It has changed since you read it.")
  static let updateRequired = Refusal(
    status: 426, code: "update_required", message: "This version of the app is too old.",
    minimumVersion: AppVersion.minimum)

  static func gone(_ message: String) -> Refusal { Refusal(status: 410, code: "gone", message: message) }
  static func conflict(_ message: String) -> Refusal { Refusal(status: 409, code: "conflict", message: message) }
  static func forbidden(_ message: String) -> Refusal { Refusal(status: 403, code: "forbidden", message: message) }
  static func rateLimited(retryAfter seconds: Int) -> Refusal {
    Refusal(status: 429, code: "rate_limited", message: "Too many requests.", retryAfter: seconds)
  }
  static func invalid(_ fields: [String: String]) -> Refusal {
    Refusal(status: 422, code: "validation_failed", message: "Some fields are not right.", fields: fields)
  }
}
