import Diagnostics
import JSONText
import Verification

/// How well a recorded case fits a request. What comes first in the list of ``ranks`` counts first.
struct CaseFit: Sendable {
  /// What of the request is not as it was recorded, in the order in which it counts.
  let differences: [String]
  private let ranks: [Int]

  /// - Parameters:
  ///   - values: Values of the path's parameters in the request.
  ///   - recorded: Those that the recording knows of the case.
  ///   - isBearer: Whether the contract declares that the route wants a token.
  init(
    _ entry: FixtureEntry, _ request: StubRequest, values: [String: String], recorded: [String: String], isBearer: Bool
  ) {
    let parameters = recorded.filter { values[$0.key] != nil }
    let others = parameters.filter { values[$0.key] != $0.value }.keys.sorted { $0.precedesByBytes($1) }
    func isAsked(_ item: NamedValue) -> Bool { request.query.contains { Self.isSame($0, as: item) } }
    let shared = entry.query.count(where: isAsked)
    let lacking = entry.query.filter { !isAsked($0) }.map(\.name)
    let extra = request.query.filter { item in !entry.query.contains { Self.isSame(item, as: $0) } }.map(\.name)
    // A token of a stub tells nobody's name, but whether there is one tells the answers of a guest from the others.
    let isWho = !isBearer || request.isAuthorized == (entry.persona != nil)
    let body = Self.likeness(of: request.body, to: entry)
    ranks = [
      -others.count, parameters.count - others.count, -lacking.count, shared, isWho ? 1 : 0,
      Self.condition(entry, request), body.rawValue, (200..<300).contains(entry.status) ? 1 : 0,
    ]
    var differences = others
    differences += Set(lacking + extra).sorted { $0.precedesByBytes($1) }.map { "?\($0)" }
    if !isWho { differences.append("authorization") }
    if body != .equal { differences.append("body") }
    self.differences = differences
  }

  /// Whether another case fits better.
  func isWorse(than other: CaseFit) -> Bool { ranks.lexicographicallyPrecedes(other.ranks) }

  /// Whether a parameter is the recorded one, whose value the recording did not keep where it is a secret.
  private static func isSame(_ item: NamedValue, as recorded: NamedValue) -> Bool {
    item.name == recorded.name && (item.value == recorded.value || recorded.value == FixtureManifest.redacted)
  }

  /// A 304 is for those who have its entity tag.
  private static func condition(_ entry: FixtureEntry, _ request: StubRequest) -> Int {
    guard entry.status == 304 else { return 0 }
    guard let wanted = request.entityTags, let tag = entry.headers.first(where: { $0.name == "etag" })?.value else {
      return -1
    }
    return wanted == "*" || wanted.contains(tag) ? 1 : -1
  }

  private enum BodyLikeness: Int {
    case other
    /// An object of the same keys, or bytes, of which no manifest keeps more than their media type.
    case sameShape
    case equal
  }

  private static func likeness(of body: KeptRequest, to entry: FixtureEntry) -> BodyLikeness {
    switch (body.value, entry.requestBody) {
    case (nil, nil):
      if body.mediaType != entry.requestType { .other } else { body.mediaType == nil ? .equal : .sameShape }
    case (let value?, let recorded?):
      isEqual(value, recorded) ? .equal : keys(value) == keys(recorded) ? .sameShape : .other
    default: .other
    }
  }

  private static func keys(_ value: JSONValue) -> Set<String>? {
    guard case .object(let members) = value else { return nil }
    return Set(members.map(\.key))
  }

  /// Whether values are equal where the recording kept them: secrets, such as passwords, it did not.
  private static func isEqual(_ value: JSONValue, _ recorded: JSONValue) -> Bool {
    switch (value, recorded) {
    case (.string, .string(FixtureManifest.redacted)): true
    case (.object(let members), .object(let others)):
      members.count == others.count
        && others.allSatisfy { other in
          members.contains { $0.key == other.key && isEqual($0.value, other.value) }
        }
    case (.array(let elements), .array(let others)):
      elements.count == others.count && zip(elements, others).allSatisfy(isEqual)
    default: value == recorded
    }
  }
}
