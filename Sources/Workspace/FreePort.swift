internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Chooses TCP ports of 127.0.0.1 that nothing listens on.
public enum FreePort {
  private static let chosen = Mutex<Set<UInt16>>([])

  /// A port that the system gave a socket that was closed again; another process may take it in between.
  ///
  /// One run gets each port once, as long as there are others.
  public static func choose() throws(WorkspaceError) -> UInt16 {
    var port = try systemChoice()
    for _ in 0..<64 where !chosen.withLock({ $0.insert(port).inserted }) { port = try systemChoice() }
    return port
  }

  private static func systemChoice() throws(WorkspaceError) -> UInt16 {
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw .process(command: "socket", reason: systemErrorText()) }
    defer { close(descriptor) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    // sockaddr_in is one of the layouts that bind and getsockname take behind sockaddr (POSIX sys/socket.h).
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(descriptor, generic, length) == 0 && getsockname(descriptor, generic, &length) == 0
      }
    }
    guard isBound else { throw .process(command: "bind", reason: systemErrorText()) }
    return UInt16(bigEndian: address.sin_port)
  }
}
