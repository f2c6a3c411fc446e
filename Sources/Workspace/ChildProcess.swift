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

/// A program that Assay runs, in a process group of its own, standard input empty.
///
/// Its end is that of its group and, on Linux, of all that it started in other ones: `timeout` and shells with job
/// control make such.
///
/// Its output is read by a thread, so that the program never blocks on a full pipe and no task of ours does. The program
/// stays un-reaped until ``terminate(grace:)``, so that its group's id can name no stranger meanwhile.
///
/// On SIGINT, SIGTERM and SIGHUP ``terminateAllOnSignal()`` ends all children. A program that was started with a shell
/// also ends when Assay is killed with SIGKILL.
public final class ChildProcess: Sendable {
  /// Most bytes of output that are kept: the last ones.
  public static let outputLimit = 64 << 10

  /// Process id, and the id of its group.
  public let processID: Int32
  private let watch: ChildWatch
  private let lifeline: Int32?

  private init(processID: Int32, lifeline: Int32?) {
    self.processID = processID
    self.lifeline = lifeline
    watch = ChildWatch(processID: processID)
  }

  deinit {
    watch.abandon()
    if let lifeline { close(lifeline) }
  }

  /// Ends the group when its input ends, and what `/proc` shows to descend from it; the program after it reads nothing.
  ///
  /// All of it is one line, so that what the shell says of the program's own command names the right one.
  private static let watcher =
    "exec 3<&0 </dev/null; { read -r line; trap '' TERM; all=\" $$ \"; more=1; "
    + "while [ \"$more\" ]; do more=; for f in /proc/[0-9]*/stat; do "
    + "read -r line <\"$f\" || continue; p=${f#/proc/}; p=${p%/stat}; set -- ${line##*) }; "
    + "case $all in *\" $p \"*) ;; *\" $2 \"*) all=\"$all$p \"; more=1 ;; esac; "
    + "done; done; kill $all; kill 0; } <&3 >/dev/null 2>&1 & exec 3<&-; "

  /// Starts a program with `/bin/sh -c`, standard output and error captured together.
  ///
  /// The program's group ends with the value and with this process, however that ends: of all that it holds, the system
  /// closes its end of a pipe in any case.
  public static func start(
    shell: String, workingDirectory: String? = nil, environment: [String: String]? = nil
  ) throws(WorkspaceError) -> ChildProcess {
    let lifeline = try Pipe()
    defer { lifeline.closeReader() }
    do throws(WorkspaceError) {
      return try start(
        ["/bin/sh", "-c", watcher + shell], workingDirectory: workingDirectory, environment: environment,
        lifeline: lifeline)
    } catch {
      lifeline.closeWriter()
      throw error
    }
  }

  /// Starts a program by its arguments, standard output and error captured together.
  ///
  /// A name without `/` is looked for in the PATH of this process, not in that of `environment`.
  public static func start(
    _ command: [String], workingDirectory: String? = nil, environment: [String: String]? = nil
  ) throws(WorkspaceError) -> ChildProcess {
    try start(command, workingDirectory: workingDirectory, environment: environment, lifeline: nil)
  }

  private static func start(
    _ command: [String], workingDirectory: String?, environment: [String: String]?, lifeline: Pipe?
  ) throws(WorkspaceError) -> ChildProcess {
    let pipe = try Pipe()
    defer { pipe.closeWriter() }
    let child: ChildProcess
    do throws(WorkspaceError) {
      child = ChildProcess(
        processID: try Spawning.spawn(
          command, folder: workingDirectory, environment: environment, input: lifeline?.reader ?? -1,
          output: pipe.writer, error: pipe.writer), lifeline: lifeline?.writer)
    } catch {
      pipe.closeReader()
      throw error
    }
    child.watch.begin(reading: pipe)
    return child
  }

  /// Exit status when the program has ended, 128 and the signal's number when a signal ended it; nil while it runs.
  public var exitStatus: Int32? { watch.status }

  /// The last output in whole lines, every known secret masked; an unended last line shows once the program has ended.
  ///
  /// A line that is cut could hold half of a secret, which no mask finds.
  public var capturedOutput: String {
    let text = String(decoding: watch.wholeLines, as: UTF8.self)
    SecretRegistry.shared.register(secretsIn: text, of: "the server's output")
    return SecretRegistry.shared.mask(text)
  }

