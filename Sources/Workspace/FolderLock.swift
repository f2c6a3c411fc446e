internal import Synchronization

/// Keeps two writers out of one folder: a lock file `.NAME.lock` beside it, which goes with the lock; where no file can
/// be made there, the folder itself is locked.
///
/// Hold it with `defer { lock.release() }`: the compiler may end an object after its last use.
public final class FolderLock: Sendable {
  private let file: Mutex<LockFile?>

  private init(_ file: LockFile) { self.file = Mutex(file) }

  /// Takes the lock of a folder, or says who holds it; it never waits.
  ///
  /// The folder itself need not exist yet; links in its path are followed first, so that one folder has one lock.
  /// - Throws: `locked` when another process, or another lock of this one, holds it.
  public static func acquire(for folder: String) throws(WorkspaceError) -> FolderLock {
    let target = FileSystem.linksResolved(folder)
    let path = FileSystem.sibling(of: target, suffix: ".lock")
    try FileSystem.createDirectory(FileSystem.parent(of: path))
    switch try LockFile.take(path, else: target) {
    case .held(let file): return FolderLock(file)
    case .taken(let holder):
      throw .locked(folder: folder, holder: holder.map { "process \($0)" } ?? "a process that has not told its number")
    }
  }

  /// Lets others write; a second call does nothing.
  public func release() {
    file.withLock { file in
      file?.release()
      file = nil
    }
  }

  deinit { release() }
}
