internal import ContractModel
internal import Diagnostics
internal import Transport
internal import Verification

/// The reasons for which a run says nothing about drift; each is one finding.
enum Obstacles {
  static func couldNotCheck(_ message: String, help: String, notes: [FindingNote] = []) -> Finding {
    Finding(DriftRules.couldNotCheck, .error, "could not check: \(message)", help: help, notes: notes)
  }

  /// Why a request goes out without credentials that its recording had.
  static let noPersona =
    "the request carried no Authorization, for the scenario's step names no persona: add '# @persona NAME' and record"

  static func noAnswer(_ error: TransportError, _ target: DriftTarget) -> Finding {
    let finding = error.finding
    return couldNotCheck(
      finding.message, help: finding.help ?? "see that \(target.name) is up, and its baseURL in assay.json")
  }

  static func rateLimited(_ exchange: HTTPExchange) -> Finding {
    let wait = exchange.headers.first(named: "Retry-After").map {
      "; it says Retry-After: \(SecretRegistry.shared.excerpt($0, characters: 40))"
    }
    return couldNotCheck(
      "\(exchange.request.line) was answered 429 (too many requests)\(wait ?? "")",
      help: "run it again later; nothing more was sent")
  }

  /// One finding for each reason for which personas could not sign in, in the order of the first of each.
  static func signIns(_ failed: [(persona: String, error: TransportError)], _ target: DriftTarget) -> [Finding] {
    var reasons: [TransportError.Reason] = []
    for (_, error) in failed where !reasons.contains(error.reason) { reasons.append(error.reason) }
    return reasons.compactMap { reason in
      let alike = failed.filter { $0.error.reason == reason }
      guard let finding = alike.first?.error.finding else { return nil }
      let personas = alike.map { "'\($0.persona)'" }.sorted { $0.precedesByBytes($1) }.joined(separator: ", ")
      return couldNotCheck(
        "\(personas) could not sign in at \(target.name): \(finding.message)",
        help: finding.help ?? "check the persona's credentials for \(target.name)")
    }
  }

  static func nothingToAsk(_ target: DriftTarget, _ reasons: [DriftReport.NotExercised]) -> Finding {
    couldNotCheck(
      reasons.isEmpty ? "no recorded answer is a successful GET" : "no request could be made",
      help: reasons.isEmpty ? "record a GET route" : "put the missing values under the environment's 'values'",
      notes: reasons.prefix(5).map { FindingNote("\($0.route)/\($0.caseName): \($0.reason)") })
  }

  /// Why all answers are alike and none is the expected one; nil when they are not.
  ///
  /// - Parameter needsSignIn: Whether the contract declares that a route wants a token.
  static func common(
    _ answers: [(entry: FixtureEntry, exchange: HTTPExchange)], _ target: DriftTarget,
    needsSignIn: (String) -> Bool
  ) -> Finding? {
    guard let first = answers.first?.exchange else { return nil }
    let count = answers.count == 1 ? "the only answer is" : "all \(answers.count) answers are"
    func all(_ test: (HTTPExchange) -> Bool) -> Bool { answers.allSatisfy { test($0.exchange) } }
    if all({ $0.status == 401 }), answers.allSatisfy({ $0.entry.persona == nil && needsSignIn($0.entry.routeID) }) {
      return couldNotCheck(
        "\(count) 401: the requests carried no Authorization, and the contract declares the routes bearer",
        help: "add '# @persona NAME' to the steps that record them, and run 'assay record'")
    }
    if all({ $0.status == 401 || $0.status == 403 }) {
      return couldNotCheck(
        "\(count) \(first.status): the credentials for \(target.name) are not accepted",
        help: "check the environment's token, or the personas' credentials")
    }
    if all({ $0.status >= 500 }) {
      return couldNotCheck(
        "\(count) \(first.status): \(target.name) is down", help: "see that the server is up, and run it again")
    }
    if answers.count > 1, all({ $0.status == first.status && !(200..<300).contains($0.status) && $0.status != 404 }) {
      return couldNotCheck(
        "\(count) \(first.status)", help: "open \(first.request.line.description) and see who answers")
    }
    if answers.count > 1, all({ (200..<300).contains($0.status) && AnswerMedia($0).isHTML }) {
      return couldNotCheck(
        "\(count) HTML pages: another server answers at \(target.name)", help: "check the environment's baseURL")
    }
    return nil
  }
}

/// What an answer's body is, by its header and its first byte.
struct AnswerMedia {
  let type: String
  let isHTML: Bool

  init(_ exchange: HTTPExchange) {
    let header = exchange.headers.first(named: "Content-Type") ?? ""
    type = SecretRegistry.shared.excerpt(String(header.prefix { $0 != ";" }), characters: 60).trimmingSpaces
    let first = exchange.body.first { $0 > 0x20 }
    isHTML = type.lowercased() == "text/html" || first == UInt8(ascii: "<")
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    var text = self[...]
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }
}
