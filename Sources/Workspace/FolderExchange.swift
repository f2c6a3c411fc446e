internal import CPlatform
internal import Diagnostics

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Replaces a folder as a whole: at any instant its path holds wholly the old set or wholly the new one.
///
/// The new set is staged in a sibling, synced, and exchanged with the folder in one step. Where the system cannot
/// exchange (container overlays, mount points), a synced journal beside the folder says that the staged set is complete;
/// it is rolled forward at once, or by the next ``recover(_:)`` when this process ends before that is done, and
/// ``isInterrupted(_:)`` tells readers to wait meanwhile. Links in the folder's path are followed first. Where nothing can
/// be made beside the folder, as in a container that mounts it into a read-only tree, stage and journal stand in it.
///
/// The caller holds the folder's ``FolderLock``. A folder that is missing or holds the old set still keeps it whenever
/// ``commit()`` throws, unless ``isInterrupted(_:)`` says otherwise.
public struct FolderExchange: Sendable {
  /// The system calls that tests stand in for.
  struct Calls: Sendable {
    /// Exchanges two paths; 0 or an errno.
    var exchange: @Sendable (String, String) -> Int32 = { assay_exchange_paths($0, $1) }
    /// Renames a path; 0 or an errno.
    var rename: @Sendable (String, String) -> Int32 = { systemRename($0, $1) }
    /// Syncs a file or a folder to disk; 0 or an errno.
    var sync: @Sendable (String) -> Int32 = { assay_sync_path($0) }
    /// Whether files can be made in a folder.
    var isWritable: @Sendable (String) -> Bool = { FileSystem.isWritable($0) }
    /// Called before each change of the disk from the sync of the staged set on.
    var checkpoint: @Sendable () throws(WorkspaceError) -> Void = { () throws(WorkspaceError) in }
  }

  /// Where the system cannot exchange; EPERM is what old container sandboxes answer to a call they do not know.
  private static let cannotExchange: Set<Int32> = [EXDEV, EBUSY, EINVAL, ENOSYS, ENOTSUP, EPERM]
  /// Where a folder cannot be renamed: a mount point, or the lower layer of an overlay.
  private static let cannotRename: Set<Int32> = [EXDEV, EBUSY, EINVAL]

  private let target: String
  /// Where the new set is staged.
  public let stagingPath: String
  private let asidePath: String
  private let journalPath: String
  /// Whether stage and journal stand in the folder.
  private let isInside: Bool
  private let calls: Calls

  /// Prepares the exchange of a folder, which need not exist yet.
  public init(folder: String) { self.init(folder: folder, calls: Calls()) }

  init(folder: String, calls: Calls) {
    target = FileSystem.linksResolved(folder)
    let target = target
    let inside = [".staging", ".aside", ".journal"].map { target + "/" + Self.insidePrefix + $0 }
    isInside =
      inside.contains(where: FileSystem.exists)
      || FileSystem.isDirectory(target) && !calls.isWritable(FileSystem.parent(of: target))
    stagingPath = isInside ? inside[0] : FileSystem.sibling(of: target, suffix: ".staging")
    asidePath = isInside ? inside[1] : FileSystem.sibling(of: target, suffix: ".aside")
    journalPath = isInside ? inside[2] : FileSystem.sibling(of: target, suffix: ".journal")
    self.calls = calls
  }

  private static let insidePrefix = ".assay"

  /// The files of a folder without those of an exchange that is under way in it.
  public static func files(of folder: String) throws(WorkspaceError) -> [String] {
    let own = [insidePrefix + ".staging/", insidePrefix + ".journal"]
    return try FileSystem.list(folder, recursive: true).filter { file in !own.contains { file.hasPrefix($0) } }
  }

  /// Makes an empty staging folder.
  ///
  /// - Throws: `interrupted` while an earlier exchange waits for ``recover(_:)``: the staged set is the new one then.
  public func begin() throws(WorkspaceError) {
    if FileSystem.exists(journalPath) { throw .interrupted(folder: target) }
    try FileSystem.remove(stagingPath)
    try FileSystem.remove(asidePath)
    try FileSystem.createDirectory(stagingPath)
  }

  /// Removes what was staged and cannot be put in place; the folder is as it was.
  ///
  /// What cannot be removed, on a disk that went read-only, is cleared by the next ``recover(_:)``.
  public func discard() {
    guard !FileSystem.exists(journalPath) else { return }
    try? FileSystem.remove(stagingPath)
  }

  /// Puts the staged set in the folder's place.
  ///
  /// - Returns: Whether anything changed; a set of the same files and bytes is not swapped.
  public func commit() throws(WorkspaceError) -> Bool {
    let isNew = !FileSystem.exists(target)
    if !isNew {
      guard FileSystem.isDirectory(target) else {
        throw .file(path: target, operation: "replace", reason: systemErrorText(ENOTDIR))
      }
      if try isEqual() {
        try clear(stagingPath)
        return false
      }
      copyPermissions()
    }
    try sync(stagingPath)
    try calls.checkpoint()
    if isNew {
      try move(stagingPath, to: target)
      return true
    }
    let code = isInside ? EXDEV : calls.exchange(stagingPath, target)
    if code == 0 {
      try syncParent()
      try clear(stagingPath)
    } else if Self.cannotExchange.contains(code) {
      try calls.checkpoint()
      try writeJournal()
      try rollForward(mayGiveUp: true)
    } else {
      throw .file(path: target, operation: "exchange", reason: systemErrorText(code))
    }
    return true
  }

  /// Whether an exchange of the folder stopped half-way and waits for ``recover(_:)``.
  public static func isInterrupted(_ folder: String) -> Bool {
    FileSystem.exists(FolderExchange(folder: folder).journalPath)
  }

