internal import Diagnostics

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Finds files by patterns.
public enum Globbing {
  /// The files below a folder that fit a pattern and none that starts with `!`; relative, `/`, sorted by bytes.
  ///
  /// Patterns may start with `../` or `/`. Links to folders are followed, each folder once on its way down. Folders called
  /// `node_modules` are passed over unless the pattern names them. An exclusion that starts with `**` holds below each
  /// pattern's own folder too, and wildcards of exclusions match hidden names. A path that stands there as it is written
  /// is that path, whatever its characters mean: `app/[locale]/page.ts`, and `app/[locale]/*.ts` below that folder.
  public static func files(matching patterns: [String], in folder: String) throws(WorkspaceError) -> [String] {
    let excluded = patterns.filter { $0.hasPrefix("!") }.map { pattern in
      Glob(literalWhereItStands(String(pattern.dropFirst()), in: folder), matchesHidden: true)
    }
    var found: Set<String> = []
    for pattern in patterns where !pattern.hasPrefix("!") {
      let glob = Glob(literalWhereItStands(pattern, in: folder))
      var walk = GlobWalk(glob: glob, excluded: excluded, entersModules: pattern.contains("node_modules"))
      let base = FileSystem.resolve(glob.literalPrefix, relativeTo: folder)
      guard FileSystem.isDirectory(base) else { continue }
      let prefix =
        glob.literalPrefix.isEmpty || glob.literalPrefix == "/" ? glob.literalPrefix : glob.literalPrefix + "/"
      try walk.visit(base, shown: prefix, state: glob.advance(glob.start, over: prefix))
      found.formUnion(walk.found)
    }
    return found.sorted { $0.precedesByBytes($1) }
  }

  /// The pattern, the wildcards of its first segments escaped as far as the path that they spell stands there.
  private static func literalWhereItStands(_ pattern: String, in folder: String) -> String {
    let wildcards: Set<Character> = ["*", "?", "[", "{", "\\"]
    guard pattern.contains(where: wildcards.contains) else { return pattern }
    var path = pattern.hasPrefix("/") ? "" : folder.isEmpty ? "." : folder
    var standing = true
    let segments = pattern.split(separator: "/", omittingEmptySubsequences: false).map { segment in
      path += "/" + segment
      guard segment.contains(where: wildcards.contains) else { return String(segment) }
      standing = standing && FileSystem.exists(path)
      return standing ? segment.map { wildcards.contains($0) ? "\\\($0)" : String($0) }.joined() : String(segment)
    }
    return segments.joined(separator: "/")
  }
}

/// One pattern on its way through the folders.
private struct GlobWalk {
  private struct FolderID: Hashable {
    let device: UInt64
    let file: UInt64
  }

  let glob: Glob
  let excluded: [Glob]
  let entersModules: Bool
  private(set) var found: [String] = []
  private var ancestors: Set<FolderID> = []

  init(glob: Glob, excluded: [Glob], entersModules: Bool) {
    self.glob = glob
    self.excluded = excluded
    self.entersModules = entersModules
  }

  /// - Parameters:
  ///   - path: The folder as the system knows it.
  ///   - shown: The same as the pattern writes it, with a slash at its end unless it is empty.
  ///   - state: The pattern's machine after `shown`.
  mutating func visit(_ path: String, shown: String, state: Glob.State) throws(WorkspaceError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .file(path: path, operation: "list", reason: systemErrorText()) }
    let id = FolderID(device: UInt64(truncatingIfNeeded: status.st_dev), file: UInt64(status.st_ino))
    guard ancestors.insert(id).inserted else { return }
    defer { ancestors.remove(id) }
    for (name, kind) in try FileSystem.contents(of: path) {
      let next = glob.advance(state, over: name)
      if kind == .file {
        if next.isMatch, !isExcluded(shown + name) { found.append(shown + name) }
      } else if entersModules || name != "node_modules" {
        let below = glob.advance(next, over: "/")
        if !below.isDead { try visit(path + "/" + name, shown: shown + name + "/", state: below) }
      }
    }
  }

  private func isExcluded(_ path: String) -> Bool {
    let local = glob.literalPrefix.isEmpty ? path : String(path.dropFirst(glob.literalPrefix.count + 1))
    return excluded.contains { $0.matches(path) || $0.pattern.hasPrefix("**") && $0.matches(local) }
  }
}
