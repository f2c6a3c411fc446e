#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file of this run, in the folder for temporary files.
struct TemporaryFile {
  let path: String

  /// Creates an empty file.
  init(name: String) throws(BenchFailure) {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(folder)/assay-bench-\(name)-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw BenchFailure(message: "no temporary file in \(folder) (errno \(errno))") }
    close(descriptor)
    path = template.withUnsafeBufferPointer { text in
      // Sound: `utf8CString` ends with a zero, and mkstemp keeps it.
      text.baseAddress.map { String(cString: $0) } ?? ""
    }
  }

  /// Replaces the content.
  func write(_ bytes: [UInt8]) throws(BenchFailure) { try Self.create(path, bytes) }

  /// Writes a file, and makes it where it is not there yet.
  static func create(_ path: String, _ bytes: [UInt8]) throws(BenchFailure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    defer { close(descriptor) }
    var position = 0
    while position < bytes.count {
      let written = bytes.withUnsafeBytes { buffer in
        Self.system(descriptor, UnsafeRawBufferPointer(rebasing: buffer[position...]))
      }
      guard written > 0 else { throw BenchFailure(message: "\(path) cannot be written (errno \(errno))") }
      position += written
    }
  }

  private static func system(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Glibc)
      Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      Musl.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }

  /// The content.
  func bytes() -> [UInt8] { Self.bytes(of: path) }

  /// The content of any file; empty when it cannot be read.
  static func bytes(of path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var content: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      guard count > 0 else { return content }
      content += chunk[..<count]
    }
  }

  /// The content as text, for messages.
  func text() -> String { String(decoding: bytes(), as: UTF8.self) }

  /// Deletes the file.
  func remove() { unlink(path) }
}
