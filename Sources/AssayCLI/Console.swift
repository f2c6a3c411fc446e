import Diagnostics
import JSONText
import Workspace

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The two streams of the process; whatever passes through is masked.
struct Console: Sendable {
  /// Whether standard output is a terminal that shows colour.
  let showsColor: Bool

  /// Looks at the terminal and at `NO_COLOR` and `TERM`.
  init(environment: [String: String]) {
    let isRefused = !(environment["NO_COLOR"] ?? "").isEmpty || environment["TERM"] == "dumb"
    showsColor = !isRefused && isatty(STDOUT_FILENO) == 1
  }

  /// Writes text to standard output.
  ///
  /// - Throws: ``CommandFailure`` when it cannot be written; a reader that has gone is no failure.
  func write(_ text: String) throws(CommandFailure) { try write(Array(text.utf8)) }

  /// Writes bytes to standard output.
  ///
  /// - Throws: ``CommandFailure`` when they cannot be written; a reader that has gone is no failure.
  func write(_ bytes: [UInt8]) throws(CommandFailure) {
    try check(Self.write(Self.masked(bytes), to: STDOUT_FILENO))
  }

  /// Writes the canonical form of a document to standard output, piece by piece where there is nothing to mask.
  ///
  /// - Throws: ``CommandFailure`` when it cannot be written; a reader that has gone is no failure.
  func write(_ document: JSONDocument, indent: Int) throws(CommandFailure) {
    guard SecretRegistry.shared.isEmpty else { return try write(CanonicalWriter.write(document, indent: indent)) }
    do {
      try CanonicalWriter.write(document, indent: indent, to: STDOUT_FILENO)
    } catch {
      try check(error.code)
    }
  }

  private func check(_ code: Int32) throws(CommandFailure) {
    if code == 0 || code == EPIPE { return }
    let reason = String(cString: strerror(code))
    throw .cannotStart(WorkspaceError.file(path: "(standard output)", operation: "write", reason: reason).finding)
  }

  /// Writes text to standard error; where that fails, there is nobody left to tell.
  func writeError(_ text: String) { _ = Self.write(Self.masked(Array(text.utf8)), to: STDERR_FILENO) }

  /// Writes findings to standard error, as any program names itself there.
  func writeError(_ findings: [Finding]) {
    let renderer = TextRenderer()
    writeError(findings.map { "assay: " + renderer.render($0) }.joined())
  }

  private static func masked(_ bytes: [UInt8]) -> [UInt8] {
    guard !SecretRegistry.shared.isEmpty, !SecretRegistry.shared.scan(bytes).isEmpty else { return bytes }
    return Array(SecretRegistry.shared.mask(String(decoding: bytes, as: UTF8.self)).utf8)
  }

  /// Writes everything and gives 0, or the number of the error that prevents it.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    bytes.withUnsafeBytes { buffer in
      var offset = 0
      while offset < buffer.count {
        #if canImport(Darwin)
          let limit = min(buffer.count - offset, Int(Int32.max))
        #else
          let limit = buffer.count - offset
        #endif
        guard let base = buffer.baseAddress else { return 0 }
        #if canImport(Glibc)
          let count = Glibc.write(descriptor, base + offset, limit)
        #elseif canImport(Musl)
          let count = Musl.write(descriptor, base + offset, limit)
        #else
          let count = Darwin.write(descriptor, base + offset, limit)
        #endif
        if count > 0 {
          offset += count
        } else if errno == EAGAIN {
          var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = Self.wait(&poll)
        } else if errno != EINTR {
          return errno
        }
      }
      return 0
    }
  }

  private static func wait(_ descriptor: inout pollfd) -> Int32 { poll(&descriptor, 1, 1000) }
}
