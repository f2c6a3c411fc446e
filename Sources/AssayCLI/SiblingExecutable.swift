import Diagnostics
import Workspace

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The executables that stand beside `assay`, as git and cargo have them.
enum SiblingExecutable {
  /// Path of a sibling.
  static func path(_ name: String) throws(CommandFailure) -> String {
    let folder = ownPath.map(FileSystem.parent(of:))
    if let folder {
      let path = folder + "/" + name
      if access(path, X_OK) == 0 { return path }
    }
    throw .cannotStart(
      Finding(
        CommandRules.missingExecutable, .error, "\(name) is not beside assay",
        help: "build it: make build (or: swift build -c release --product \(name))"))
  }

  /// Puts a sibling in the place of this process; returns only by throwing.
  static func replaceProcess(_ name: String, arguments: [String]) throws(CommandFailure) -> Never {
    let path = try path(name)
    var pointers: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    pointers.append(nil)
    execv(path, pointers)
    let reason = String(cString: strerror(errno))
    for pointer in pointers { free(pointer) }
    throw .cannotStart(
      Finding(CommandRules.missingExecutable, .error, "\(name) does not start: \(reason)", help: "make build"))
  }

  private static var ownPath: String? {
    #if canImport(Darwin)
      var size = UInt32(0)
      _NSGetExecutablePath(nil, &size)
      var buffer = [CChar](repeating: 0, count: Int(size) + 1)
      guard _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
      let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      return FileSystem.realPath(String(decoding: bytes, as: UTF8.self))
    #else
      return FileSystem.realPath("/proc/self/exe")
    #endif
  }
}
