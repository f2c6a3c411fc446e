import Diagnostics
import Workspace

/// A folder of one test, removed with the object; hold it to the end of the test.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws { path = try FileSystem.makeTemporaryDirectory(prefix: "assay-test-") }

  deinit { try? FileSystem.remove(path) }

  /// Writes files, given by relative path and text.
  func write(_ files: [String: String], under folder: String = "") throws {
    for (name, text) in files {
      try FileSystem.write(Array(text.utf8), to: path + "/" + (folder.isEmpty ? "" : folder + "/") + name)
    }
  }

  /// The files below a folder with their texts.
  func read(_ folder: String = "") throws -> [String: String] {
    let root = folder.isEmpty ? path : path + "/" + folder
    var files: [String: String] = [:]
    for name in try FileSystem.list(root, recursive: true) {
      files[name] = String(decoding: try FileSystem.read(root + "/" + name), as: UTF8.self)
    }
    return files
  }
}

/// The folder of the package.
let repositoryRoot = FileSystem.resolve("../../..", relativeTo: #filePath)

/// The finding that a closure throws as a workspace error; nil when it throws none.
func finding(_ body: () throws(WorkspaceError) -> Void) -> Finding? {
  do throws(WorkspaceError) {
    try body()
    return nil
  } catch {
    return error.finding
  }
}
