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
    let folder = FileSystem.ownExecutable.map(FileSystem.parent(of:))
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
}