  /// Rolls an interrupted exchange forward, or clears what a recording left that never came so far.
  ///
  /// It may be interrupted itself, and called again.
  public static func recover(_ folder: String) throws(WorkspaceError) { try FolderExchange(folder: folder).recover() }

  /// Rolls an interrupted exchange forward before the folder is read; does nothing where none was interrupted.
  ///
  /// - Throws: `interrupted` while another process holds the folder's lock, or when the exchange cannot be ended.
  public static func settle(_ folder: String) throws(WorkspaceError) {
    guard isInterrupted(folder) else { return }
    do throws(WorkspaceError) {
      let lock = try FolderLock.acquire(for: folder)
      defer { lock.release() }
      try recover(folder)
    } catch {
      throw .interrupted(folder: folder)
    }
  }

  func recover() throws(WorkspaceError) {
    if FileSystem.exists(journalPath) {
      try rollForward(mayGiveUp: false)
    } else {
      try clear(stagingPath)
      try clear(asidePath)
    }
  }

  /// Puts the staged set, which the journal says is complete, in place; each step may already have happened.
  ///
  /// - Parameter mayGiveUp: Whether nothing has happened yet, so that the old set may stay.
  private func rollForward(mayGiveUp: Bool) throws(WorkspaceError) {
    if FileSystem.exists(stagingPath) {
      if FileSystem.exists(target) {
        // The old set is moved aside below; what stands there now is of an earlier exchange.
        try clear(asidePath)
        try calls.checkpoint()
        let code = isInside ? EXDEV : calls.rename(target, asidePath)
        if code == 0 {
          try syncParent()
          try move(stagingPath, to: target)
        } else if Self.cannotRename.contains(code) {
          try copyStaged()
        } else {
          if mayGiveUp { try forgetJournal() }
          throw .file(path: target, operation: "move", reason: systemErrorText(code))
        }
      } else {
        try move(stagingPath, to: target)
      }
    }
    // From here on the folder holds the new set, and what stands beside it is waste.
    try forgetJournal()
    try clear(stagingPath)
    try clear(asidePath)
  }

  /// Makes the folder's content equal to the staged one file by file.
  private func copyStaged() throws(WorkspaceError) {
    let wanted = try FileSystem.list(stagingPath, recursive: true)
    let known = Set(wanted)
    // A file may stand where a folder was, and the other way round: what goes makes room first.
    for file in try Self.files(of: target) where !known.contains(file) {
      try calls.checkpoint()
      try FileSystem.remove(target + "/" + file)
    }
    try removeEmptyFolders(target)
    for file in wanted {
      let bytes = try FileSystem.read(stagingPath + "/" + file)
      if try FileSystem.readIfPresent(target + "/" + file) == bytes { continue }
      try calls.checkpoint()
      try FileSystem.write(bytes, to: target + "/" + file)
    }
    try sync(target)
  }

  private func removeEmptyFolders(_ folder: String) throws(WorkspaceError) {
    for (name, kind) in try FileSystem.contents(of: folder) where kind == .folder {
      let path = folder + "/" + name
      try removeEmptyFolders(path)
      if try FileSystem.contents(of: path).isEmpty { try FileSystem.remove(path) }
    }
  }

  private func move(_ source: String, to destination: String) throws(WorkspaceError) {
    try calls.checkpoint()
    let code = calls.rename(source, destination)
    guard code == 0 else { throw .file(path: destination, operation: "create", reason: systemErrorText(code)) }
    try syncParent()
  }

  /// Its presence alone says that the staged set, which is on disk by now, is complete.
  private func writeJournal() throws(WorkspaceError) {
    let descriptor = open(journalPath, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .file(path: journalPath, operation: "write", reason: systemErrorText()) }
    close(descriptor)
    try syncPath(journalPath)
    try syncParent()
  }

  private func forgetJournal() throws(WorkspaceError) {
    try calls.checkpoint()
    try FileSystem.remove(journalPath)
    try syncParent()
  }

  /// Removes a folder beside the target, file by file.
  private func clear(_ path: String) throws(WorkspaceError) {
    guard FileSystem.isDirectory(path) else { return }
    for file in try FileSystem.list(path, recursive: true) {
      try calls.checkpoint()
      try FileSystem.remove(path + "/" + file)
    }
    try calls.checkpoint()
    try FileSystem.remove(path)
  }

  private func isEqual() throws(WorkspaceError) -> Bool {
    let staged = try FileSystem.list(stagingPath, recursive: true)
    guard staged == (try Self.files(of: target)) else { return false }
    for file in staged {
      if try FileSystem.read(stagingPath + "/" + file) != FileSystem.read(target + "/" + file) { return false }
    }
    return true
  }

  /// The new folder is as open as the old one.
  private func copyPermissions() {
    var status = stat()
    if stat(target, &status) == 0 { chmod(stagingPath, status.st_mode & 0o7777) }
  }

  /// Syncs every file and folder below a folder, and itself last.
  private func sync(_ folder: String) throws(WorkspaceError) {
    for (name, kind) in try FileSystem.contents(of: folder) {
      let path = folder + "/" + name
      if kind == .folder { try sync(path) } else { try syncPath(path) }
    }
    try syncPath(folder)
  }

  private func syncParent() throws(WorkspaceError) { try syncPath(FileSystem.parent(of: journalPath)) }

  private func syncPath(_ path: String) throws(WorkspaceError) {
    let code = calls.sync(path)
    guard code == 0 else { throw .file(path: path, operation: "sync", reason: systemErrorText(code)) }
  }
}

/// rename(2), under a name that no property hides.
private func systemRename(_ source: String, _ destination: String) -> Int32 {
  rename(source, destination) == 0 ? 0 : errno
}
