internal import Diagnostics

/// Asks git about a repository; nothing here changes one.
public enum Git {
  /// The top folder of the work tree that a folder lies in, links resolved.
  ///
  /// - Throws: `process` with git's own words when git is missing or the folder lies in no work tree.
  public static func root(of folder: String) async throws(WorkspaceError) -> String {
    text(try await git(["rev-parse", "--show-toplevel"], in: folder))
  }

  /// The full hash of the commit that a revision names.
  public static func commit(_ revision: String, in folder: String) async throws(WorkspaceError) -> String {
    try check(revision)
    return text(try await git(["rev-parse", "--verify", "--quiet", revision + "^{commit}"], in: folder))
  }

  /// The bytes of a file as a revision has it, no filter applied.
  ///
  /// - Parameter path: Relative to the repository's top folder; relative to `folder` when it starts with `./`.
  public static func show(
    revision: String, path: String, in folder: String
  ) async throws(WorkspaceError) -> [UInt8] {
    try check(revision)
    return try await git(["cat-file", "blob", revision + ":" + path], in: folder)
  }

  /// The files of a revision below a path, relative to the repository's top folder, sorted by UTF-8 bytes.
  public static func files(
    revision: String, under path: String, in folder: String
  ) async throws(WorkspaceError) -> [String] {
    try check(revision)
    let listing = try await git(
      ["ls-tree", "-r", "-z", "--full-tree", "--name-only", revision, "--", path], in: folder)
    return listing.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }.sorted { $0.precedesByBytes($1) }
  }

  /// A revision is one word and no option.
  private static func check(_ revision: String) throws(WorkspaceError) {
    guard let first = revision.utf8.first, first != UInt8(ascii: "-"),
      !revision.contains(where: { $0.isWhitespace || $0 == ":" })
    else { throw .process(command: "git", reason: "'\(revision)' names no revision") }
  }

  private static func git(_ arguments: [String], in folder: String) async throws(WorkspaceError) -> [UInt8] {
    var environment = EnvironmentVariables.current
    // What a hook of another repository hands down would name that one.
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_OBJECT_DIRECTORY"] {
      environment[name] = nil
    }
    environment["LC_ALL"] = "C"
    environment["GIT_OPTIONAL_LOCKS"] = "0"
    environment["GIT_TERMINAL_PROMPT"] = "0"
    let result = try await ChildProcess.run(["git", "-C", folder] + arguments, environment: environment)
    guard result.status == 0 else {
      let words = String(decoding: result.error, as: UTF8.self).split(separator: "\n").last.map(String.init)
      throw .process(
        command: "git " + arguments[0],
        reason: SecretRegistry.shared.mask(words ?? "it ended with status \(result.status)"))
    }
    return result.output
  }

  private static func text(_ output: [UInt8]) -> String {
    var line = output[...]
    while line.last == 0x0A { line.removeLast() }
    return String(decoding: line, as: UTF8.self)
  }
}
