import Diagnostics
import Verification

/// A path template of the manifest, held against paths.
struct RecordedPath: Sendable {
  private let segments: [Substring]
  /// How many segments hold a parameter: fewer win, so that /guilds/mine goes before /guilds/{guildId}.
  let parameterCount: Int

  init(_ template: String) {
    segments = Self.segments(template)
    parameterCount = segments.count { $0.contains("{") }
  }

  /// The values of the parameters by name; nil for a path of another route.
  func values(in path: String) -> [String: String]? {
    let parts = Self.segments(path)
    guard parts.count == segments.count else { return nil }
    var values: [String: String] = [:]
    for (segment, part) in zip(segments, parts) {
      guard let found = Self.values(segment, part) else { return nil }
      values.merge(found) { $1 }
    }
    return values
  }

  /// How much a path looks like it, for a list of what there is.
  func likeness(to path: String) -> Int {
    let parts = Self.segments(path)
    return 4 * zip(segments, parts).count { $0 == $1 || $0.hasPrefix("{") } - abs(segments.count - parts.count)
  }

  /// Matches one segment, which may mix texts and parameters as in `{base}...{head}`.
  private static func values(_ template: Substring, _ text: Substring) -> [String: String]? {
    guard let open = template.firstIndex(of: "{"), let close = template[open...].firstIndex(of: "}") else {
      return template.utf8.elementsEqual(text.utf8) ? [:] : nil
    }
    let head = template[..<open]
    guard text.hasPrefix(head) else { return nil }
    let name = String(template[template.index(after: open)..<close])
    let rest = template[template.index(after: close)...]
    let value = text.dropFirst(head.count)
    for index in value.indices {
      let end = value.index(after: index)
      if let others = values(rest, value[end...]) { return others.merging([name: String(value[..<end])]) { $1 } }
    }
    return nil
  }

  private static func segments(_ path: String) -> [Substring] {
    path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(\.self)
  }
}
