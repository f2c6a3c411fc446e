#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A folder of this run, in the folder for temporary files.
struct TemporaryFolder {
  let path: String

  /// Creates an empty folder.
  init(name: String) throws(BenchFailure) {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(folder)/assay-bench-\(name)-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { text in
      // Sound: `utf8CString` ends with a zero, and mkdtemp keeps it.
      text.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    guard let made else { throw BenchFailure(message: "no temporary folder in \(folder) (errno \(errno))") }
    path = made
  }

  /// The names in a folder, sorted by bytes.
  static func names(in path: String) -> [String] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      // Sound: the name ends with a zero within the entry, which lives until the next call.
      let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
        field.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: field.pointee)) {
          String(cString: $0)
        }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Deletes the folder and all that is in it.
  func remove() { Self.remove(path) }

  private static func remove(_ path: String) {
    // A link is unlinked, never followed.
    guard unlink(path) != 0, errno != ENOENT else { return }
    for name in names(in: path) { remove(path + "/" + name) }
    rmdir(path)
  }
}
