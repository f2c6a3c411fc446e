import CCurl
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The mailbox of the thread that owns libcurl's multi handle.
///
/// The handle is used on that thread alone, except for `curl_multi_wakeup`, which libcurl allows on any.
final class CurlDriver: Sendable {
  enum Command: Sendable {
    case start(TransferTicket)
    case cancel(TransferTicket)
    case stop
  }

  /// A multi handle on its way to its thread.
  struct Handle: @unchecked Sendable {
    // Safe: one thread uses it; others call curl_multi_wakeup under the lock, before the thread frees it.
    let pointer: UnsafeMutableRawPointer
  }

  private struct Mailbox: Sendable {
    var commands: [Command] = []
    /// Nil before the thread has started, when it could not, and after it has ended.
    var handle: Handle?
  }

  private static let isLibraryReady: Bool = ccurl_global_init() == CURLE_OK

  private let mailbox = Mutex(Mailbox())
  let maximumConcurrentTransfers: Int

  init(maximumConcurrentTransfers: Int) {
    self.maximumConcurrentTransfers = max(1, maximumConcurrentTransfers)
    guard Self.isLibraryReady, let multi = curl_multi_init() else { return }
    mailbox.withLock { $0.handle = Handle(pointer: multi) }
    if !startThread() {
      mailbox.withLock { $0.handle = nil }
      curl_multi_cleanup(multi)
    }
  }

  /// Runs one transfer; returns when it has ended or the task was cancelled.
  func perform(_ plan: TransferPlan) async -> Result<HTTPExchange, TransportError> {
    let ticket = TransferTicket(plan)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        ticket.attach(continuation)
        if !post(.start(ticket)) { ticket.fail(.failed("libcurl's thread does not run")) }
      }
    } onCancel: {
      ticket.cancel()
      _ = post(.cancel(ticket))
    }
  }

  /// Ends the thread, and every transfer that it still has as cancelled.
  func stop() { _ = post(.stop) }

  /// Takes the commands that have come since the last call, in order.
  func takeCommands() -> [Command] {
    mailbox.withLock { mailbox in
      defer { mailbox.commands.removeAll(keepingCapacity: true) }
      return mailbox.commands
    }
  }

  /// Takes the mailbox out of use; commands that came too late are returned.
  func close() -> [Command] {
    mailbox.withLock { mailbox in
      defer { mailbox.commands = [] }
      mailbox.handle = nil
      return mailbox.commands
    }
  }

  /// The handle for the thread.
  var handle: Handle? { mailbox.withLock { $0.handle } }

  private func post(_ command: Command) -> Bool {
    mailbox.withLock { mailbox in
      guard let handle = mailbox.handle else { return false }
      mailbox.commands.append(command)
      // One wake-up is enough for all commands that wait: the thread takes them together.
      if mailbox.commands.count == 1 { curl_multi_wakeup(handle.pointer) }
      return true
    }
  }

  private func startThread() -> Bool {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return false }
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, 1 << 20)
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    let context = Unmanaged.passRetained(self)
    guard pthread_create(&thread, &attributes, runCurlLoop, context.toOpaque()) == 0 else {
      context.release()
      return false
    }
    return true
  }
}

#if canImport(Darwin)
  private func runCurlLoop(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    runCurlLoop(driver: Unmanaged<CurlDriver>.fromOpaque(context).takeRetainedValue())
    return nil
  }
#else
  private func runCurlLoop(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { runCurlLoop(driver: Unmanaged<CurlDriver>.fromOpaque(context).takeRetainedValue()) }
    return nil
  }
#endif

private func runCurlLoop(driver: CurlDriver) {
  // Signals belong to the program's own threads, and a peer that closes must not end the process.
  var signals = sigset_t()
  sigfillset(&signals)
  pthread_sigmask(SIG_BLOCK, &signals, nil)
  guard let handle = driver.handle else { return }
  CurlLoop(driver: driver, multi: handle.pointer).run()
}
