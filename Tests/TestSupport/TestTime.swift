internal import Synchronization
package import Transport
internal import Workspace

/// Time that a test sets, for every clock that waiting goes by; whoever sleeps moves it on and waits for nothing.
package final class TestTime: Sendable {
  private let seconds: Mutex<Double>
  private let slept = Mutex<[Double]>([])

  package init(_ seconds: Double = 0) { self.seconds = Mutex(seconds) }

  package var now: Double { seconds.withLock { $0 } }
  /// Seconds of each sleep, in order.
  package var sleeps: [Double] { slept.withLock { $0 } }

  package func advance(by amount: Double) { seconds.withLock { $0 += amount } }

  package var clock: TransportClock {
    TransportClock(
      now: { [self] in .seconds(now) }, wall: WallClock { [self] in now },
      sleep: { [self] duration in
        let amount = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
        slept.withLock { $0.append(amount) }
        advance(by: amount)
      })
  }
}
