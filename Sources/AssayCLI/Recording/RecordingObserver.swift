import Diagnostics
import Recording
import Synchronization
import Workspace

/// What the person at the terminal sees of a recording, and what `--har` keeps of it.
///
/// On a terminal one line tells how far it is; in files and in CI there is none. With `--verbose` each exchange is
/// written, once everything that its answer handed out is known to be a secret.
final class RecordingObserver: Sendable {
  /// Where the progress goes.
  enum Display: Sendable {
    case none
    /// One line that is written over; columns of the terminal.
    case line(columns: Int)
    case verbose
  }

  private struct State {
    var run = 0
    var runCount = 0
    var stepCount = 0
    var stepsDone = 0
    var requests = 0
    /// Exchanges of a step that has not been answered yet.
    var open: [ObservedExchange] = []
    /// Exchanges of the step that was answered last, not shown yet: what opens a session registers its secrets first.
    var answered: [(exchange: ObservedExchange, step: String?)] = []
    var kept: [HARLog.Entry] = []
    var isLineShown = false
  }

  private let display: Display
  private let keepsExchanges: Bool
  private let write: @Sendable (String) -> Void
  private let start = ContinuousClock.now
  private let state = Mutex(State())

  /// - Parameters:
  ///   - keepsExchanges: Whether ``harLog`` is wanted.
  ///   - write: Writes to standard error.
  init(display: Display, keepsExchanges: Bool, write: @escaping @Sendable (String) -> Void) {
    self.display = display
    self.keepsExchanges = keepsExchanges
    self.write = write
  }

  /// The observer of a command line.
  convenience init(_ invocation: Invocation, keepsExchanges: Bool) {
    let isSilent =
      invocation.options.isQuiet || !(invocation.environment["CI"] ?? "").isEmpty
      || invocation.environment["TERM"] == "dumb" || !Terminal.isTerminal(2)
    let display: Display =
      invocation.options.isVerbose
      ? .verbose : isSilent ? .none : .line(columns: Terminal.columns(of: 2) ?? 80)
    let console = invocation.console
    self.init(display: display, keepsExchanges: keepsExchanges) { console.writeError($0) }
  }

  /// Whether anything is made of exchanges; else a step that polls for long would pile them up.
  private var showsExchanges: Bool {
    if case .verbose = display { true } else { keepsExchanges }
  }

  /// Takes an event; events come one after the other.
  func handle(_ event: RecordingEvent) {
    state.withLock { state in
      flush(&state)
      switch event {
      case .runStarted(let number, let count, let steps):
        state.run = number
        state.runCount = count
        state.stepCount = steps
        state.stepsDone = 0
        say("run \(number) of \(count), \(counted(steps, "step"))")
      case .guardPassed(let baseURL):
        close(&state, step: nil)
        say("the guard lets \(baseURL) be written to")
      case .exchanged(let exchange):
        state.requests += 1
        if showsExchanges { state.open.append(exchange) }
      case .stepAnswered(let name, _, _):
        state.stepsDone += 1
        close(&state, step: name)
        showLine(&state, step: name)
        return
      }
      showLine(&state, step: nil)
    }
  }

  /// Shows what is left, and takes the line away.
  func finish() {
    state.withLock { state in
      close(&state, step: nil)
      flush(&state)
      if state.isLineShown { write("\r\u{1B}[K") }
      state.isLineShown = false
    }
  }

  /// Every exchange of all runs, in the order in which they were sent.
  var harLog: HARLog { HARLog(entries: state.withLock { $0.kept }) }

  private func close(_ state: inout State, step: String?) {
    state.answered += state.open.map { ($0, step) }
    state.open = []
  }

  private func flush(_ state: inout State) {
    for (exchange, step) in state.answered {
      if keepsExchanges { state.kept.append(HARLog.Entry(run: state.run, step: step, exchange: exchange)) }
      if case .verbose = display { write(ExchangeText.lines(exchange, step: step)) }
    }
    state.answered = []
  }

  private func say(_ text: String) {
    if case .verbose = display { write("assay: \(text)\n") }
  }

  private func showLine(_ state: inout State, step: String?) {
    guard case .line(let columns) = display else { return }
    let elapsed = start.duration(to: .now).components
    let tenths = elapsed.seconds * 10 + elapsed.attoseconds / 100_000_000_000_000_000
    let parts = [
      "run \(state.run) of \(state.runCount)", "\(state.stepsDone) of \(counted(state.stepCount, "step"))",
      counted(state.requests, "request"), "\(tenths / 10).\(tenths % 10) s",
    ]
    let text = "recording: " + parts.joined(separator: ", ") + (step.map { ": \($0)" } ?? "")
    // A line that wraps could not be taken away.
    write("\r\(text.prefix(max(20, columns - 1)))\u{1B}[K")
    state.isLineShown = true
  }
}
