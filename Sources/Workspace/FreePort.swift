internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A TCP port of 127.0.0.1 that nothing listened on when it was chosen, kept from other runs while the object lives.
///
/// Ports lie below those that Linux and macOS give out by themselves, so that no connection and no other server is given
/// one between the choice and its use. The server that is to listen binds the TCP port itself, so the lease is a socket
/// bound to the UDP port of the same number: another run that chooses at the same time meets it, and the system gives it
/// up when the process ends, however it ends.
public final class FreePort: Sendable {
  private static let range: Range<UInt16> = 20_000..<32_768
  /// Ports that a run may take before it comes to those of the next process id.
  private static let portsPerProcess = 16
  private static let next = Mutex(Int(getpid()) * portsPerProcess)

  /// The port.
  public let number: UInt16
  private let lease: Int32

  private init(number: UInt16, lease: Int32) {
    self.number = number
    self.lease = lease
  }

  deinit { close(lease) }

  /// Chooses a port. One run gets none twice before it has had all of them.
  public static func choose() throws(WorkspaceError) -> FreePort {
    for _ in range {
      let number = next.withLock { next in
        defer { next = (next + 1) % range.count }
        return range.lowerBound + UInt16(next % range.count)
      }
      if let port = try lease(number) { return port }
    }
    throw .process(command: "bind", reason: "no port from \(range.lowerBound) to \(range.upperBound - 1) is free")
  }

  /// The port of this number; nil when another run holds it or a program uses it.
  static func lease(_ number: UInt16) throws(WorkspaceError) -> FreePort? {
    guard let lease = try socketBound(to: number, isStream: false) else { return nil }
    let port = FreePort(number: number, lease: lease)
    guard let listener = try socketBound(to: number, isStream: true) else { return nil }
    close(listener)
    return port
  }

  /// A socket that is bound to the port; nil where another one is.
  private static func socketBound(to port: UInt16, isStream: Bool) throws(WorkspaceError) -> Int32? {
    let type = isStream ? SOCK_STREAM : SOCK_DGRAM
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(type.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, type, 0)
    #endif
    guard descriptor >= 0 else { throw .process(command: "socket", reason: systemErrorText()) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    // sockaddr_in is one of the layouts that bind takes behind sockaddr (POSIX sys/socket.h).
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    if isBound { return descriptor }
    close(descriptor)
    return nil
  }
}
