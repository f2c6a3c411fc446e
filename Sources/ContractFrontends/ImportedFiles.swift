internal import Workspace

/// Files that contract sources import, read from a folder; those that are there and cannot be read are remembered.
final class ImportedFiles {
  private let rootFolder: String
  private var unreadable: Set<String> = []

  init(rootFolder: String) { self.rootFolder = rootFolder }

  /// The bytes of a file; nil when it is not there, or cannot be read.
  func read(_ path: String) -> [UInt8]? {
    do throws(WorkspaceError) {
      return try FileSystem.readIfPresent(FileSystem.resolve(path, relativeTo: rootFolder))
    } catch {
      unreadable.insert(path)
      return nil
    }
  }

  /// Whether a file was there and could not be read: it belongs to somebody else, or is none.
  func isUnreadable(_ path: String) -> Bool { unreadable.contains(path) }
}
