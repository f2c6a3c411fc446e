internal import ContractModel
internal import Diagnostics
internal import JSONText
internal import Transport
internal import Verification

/// Holds one live answer against what was recorded for the same request.
struct AnswerComparison {
  let contract: Contract
  let fixtures: FixtureSet
  let target: DriftTarget

  func compare(_ exchange: HTTPExchange, _ entry: FixtureEntry, into collector: inout DriftCollector) {
    let context = AnswerContext(entry, of: fixtures)
    let route = contract.route(id: entry.routeID)
    guard exchange.status == entry.status else {
      return compareStatus(exchange, entry, route, context, &collector)
    }
    compareBody(exchange, entry, route, context, &collector)
  }

  /// A request that others answered and this one did not.
  func noAnswer(_ entry: FixtureEntry, _ error: TransportError) -> Finding {
    let cause = error.finding
    return Finding(
      DriftRules.noAnswer, .error, "\(entry.routeID) gave no answer: \(cause.message)", help: cause.help,
      at: fixtures.place(of: entry), member: entry.routeID)
  }

  private func compareStatus(
    _ exchange: HTTPExchange, _ entry: FixtureEntry, _ route: Route?, _ context: AnswerContext,
    _ collector: inout DriftCollector
  ) {
    let line = "\(entry.method) \(entry.pathTemplate)"
    if let day = route?.unreleasedUntil, let today = target.today, !target.requiresLive, !day.precedesByBytes(today),
      [404, 405, 501].contains(exchange.status)
    {
      return collector.report(
        Finding(
          DriftRules.notReleased, .note, "\(line) is not there yet; the contract marks it as unreleased until \(day)",
          help: "nothing to do until then", at: context.place(), member: entry.routeID))
    }
    if let twin = twin(of: entry, status: exchange.status) {
      collector.report(
        Finding(
          DriftRules.notExercised, .warning,
          "\(line) answered \(exchange.status), as in the case '\(twin.caseName)'; its answer \(entry.status) was not seen",
          help: "bring \(target.name) into the state that the scenario records", at: context.place(),
          member: entry.routeID))
      let context = AnswerContext(twin, of: fixtures)
      return compareBody(exchange, twin, route, context, &collector)
    }
    var notes = [FindingNote("the body is \(Self.describe(exchange))")]
    if exchange.status == 401, entry.persona == nil, route?.authentication == .bearer {
      notes.insert(FindingNote(Obstacles.noPersona), at: 0)
    }
    if let span = route?.span { notes.append(FindingNote("the route is declared here", at: Place(span: span))) }
    collector.report(
      Finding(
        DriftRules.statusChanged, .error, "\(line) answered \(exchange.status), recorded \(entry.status)",
        help: exchange.status == 404
          ? "see whether the route is deployed at \(target.name)" : "look at the log of \(target.name) for the route",
        at: context.place(), member: entry.routeID, notes: notes))
  }

  /// An entry of the same request that another state of the server answered so.
  private func twin(of entry: FixtureEntry, status: Int) -> FixtureEntry? {
    fixtures.manifest.entries(ofRoute: entry.routeID).first {
      $0.status == status && $0.method == entry.method && $0.parameters == entry.parameters && $0.query == entry.query
        && $0.persona == entry.persona
    }
  }

  private func compareBody(
    _ exchange: HTTPExchange, _ entry: FixtureEntry, _ route: Route?, _ context: AnswerContext,
    _ collector: inout DriftCollector
  ) {
    guard entry.file != nil, entry.method != "HEAD" else { return }
    guard !exchange.body.isEmpty else {
      return collector.report(
        Finding(
          DriftRules.emptyAnswer, .error,
          "\(entry.method) \(entry.pathTemplate) answered \(exchange.status) without a body",
          help: "look at the log of \(target.name) for the route", at: context.place(), member: entry.routeID))
    }
    let media = AnswerMedia(exchange).type.lowercased()
    guard entry.isJSON else {
      // What it says is compared by nobody; what kind of document it is can be.
      guard let recorded = entry.contentType, recorded != media else { return }
      return collector.report(
        Finding(
          DriftRules.mediaTypeChanged, .error,
          "\(entry.method) \(entry.pathTemplate) answered \(media.isEmpty ? "without a content type" : media), "
            + "recorded \(recorded)",
          help: "open the URL and see who answers", at: context.place(), member: entry.routeID))
    }
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: exchange.body)
    } catch {
      return collector.report(
        Finding(
          DriftRules.notJSON, .error,
          "\(entry.method) \(entry.pathTemplate) answered \(exchange.status) with a body that is not JSON: \(error.message)",
          help: "open the URL and see who answers", at: context.place(), member: entry.routeID,
          notes: [
            FindingNote(
              "the body is \(Self.describe(exchange)); line \(error.position.line), column \(error.position.column)")
          ]))
    }
    for doubt in BodyReading.doubts(about: document, route: entry.routeID, file: fixtures.shownPath(of: entry)) {
      collector.report(doubt)
    }
    let type: TypeExpression? =
      if case .body(let declared) = route?.answer(status: entry.status) { declared } else { nil }
    let recorded = fixtures.manifest.entries(ofRoute: entry.routeID).filter { $0.status == entry.status }
      .compactMap { try? fixtures.document(of: $0) }
    DriftComparator(contract: contract).compare(document, with: recorded, type: type, context, into: &collector)
    if route?.isExact == true, let fixture = try? fixtures.document(of: entry) {
      DriftComparator(contract: contract).compareExactly(document, fixture, context, into: &collector)
    }
  }

  /// Media type, size and the look of the first bytes: letters and digits are blanked, so that nothing private shows.
  static func describe(_ exchange: HTTPExchange) -> String {
    guard !exchange.body.isEmpty else { return "empty" }
    let media = AnswerMedia(exchange)
    let type = media.type.isEmpty ? "without a content type" : media.type
    var isInTag = false
    let look = exchange.body.prefix(40).map { byte -> UInt8 in
      // The names of HTML tags tell who answers and hold nothing private.
      if byte == UInt8(ascii: "<") { isInTag = true }
      if byte == 0x20 || byte == UInt8(ascii: ">") { isInTag = false }
      switch byte {
      case _ where isInTag && byte > 0x20 && byte < 0x7F: return byte
      case 0x30...0x39: return UInt8(ascii: "0")
      case 0x41...0x5A, 0x61...0x7A: return UInt8(ascii: "x")
      case 0x20...0x7E: return byte
      default: return UInt8(ascii: ".")
      }
    }
    return "\(type), \(exchange.body.count) bytes, starts like \(String(decoding: look, as: UTF8.self))"
  }
}
