internal import Diagnostics

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Files and folders by path, over the system's own calls.
///
/// Paths are texts with `/`; nothing here asks a locale, and listings are sorted by bytes.
public enum FileSystem {
  /// The bytes of a file.
  public static func read(_ path: String) throws(WorkspaceError) -> [UInt8] {
    guard let bytes = try readIfPresent(path) else {
      throw .file(path: path, operation: "read", reason: systemErrorText(ENOENT))
    }
    return bytes
  }

  /// The bytes of a file; nil when nothing stands at the path.
  public static func readIfPresent(_ path: String) throws(WorkspaceError) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .file(path: path, operation: "read", reason: systemErrorText())
    }
    defer { close(descriptor) }
    return try read(descriptor: descriptor, path: path)
  }

  /// Everything that is left to read of an open file or pipe.
  public static func read(descriptor: Int32, path: String) throws(WorkspaceError) -> [UInt8] {
    var status = stat()
    let size = fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    var bytes: [UInt8] = []
    var chunk = max(size + 1, 1 << 16)
    while true {
      let start = bytes.count
      var code: Int32 = 0
      // The array's own storage is filled by read(2), which is given its capacity.
      let more = [UInt8](unsafeUninitializedCapacity: chunk) { buffer, count in
        let result = retrying { readBytes(descriptor, buffer.baseAddress, chunk) }
        if result < 0 { code = errno }
        count = max(0, result)
      }
      if code != 0 { throw .file(path: path, operation: "read", reason: systemErrorText(code)) }
      if more.isEmpty { return bytes }
      if start == 0 { bytes = more } else { bytes.append(contentsOf: more) }
      chunk = 1 << 16
    }
  }

  /// Writes a file through a sibling that is renamed into place, so that readers see the old bytes or the new.
  ///
  /// - Parameters:
  ///   - mode: Permissions of a new file.
  ///   - sync: Whether the bytes are on disk before the rename.
  public static func write(
    _ bytes: [UInt8], to path: String, mode: UInt16 = 0o644, sync: Bool = false
  ) throws(WorkspaceError) {
    try createDirectory(parent(of: path))
    let temporary = parent(of: path) + "/." + name(of: path) + ".tmp\(getpid())"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode_t(mode))
    guard descriptor >= 0 else { throw .file(path: path, operation: "write", reason: systemErrorText()) }
    do throws(WorkspaceError) {
      try write(bytes, descriptor: descriptor, path: path)
      if sync, fsync(descriptor) != 0 {
        throw WorkspaceError.file(path: path, operation: "sync", reason: systemErrorText())
      }
      close(descriptor)
      guard rename(temporary, path) == 0 else {
        throw WorkspaceError.file(path: path, operation: "write", reason: systemErrorText())
      }
    } catch {
      close(descriptor)
      unlink(temporary)
      throw error
    }
  }

  /// Writes all bytes to an open file or pipe.
  public static func write(_ bytes: [UInt8], descriptor: Int32, path: String) throws(WorkspaceError) {
    var written = 0
    while written < bytes.count {
      let result = bytes.withUnsafeBytes { buffer in
        retrying { writeBytes(descriptor, buffer.baseAddress.map { $0 + written }, bytes.count - written) }
      }
      guard result >= 0 else { throw .file(path: path, operation: "write", reason: systemErrorText()) }
      written += result
    }
  }

  /// Whether anything stands at the path.
  public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether a folder, or a link to one, stands at the path.
  public static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The files of a folder as relative paths, sorted by UTF-8 bytes; links to folders are not followed.
  public static func list(_ folder: String, recursive: Bool) throws(WorkspaceError) -> [String] {
    var files: [String] = []
    for name in try entries(of: folder) {
      if isDirectory(folder + "/" + name) {
        guard recursive, !isLink(folder + "/" + name) else { continue }
        files += try list(folder + "/" + name, recursive: true).map { name + "/" + $0 }
      } else {
        files.append(name)
      }
    }
    return files.sorted { $0.precedesByBytes($1) }
  }

  /// The names in a folder, `.` and `..` left out, sorted by UTF-8 bytes.
  public static func entries(of folder: String) throws(WorkspaceError) -> [String] {
    guard let stream = opendir(folder) else {
      throw .file(path: folder, operation: "list", reason: systemErrorText())
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        // d_name ends with NUL (POSIX readdir).
        pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
          String(cString: $0)
        }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.precedesByBytes($1) }
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Makes a folder and those above it; one that stands already is fine.
  public static func createDirectory(_ path: String) throws(WorkspaceError) {
    if path.isEmpty || isDirectory(path) { return }
    let parent = parent(of: path)
    if parent != path { try createDirectory(parent) }
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else {
      throw .file(path: path, operation: "make the folder", reason: systemErrorText())
    }
  }

  /// Removes a file, or a folder with all that is in it; nothing there is fine.
  public static func remove(_ path: String) throws(WorkspaceError) {
    if !isLink(path), isDirectory(path) {
      for name in try entries(of: path) { try remove(path + "/" + name) }
      guard rmdir(path) == 0 || errno == ENOENT else {
        throw .file(path: path, operation: "remove", reason: systemErrorText())
      }
    } else {
      guard unlink(path) == 0 || errno == ENOENT else {
        throw .file(path: path, operation: "remove", reason: systemErrorText())
      }
    }
  }

  /// Makes a fresh folder for this run below the system's temporary folder, readable by its owner alone.
  public static func makeTemporaryDirectory(prefix: String) throws(WorkspaceError) -> String {
    let base = EnvironmentVariables.current["TMPDIR"] ?? "/tmp"
    var template = Array((base + "/" + prefix + "XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw .file(path: base, operation: "make a folder in", reason: systemErrorText())
    }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The path with links followed; nil when nothing stands there.
  public static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// A path as seen from a folder, `.` and `..` taken out by their text alone.
  public static func resolve(_ path: String, relativeTo folder: String) -> String {
    let joined = path.hasPrefix("/") || folder.isEmpty ? path : folder + "/" + path
    let isAbsolute = joined.hasPrefix("/")
    var parts: [Substring] = []
    for part in joined.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !isAbsolute {
        parts.append(part)
      }
    }
    let text = parts.joined(separator: "/")
    return isAbsolute ? "/" + text : text.isEmpty ? "." : text
  }

  /// The folder part of a path; `.` for a bare name.
  public static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of a path.
  public static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// The folder that the process stands in.
  public static var currentDirectory: String {
    guard let buffer = getcwd(nil, 0) else { return "." }
    defer { free(buffer) }
    return String(cString: buffer)
  }
}

/// read(2), under a name that `FileSystem.read` does not hide.
private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}
/// write(2), under a name that `FileSystem.write` does not hide.
private func writeBytes(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, buffer, count)
}

/// The environment of the process.
public enum EnvironmentVariables {
  /// All variables; of two with one name the first counts, as for getenv(3).
  public static var current: [String: String] {
    var variables: [String: String] = [:]
    var pointer = environ
    while let entry = pointer.pointee {
      let text = String(cString: entry)
      if let equals = text.firstIndex(of: "="), variables[String(text[..<equals])] == nil {
        variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      pointer += 1
    }
    return variables
  }
}
