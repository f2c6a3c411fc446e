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

  /// Waits for the signals on a thread of its own instead of running Swift code inside a handler.
  static func installHandler() {
    _ = installed
  }

  private static let installed: Bool = {
    var signals = endingSignals
    // Threads made from here on inherit the mask; the one below takes the signals.
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    Thread.detach {
      var signals = endingSignals
      var received: Int32 = 0
      while sigwait(&signals, &received) != 0 {}
      terminateAll(grace: grace)
      TemporaryFolders.removeAll()
      endBySignal(received)
    }
    return true
  }()

  private static var endingSignals: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
    return signals
  }

  /// Ends this process by a signal, as its parent expects it to.
  private static func endBySignal(_ number: Int32) {
    _ = systemSignal(number, SIG_DFL)
    var only = sigset_t()
    sigemptyset(&only)
    sigaddset(&only, number)
    pthread_sigmask(SIG_UNBLOCK, &only, nil)
    kill(getpid(), number)
  }
}

#if canImport(Darwin)
  private typealias SignalHandler = @convention(c) (Int32) -> Void
#else
  private typealias SignalHandler = __sighandler_t
#endif

/// signal(2), under a name that `LiveChildren.signal` does not hide.
private func systemSignal(_ number: Int32, _ handler: SignalHandler?) -> SignalHandler? { signal(number, handler) }
