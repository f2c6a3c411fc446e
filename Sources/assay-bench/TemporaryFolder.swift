import Diagnostics
import Workspace

/// A folder of this run, in the folder for temporary files.
struct TemporaryFolder {
  let path: String

  /// Creates an empty folder.
  init(name: String) throws(BenchFailure) {
    path = try BenchFailure.attempt { () throws(WorkspaceError) in
      try FileSystem.makeTemporaryDirectory(prefix: "assay-bench-\(name)-")
    }
  }

  /// The names of the files in a folder, sorted by bytes; none where it cannot be read.
  static func names(in path: String) -> [String] { (try? FileSystem.list(path, recursive: false)) ?? [] }

  /// Deletes the folder and all that is in it.
  func remove() { try? FileSystem.remove(path) }
}

extension BenchFailure {
  /// Runs what the file system may refuse.
  static func attempt<T>(_ body: () throws(WorkspaceError) -> T) throws(BenchFailure) -> T {
    do throws(WorkspaceError) {
      return try body()
    } catch {
      throw BenchFailure(message: error.finding.message)
    }
  }
}
