internal import Diagnostics
internal import Transport
internal import Verification

/// Finds out, when every route answers 404, whether the base URL lacks a path or has one too many.
struct BasePathProbe {
  let target: DriftTarget
  let live: LiveAnswers

  /// The finding that says it.
  ///
  /// - Parameter entries: The entries that were answered 404, in order.
  func finding(_ entries: [FixtureEntry]) async throws(DriftError) -> Finding {
    let count = entries.count == 1 ? "the only route answers 404" : "all \(entries.count) routes answer 404"
    if let moved = try await movedBase(entries, count) { return moved }
    return notTheAPI(count)
  }

  private func notTheAPI(_ fact: String) -> Finding {
    Obstacles.couldNotCheck(
      "\(fact): the base URL of \(target.name) does not lead to the API",
      help: "check the environment's baseURL in assay.json")
  }

  /// The finding that says where the routes answer instead, asked without credentials; nil when they answer where they
  /// should.
  ///
  /// - Parameter isNowhere: Whether routes that need no credentials were asked and answered 404: then there is a finding
  ///   too when the routes answer nowhere.
  func findingForRefusedSignIn(_ entries: [FixtureEntry], isNowhere: Bool) async throws(DriftError) -> Finding? {
    guard let probe = Self.probe(entries),
      case .answered(let exchange) = try await live.send(probe.method, target.base + probe.pathTemplate, as: nil),
      exchange.status == 404
    else { return nil }
    let fact = "signing in and every route answer 404"
    if let moved = try await movedBase(entries.map(\.anonymous), fact) { return moved }
    return isNowhere ? notTheAPI(fact) : nil
  }

  private func movedBase(_ entries: [FixtureEntry], _ count: String) async throws(DriftError) -> Finding? {
    guard let probe = Self.probe(entries), let segment = Self.firstSegment(probe.pathTemplate) else { return nil }
    for candidate in candidates(segment, path: probe.pathTemplate) where try await answers(candidate.url, probe) {
      return Obstacles.couldNotCheck(
        "\(count): the base URL differs by \(segment); \(candidate.fact)", help: candidate.help)
    }
    return nil
  }

  /// A route without parameters needs no value that is lost with the base path.
  private static func probe(_ entries: [FixtureEntry]) -> FixtureEntry? {
    entries.first { $0.method == "GET" && !$0.pathTemplate.contains("{") }
  }

  private struct Candidate {
    let url: String
    let fact: String
    let help: String
  }

  /// The base URL without the segment, with it, and the path without it.
  private func candidates(_ segment: String, path: String) -> [Candidate] {
    var candidates: [Candidate] = []
    let setting = "the environment's baseURL in assay.json"
    if target.base.hasSuffix(segment) {
      candidates.append(
        Candidate(
          url: String(target.base.dropLast(segment.count)) + path, fact: "the routes have it already",
          help: "take \(segment) off \(setting)"))
    }
    candidates.append(
      Candidate(
        url: target.base + segment + path, fact: "the routes answer below it",
        help: "append \(segment) to \(setting)"))
    candidates.append(
      Candidate(
        url: target.base + path.dropFirst(segment.count), fact: "the routes answer without it",
        help: "the server lost \(segment); restore it there, or in what routes to the server"))
    return candidates
  }

  private static func firstSegment(_ path: String) -> String? {
    let parts = path.split(separator: "/", maxSplits: 1)
    return parts.count == 2 ? "/" + parts[0] : nil
  }

  private func answers(_ url: String, _ entry: FixtureEntry) async throws(DriftError) -> Bool {
    guard case .answered(let exchange) = try await live.send(entry.method, url, as: entry.persona) else { return false }
    if exchange.status == 401 || exchange.status == 403 { return true }
    return (200..<300).contains(exchange.status) && !AnswerMedia(exchange).isHTML
  }
}

extension FixtureEntry {
  /// The entry as nobody in particular asks for it.
  fileprivate var anonymous: FixtureEntry {
    var entry = self
    entry.persona = nil
    return entry
  }
}
