internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Chooses TCP ports of 127.0.0.1 that nothing listens on.
///
/// They lie below the ports that Linux and macOS give out by themselves, so that no connection and no other server is
/// given one between the choice and its use. Runs at the same time start at different places, by their process ids.
public enum FreePort {
  private static let range: Range<UInt16> = 20_000..<32_768
  /// Ports that a run may take before it comes to those of the next process id.
  private static let portsPerProcess = 16

  private static let next = Mutex(Int(getpid()) * portsPerProcess)

  /// A port that could be bound, and was given up again. One run gets none twice before it has had all of them.
  public static func choose() throws(WorkspaceError) -> UInt16 {
    for _ in range {
      let number = next.withLock { next in
        defer { next = (next + 1) % range.count }
        return range.lowerBound + UInt16(next % range.count)
      }
      if try isFree(number) { return number }
    }
    throw .process(command: "bind", reason: "no port from \(range.lowerBound) to \(range.upperBound - 1) is free")
  }

  private static func isFree(_ port: UInt16) throws(WorkspaceError) -> Bool {
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
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    // sockaddr_in is one of the layouts that bind takes behind sockaddr (POSIX sys/socket.h).
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
