internal import Diagnostics
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Folders that this run made and removes at its end, also when a signal ends it.
///
/// What a run that was killed left is told by its lock, a file beside the folder: the system releases that of a process
/// that is gone, so ``removeStale(prefix:)`` never takes a folder that a living one works in.
public enum TemporaryFolders {
  private static let lockSuffix = ".lock"
  /// The locks, by folder.
  private static let locks = Mutex<[String: LockFile]>([:])

  /// Makes a folder that ``removeAll()`` removes.
  public static func make(prefix: String) throws(WorkspaceError) -> String {
    // Within the lock, so that the end by a signal misses no folder.
    let path = try locks.withLock { locks throws(WorkspaceError) -> String? in
      guard !LiveChildren.isEnding else { return nil }
      // The lock comes first, so that no kill leaves a folder that nothing tells of.
      for _ in 0..<16 {
        let path = FileSystem.temporaryDirectory + "/" + prefix + randomName()
        guard case .held(let lock) = try LockFile.take(path + lockSuffix) else { continue }
        if mkdir(path, 0o700) == 0 {
          locks[path] = lock
          return path
        }
        let code = errno
        lock.release()
        guard code == EEXIST else {
          throw .file(path: path, operation: "make the folder", reason: systemErrorText(code))
        }
      }
      throw .process(command: prefix, reason: "no name for a temporary folder is free")
    }
    if let path { return path }
    LiveChildren.waitWhileEnding()
    throw .process(command: prefix, reason: "the program is being ended by a signal")
  }

  /// Removes one of them; what cannot be removed is left to the system, whose temporary folder it is in.
  public static func remove(_ path: String) {
    try? FileSystem.remove(path)
    locks.withLock { locks in
      locks.removeValue(forKey: path)?.release()
    }
  }

  /// Removes all that are left.
  public static func removeAll() {
    for path in locks.withLock({ $0.keys.sorted { $0.precedesByBytes($1) } }) { remove(path) }
  }

  /// Removes the folders of runs that were killed.
  ///
  /// - Parameter prefix: What their names start with.
  /// - Returns: How many there were.
  @discardableResult public static func removeStale(prefix: String) -> Int {
    let base = FileSystem.temporaryDirectory
    var count = 0
    for name in (try? FileSystem.entries(of: base)) ?? [] where name.hasPrefix(prefix) && name.hasSuffix(lockSuffix) {
      let lockPath = base + "/" + name
      guard isOwn(lockPath), case .held(let lock)? = try? LockFile.take(lockPath) else { continue }
      let folder = String(lockPath.dropLast(lockSuffix.count))
      let isThere = FileSystem.isDirectory(folder)
      // A server that is still on its way to its end may make files meanwhile: its folder goes next time.
      guard (try? FileSystem.remove(folder)) != nil else {
        lock.abandon()
        continue
      }
      if isThere { count += 1 }
      lock.release()
    }
    return count
  }

  private static func randomName() -> String { String(UInt64.random(in: 0 ... .max), radix: 36) }

  /// Whether a file belongs to this user; the system's temporary folder holds those of all.
  private static func isOwn(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid()
  }
}
