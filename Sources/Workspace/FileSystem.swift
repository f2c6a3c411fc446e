internal import CPlatform
internal import Diagnostics
internal import Synchronization

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
  /// The bytes of a regular file.
  public static func read(_ path: String) throws(WorkspaceError) -> [UInt8] {
    guard let bytes = try readIfPresent(path) else {
      // Names that are not UTF-8 are shown with this character, and lead nowhere.
      let isRepaired = path.unicodeScalars.contains("\u{FFFD}")
      throw .file(path: path, operation: "read", reason: isRepaired ? "its name is not UTF-8" : systemErrorText(ENOENT))
    }
    return bytes
  }

  /// The bytes of a regular file; nil when nothing stands at the path.
  ///
  /// - Throws: `file` for a pipe or a device too, from which nothing need ever come.
  public static func readIfPresent(_ path: String) throws(WorkspaceError) -> [UInt8]? {
    // Without O_NONBLOCK a pipe is waited for until somebody writes to it.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .file(path: path, operation: "read", reason: systemErrorText())
    }
    defer { close(descriptor) }
    var status = stat()
    if fstat(descriptor, &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) {
      throw .file(path: path, operation: "read", reason: "it is a pipe or a device, not a file")
    }
    return try read(descriptor: descriptor, path: path)
  }

  /// The bytes of a file that somebody named, which may be a pipe: the shell's `<(…)` is one.
  public static func readNamed(_ path: String) throws(WorkspaceError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .file(path: path, operation: "read", reason: systemErrorText()) }
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
  /// Where the path is a link, the file that it leads to is replaced. Folders that are missing are made.
  /// - Parameters:
  ///   - mode: Permissions of a new file; one that is replaced hands on its own.
  ///   - sync: Whether the bytes, and the name, are on disk when this returns.
  public static func write(
    _ bytes: [UInt8], to path: String, mode: UInt16 = 0o644, sync: Bool = false
  ) throws(WorkspaceError) {
    let target = linksResolved(path)
    try createDirectory(parent(of: target))
    let temporary = sibling(of: target, suffix: ".tmp\(getpid())-\(nextNumber())")
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, mode_t(mode))
    guard descriptor >= 0 else { throw .file(path: path, operation: "write", reason: systemErrorText()) }
    do throws(WorkspaceError) {
      defer { close(descriptor) }
      var status = stat()
      if stat(target, &status) == 0 { fchmod(descriptor, status.st_mode & 0o7777) }
      try write(bytes, descriptor: descriptor, path: path)
      let code = sync ? assay_sync_descriptor(descriptor) : 0
      if code != 0 { throw .file(path: path, operation: "sync", reason: systemErrorText(code)) }
    } catch {
      unlink(temporary)
      throw error
    }
    guard rename(temporary, target) == 0 else {
      let reason = systemErrorText()
      unlink(temporary)
      throw .file(path: path, operation: "write", reason: reason)
    }
    let code = sync ? assay_sync_path(parent(of: target)) : 0
    if code != 0 { throw .file(path: path, operation: "sync", reason: systemErrorText(code)) }
  }

  /// Numbers the temporary files of this process, so that two tasks never share one.
  private static func nextNumber() -> Int { counter.wrappingAdd(1, ordering: .relaxed).newValue }
  private static let counter = Atomic(0)

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

  /// Whether this process may make and change what stands at the path; not on a read-only file system.
  static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

  /// Whether a folder, or a link to one, stands at the path.
  public static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The files of a folder as relative paths, sorted by UTF-8 bytes; links to folders are not followed, nor told.
  public static func list(_ folder: String, recursive: Bool) throws(WorkspaceError) -> [String] {
    var files: [String] = []
    for (name, kind) in try contents(of: folder) {
      switch kind {
      case .file: files.append(name)
      case .linkedFolder: continue
      case .folder:
        guard recursive else { continue }
        files += try list(folder + "/" + name, recursive: true).map { name + "/" + $0 }
      }
    }
    return files.sorted { $0.precedesByBytes($1) }
  }

  /// The names in a folder, `.` and `..` left out, sorted by UTF-8 bytes.
  public static func entries(of folder: String) throws(WorkspaceError) -> [String] {
    try contents(of: folder).map(\.name)
  }

  /// What stands under a name in a folder.
  enum EntryKind: Sendable {
    /// A file or something else that can hold no others; a link that leads nowhere too.
    case file
    case folder
    case linkedFolder
  }

  /// The names in a folder and their kinds, sorted by UTF-8 bytes.
  static func contents(of folder: String) throws(WorkspaceError) -> [(name: String, kind: EntryKind)] {
    guard let stream = opendir(folder) else {
      throw .file(path: folder, operation: "list", reason: systemErrorText())
    }
    defer { closedir(stream) }
    var found: [(name: String, kind: EntryKind)] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        // d_name ends with NUL (POSIX readdir).
        pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
          String(cString: $0)
        }
      }
      guard name != ".", name != ".." else { continue }
      found.append((name, kind(ofType: Int32(entry.pointee.d_type), folder + "/" + name)))
    }
    return found.sorted { $0.name.precedesByBytes($1.name) }
  }

  /// The kind of an entry by what the folder says of it; a link, or an entry it says nothing of, is looked at.
  private static func kind(ofType type: Int32, _ path: String) -> EntryKind {
    switch type {
    case Int32(DT_REG): .file
    case Int32(DT_DIR): .folder
    default: !isDirectory(path) ? .file : isLink(path) ? .linkedFolder : .folder
    }
  }

  static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Makes a folder and those above it; one that stands already is fine.
  public static func createDirectory(_ path: String) throws(WorkspaceError) {
    if path.isEmpty || isDirectory(path) { return }
    let parent = parent(of: path)
    if parent != path { try createDirectory(parent) }
    guard mkdir(path, 0o755) == 0 || errno == EEXIST && isDirectory(path) else {
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
    let base = temporaryDirectory
    var template = Array((base + "/" + prefix + "XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw .file(path: base, operation: "make a folder in", reason: systemErrorText())
    }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The folder in which temporary ones are made.
  static var temporaryDirectory: String { EnvironmentVariables.current["TMPDIR"] ?? "/tmp" }

  /// The path with links followed; nil when nothing stands there, or where its bytes are no UTF-8.
  public static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(validatingCString: resolved)
  }

  /// The path with links followed as far as anything stands there: also for a file that is still to be made, and for a
  /// link that leads to none.
  static func linksResolved(_ path: String) -> String {
    var path = path
    for _ in 0..<40 {
      if let resolved = realPath(path) { return resolved }
      guard let destination = linkDestination(path) else { break }
      path = resolve(destination, relativeTo: parent(of: path))
    }
    let plain = resolve(path, relativeTo: "")
    guard let folder = realPath(parent(of: plain)) else { return plain }
    return folder == "/" ? "/" + name(of: plain) : folder + "/" + name(of: plain)
  }

  static func linkDestination(_ path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = buffer.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map { readlink(path, $0.assumingMemoryBound(to: CChar.self), bytes.count) } ?? -1
    }
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }

  /// The hidden sibling `.NAME` and a suffix: where a path's lock, staging and temporary files stand.
  static func sibling(of path: String, suffix: String) -> String {
    let name = name(of: path)
    let hidden = (name.hasPrefix(".") ? "" : ".") + name + suffix
    let folder = parent(of: path)
    return folder == "." && !path.contains("/") ? hidden : folder == "/" ? "/" + hidden : folder + "/" + hidden
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
