#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension FileSystem {
  /// Path of the executable that this process runs, links followed; nil when the system does not say.
  public static var ownExecutable: String? {
    #if canImport(Darwin)
      var size = UInt32(0)
      _NSGetExecutablePath(nil, &size)
      var buffer = [CChar](repeating: 0, count: Int(size) + 1)
      guard _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
      let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      return realPath(String(decoding: bytes, as: UTF8.self))
    #else
      return realPath("/proc/self/exe")
    #endif
  }
}
