internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Keeps two writers out of one folder: flock(2) on `.NAME.lock` beside it, which the system releases when the process
/// ends, however it ends.
///
/// Hold it with `defer { lock.release() }`: the compiler may end an object after its last use.
public final class FolderLock: Sendable {
  private let descriptor: Mutex<Int32?>

  private init(descriptor: Int32) { self.descriptor = Mutex(descriptor) }

  /// Takes the lock of a folder, or says who holds it; it never waits.
  ///
  /// The folder itself need not exist yet; links in its path are followed first, so that one folder has one lock.
  /// - Throws: `locked` when another process, or another lock of this one, holds it.
  public static func acquire(for folder: String) throws(WorkspaceError) -> FolderLock {
    let path = FileSystem.sibling(of: FileSystem.linksResolved(folder), suffix: ".lock")
    try FileSystem.createDirectory(FileSystem.parent(of: path))
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .file(path: path, operation: "lock", reason: systemErrorText()) }
    guard retrying({ Int(flock(descriptor, LOCK_EX | LOCK_NB)) }) == 0 else {
      let code = errno
      defer { close(descriptor) }
      guard code == EWOULDBLOCK else { throw .file(path: path, operation: "lock", reason: systemErrorText(code)) }
      throw .locked(folder: folder, holder: holder(descriptor, path))
    }
    ftruncate(descriptor, 0)
    // The lock holds without the number; it only serves the message that others print.
    try? FileSystem.write(Array("\(getpid())\n".utf8), descriptor: descriptor, path: path)
    return FolderLock(descriptor: descriptor)
  }

  /// Lets others write; a second call does nothing.
  public func release() {
    descriptor.withLock { descriptor in
      guard let held = descriptor else { return }
      ftruncate(held, 0)
      // A child that is being started holds the same open file until its exec, so that closing alone may be too little.
      flock(held, LOCK_UN)
      close(held)
      descriptor = nil
    }
  }

  deinit { release() }

  private static func holder(_ descriptor: Int32, _ path: String) -> String {
    let text = (try? FileSystem.read(descriptor: descriptor, path: path)) ?? []
    let digits = text.prefix { (0x30...0x39).contains($0) }
    return digits.isEmpty
      ? "a process that has not told its number yet" : "process \(String(decoding: digits, as: UTF8.self))"
  }
}
