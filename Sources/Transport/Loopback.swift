#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The addresses of this machine alone: 127.0.0.0/8, ::1 and the first mapped into IPv6 (RFC 6890).
enum Loopback {
  /// Whether a numeric address, without brackets, is a loopback address.
  static func contains(_ address: String) -> Bool {
    var four = in_addr()
    if inet_pton(AF_INET, address, &four) == 1 {
      return withUnsafeBytes(of: four) { $0[0] == 127 }
    }
    var six = in6_addr()
    guard inet_pton(AF_INET6, address, &six) == 1 else { return false }
    return withUnsafeBytes(of: six) { isLoopback(six: Array($0)) }
  }

  /// Whether a socket address is a loopback address; false for families other than IPv4 and IPv6.
  static func contains(_ address: UnsafeRawPointer, family: Int32) -> Bool {
    switch family {
    case AF_INET:
      let four = address.loadUnaligned(as: sockaddr_in.self).sin_addr
      return withUnsafeBytes(of: four) { $0[0] == 127 }
    case AF_INET6:
      let six = address.loadUnaligned(as: sockaddr_in6.self).sin6_addr
      return withUnsafeBytes(of: six) { isLoopback(six: Array($0)) }
    default: return false
    }
  }

  private static func isLoopback(six bytes: [UInt8]) -> Bool {
    if bytes[0..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF { return bytes[12] == 127 }
    return bytes[0..<15].allSatisfy { $0 == 0 } && bytes[15] == 1
  }
}
