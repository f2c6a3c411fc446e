internal import CPlatform
internal import Diagnostics

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The two ends of a pipe; whoever opens it closes both.
struct Pipe: Sendable {
  /// Calls of ``read()`` that empty the fullest pipe there is: Linux lets one hold 1 MiB.
  static let readsOfAFullOne = 16
  private static let readSize = 1 << 16

  let reader: Int32
  let writer: Int32

  init() throws(WorkspaceError) {
    var ends: [Int32] = [0, 0]
    let code = assay_pipe(&ends)
    guard code == 0 else { throw .process(command: "pipe", reason: systemErrorText(code)) }
    reader = ends[0]
    writer = ends[1]
  }

  func closeReader() { close(reader) }
  func closeWriter() { close(writer) }
  func closeBoth() {
    closeReader()
    closeWriter()
  }

  /// The next bytes, waited for; empty at the end.
  func read() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Self.readSize) { buffer, count in
      count = max(0, retrying { readBytes(reader, buffer.baseAddress, Self.readSize) })
    }
  }

  /// Waits until ``read()`` would not block, without end or not at all.
  ///
  /// - Returns: Whether there is something to read, which may be the end.
  func isReadable(waiting: Bool) -> Bool {
    var entry = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
    return retrying { Int(poll(&entry, 1, waiting ? -1 : 0)) } > 0
  }
}

/// Starts programs.
enum Spawning {
  /// Starts a program in a group of its own and enters it in ``LiveChildren``.
  ///
  /// - Returns: Its process id.
  static func spawn(
    _ command: [String], folder: String?, environment: [String: String]?, input: Int32 = -1, output: Int32, error: Int32
  ) throws(WorkspaceError) -> Int32 {
    guard let program = command.first else { throw .process(command: "(none)", reason: "no command was given") }
    let pairs = (environment ?? EnvironmentVariables.current).map { "\($0.key)=\($0.value)" }
      .sorted { $0.precedesByBytes($1) }
    guard !(command + pairs).contains(where: { $0.utf8.contains(0) }) else {
      throw .process(command: program, reason: "an argument or variable holds a NUL byte")
    }
    let result = withCStrings(command) { arguments in
      withCStrings(pairs) { variables in
        LiveChildren.enter { assay_spawn(program, arguments, variables, folder, input, output, error) }
      }
    }
    guard result > 0 else { throw .process(command: program, reason: systemErrorText(-result)) }
    return result
  }

  /// Calls with a NULL-terminated array of C strings, which are freed when the call is over.
  private static func withCStrings<T>(
    _ texts: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> T
  ) -> T {
    var pointers: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return body(&pointers)
  }
}
