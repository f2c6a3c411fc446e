import Synchronization

/// A transfer as it crosses from a task to the driving thread: what to do, and who waits for it.
final class TransferTicket: Sendable {
  let plan: TransferPlan
  private let waiter = Mutex<CheckedContinuation<Result<HTTPExchange, TransportError>, Never>?>(nil)
  private let cancelled = Atomic<Bool>(false)

  init(_ plan: TransferPlan) { self.plan = plan }

  /// Whether the task was cancelled; a ticket may be so before it is submitted.
  var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  func cancel() { cancelled.store(true, ordering: .releasing) }

  func attach(_ continuation: CheckedContinuation<Result<HTTPExchange, TransportError>, Never>) {
    waiter.withLock { $0 = continuation }
  }

  /// Wakes the task; only the first call counts.
  func resume(_ result: Result<HTTPExchange, TransportError>) {
    let continuation = waiter.withLock { waiter in
      defer { waiter = nil }
      return waiter
    }
    continuation?.resume(returning: result)
  }

  func fail(_ reason: TransportError.Reason) {
    resume(.failure(TransportError(reason, for: plan.request.line)))
  }
}
