import Diagnostics
import JSONText
import Verification

/// Chooses the recorded answer of a request.
///
/// Among the cases of one method and path, after what `Prefer` asks for: first the case recorded with the same values of
/// path parameters, then of the query, then with or without a token (where the contract wants one) and the same entity
/// tag, then with the same body, or one of the same keys; of equals a success, then the first by name.
struct StubRouter: Sendable {
  /// An answer, ready to send.
  struct Answer: Equatable {
    var status: Int
    var headers: [NamedValue]
    var body: [UInt8]
    /// What was served, for the log.
    var summary: String
  }

  private struct Case: Sendable {
    let entry: FixtureEntry
    let path: RecordedPath
    /// Values of path parameters, as far as the recording shows them.
    let parameters: [String: String]
  }

  private struct Candidate {
    let recorded: Case
    let values: [String: String]
  }

  private let fixtures: FixtureSet
  private let bearerRoutes: Set<String>
  private let cases: [Case]

  /// - Parameter bearerRoutes: Ids of the routes that the contract declares as bearer.
  init(_ fixtures: FixtureSet, bearerRoutes: Set<String> = []) {
    self.fixtures = fixtures
    self.bearerRoutes = bearerRoutes
    cases = fixtures.manifest.entries.map { entry in
      Case(
        entry: entry, path: RecordedPath(entry.pathTemplate),
        parameters: entry.parameters.compactMapValues { Self.value(of: $0, in: fixtures) })
    }
  }

  private static func value(of origin: ParameterOrigin, in fixtures: FixtureSet) -> String? {
    switch origin {
    case .literal(let text): return text
    case .unresolved: return nil
    case .answer(let route, let name, let pointer):
      let document = fixtures.manifest.entry(route: route, case: name).flatMap { try? fixtures.document(of: $0) }
      let node = document?.root.resolve(pointer)
      return node?.string ?? node?.numberText
    }
  }

  /// How many routes there are to answer.
  var routeCount: Int { Set(fixtures.manifest.entries.map(\.routeID)).count }

  /// The answer: the recorded one that fits best, else an envelope with status 404 or 405 that says what there is.
  func answer(_ request: StubRequest) -> Answer {
    let matching = cases.compactMap { recorded in
      recorded.path.values(in: request.path).map { Candidate(recorded: recorded, values: $0) }
    }
    let method = request.method == "HEAD" ? "GET" : request.method
    let asked = matching.filter { $0.recorded.entry.method == method }
    guard let fewest = asked.map(\.recorded.path.parameterCount).min() else {
      return noRoute(request, otherMethods: matching.map(\.recorded.entry.method))
    }
    let candidates = asked.filter { $0.recorded.path.parameterCount == fewest }
    var best: (entry: FixtureEntry, fit: CaseFit)?
    for candidate in candidates where isPreferred(candidate.recorded.entry, request) {
      let entry = candidate.recorded.entry
      let fit = CaseFit(
        entry, request, values: candidate.values, recorded: candidate.recorded.parameters,
        isBearer: bearerRoutes.contains(entry.routeID))
      if best?.fit.isWorse(than: fit) ?? true { best = (entry, fit) }
    }
    guard let best else { return noCase(request, candidates.map(\.recorded.entry)) }
    return served(best.entry, differences: best.fit.differences)
  }

  private func served(_ entry: FixtureEntry, differences: [String]) -> Answer {
    var headers = entry.headers.filter { !["content-length", "transfer-encoding", "content-type"].contains($0.name) }
    if let contentType = entry.contentType { headers.append(NamedValue("content-type", contentType)) }
    headers.append(NamedValue("x-assay-fixture", entry.title))
    var summary = "\(entry.status) \(entry.title)"
    if !differences.isEmpty {
      let list = differences.joined(separator: ", ")
      headers.append(NamedValue("x-assay-differs", list))
      summary += ", recorded with other \(list)"
    }
    return Answer(
      status: entry.status, headers: headers.sorted(), body: fixtures.body(of: entry) ?? [], summary: summary)
  }

  /// Whether a case is one that the header field `Prefer` asks for.
  private func isPreferred(_ entry: FixtureEntry, _ request: StubRequest) -> Bool {
    request.preferences.allSatisfy { preference in
      switch preference.name {
      case "case": entry.caseName == preference.value
      case "code": String(entry.status) == preference.value
      case "persona": entry.persona == preference.value
      default: true
      }
    }
  }

  private func noRoute(_ request: StubRequest, otherMethods: [String]) -> Answer {
    let methods = Set(otherMethods).sorted { $0.precedesByBytes($1) }.joined(separator: ", ")
    if methods.isEmpty {
      return refusal(
        404, "no fixture answers \(request.method) \(request.path)",
        help: "correct the path, or record the route: 'near' lists recorded ones like it", near: near(request))
    }
    var answer = refusal(
      405, "\(request.path) has fixtures for \(methods) only", help: "correct the method, or record the route",
      near: near(request))
    answer.headers.insert(NamedValue("allow", methods), at: 0)
    return answer
  }

  /// The answer to a preference for a case, code or persona that was not recorded.
  private func noCase(_ request: StubRequest, _ entries: [FixtureEntry]) -> Answer {
    let there =
      entries.map { "case=\($0.caseName)" } + entries.map { "code=\($0.status)" }
      + entries.compactMap { $0.persona.map { "persona=\($0)" } }
    return refusal(
      404, "no fixture of \(request.method) \(entries[0].pathTemplate) has '\(request.prefer)'",
      help: "prefer what 'near' lists", near: Set(there).sorted { $0.precedesByBytes($1) })
  }

  private func refusal(_ status: Int, _ message: String, help: String, near: [String]) -> Answer {
    let envelope = JSONValue.object([
      .init(
        key: "error",
        value: .object([
          .init(key: "code", value: .string("no_fixture")),
          .init(key: "help", value: .string(help)),
          .init(key: "message", value: .string(message)),
          .init(key: "near", value: .array(near.map(JSONValue.string))),
        ]))
    ])
    return Answer(
      status: status, headers: [NamedValue("content-type", "application/json")], body: envelope.canonicalText(),
      summary: "\(status) no fixture")
  }

  /// Up to five routes whose paths share most segments with the request's.
  private func near(_ request: StubRequest) -> [String] {
    var scores: [String: Int] = [:]
    for recorded in cases {
      let isMethod = recorded.entry.method == request.method
      scores["\(recorded.entry.method) \(recorded.entry.pathTemplate)"] =
        recorded.path.likeness(to: request.path) + (isMethod ? 1 : 0)
    }
    return scores.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key.precedesByBytes($1.key) }
      .prefix(5).map(\.key)
  }
}
