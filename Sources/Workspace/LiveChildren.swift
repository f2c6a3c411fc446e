internal import CPlatform
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The children that run now, so that a signal which ends Assay ends them too.
enum LiveChildren {
  /// Seconds between SIGTERM and SIGKILL when Assay itself has to end.
  static let grace = 2.0

  private struct State {
    /// Process ids, which are those of the groups too; none of them is reaped, so none can name a stranger.
    var processIDs: Set<Int32> = []
    /// What a child started in other groups, once it has been signalled; afterwards nothing may tell whose it was.
    var strays: [Int32: Set<ProcessTable.Entry>] = [:]
    var isEnding = false
  }
  private static let state = Mutex(State())

  /// Whether a signal ends this process, after which nothing is to be started or concluded any more.
  static var isEnding: Bool { state.withLock { $0.isEnding } }

  /// Starts a child, which no ending signal can miss.
  ///
  /// - Parameter spawn: Returns a process id, or the negative errno of the failure.
  /// - Returns: The same; the negative ECANCELED when this process ends.
  static func enter(_ spawn: () -> Int32) -> Int32 {
    let result = state.withLock { state -> Int32 in
      guard !state.isEnding else { return -ECANCELED }
      let processID = spawn()
      if processID > 0 { state.processIDs.insert(processID) }
      return processID
    }
    if result == -ECANCELED { waitWhileEnding() }
    return result
  }

  /// Forgets a child that has ended, and gives its id back to the system.
  static func reap(_ processID: Int32) {
    state.withLock { state in
      guard state.processIDs.remove(processID) != nil else { return }
      state.strays[processID] = nil
      assay_reap(processID)
    }
  }

  /// Signals a child's group; nothing happens when the child is reaped.
  ///
  /// - Parameter reachesStrays: Whether what it started in other groups (`timeout`, job control) is signalled too, which
  ///   takes a look at all processes.
  static func signal(_ processID: Int32, _ number: Int32, reachesStrays: Bool = true) {
    state.withLock { state in
      guard state.processIDs.contains(processID) else { return }
      if reachesStrays { state.strays[processID, default: []].formUnion(ProcessTable().strays(of: processID)) }
      kill(-processID, number)
      for stray in state.strays[processID] ?? [] where stray.isThere { kill(stray.id, number) }
    }
  }

  /// Ends all groups: SIGTERM, then SIGKILL when the grace is over. Blocks until they are gone.
  static func terminateAll(grace seconds: Double) {
    let all = state.withLock { $0.processIDs }
    for processID in all { signal(processID, SIGTERM) }
    wait(seconds) { all.contains(where: isRunning) }
    for processID in all { signal(processID, SIGKILL) }
    // A killed process may still hold its port for a moment; only a group without its first process can be seen to be
    // empty. One whose processes the system cannot end is not waited for.
    wait(seconds) { all.contains(where: isRunning) }
    for processID in all where !isRunning(processID) { reap(processID) }
    wait(seconds) { all.contains { kill(-$0, 0) == 0 } }
  }

  private static func wait(_ seconds: Double, while condition: () -> Bool) {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while condition(), ContinuousClock.now < deadline { usleep(5_000) }
  }

  /// Holds a thread up when a signal ends this process, so that nothing is concluded from children that the signal ended.
  ///
  /// The end is seconds away; the bound is for the case that it fails.
  static func waitWhileEnding() {
    var waits = 0
    while isEnding, waits < 6_000 {
      usleep(10_000)
      waits += 1
    }
  }

  private static func isRunning(_ processID: Int32) -> Bool {
    var status: Int32 = 0
    return assay_wait(processID, 0, &status) == EAGAIN
  }

  /// Has the signals told through a pipe to a thread of its own, so that no Swift code runs inside a handler.
  static func installHandler() { _ = isInstalled }

  private static let isInstalled: Bool = {
    guard let pipe = try? Pipe() else { return false }
    // A command that comes to its end meanwhile does not hide the signal behind an exit status of its own.
    atexit { LiveChildren.waitWhileEnding() }
    assay_catch_ending_signals(pipe.writer)
    Thread.detach {
      guard let number = pipe.read().first.map(Int32.init) else { return }
      state.withLock { $0.isEnding = true }
      terminateAll(grace: grace)
      TemporaryFolders.removeAll()
      // The parent sees the end that it asked for.
      _ = systemSignal(number, SIG_DFL)
      kill(getpid(), number)
    }
    return true
  }()
}

#if canImport(Darwin)
  private typealias SignalHandler = @convention(c) (Int32) -> Void
#else
  private typealias SignalHandler = __sighandler_t
#endif

/// signal(2), under a name that `LiveChildren.signal` does not hide.
private func systemSignal(_ number: Int32, _ handler: SignalHandler?) -> SignalHandler? { signal(number, handler) }
