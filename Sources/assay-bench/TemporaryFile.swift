import Workspace

/// A file of this run, in a temporary folder of its own.
struct TemporaryFile {
  let path: String
  private let folder: TemporaryFolder

  /// Creates an empty file.
  init(name: String) throws(BenchFailure) {
    folder = try TemporaryFolder(name: name)
    path = folder.path + "/" + name
    try Self.create(path, [])
  }

  /// Replaces the content.
  func write(_ bytes: [UInt8]) throws(BenchFailure) { try Self.create(path, bytes) }

  /// Writes a file, and makes it where it is not there yet.
  static func create(_ path: String, _ bytes: [UInt8]) throws(BenchFailure) {
    try BenchFailure.attempt { () throws(WorkspaceError) in try FileSystem.write(bytes, to: path) }
  }

  /// The content.
  func bytes() -> [UInt8] { Self.bytes(of: path) }

  /// The content of any file; empty when it cannot be read.
  static func bytes(of path: String) -> [UInt8] { (try? FileSystem.read(path)) ?? [] }

  /// The content as text, for messages.
  func text() -> String { String(decoding: bytes(), as: UTF8.self) }

  /// Deletes the file.
  func remove() { folder.remove() }
}
