#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Keeps two writers out of one folder: flock(2) on a file beside it, which the system releases when the process ends.
public final class FolderLock: Sendable {
  private let descriptor: Int32

  private init(descriptor: Int32) { self.descriptor = descriptor }

  /// Takes the lock of a folder, or says who holds it; it never waits.
  public static func acquire(for folder: String) throws(WorkspaceError) -> FolderLock {
    let target = FileSystem.realPath(folder) ?? folder
    let path = FileSystem.parent(of: target) + "/." + FileSystem.name(of: target) + ".lock"
    try FileSystem.createDirectory(FileSystem.parent(of: path))
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .file(path: path, operation: "lock", reason: systemErrorText()) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let holder = (try? FileSystem.read(descriptor: descriptor, path: path)).map {
        String(decoding: $0, as: UTF8.self)
      }
      close(descriptor)
      throw .locked(folder: folder, holder: holder.map { "process \($0)" } ?? "process unknown")
    }
    ftruncate(descriptor, 0)
    try? FileSystem.write(Array(String(getpid()).utf8), descriptor: descriptor, path: path)
    return FolderLock(descriptor: descriptor)
  }

  deinit { close(descriptor) }
}
