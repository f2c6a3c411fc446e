internal import ContractModel
internal import Diagnostics
internal import JSONText
internal import Scenarios
internal import Transport

/// Tells an answer of the API from what stands in its place: an error page, nothing, bytes that are no text.
///
/// What is JSON and does not fit its type is no objection: to show that is the point of recording.
struct AnswerSoundness: Sendable {
  let contract: Contract

  /// Why an answer is not saved and nothing else can be said of it; nil when it can be.
  func objection(to exchange: HTTPExchange, of step: ScenarioStep) -> Finding? {
    guard let record = step.record, step.method != "HEAD", let route = contract.route(id: record.routeID),
      case .body(let type) = route.answer(status: exchange.status)
    else { return nil }
    let media = (exchange.headers.first(named: "Content-Type") ?? "").prefix { $0 != ";" }
    let claimsJSON = media.lowercased().contains("json")
    do throws(JSONSyntaxError) {
      _ = try JSONDocument(parsing: exchange.body)
      return nil
    } catch {
      // A text is a body of its own where the contract declares one.
      if !claimsJSON, !exchange.body.isEmpty, isText(type), media.lowercased() != "text/html" { return nil }
      let fact = exchange.body.isEmpty ? "it is empty" : "\(error.message), line \(error.position.line)"
      let rule = claimsJSON && !exchange.body.isEmpty ? RecordingRules.invalidJSON : RecordingRules.notJSON
      let kind = media.isEmpty ? "without a content type" : SecretRegistry.shared.excerpt(String(media), characters: 60)
      return Finding(
        rule, .error,
        "step '\(step.name)' was answered \(exchange.status) with a body that is not JSON (\(kind)): \(fact)",
        help: "look at who answers at \(exchange.request.line.url), and at the server's log",
        at: Place(span: step.span, route: record.routeID), notes: FindingNote.start(of: exchange.body))
    }
  }

  private func isText(_ type: TypeExpression) -> Bool {
    if case .string? = contract.resolve(type.withoutNull)?.withoutNull.shape { true } else { false }
  }
}
