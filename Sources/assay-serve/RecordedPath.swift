import ContractModel

/// A path template of the manifest, held against paths.
struct RecordedPath: Sendable {
  private let template: PathTemplate?
  /// How many segments hold a parameter: fewer win, so that /guilds/mine goes before /guilds/{guildId}.
  let parameterCount: Int

  init(_ text: String) {
    template = PathTemplate(text)
    parameterCount = template?.segments.count { !Self.isLiteral($0) } ?? 0
  }

  /// The values of the parameters by name; nil for a path of another route.
  func values(in path: String) -> [String: String]? { template?.match(path) }

  /// How much a path looks like it, for a list of what there is.
  func likeness(to path: String) -> Int {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    let segments = template?.segments ?? []
    let shared = zip(segments, parts).count { !Self.isLiteral($0) || $0 == .literal(String($1)) }
    return 4 * shared - abs(segments.count - parts.count)
  }

  private static func isLiteral(_ segment: PathTemplate.Segment) -> Bool {
    if case .literal = segment { true } else { false }
  }
}
