internal import Diagnostics

/// A pattern over relative paths: `*`, `?` and `[abc]` within a segment, `**` over segments, `{a,b}` alternatives.
public struct Glob: Sendable {
  private enum Part: Hashable, Sendable {
    case anySegments
    case segment([UInt8])
  }
  private let alternatives: [[Part]]
  /// The folder part before the first wildcard; files are looked for below it alone.
  let literalPrefix: String

  /// Reads a pattern; a leading `./` is passed over.
  public init(_ pattern: String) {
    let pattern = pattern.hasPrefix("./") ? String(pattern.dropFirst(2)) : pattern
    alternatives = Self.expand(pattern).map { text in
      text.split(separator: "/").map { $0 == "**" ? .anySegments : .segment(Array($0.utf8)) }
    }
    let segments = pattern.split(separator: "/")
    let literal = segments.prefix { !$0.contains { "*?[{".contains($0) } }
    literalPrefix = (literal.count == segments.count ? literal.dropLast() : literal).joined(separator: "/")
  }

  /// Whether a path relative to the pattern's folder fits.
  public func matches(_ relativePath: String) -> Bool {
    let path = relativePath.split(separator: "/").map { Array($0.utf8) }
    return alternatives.contains { Self.match($0[...], path[...]) }
  }

  private static func match(_ parts: ArraySlice<Part>, _ path: ArraySlice<[UInt8]>) -> Bool {
    guard let part = parts.first else { return path.isEmpty }
    switch part {
    case .anySegments:
      return (0...path.count).contains { match(parts.dropFirst(), path.dropFirst($0)) }
    case .segment(let pattern):
      guard let name = path.first, matchSegment(pattern, name) else { return false }
      return match(parts.dropFirst(), path.dropFirst())
    }
  }

  /// Greedy matching with one point to come back to: linear for each `*`.
  private static func matchSegment(_ pattern: [UInt8], _ name: [UInt8]) -> Bool {
    var place = 0
    var index = 0
    var retry: (place: Int, index: Int)?
    while index < name.count {
      if place < pattern.count, pattern[place] == UInt8(ascii: "*") {
        retry = (place + 1, index)
        place += 1
      } else if let next = matchOne(pattern, place, name[index]) {
        place = next
        index += 1
      } else if let point = retry {
        retry = (point.place, point.index + 1)
        place = point.place
        index = point.index + 1
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
  }

  /// The pattern's place after it matched one byte; nil when it does not.
  private static func matchOne(_ pattern: [UInt8], _ place: Int, _ byte: UInt8) -> Int? {
    guard place < pattern.count else { return nil }
    switch pattern[place] {
    case UInt8(ascii: "?"): return place + 1
    case UInt8(ascii: "["):
      guard let end = pattern[(place + 1)...].firstIndex(of: UInt8(ascii: "]")) else {
        return byte == UInt8(ascii: "[") ? place + 1 : nil
      }
      return pattern[(place + 1)..<end].contains(byte) ? end + 1 : nil
    default: return pattern[place] == byte ? place + 1 : nil
    }
  }

  private static func expand(_ pattern: String) -> [String] {
    guard let open = pattern.firstIndex(of: "{"), let close = pattern[open...].firstIndex(of: "}") else {
      return [pattern]
    }
    let before = pattern[..<open]
    let after = pattern[pattern.index(after: close)...]
    let choices = pattern[pattern.index(after: open)..<close].split(separator: ",", omittingEmptySubsequences: false)
    return choices.flatMap { expand(String(before) + $0 + after) }
  }
}

/// Finds files by patterns.
public enum Globbing {
  /// The files below a folder that fit a pattern and none that starts with `!`; relative, `/`, sorted by bytes.
  ///
  /// Patterns may start with `../`; folders called `node_modules` and `.git` are passed over unless a pattern names them.
  public static func files(matching patterns: [String], in folder: String) throws(WorkspaceError) -> [String] {
    var found: Set<String> = []
    let excluded = patterns.filter { $0.hasPrefix("!") }.map { Glob(String($0.dropFirst())) }
    for pattern in patterns where !pattern.hasPrefix("!") {
      let glob = Glob(pattern)
      let base = FileSystem.resolve(glob.literalPrefix, relativeTo: folder)
      guard FileSystem.isDirectory(base) else { continue }
      let prefix = glob.literalPrefix.isEmpty ? "" : glob.literalPrefix + "/"
      for file in try FileSystem.list(base, recursive: true) {
        let path = prefix + file
        let isVendored = ["node_modules/", ".git/"].contains {
          ("/" + path).contains("/" + $0) && !pattern.contains($0)
        }
        if !isVendored, glob.matches(path), !excluded.contains(where: { $0.matches(path) }) { found.insert(path) }
      }
    }
    return found.sorted { $0.precedesByBytes($1) }
  }
}
