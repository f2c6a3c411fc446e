#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

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
