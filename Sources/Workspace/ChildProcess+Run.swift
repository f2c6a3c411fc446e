internal import CPlatform
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension ChildProcess {
  /// The result of a program that ended.
  public struct Result: Sendable {
    /// Exit status; 128 and the signal's number when a signal ended it.
    public let status: Int32
    /// What it wrote to standard output.
    public let output: [UInt8]
    /// What it wrote to standard error.
    public let error: [UInt8]
  }

  /// Most bytes that ``run(_:workingDirectory:environment:timeout:)`` takes from a program.
  public static let runOutputLimit = 256 << 20

  /// Runs a program to its end on a thread of its own, or until the time is over.
  ///
  /// What the program left running in its group gets SIGTERM at its end. When the task is cancelled the group is killed.
  /// - Parameter timeout: Seconds; the program's group is killed when they are over.
  /// - Throws: `process` when it cannot be started, is late, is cancelled, or writes more than ``runOutputLimit``.
  public static func run(
    _ command: [String], workingDirectory: String? = nil, environment: [String: String]? = nil, timeout: Double = 60
  ) async throws(WorkspaceError) -> Result {
    let cancellation = Cancellation()
    let outcome: Swift.Result<Result, WorkspaceError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        Thread.detach {
          do throws(WorkspaceError) {
            var run = try ProgramRun(command, folder: workingDirectory, environment: environment, timeout: timeout)
            continuation.resume(returning: .success(try run.finish(cancellation)))
          } catch {
            continuation.resume(returning: .failure(error))
          }
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
    return try outcome.get()
  }

  fileprivate final class Cancellation: Sendable {
    private let flag = Atomic(false)
    var isCancelled: Bool { flag.load(ordering: .relaxed) }
    func cancel() { flag.store(true, ordering: .relaxed) }
  }
}

/// One program on its way to its end; lives on one thread.
private struct ProgramRun {
  private let name: String
  private let timeout: Double
  private let deadline: ContinuousClock.Instant
  private let processID: Int32
  private let output: Pipe
  private let error: Pipe
  private var outputBytes: [UInt8] = []
  private var errorBytes: [UInt8] = []
  private var isOutputOpen = true
  private var isErrorOpen = true

  init(
    _ command: [String], folder: String?, environment: [String: String]?, timeout: Double
  ) throws(WorkspaceError) {
    name = command.first ?? ""
    self.timeout = timeout
    // A bound keeps the sum of instant and duration defined.
    deadline = ContinuousClock.now + .seconds(min(max(0, timeout), 1e8))
    output = try Pipe()
    do throws(WorkspaceError) {
      error = try Pipe()
    } catch {
      output.closeBoth()
      throw error
    }
    do throws(WorkspaceError) {
      processID = try Spawning.spawn(
        command, folder: folder, environment: environment, output: output.writer, error: self.error.writer)
    } catch {
      output.closeBoth()
      self.error.closeBoth()
      throw error
    }
    output.closeWriter()
    self.error.closeWriter()
  }

  /// Reads until the program has ended, then reaps it.
  mutating func finish(_ cancellation: ChildProcess.Cancellation) throws(WorkspaceError) -> ChildProcess.Result {
    var status: Int32 = -1
    var failure: String?
    while failure == nil {
      let hasEnded = assay_wait(processID, 0, &status) != EAGAIN
      // All that the program wrote is in the pipes when it has ended: as much as a pipe can hold is read, and not what
      // it left running may write for ever.
      if hasEnded {
        for _ in 0..<Pipe.readsOfAFullOne where readWhatIsThere(within: 0) {}
      } else {
        _ = readWhatIsThere(within: 50)
      }
      if outputBytes.count + errorBytes.count > ChildProcess.runOutputLimit {
        failure = "it wrote more than \(ChildProcess.runOutputLimit >> 20) MiB"
      } else if hasEnded {
        break
      } else if cancellation.isCancelled {
        failure = "it was cancelled"
      } else if ContinuousClock.now >= deadline {
        failure = "it did not end within \(timeout) seconds"
      }
    }
    LiveChildren.signal(processID, failure == nil ? SIGTERM : SIGKILL, reachesStrays: failure != nil)
    _ = assay_wait(processID, 1, &status)
    LiveChildren.reap(processID)
    output.closeReader()
    error.closeReader()
    LiveChildren.waitWhileEnding()
    if let failure { throw .process(command: name, reason: failure) }
    return ChildProcess.Result(status: status, output: outputBytes, error: errorBytes)
  }

  /// Waits some milliseconds for output and takes it.
  ///
  /// - Returns: Whether there may be more.
  private mutating func readWhatIsThere(within milliseconds: Int32) -> Bool {
    guard isOutputOpen || isErrorOpen else {
      if milliseconds > 0 { usleep(500) }
      return false
    }
    var polls: [pollfd] = []
    if isOutputOpen { polls.append(pollfd(fd: output.reader, events: Int16(POLLIN), revents: 0)) }
    if isErrorOpen { polls.append(pollfd(fd: error.reader, events: Int16(POLLIN), revents: 0)) }
    guard retrying({ Int(poll(&polls, nfds_t(polls.count), milliseconds)) }) > 0 else { return false }
    for entry in polls where entry.revents != 0 {
      let isOutput = entry.fd == output.reader
      let more = (isOutput ? output : error).read()
      if isOutput { outputBytes += more } else { errorBytes += more }
      if more.isEmpty {
        if isOutput { isOutputOpen = false } else { isErrorOpen = false }
      }
    }
    return true
  }
}
