#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Runs work that recurses as deep as its input on a thread with a stack that is large enough for its limits: the
/// stacks of the cooperative pool differ from system to system, and are small on some.
enum DeepStack {
  /// Address space; pages that are not touched cost nothing.
  private static let stackSize = 256 << 20

  private final class Task<Result> {
    let body: () -> Result
    var result: Result?
    init(_ body: @escaping () -> Result) { self.body = body }
    func run() { result = body() }
  }

  /// The result of `body`, which runs while the caller waits; on the caller's own stack where no thread can be had.
  static func run<Result>(_ body: @escaping () -> Result) -> Result {
    let task = Task(body)
    let start = Unmanaged.passRetained(Start { task.run() })
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackSize)
    #if canImport(Darwin)
      var thread: pthread_t?
      let code = pthread_create(&thread, &attributes, enter, start.toOpaque())
      if code == 0, let thread { pthread_join(thread, nil) }
    #else
      var thread = pthread_t()
      let code = pthread_create(&thread, &attributes, enter, start.toOpaque())
      if code == 0 { pthread_join(thread, nil) }
    #endif
    if code != 0 { start.release() }
    return task.result ?? body()
  }
}

/// What a thread does, as C passes it on.
private final class Start {
  let body: () -> Void
  init(_ body: @escaping () -> Void) { self.body = body }
}

#if canImport(Darwin)
  private nonisolated func enter(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().body()
    return nil
  }
#else
  private nonisolated func enter(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument { Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().body() }
    return nil
  }
#endif
