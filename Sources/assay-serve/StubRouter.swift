import Diagnostics
import JSONText
import Verification

/// Chooses the recorded answer of a request.
struct StubRouter: Sendable {
  /// A request, as far as the choice looks at it.
  struct Request {
    /// Upper-case method.
    var method: String
    /// Path, percent-decoded.
    var path: String
    /// Query parameters, decoded, in order.
    var query: [NamedValue] = []
    /// Value of the header field `Prefer`, such as `case=empty` or `code=404`.
    var prefer: String?
  }

  /// An answer, ready to send.
  struct Answer: Equatable {
    var status: Int
    var headers: [NamedValue]
    var body: [UInt8]
  }

  private let fixtures: FixtureSet

  init(_ fixtures: FixtureSet) { self.fixtures = fixtures }

  /// How many routes there are to answer.
  var routeCount: Int { Set(fixtures.manifest.entries.map(\.routeID)).count }

  /// The answer: the recorded one that fits best, else an envelope with status 404 or 405 that says what there is.
  func answer(_ request: Request) -> Answer {
    // Fewer parameters win, so that /guilds/mine goes before /guilds/{guildId}.
    let matching = fixtures.manifest.entries.filter { Self.matches($0.pathTemplate, request.path) }
    let fewest = matching.map { Self.parameterCount($0.pathTemplate) }.min()
    let best = matching.filter { Self.parameterCount($0.pathTemplate) == fewest }
    let method = request.method == "HEAD" ? "GET" : request.method
    let candidates = best.filter { $0.method == method }
    if candidates.isEmpty { return noRoute(request, otherMethods: best.map(\.method)) }
    guard let entry = choose(among: preferred(among: candidates, request), request) else {
      return noCase(request, candidates)
    }
    var headers = entry.headers.filter { !["content-length", "transfer-encoding", "content-type"].contains($0.name) }
    if let contentType = entry.contentType { headers.append(NamedValue("content-type", contentType)) }
    headers.append(NamedValue("x-assay-fixture", entry.title))
    return Answer(status: entry.status, headers: headers.sorted(), body: fixtures.body(of: entry) ?? [])
  }

  /// What is left of the candidates after the header field `Prefer`.
  private func preferred(among candidates: [FixtureEntry], _ request: Request) -> [FixtureEntry] {
    var candidates = candidates
    for part in (request.prefer ?? "").split(separator: ",") {
      let pair = part.split(separator: "=", maxSplits: 1).map { Self.trimmed($0) }
      guard pair.count == 2 else { continue }
      if pair[0] == "case" { candidates = candidates.filter { $0.caseName == pair[1] } }
      if pair[0] == "code" { candidates = candidates.filter { String($0.status) == pair[1] } }
    }
    return candidates
  }

  private func choose(among candidates: [FixtureEntry], _ request: Request) -> FixtureEntry? {
    // Most query parameters that the request has too, none that it lacks; then success; then the first case.
    candidates.enumerated().max { a, b in
      let left = rank(a.element, request)
      let right = rank(b.element, request)
      return left == right ? a.offset > b.offset : left < right
    }?.element
  }

  private func rank(_ entry: FixtureEntry, _ request: Request) -> Int {
    let shared = entry.query.count { request.query.contains($0) }
    let lacking = entry.query.count - shared
    return shared * 4 - lacking * 8 + ((200..<300).contains(entry.status) ? 2 : 0)
  }

  private func noRoute(_ request: Request, otherMethods: [String]) -> Answer {
    let methods = Set(otherMethods).sorted { $0.precedesByBytes($1) }.joined(separator: ", ")
    if methods.isEmpty {
      return refusal(404, "no fixture answers \(request.method) \(request.path)", near: near(request))
    }
    var answer = refusal(405, "\(request.path) has fixtures for \(methods) only", near: near(request))
    answer.headers.insert(NamedValue("allow", methods), at: 0)
    return answer
  }

  /// The answer to a preference for a case or code that was not recorded.
  private func noCase(_ request: Request, _ candidates: [FixtureEntry]) -> Answer {
    let cases = candidates.map { "case=\($0.caseName)" } + candidates.map { "code=\($0.status)" }
    return refusal(
      404, "no fixture of \(request.method) \(candidates[0].pathTemplate) has '\(request.prefer ?? "")'",
      near: Set(cases).sorted { $0.precedesByBytes($1) })
  }

  private func refusal(_ status: Int, _ message: String, near: [String]) -> Answer {
    let envelope = JSONValue.object([
      .init(
        key: "error",
        value: .object([
          .init(key: "code", value: .string("no_fixture")),
          .init(key: "message", value: .string(message)),
          .init(key: "near", value: .array(near.map(JSONValue.string))),
        ]))
    ])
    return Answer(
      status: status, headers: [NamedValue("content-type", "application/json")], body: envelope.canonicalText())
  }

  /// Up to five routes whose paths share most segments with the request's.
  private func near(_ request: Request) -> [String] {
    let wanted = Self.segments(request.path)
    let routes = Set(fixtures.manifest.entries.map { [$0.method, $0.pathTemplate] })
    let scored = routes.map { route -> (score: Int, title: String) in
      let segments = Self.segments(route[1])
      let shared = zip(segments, wanted).count { $0 == $1 || $0.hasPrefix("{") }
      let score = 4 * shared - abs(segments.count - wanted.count) + (route[0] == request.method ? 1 : 0)
      return (score, route.joined(separator: " "))
    }
    return scored.sorted { $0.score != $1.score ? $0.score > $1.score : $0.title.precedesByBytes($1.title) }
      .prefix(5).map(\.title)
  }

  private static func segments(_ path: String) -> [Substring] {
    path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(\.self)
  }

  private static func matches(_ template: String, _ path: String) -> Bool {
    let expected = segments(template)
    let actual = segments(path)
    guard expected.count == actual.count else { return false }
    return zip(expected, actual).allSatisfy { template, text in matches(template[...], text) }
  }

  /// Matches one segment, which may mix texts and parameters as in `{base}...{head}`.
  private static func matches(_ template: Substring, _ text: Substring) -> Bool {
    guard let open = template.firstIndex(of: "{"), let close = template[open...].firstIndex(of: "}") else {
      return template.utf8.elementsEqual(text.utf8)
    }
    let head = template[..<open]
    guard text.hasPrefix(head) else { return false }
    let rest = template[template.index(after: close)...]
    let value = text.dropFirst(head.count)
    return value.indices.contains { matches(rest, value[value.index(after: $0)...]) }
  }

  private static func parameterCount(_ template: String) -> Int { segments(template).count { $0.hasPrefix("{") } }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }).filter { $0 != "\"" && $0 != " " }
  }
}
