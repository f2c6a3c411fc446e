internal import Synchronization

/// Folders that this run made and removes at its end, also when a signal ends it.
public enum TemporaryFolders {
  private static let paths = Mutex<Set<String>>([])

  /// Makes a folder that ``removeAll()`` removes.
  public static func make(prefix: String) throws(WorkspaceError) -> String {
    // Within the lock, so that the end by a signal misses no folder.
    let path = try paths.withLock { paths throws(WorkspaceError) -> String? in
      guard !LiveChildren.isEnding else { return nil }
      let path = try FileSystem.makeTemporaryDirectory(prefix: prefix)
      paths.insert(path)
      return path
    }
    if let path { return path }
    LiveChildren.waitWhileEnding()
    throw .process(command: prefix, reason: "the program is being ended by a signal")
  }

  /// Removes one of them; what cannot be removed is left to the system, whose temporary folder it is in.
  public static func remove(_ path: String) {
    try? FileSystem.remove(path)
    paths.withLock { _ = $0.remove(path) }
  }

  /// Removes all that are left.
  public static func removeAll() {
    for path in paths.withLock({ $0 }) { remove(path) }
  }
}
