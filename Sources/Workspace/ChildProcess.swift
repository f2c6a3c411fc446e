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

/// A program that Assay runs, in a process group of its own.
///
/// Its output is read by a thread, so that the program never blocks on a full pipe and no task of ours does. Nothing
/// ends children when Assay itself is killed with SIGKILL; on SIGINT, SIGTERM and SIGHUP ``terminateAllOnSignal()`` does.
public final class ChildProcess: Sendable {
  /// Most bytes of output that are kept: the last ones.
  public static let outputLimit = 64 << 10

  private struct State {
    var output: [UInt8] = []
    var status: Int32?
  }

  /// Process id, and the id of its group.
  public let processID: Int32
  private let command: String
  private let state: SharedState

  /// State that the reading thread shares; a class, since `Mutex` cannot be captured.
  private final class SharedState: Sendable {
    let value = Mutex(State())
  }

  private init(processID: Int32, command: String) {
    self.processID = processID
    self.command = command
    state = SharedState()
  }

  /// Starts a program with `/bin/sh -c`, standard output and error captured together.
  public static func start(
    shell: String, workingDirectory: String? = nil, environment: [String: String]? = nil
  ) throws(WorkspaceError) -> ChildProcess {
    try start(["/bin/sh", "-c", shell], workingDirectory: workingDirectory, environment: environment)
  }

  /// Starts a program by its arguments, standard output and error captured together.
  public static func start(
    _ command: [String], workingDirectory: String? = nil, environment: [String: String]? = nil
  ) throws(WorkspaceError) -> ChildProcess {
    let (reader, writer) = try makePipe()
    defer { close(writer) }
    let child: ChildProcess
    do throws(WorkspaceError) {
      child = ChildProcess(
        processID: try spawn(command, workingDirectory, environment, output: writer, error: writer),
        command: command.first ?? "")
    } catch {
      close(reader)
      throw error
    }
    LiveChildren.insert(child.processID)
    child.watch(reader)
    return child
  }

  /// The result of a program that ended.
  public struct Result: Sendable {
    /// Exit status; 128 and the signal's number when a signal ended it.
    public let status: Int32
    /// What it wrote to standard output.
    public let output: [UInt8]
    /// What it wrote to standard error.
    public let error: [UInt8]
  }

  /// Runs a program to its end on a thread of its own, or until the time is over.
  ///
  /// - Parameter timeout: Seconds; the program's group is killed when they are over.
  public static func run(
    _ command: [String], workingDirectory: String? = nil, environment: [String: String]? = nil, timeout: Double = 60
  ) async throws(WorkspaceError) -> Result {
    let outcome: Swift.Result<Result, WorkspaceError> = await withCheckedContinuation { continuation in
      Thread.detach {
        do throws(WorkspaceError) {
          continuation.resume(
            returning: .success(try runBlocking(command, workingDirectory, environment, timeout)))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    return try outcome.get()
  }

  private static func runBlocking(
    _ command: [String], _ folder: String?, _ environment: [String: String]?, _ timeout: Double
  ) throws(WorkspaceError) -> Result {
    let name = command.first ?? ""
    let (outReader, outWriter) = try makePipe()
    let (errorReader, errorWriter) = try makePipe()
    defer {
      close(outReader)
      close(errorReader)
    }
    let processID: Int32
    do throws(WorkspaceError) {
      processID = try spawn(command, folder, environment, output: outWriter, error: errorWriter)
      close(outWriter)
      close(errorWriter)
    } catch {
      close(outWriter)
      close(errorWriter)
      throw error
    }
    LiveChildren.insert(processID)
    defer { LiveChildren.remove(processID) }
    var texts: [Int32: [UInt8]] = [:]
    var closed: Set<Int32> = []
    let start = ContinuousClock.now
    var isLate = false
    while closed.count < 2, !isLate {
      let open = [outReader, errorReader].filter { !closed.contains($0) }
      let rest = timeout - Double((ContinuousClock.now - start).components.seconds)
      isLate = rest <= 0
      var polls = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      if isLate || poll(&polls, nfds_t(polls.count), Int32(min(rest, 3600) * 1000)) <= 0 { continue }
      for entry in polls where entry.revents != 0 {
        let more = chunk(of: entry.fd)
        if more.isEmpty { closed.insert(entry.fd) } else { texts[entry.fd, default: []] += more }
      }
    }
    if isLate { kill(-processID, SIGKILL) }
    let status = wait(for: processID)
    if isLate { throw .process(command: name, reason: "it did not end within \(Int(timeout)) seconds") }
    return Result(status: status, output: texts[outReader] ?? [], error: texts[errorReader] ?? [])
  }

  /// Exit status when the program has ended, as in ``Result``; nil while it runs.
  public var exitStatus: Int32? { state.value.withLock { $0.status } }

  /// The last output, every known secret masked.
  public var capturedOutput: String {
    SecretRegistry.shared.mask(String(decoding: state.value.withLock { $0.output }, as: UTF8.self))
  }

  /// Asks the program's group to end, and kills it when the grace is over; returns when the program is gone.
  ///
  /// - Parameter grace: Seconds between SIGTERM and SIGKILL.
  public func terminate(grace: Double = 5) async {
    guard exitStatus == nil else { return }
    kill(-processID, SIGTERM)
    let deadline = ContinuousClock.now + .seconds(grace)
    while exitStatus == nil, ContinuousClock.now < deadline { await pause() }
    if exitStatus == nil { kill(-processID, SIGKILL) }
    while exitStatus == nil { await pause() }
  }

  /// A cancelled task still waits for its child to be gone.
  private func pause() async {
    await Task.detached { try? await Task.sleep(for: .milliseconds(5)) }.value
  }

  /// Ends every child's group when this process gets SIGINT, SIGTERM or SIGHUP, then ends itself by the same signal.
  public static func terminateAllOnSignal() { LiveChildren.installHandler() }

  private func watch(_ reader: Int32) {
    let state = state
    let processID = processID
    Thread.detach {
      while true {
        let more = Self.chunk(of: reader)
        if more.isEmpty { break }
        state.value.withLock { state in
          state.output += more
          if state.output.count > Self.outputLimit { state.output.removeFirst(state.output.count - Self.outputLimit) }
        }
      }
      close(reader)
      let status = Self.wait(for: processID)
      LiveChildren.remove(processID)
      state.value.withLock { $0.status = status }
    }
  }

  private static func chunk(of descriptor: Int32) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 1 << 14) { buffer, count in
      count = max(0, retrying { read(descriptor, buffer.baseAddress, 1 << 14) })
    }
  }

  private static func wait(for processID: Int32) -> Int32 {
    var status: Int32 = 0
    _ = retrying { Int(waitpid(processID, &status, 0)) }
    // The macros WIFEXITED and WEXITSTATUS, which Swift cannot call.
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }

  private static func makePipe() throws(WorkspaceError) -> (reader: Int32, writer: Int32) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw .process(command: "pipe", reason: systemErrorText()) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static func spawn(
    _ command: [String], _ folder: String?, _ environment: [String: String]?, output: Int32, error: Int32
  ) throws(WorkspaceError) -> Int32 {
    guard let program = command.first else { throw .process(command: "(none)", reason: "no command was given") }
    let variables = environment ?? EnvironmentVariables.current
    let pairs = variables.map { "\($0.key)=\($0.value)" }.sorted { $0.precedesByBytes($1) }
    let result = withCStrings(command) { arguments in
      withCStrings(pairs) { variables in
        assay_spawn(program, arguments, variables, folder, output, error)
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
