internal import CPlatform
internal import Diagnostics

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Replaces a folder as a whole: at any instant its path holds wholly the old set or wholly the new one.
///
/// The new set is staged in a sibling, synced, and exchanged with the folder in one step. Where the system cannot
/// exchange (container overlays, mount points), a synced journal beside the folder says that the staged set is complete;
/// it is rolled forward by the next ``recover(_:)``, and ``isInterrupted(_:)`` tells readers to wait for that.
///
/// The caller holds the folder's ``FolderLock``.
public struct FolderExchange: Sendable {
  /// How far a commit is, in order; tests stop it at each step.
  enum Step: CaseIterable, Sendable {
    case staged, journaled, movedAside, movedIn, exchanged, cleaned
  }

  private let target: String
  /// Where the new set is staged: a sibling that version control ignores.
  public let stagingPath: String
  private let asidePath: String
  private let journalPath: String
  /// Exchanges two paths; 0 or an errno. Tests replace it by one that cannot.
  var exchange: @Sendable (String, String) -> Int32 = { assay_exchange_paths($0, $1) }
  /// Called after each step.
  var checkpoint: @Sendable (Step) throws(WorkspaceError) -> Void = { _ throws(WorkspaceError) in }

  /// Prepares the exchange of a folder, links in its path followed.
  public init(folder: String) {
    target = FileSystem.realPath(folder) ?? FileSystem.resolve(folder, relativeTo: "")
    let sibling = FileSystem.parent(of: target) + "/." + FileSystem.name(of: target)
    stagingPath = sibling + ".staging"
    asidePath = sibling + ".aside"
    journalPath = sibling + ".journal"
  }

  /// Makes an empty staging folder.
  public func begin() throws(WorkspaceError) {
    try FileSystem.remove(stagingPath)
    try FileSystem.createDirectory(stagingPath)
  }

  /// Puts the staged set in the folder's place.
  ///
  /// - Returns: Whether anything changed; an equal set is not swapped.
  public func commit() throws(WorkspaceError) -> Bool {
    if try isEqual() {
      try FileSystem.remove(stagingPath)
      return false
    }
    try sync(stagingPath)
    try checkpoint(.staged)
    guard FileSystem.exists(target) else {
      try move(stagingPath, to: target)
      try checkpoint(.exchanged)
      return true
    }
    switch exchange(stagingPath, target) {
    case 0:
      try syncParent()
      try checkpoint(.exchanged)
      try FileSystem.remove(stagingPath)
    case EXDEV, EBUSY, EINVAL, ENOSYS, ENOTSUP:
      try FileSystem.write(Array("exchange\n".utf8), to: journalPath, sync: true)
      try syncParent()
      try checkpoint(.journaled)
      try rollForward()
    case let code: throw .file(path: target, operation: "exchange", reason: systemErrorText(code))
    }
    try checkpoint(.cleaned)
    return true
  }

  /// Whether an exchange of the folder stopped half-way and waits for ``recover(_:)``.
  public static func isInterrupted(_ folder: String) -> Bool {
    FileSystem.exists(FolderExchange(folder: folder).journalPath)
  }

  /// Rolls an interrupted exchange forward, or clears what a recording left that never came so far.
  public static func recover(_ folder: String) throws(WorkspaceError) {
    let exchange = FolderExchange(folder: folder)
    if FileSystem.exists(exchange.journalPath) {
      try exchange.rollForward()
    } else {
      try FileSystem.remove(exchange.stagingPath)
    }
  }

  /// Moves the old set aside and the staged one in; each step may already have happened.
  private func rollForward() throws(WorkspaceError) {
    if FileSystem.exists(stagingPath) {
      if FileSystem.exists(target) {
        try FileSystem.remove(asidePath)
        try replace(target, by: asidePath)
      }
      try checkpoint(.movedAside)
      try replace(stagingPath, by: target)
      try checkpoint(.movedIn)
    }
    try FileSystem.remove(asidePath)
    try FileSystem.remove(journalPath)
    try syncParent()
  }

  /// Renames a folder; a mount point, which cannot be renamed, hands its content over file by file.
  private func replace(_ source: String, by destination: String) throws(WorkspaceError) {
    if rename(source, destination) == 0 { return try syncParent() }
    let code = errno
    guard [EXDEV, EBUSY, EINVAL, ENOTEMPTY, EEXIST].contains(code) else {
      throw .file(path: source, operation: "move", reason: systemErrorText(code))
    }
    let wanted = Set(try FileSystem.list(source, recursive: true))
    for file in wanted.sorted(by: { $0.precedesByBytes($1) }) {
      try FileSystem.write(FileSystem.read(source + "/" + file), to: destination + "/" + file, sync: true)
    }
    for file in try FileSystem.list(destination, recursive: true) where !wanted.contains(file) {
      try FileSystem.remove(destination + "/" + file)
    }
    // The target itself may be the mount point: only a staged or moved folder is removed.
    if source != target { try FileSystem.remove(source) }
  }

  private func move(_ source: String, to destination: String) throws(WorkspaceError) {
    guard rename(source, destination) == 0 else {
      throw .file(path: destination, operation: "create", reason: systemErrorText())
    }
    try syncParent()
  }

  private func isEqual() throws(WorkspaceError) -> Bool {
    guard FileSystem.isDirectory(target) else { return false }
    let staged = try FileSystem.list(stagingPath, recursive: true)
    guard staged == (try FileSystem.list(target, recursive: true)) else { return false }
    for file in staged {
      if try FileSystem.read(stagingPath + "/" + file) != FileSystem.read(target + "/" + file) { return false }
    }
    return true
  }

  /// Syncs every file and folder below a folder.
  private func sync(_ folder: String) throws(WorkspaceError) {
    for name in try FileSystem.entries(of: folder) {
      let path = folder + "/" + name
      if FileSystem.isDirectory(path) {
        try sync(path)
      } else {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .file(path: path, operation: "sync", reason: systemErrorText()) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .file(path: path, operation: "sync", reason: systemErrorText()) }
      }
    }
    try syncFolder(folder)
  }

  private func syncParent() throws(WorkspaceError) { try syncFolder(FileSystem.parent(of: target)) }

  private func syncFolder(_ path: String) throws(WorkspaceError) {
    let code = assay_sync_folder(path)
    guard code == 0 else { throw .file(path: path, operation: "sync", reason: systemErrorText(code)) }
  }
}
