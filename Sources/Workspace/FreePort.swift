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
  /// One run gets each port once: sockets on ports that were given before stay open until the system names another.
  public static func choose() throws(WorkspaceError) -> UInt16 {
    var held: [Int32] = []
    defer { for descriptor in held { close(descriptor) } }
    while true {
      let (descriptor, port) = try boundSocket()
      held.append(descriptor)
      if chosen.withLock({ $0.insert(port).inserted }) { return port }
    }
  }

  /// A socket bound to a free port; the caller closes it.
  private static func boundSocket() throws(WorkspaceError) -> (descriptor: Int32, port: UInt16) {
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw .process(command: "socket", reason: systemErrorText()) }
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
    guard isBound else {
      let reason = systemErrorText()
      close(descriptor)
      throw .process(command: "bind", reason: reason)
    }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }
}
