#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The reference dev server: the reading app's API over libmicrohttpd and a SQLite file.
enum DevServer {
  /// Runs until SIGTERM or SIGINT and ends the process: 0 after a clean stop, 2 for a command line that cannot be
  /// followed, 1 for anything else that keeps it from serving.
  static func main(_ arguments: [String]) -> Never {
    if arguments.contains("--help") { end(0, Options.usage + "\n") }
    if arguments.contains("--list-drifts") {
      end(0, Drift.allCases.map { "\($0.rawValue): \($0.summary)\n" }.joined())
    }
    do {
      try run(try Options(arguments))
    } catch let error as UsageError {
      end(2, "assay-devserver: \(error.message)\n\(Options.usage)\n")
    } catch {
      end(1, "assay-devserver: \(error)\n")
    }
    end(0, "")
  }

  private static func run(_ options: Options) throws {
    signal(SIGPIPE, SIG_IGN)
    // Before the server's thread starts, which inherits the mask: the signals are for this one.
    var stops = StopSignals()
    if !options.reusesDatabase, hasContent(options.database) {
      throw StartError(description: "\(options.database) has data: remove it, or go on with it by --reuse")
    }
    let log = try options.requestLog.map { path in
      guard let log = RequestLog(path: path) else { throw StartError(description: "cannot write \(path)") }
      return log
    }
    let database = try Database(path: options.database)
    try Migrations.run(database)
    try options.seed.fill(database, options: options)
    let server = HTTPServer(router: Router(database, options: options), clock: options.clock, log: log)
    if stops.arrive(within: options.readyDelay) { return }
    guard let port = server.start(port: options.port) else {
      throw StartError(description: "cannot listen on 127.0.0.1:\(options.port)")
    }
    printText("listening on http://127.0.0.1:\(port)\n", to: 1)
    stops.wait()
    server.stop()
  }

  private static func hasContent(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_size > 0
  }

  private static func end(_ status: Int32, _ text: String) -> Never {
    printText(text, to: status == 0 ? 1 : 2)
    exit(status)
  }
}

/// What keeps the server from starting.
struct StartError: Error, CustomStringConvertible {
  let description: String
}

/// SIGTERM and SIGINT, held back for one thread that waits for them.
private struct StopSignals {
  private var set = sigset_t()

  init() {
    sigemptyset(&set)
    sigaddset(&set, SIGTERM)
    sigaddset(&set, SIGINT)
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  mutating func wait() {
    var received: Int32 = 0
    while sigwait(&set, &received) != 0 {}
  }

  /// Sleeps for a number of seconds; true at once when a signal comes.
  func arrive(within seconds: Double) -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < deadline {
      var pending = sigset_t()
      sigpending(&pending)
      if sigismember(&pending, SIGTERM) == 1 || sigismember(&pending, SIGINT) == 1 { return true }
      usleep(10_000)
    }
    return false
  }
}
