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
  private static let limit = 64
  /// Process ids, 0 for a free place; atomics, since a signal handler may take no lock.
  private static let places: [AtomicPlace] = (0..<limit).map { _ in AtomicPlace() }

  private final class AtomicPlace: Sendable {
    let value = Atomic<Int32>(0)
  }

  static func insert(_ processID: Int32) {
    for place in places
    where place.value.compareExchange(expected: 0, desired: processID, ordering: .sequentiallyConsistent).exchanged {
      return
    }
  }

  static func remove(_ processID: Int32) {
    for place in places {
      _ = place.value.compareExchange(expected: processID, desired: 0, ordering: .sequentiallyConsistent)
    }
  }

  static func terminateAll() {
    for place in places {
      let processID = place.value.load(ordering: .sequentiallyConsistent)
      if processID > 0 { kill(-processID, SIGTERM) }
    }
  }

  /// Waits for the signals on a thread of its own instead of running Swift code inside a handler.
  static func installHandler() {
    _ = installed
  }

  private static let installed: Bool = {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
    // Threads made from here on inherit the mask; the one below takes the signals.
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    Thread.detach {
      var signals = sigset_t()
      sigemptyset(&signals)
      for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
      var received: Int32 = 0
      while sigwait(&signals, &received) != 0 {}
      terminateAll()
      TemporaryFolders.removeAll()
      signal(received, SIG_DFL)
      var only = sigset_t()
      sigemptyset(&only)
      sigaddset(&only, received)
      pthread_sigmask(SIG_UNBLOCK, &only, nil)
      kill(getpid(), received)
    }
    return true
  }()
}

/// Folders that this run made and removes at its end, also when a signal ends it.
public enum TemporaryFolders {
  private static let paths = Mutex<Set<String>>([])

  /// Makes a folder that ``removeAll()`` removes.
  public static func make(prefix: String) throws(WorkspaceError) -> String {
    let path = try FileSystem.makeTemporaryDirectory(prefix: prefix)
    paths.withLock { _ = $0.insert(path) }
    return path
  }

  /// Removes one of them.
  public static func remove(_ path: String) {
    try? FileSystem.remove(path)
    paths.withLock { _ = $0.remove(path) }
  }

  /// Removes all that are left.
  public static func removeAll() {
    for path in paths.withLock({ $0 }) { remove(path) }
  }
}

/// Threads for work that blocks, which must not hold up the cooperative pool.
enum Thread {
  fileprivate final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs a closure on a new thread that nobody joins.
  static func detach(_ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    defer { pthread_attr_destroy(&attributes) }
    // The thread takes over the retained closure and releases it when it has run.
    let address = UInt(bitPattern: Unmanaged.passRetained(Work(body)).toOpaque())
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let code = pthread_create(&thread, &attributes, runWork, UnsafeMutableRawPointer(bitPattern: address))
    // No thread is to be had: the work is done here rather than lost.
    if code != 0 { _ = runWork(UnsafeMutableRawPointer(bitPattern: address)) }
  }
}

/// Runs and releases the closure that a thread was started with.
private func runWork(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let work else { return nil }
  Unmanaged<Thread.Work>.fromOpaque(work).takeRetainedValue().body()
  return nil
}
