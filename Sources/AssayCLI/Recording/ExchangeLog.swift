import Recording
import Synchronization
import Transport

/// Writes each exchange with a live environment to standard error, secrets masked, where `--verbose` asks for it.
final class ExchangeLog: Sendable {
  private let write: (@Sendable (String) -> Void)?
  /// The last exchange: it is shown once what its answer handed out is known to be a secret.
  private let held = Mutex<ObservedExchange?>(nil)

  init(_ invocation: Invocation) {
    guard invocation.options.isVerbose else {
      write = nil
      return
    }
    let console = invocation.console
    write = { text in console.writeError(text) }
  }

  /// A transport that tells this log of each exchange.
  func observed(_ base: any HTTPTransport) -> any HTTPTransport {
    guard write != nil else { return base }
    return ObservedTransport(base) { event in
      if case .exchanged(let exchange) = event { self.show(exchange) }
    }
  }

  /// Shows the exchange that is held.
  func finish() { show(nil) }

  private func show(_ next: ObservedExchange?) {
    held.withLock { held in
      if let last = held { write?(ExchangeText.lines(last, step: nil)) }
      held = next
    }
  }
}