  /// Asks the program's group to end, and kills it when the grace is over; returns when the program is gone.
  ///
  /// What the program itself left running in its group is ended with it, also after its own end. Once a signal ends this
  /// process, nothing returns from here any more.
  /// - Parameter grace: Seconds between SIGTERM and SIGKILL.
  public func terminate(grace: Double = 5) async {
    LiveChildren.signal(processID, SIGTERM)
    let deadline = ContinuousClock.now + .seconds(max(0, grace))
    // An end of the output says that the rest of the group is gone too.
    while !watch.isOver, ContinuousClock.now < deadline { await Self.pause() }
    LiveChildren.signal(processID, SIGKILL)
    while exitStatus == nil { await Self.pause() }
    LiveChildren.reap(processID)
    // The signal ended the child, and what became of its work is nothing to report: the process ends in a moment.
    var waits = 0
    while LiveChildren.isEnding, waits < 6_000 {
      await Self.pause()
      waits += 1
    }
  }

  /// A cancelled task still waits for its child to be gone.
  private static func pause() async {
    await Task.detached { try? await Task.sleep(for: .milliseconds(5)) }.value
  }

  /// Ends every child's group when this process gets SIGINT, SIGTERM or SIGHUP, removes the temporary folders, then ends
  /// this process by the same signal. A signal that the process ignores, as SIGHUP under nohup, stays ignored.
  public static func terminateAllOnSignal() { LiveChildren.installHandler() }

  /// Ends every child's group now: SIGTERM, then SIGKILL two seconds later. Blocks; for the end of a program.
  public static func terminateAll() { LiveChildren.terminateAll(grace: LiveChildren.grace) }
}

/// What the threads that read and wait for a child know of it.
private final class ChildWatch: Sendable {
  fileprivate struct State {
    var output: [UInt8] = []
    var isCut = false
    var isDrained = false
    var status: Int32?
    var isAbandoned = false
  }

  private let processID: Int32
  private let state = Mutex(State())

  init(processID: Int32) { self.processID = processID }

  var status: Int32? { state.withLock { $0.status } }
  /// Whether the program has ended and nobody holds its output open.
  var isOver: Bool { state.withLock { $0.status != nil && $0.isDrained } }

  var wholeLines: [UInt8] {
    state.withLock { state in
      var lines = state.output[...]
      // A line of more than the limit has no start to cut to: as much as a long secret is dropped.
      if state.isCut { lines = lines[(lines.firstIndex(of: 0x0A).map { $0 + 1 } ?? min(4096, lines.endIndex))...] }
      if state.status == nil { lines = lines[..<(lines.lastIndex(of: 0x0A).map { $0 + 1 } ?? lines.startIndex)] }
      return Array(lines)
    }
  }

  /// Starts the threads.
  func begin(reading pipe: Pipe) {
    Thread.detach {
      while pipe.isReadable(waiting: true), self.state.withLock({ $0.read(pipe) }) {}
      self.state.withLock { state in
        state.isDrained = true
        pipe.closeReader()
      }
    }
    Thread.detach {
      var status: Int32 = -1
      _ = assay_wait(self.processID, 1, &status)
      let isAbandoned = self.state.withLock { state in
        // The last words are read before the end is told; what the program left running may hold the pipe for long.
        for _ in 0..<Pipe.readsOfAFullOne where state.read(pipe) {}
        state.status = status
        return state.isAbandoned
      }
      if isAbandoned { LiveChildren.reap(self.processID) }
    }
  }

  /// Nobody asks any more: the child is reaped once it has ended.
  func abandon() {
    let hasEnded = state.withLock { state in
      state.isAbandoned = true
      return state.status != nil
    }
    if hasEnded { LiveChildren.reap(processID) }
  }
}

extension ChildWatch.State {
  /// Takes what is in the pipe, and does not wait for more. Both threads read, each with the lock held.
  ///
  /// - Returns: Whether the pipe is open.
  fileprivate mutating func read(_ pipe: Pipe) -> Bool {
    guard !isDrained else { return false }
    guard pipe.isReadable(waiting: false) else { return true }
    let more = pipe.read()
    isDrained = more.isEmpty
    append(more)
    return !isDrained
  }

  private mutating func append(_ more: [UInt8]) {
    output += more
    guard output.count > ChildProcess.outputLimit else { return }
    output.removeFirst(output.count - ChildProcess.outputLimit)
    isCut = true
  }
}
