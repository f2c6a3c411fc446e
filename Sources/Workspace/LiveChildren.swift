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

  /// Process ids, which are those of the groups too; none of them is reaped, so none can name a stranger.
  private static let processIDs = Mutex<Set<Int32>>([])

  static func insert(_ processID: Int32) { processIDs.withLock { _ = $0.insert(processID) } }

  /// Forgets a child that has ended, and gives its id back to the system.
  static func reap(_ processID: Int32) {
    processIDs.withLock { ids in
      guard ids.remove(processID) != nil else { return }
      assay_reap(processID)
    }
  }

  /// Signals a child's group; nothing happens when the child is reaped.
  static func signal(_ processID: Int32, _ number: Int32) {
    processIDs.withLock { ids in
      if ids.contains(processID) { kill(-processID, number) }
    }
  }

  /// Ends all groups: SIGTERM, then SIGKILL when the grace is over. Blocks.
  static func terminateAll(grace seconds: Double) {
    let all = processIDs.withLock { $0 }
    for processID in all { signal(processID, SIGTERM) }
    let deadline = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < deadline, all.contains(where: isRunning) { usleep(5_000) }
    for processID in all { signal(processID, SIGKILL) }
  }

  private static func isRunning(_ processID: Int32) -> Bool {
    var status: Int32 = 0
    return assay_wait(processID, 0, &status) == EAGAIN
  }

  /// Has the signals told through a pipe to a thread of its own, so that no Swift code runs inside a handler.
  static func installHandler() { _ = isInstalled }

  private static let isInstalled: Bool = {
    guard let pipe = try? Pipe() else { return false }
    assay_catch_ending_signals(pipe.writer)
    Thread.detach {
      guard let number = pipe.read().first.map(Int32.init) else { return }
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
