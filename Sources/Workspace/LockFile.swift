#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A lock by flock(2), which the system releases when the process ends, however it ends.
///
/// The file goes with the lock; that of a process which was killed stays, and is the next holder's.
struct LockFile: Sendable {
  /// What a try came to.
  enum Attempt {
    /// The lock is held.
    case held(LockFile)
    /// Another process holds it, or another lock of this one; its number, where it has told it.
    case taken(by: String?)
  }

  private let path: String
  private let descriptor: Int32
  private let isOwnFile: Bool

  /// Takes a lock, or says who holds it; it never waits.
  ///
  /// - Parameters:
  ///   - folder: What is locked itself where no file can be made at the path; nil for nothing.
  ///   - opened: Called between the opening of the file and the try to lock it; for tests.
  static func take(
    _ path: String, else folder: String? = nil, opened: () -> Void = {}
  ) throws(WorkspaceError) -> Attempt {
    // The holder may remove the file between our opening it and our taking it: then there is another one to take.
    for _ in 0..<1000 {
      var descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
      let code = errno
      let isOwnFile = descriptor >= 0
      if !isOwnFile, let folder, [EACCES, EROFS, EPERM].contains(code) {
        descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      }
      guard descriptor >= 0 else { throw .file(path: path, operation: "lock", reason: systemErrorText(code)) }
      opened()
      guard retrying({ Int(flock(descriptor, LOCK_EX | LOCK_NB)) }) == 0 else {
        let code = errno
        defer { close(descriptor) }
        guard code == EWOULDBLOCK else { throw .file(path: path, operation: "lock", reason: systemErrorText(code)) }
        return .taken(by: isOwnFile ? holder(descriptor, path) : nil)
      }
      let lock = LockFile(path: path, descriptor: descriptor, isOwnFile: isOwnFile)
      guard isOwnFile else { return .held(lock) }
      if lock.isNamed {
        // The lock holds without the number; it only serves the message that others print.
        ftruncate(descriptor, 0)
        try? FileSystem.write(Array("\(getpid())\n".utf8), descriptor: descriptor, path: path)
        return .held(lock)
      }
      close(descriptor)
    }
    return .taken(by: nil)
  }

  /// Lets others have it, and removes the file.
  func release() {
    if isOwnFile, isNamed { unlink(path) }
    abandon()
  }

  /// Lets others have it, and leaves the file.
  func abandon() {
    // A child that is being started holds the same open file until its exec, so that closing alone may be too little.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Whether the path still leads to the file that is held.
  private var isNamed: Bool {
    var held = stat()
    var named = stat()
    return fstat(descriptor, &held) == 0 && lstat(path, &named) == 0 && held.st_ino == named.st_ino
      && held.st_dev == named.st_dev
  }

  private static func holder(_ descriptor: Int32, _ path: String) -> String? {
    let digits = ((try? FileSystem.read(descriptor: descriptor, path: path)) ?? []).prefix {
      (0x30...0x39).contains($0)
    }
    return digits.isEmpty ? nil : String(decoding: digits, as: UTF8.self)
  }
}
